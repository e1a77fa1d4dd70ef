import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseFact } from "../../src/api/admin-types"
import { useFormat } from "../hooks/use-format"
import { keyed } from "../lib/keyed"

export function FactList({ facts }: { facts: LeaseFact[] }) {
  return (
    <ol className="flex flex-col">
      {keyed(facts, ({ at, key }) => `${at} ${key}`).map(([key, fact]) => (
        <Entry key={key} fact={fact} />
      ))}
    </ol>
  )
}

function Entry({ fact }: { fact: LeaseFact }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  return (
    <li className="group flex gap-3">
      <span aria-hidden className="flex flex-col items-center pt-1.5">
        <span className="bg-ui-tag-neutral-icon size-1.5 shrink-0 rounded-full" />
        <span className="bg-ui-border-base my-1 w-px grow group-last:hidden" />
      </span>
      <div className="min-w-0 break-words pb-3 group-last:pb-0">
        <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {t([`leaseToOwn.facts.${fact.key}`, "leaseToOwn.newer.fact"], { key: fact.key, ...fact.params })}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {moment(fact.at)} · {fact.actor ?? t(`leaseToOwn.by.${fact.by}`, { defaultValue: fact.by })}
        </Text>
        {fact.note && (
          <Text size="small" className="text-ui-fg-subtle">
            {fact.note}
          </Text>
        )}
      </div>
    </li>
  )
}
