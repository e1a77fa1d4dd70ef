import { Alert, Input, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { type FormKey, isFinal } from "../../lib/action-kinds"
import { Field } from "../field"

type Props = {
  lease: AdminLeaseView
  action: FormKey
  value: string
  missing: boolean
  onChange: (date: string) => void
}

/** A native date input, which uses the user's language and works with the keyboard. Offers only dates that the server accepts. */
export function DateField({ lease, action, value, missing, onChange }: Props) {
  const { t } = useTranslation()
  const { day } = useFormat()
  const { delivery, returned } = lease
  const operator = lease.operator.name
  const back = action === "return_lease"
  // Like a return, a past delivery can have any date from the order's through today.
  const past = back || action === "mark_delivered"
  const { earliest, latest } = past ? returned : delivery
  const hint = () => {
    if (earliest && earliest === latest) return t("leaseToOwn.fields.oneDay", { day: day(earliest) })
    if (earliest && latest) return t("leaseToOwn.fields.days", { from: day(earliest), to: day(latest) })
    return latest ? t("leaseToOwn.fields.daysUntil", { to: day(latest) }) : undefined
  }
  return (
    <>
      {!past && delivery.delivered < delivery.pieces && (
        <Text size="small" className="text-ui-fg-base text-pretty">
          {t("leaseToOwn.fields.delivered", { done: String(delivery.delivered), total: String(delivery.pieces) })}
        </Text>
      )}
      <Field
        label={t(back ? "leaseToOwn.fields.returnDate" : "leaseToOwn.fields.deliveryDate")}
        hint={hint()}
        error={missing ? t("leaseToOwn.fields.dateMissing") : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            value={value}
            min={earliest ?? undefined}
            max={latest ?? undefined}
            aria-required
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {isFinal(action) && (
        <Alert variant="warning" className="text-ui-fg-base">
          {t(`leaseToOwn.prompts.${action}.text`, { operator })}
        </Alert>
      )}
    </>
  )
}
