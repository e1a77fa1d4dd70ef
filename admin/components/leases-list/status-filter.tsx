import { TrianglesMini } from "@medusajs/icons"
import { Button, DropdownMenu, Label } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseStatus } from "../../../src/api/types"
import type { LeaseQuery } from "../../hooks/use-lease-filters"

/** In the order in which they are offered. The compiler names one that is missing. */
const STATUSES = Object.keys({
  open: true,
  submitting: true,
  pending: true,
  undecided: true,
  denied: true,
  approved: true,
  offered: true,
  signing: true,
  signed: true,
  placing: true,
  placed: true,
  delivered: true,
  returning: true,
  returned: true,
  canceling: true,
  canceled: true,
  expired: true,
  superseded: true,
} satisfies Record<LeaseStatus, true>)

/** Some of the statuses. */
export function StatusFilter({ query, change }: { query: LeaseQuery; change: (changes: LeaseQuery) => void }) {
  const { t } = useTranslation()
  const [labelId, valueId] = [useId(), useId()]
  const chosen = query.status?.split(",") ?? []
  const toggle = (status: string) => {
    const after = chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]
    change({ status: after.join(",") })
  }
  const said =
    chosen.length === 1
      ? t(`leaseToOwn.statuses.${chosen[0]}`)
      : t("leaseToOwn.filters.statusesChosen", { number: chosen.length })
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Label id={labelId} size="xsmall" weight="plus" className="text-ui-fg-subtle">
        {t("leaseToOwn.filters.status")}
      </Label>
      <DropdownMenu>
        <DropdownMenu.Trigger asChild>
          <Button
            type="button"
            size="small"
            variant="secondary"
            className="w-full justify-between font-normal"
            aria-labelledby={`${labelId} ${valueId}`}
          >
            <span id={valueId} className="truncate">
              {chosen.length ? said : t("leaseToOwn.filters.anyStatus")}
            </span>
            <TrianglesMini className="text-ui-fg-muted" aria-hidden />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="start" className="max-h-80 overflow-y-auto">
          {STATUSES.map((status) => (
            <DropdownMenu.CheckboxItem
              key={status}
              checked={chosen.includes(status)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={() => toggle(status)}
            >
              {t(`leaseToOwn.statuses.${status}`)}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu>
    </div>
  )
}
