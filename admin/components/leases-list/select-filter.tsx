import { Label, Select } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { Filter, LeaseQuery } from "../../hooks/use-lease-filters"

type Props = {
  name: Filter
  /** Value → words. */
  options: Record<string, string>
  query: LeaseQuery
  change: (changes: LeaseQuery) => void
}

const ANY = "any"

/** One of several, or any. */
export function SelectFilter({ name, options, query, change }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Label id={id} size="xsmall" weight="plus" className="text-ui-fg-subtle">
        {t(`leaseToOwn.filters.${name}`)}
      </Label>
      <Select
        size="small"
        value={query[name] ?? ANY}
        onValueChange={(value) => change({ [name]: value === ANY ? undefined : value })}
      >
        <Select.Trigger aria-labelledby={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          <Select.Item value={ANY}>{t("leaseToOwn.filters.any")}</Select.Item>
          {Object.entries(options).map(([value, words]) => (
            <Select.Item key={value} value={value}>
              {words}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  )
}
