import { Label, RadioGroup, Text } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { Outcome } from "../../../src/api/admin-types"
import { direction } from "../../lib/direction"

type Props = {
  operator: string
  outcomes: Outcome[]
  value: Outcome | undefined
  missing: boolean
  onChange: (outcome: Outcome) => void
}

/** Radio buttons for the outcomes that the server accepts, each with its meaning. */
export function OutcomeField({ operator, outcomes, value, missing, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <Text id={`${id}-label`} size="small" leading="compact" weight="plus" className="text-ui-fg-base">
        {t("leaseToOwn.fields.outcome")}
      </Text>
      <RadioGroup
        dir={direction()}
        aria-labelledby={`${id}-label`}
        aria-describedby={missing ? `${id}-error` : undefined}
        aria-required
        value={value ?? ""}
        onValueChange={(chosen) => onChange(chosen as Outcome)}
      >
        {outcomes.map((outcome) => (
          <div key={outcome} className="flex items-start gap-2">
            <RadioGroup.Item
              id={`${id}-${outcome}`}
              value={outcome}
              className="mt-0.5 shrink-0"
              aria-invalid={missing || undefined}
              aria-describedby={`${id}-${outcome}-means`}
            />
            <div className="min-w-0">
              <Label htmlFor={`${id}-${outcome}`} size="small" weight="plus" className="text-ui-fg-base">
                {t(`leaseToOwn.outcomes.${outcome}`)}
              </Label>
              <Text id={`${id}-${outcome}-means`} size="small" className="text-ui-fg-subtle text-pretty">
                {t(`leaseToOwn.outcomeHints.${outcome}`, { operator })}
              </Text>
            </div>
          </div>
        ))}
      </RadioGroup>
      {missing && (
        <Text id={`${id}-error`} size="small" className="text-ui-fg-error">
          {t("leaseToOwn.messages.outcome_required")}
        </Text>
      )}
    </div>
  )
}
