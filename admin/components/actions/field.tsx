import { Text } from "@medusajs/ui"
import { useId } from "react"

/** The ids of the texts below a field, for `aria-describedby`. */
export function useDescription(error: string | null) {
  const id = useId()
  const ids = { hint: `${id}-hint`, error: `${id}-error` }
  return { ids, describedBy: error ? `${ids.error} ${ids.hint}` : ids.hint }
}

type Props = { ids: { hint: string; error: string }; hint: string | null; error: string | null }

/** A field's hint, and the error in its value. */
export function Description({ ids, hint, error }: Props) {
  return (
    <div className="flex flex-col gap-1">
      {error && (
        <Text id={ids.error} size="small" className="text-ui-fg-error">
          {error}
        </Text>
      )}
      {hint && (
        <Text id={ids.hint} size="small" className="text-ui-fg-subtle text-pretty">
          {hint}
        </Text>
      )}
    </div>
  )
}
