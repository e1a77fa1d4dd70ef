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
      <ol id={listId} hidden={!open} className={open ? "flex flex-col gap-3 pt-3" : undefined}>
        {facts.map((fact) => (
          <Entry key={`${fact.at} ${fact.key}`} fact={fact} />
        ))}
      </ol>
    </div>
  )
}

function Entry({ fact }: { fact: LeaseFact }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  return (
    <li>
      <Text size="small" leading="compact" className="text-ui-fg-base">
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
    </li>
  )
}
