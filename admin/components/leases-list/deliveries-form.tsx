import { Input, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseRow, Money } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { leaseName } from "../../lib/lease-name"
import { todayIn } from "../../lib/today"
import { DrawerForm } from "../drawer-form"
import { Field } from "../field"

type Props = { leases: LeaseRow[]; timeZone: string | undefined; onSubmit: (leases: LeaseRow[], date: string) => void }

/** Asks for the delivery date, and lists the orders and their totals. */
export function DeliveriesForm({ leases, timeZone, onSubmit }: Props) {
  const { t } = useTranslation()
  const { day, sums } = useFormat()
  const today = todayIn(timeZone)
  const [date, setDate] = useState(today)
  const [sent, setSent] = useState(false)
  const until = t("leaseToOwn.fields.daysUntil", { to: day(today) })
  const problem = date ? date > today && until : t("leaseToOwn.fields.dateMissing")
  const submit = (form: HTMLFormElement) => {
    setSent(true)
    if (problem) form.querySelector<HTMLElement>("input")?.focus()
    else onSubmit(leases, date)
  }
  return (
    <DrawerForm
      error={null}
      back={t("leaseToOwn.act.back")}
      submit={t("leaseToOwn.deliver.submit", { count: leases.length })}
      busy={false}
      onSubmit={submit}
    >
      <Field
        label={t("leaseToOwn.fields.deliveryDate")}
        hint={sent && problem ? undefined : until}
        error={(sent && problem) || undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            value={date}
            min="2000-01-01"
            max={today}
            aria-required
            onChange={({ target }) => setDate(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1">
        <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {t("leaseToOwn.deliver.orders", { count: leases.length, sum: sums(totals(leases)) })}
        </Text>
        <ul className="txt-small text-ui-fg-subtle flex flex-wrap gap-x-3 tabular-nums">
          {leases.map((lease) => (
            <li key={lease.id}>{leaseName(lease)}</li>
          ))}
        </ul>
      </div>
    </DrawerForm>
  )
}

/** Returns the leases' total amount in each currency. */
function totals(leases: LeaseRow[]): Money[] {
  const sums = new Map<string, number>()
  for (const { leased } of leases)
    if (leased) sums.set(leased.currency_code, (sums.get(leased.currency_code) ?? 0) + leased.amount)
  return [...sums].map(([currency_code, amount]) => ({ currency_code, amount }))
}
