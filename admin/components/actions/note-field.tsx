import { Label, Textarea } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { Description, useDescription } from "./field"

type Props = { value: string; missing: boolean; onChange: (note: string) => void }

/** The person's reason, stored with their name. */
export function NoteField({ value, missing, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const error = missing ? t("leaseToOwn.messages.note_required") : null
  const { ids, describedBy } = useDescription(error)
  return (
    <div className="flex flex-col gap-2">
      <Label htmlFor={id} size="small" weight="plus" className="text-ui-fg-base">
        {t("leaseToOwn.fields.note")}
      </Label>
      <Textarea
        id={id}
        dir="auto"
        rows={4}
        maxLength={1000}
        value={value}
        aria-required
        aria-invalid={missing}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.value)}
      />
      <Description ids={ids} hint={error ? null : t("leaseToOwn.fields.noteHint")} error={error} />
    </div>
  )
}
