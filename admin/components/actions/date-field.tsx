import { Alert, Input, Label, Text } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { type FormKey, isFinal } from "../../lib/action-kinds"
import { Description, useDescription } from "./field"

type Props = {
  lease: AdminLeaseView
  action: FormKey
  value: string
  missing: boolean
  onChange: (date: string) => void
}

/** A day in the browser's own field, which uses the reader's language and the keyboard. Limited to the days that the server accepts. */
export function DateField({ lease, action, value, missing, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { day } = useFormat()
  const { delivery, returned } = lease
  const operator = lease.operator.name
  const back = action === "return_lease"
  const { earliest, latest } = back ? returned : delivery
  const error = missing ? t("leaseToOwn.fields.dateMissing") : null
  const { ids, describedBy } = useDescription(error)
  const hint = () => {
    if (earliest && earliest === latest) return t("leaseToOwn.fields.oneDay", { day: day(earliest) })
    if (earliest && latest) return t("leaseToOwn.fields.days", { from: day(earliest), to: day(latest) })
    return latest ? t("leaseToOwn.fields.daysUntil", { to: day(latest) }) : t("leaseToOwn.fields.anyDay", { operator })
  }
  return (
    <>
      {!back && delivery.delivered < delivery.pieces && (
        <Text size="small" className="text-ui-fg-base text-pretty">
          {t("leaseToOwn.fields.delivered", { done: String(delivery.delivered), total: String(delivery.pieces) })}
        </Text>
      )}
      <div className="flex flex-col gap-2">
        <Label htmlFor={id} size="small" weight="plus" className="text-ui-fg-base">
          {t(back ? "leaseToOwn.fields.returnDate" : "leaseToOwn.fields.deliveryDate")}
        </Label>
        <Input
          id={id}
          type="date"
          value={value}
          min={earliest ?? undefined}
          max={latest ?? undefined}
          aria-required
          aria-invalid={missing}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(target.value)}
        />
        <Description ids={ids} hint={hint()} error={error} />
      </div>
      {isFinal(action) && (
        <Alert variant="warning" className="text-ui-fg-base">
          {t(`leaseToOwn.prompts.${action}.text`, { operator })}
        </Alert>
      )}
    </>
  )
}
