import { TriangleDownMini, TriangleRightMini } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseFact } from "../../../src/api/admin-types"
import { FactList } from "../fact-list"

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
      <FactList id={listId} hidden={!open} className={open ? "pt-3" : undefined} facts={facts} />
    </div>
  )
}
