import { TriangleDownMini, TriangleRightMini } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseFact } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

/** Who said what when, newest first; closed until somebody asks. */
export function History({ facts }: { facts: LeaseFact[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const listId = useId()
  const Arrow = open ? TriangleDownMini : TriangleRightMini
  return (
    <div className="px-6 py-4">
      <Button
        type="button"
        size="small"
        variant="transparent"
        className="-ms-2"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <Arrow className={open ? "text-ui-fg-subtle" : "text-ui-fg-subtle rtl:rotate-180"} aria-hidden />
        {t("leaseToOwn.card.history")}
      </Button>
      <ol id={listId} hidden={!open} className={open ? "flex flex-col pt-3" : undefined}>
        {entriesOf(facts).map(([key, fact]) => (
          <Entry key={key} fact={fact} />
        ))}
      </ol>
    </div>
  )
}

/** Each fact under a name of its own: the same may have happened twice in one millisecond. */
function entriesOf(facts: LeaseFact[]): [string, LeaseFact][] {
  return facts.map((fact, place) => [`${facts.length - place} ${fact.at} ${fact.key}`, fact])
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
          {t(`leaseToOwn.facts.${fact.key}`)}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {moment(fact.at)} · {fact.actor ?? t(`leaseToOwn.by.${fact.by}`)}
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
