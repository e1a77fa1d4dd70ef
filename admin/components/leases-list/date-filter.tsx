import { Input, Label } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { Filter, LeaseQuery } from "../../hooks/use-lease-filters"

type Props = { name: Filter; query: LeaseQuery; change: (changes: LeaseQuery, how?: { replace: boolean }) => void }

/** A day, in the browser's own field: it speaks the reader's language and is used with the keyboard. */
export function DateFilter({ name, query, change }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Label htmlFor={id} size="xsmall" weight="plus" className="text-ui-fg-subtle">
        {t(`leaseToOwn.filters.${name}`)}
      </Label>
      <Input
        id={id}
        type="date"
        size="small"
        min="2000-01-01"
        max="2999-12-31"
        value={query[name] ?? ""}
        onChange={({ target }) => {
          // While a year is typed it is a valid one of the first centuries.
          if (!target.value || target.validity.valid) change({ [name]: target.value }, { replace: true })
        }}
      />
    </div>
  )
}
