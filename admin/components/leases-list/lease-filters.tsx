import { Checkbox, type DataTableFilter, Input, Label, RadioGroup, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import { useAlertGroups } from "../../hooks/use-alert-groups"
import { useFormat } from "../../hooks/use-format"
import type { Filter, LeaseQuery } from "../../hooks/use-lease-filters"
import en from "../../i18n/en.json" with { type: "json" }
import { alertName } from "../../lib/alert-name"
import { direction } from "../../lib/direction"
import { sdk } from "../../lib/sdk"
import { FilterBox } from "./filter-box"

/** In the same order as the translations. */
const STATUSES = Object.keys(en.statuses)

const DATES = ["created_from", "created_to", "delivered_from", "delivered_to"] as const

type Option = { value: string; label: string }
type Field<Value> = { label: string; options: Option[]; value: Value | null; onChange: (value: Value) => void }

/**
 * The list's filters. Medusa UI's table shows the chosen options, but the menus are ours, because Medusa UI's are only in English and its date fields
 * don't work with the keyboard.
 */
export function useLeaseFilterMenu(query: LeaseQuery): DataTableFilter[] {
  const { t } = useTranslation()
  const { day } = useFormat()
  const channels = useSalesChannels()
  // The table breaks if a filter that already has a value is added later.
  const [initial] = useState(query.sales_channel_id)

  const filter = <Value,>(id: Filter, options: Option[], render: (field: Field<Value>) => ReactNode) => {
    const label = t(`leaseToOwn.filters.${id}`)
    const box = (at: Pick<Field<Value>, "value" | "onChange">) => (
      <FilterBox label={label}>{render({ label, options, ...at })}</FilterBox>
    )
    return { id, label, type: "custom" as const, options, render: box }
  }
  const yesOrNo = options({ true: t("leaseToOwn.product.yes"), false: t("leaseToOwn.product.no") })
  const flows: Record<LeaseRow["flow"], string> = {
    api: t("leaseToOwn.flows.api"),
    hosted: t("leaseToOwn.flows.hosted"),
  }
  return [
    filter(
      "status",
      STATUSES.map((value) => ({ value, label: t(`leaseToOwn.statuses.${value}`) })),
      Several,
    ),
    filter("alerts", yesOrNo, OneOf),
    filter("alert", query.alert ? [{ value: query.alert, label: alertName(query.alert, t) }] : [], OneAlert),
    filter("to_confirm", yesOrNo, OneOf),
    filter("flow", options(flows), OneOf),
    filter("test", options({ true: t("leaseToOwn.card.test"), false: t("leaseToOwn.filters.liveOnly") }), OneOf),
    ...(channels.length > 1 || initial
      ? [
          filter(
            "sales_channel_id",
            channels.map(({ id, name }) => ({ value: id, label: name })),
            OneOf,
          ),
        ]
      : []),
    ...DATES.map((id) => {
      const date = query[id]
      return filter(id, date ? [{ value: date, label: isDay(date) ? day(date) : date }] : [], Day)
    }),
  ]
}

/** Returns the store's sales channels, sorted by name. Empty if the user can't view them. */
function useSalesChannels(): { id: string; name: string }[] {
  const { data } = useQuery({
    queryKey: ["lease-to-own", "sales-channels"],
    queryFn: () => sdk.admin.salesChannel.list({ fields: "id,name", limit: 100, order: "name" }),
    retry: false,
  })
  return data?.sales_channels ?? []
}

/** The URL may contain any text instead of a date. */
const isDay = (date: string) => !Number.isNaN(Date.parse(`${date}T00:00:00Z`))

const options = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

function OneOf({ label, options, value, onChange }: Field<string>) {
  return (
    <RadioGroup dir={direction()} aria-label={label} value={value ?? ""} onValueChange={onChange}>
      {options.map((option) => (
        <Label key={option.value} size="small" className="flex items-center gap-2">
          <RadioGroup.Item value={option.value} />
          {option.label}
        </Label>
      ))}
    </RadioGroup>
  )
}

/** Offers the alerts that leases have now. */
function OneAlert(field: Field<string>) {
  const { t } = useTranslation()
  const groups = useAlertGroups(true)
  const options = groups?.alerts.map(({ code }) => ({ value: code, label: alertName(code, t) })) ?? field.options
  return options.length ? (
    <OneOf {...field} options={options} />
  ) : (
    <Text size="small">{t("leaseToOwn.groups.none")}</Text>
  )
}

function Several({ options, value, onChange }: Field<string[]>) {
  const chosen = value ?? []
  return options.map((option) => (
    <Label key={option.value} size="small" className="flex items-center gap-2">
      <Checkbox
        checked={chosen.includes(option.value)}
        onCheckedChange={(on) =>
          onChange(on ? [...chosen, option.value] : chosen.filter((other) => other !== option.value))
        }
      />
      {option.label}
    </Label>
  ))
}

/** A native date input, which uses the user's language, works with the keyboard and keeps partially typed dates. */
function Day({ label, value, onChange }: Field<string>) {
  return (
    <Input
      type="date"
      size="small"
      aria-label={label}
      min="2000-01-01"
      max="2999-12-31"
      defaultValue={value ?? ""}
      onChange={({ target }) => target.value && target.validity.valid && onChange(target.value)}
    />
  )
}
