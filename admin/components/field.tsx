import { Label, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

type Control = { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }
type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: (control: Control) => ReactNode
}

export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const texts = [
    { key: `${id}-error`, text: error, className: "text-ui-fg-error" },
    { key: `${id}-hint`, text: hint, className: "text-ui-fg-subtle text-pretty" },
  ].filter(({ text }) => text)
  const describedBy = texts.map(({ key }) => key).join(" ") || undefined
  return (
    <div className="flex flex-col gap-2">
      <Label htmlFor={id} size="small" weight="plus" className="text-ui-fg-base">
        {label}
      </Label>
      {children({ id, "aria-invalid": error !== undefined, "aria-describedby": describedBy })}
      {texts.length > 0 && (
        <div className="flex flex-col gap-1">
          {texts.map(({ key, text, className }) => (
            <Text key={key} id={key} size="small" className={className}>
              {text}
            </Text>
          ))}
        </div>
      )}
    </div>
  )
}
