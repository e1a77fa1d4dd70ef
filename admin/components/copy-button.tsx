import { CheckCircleMiniSolid, SquareTwoStackMini } from "@medusajs/icons"
import { IconButton, Tooltip } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"

/** Copies text and shows a confirmation in the dashboard's language. Medusa UI's own button is English-only. */
export function CopyButton({ content, label }: { content: string; label: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<"copied" | "copyFailed" | null>(null)
  const outcome = done && t(`leaseToOwn.card.${done}`)
  const reset = () => setDone(null)
  const Icon = done === "copied" ? CheckCircleMiniSolid : SquareTwoStackMini
  return (
    <>
      <Tooltip content={outcome ?? label} open={open || done !== null} onOpenChange={setOpen}>
        <IconButton
          size="xsmall"
          variant="transparent"
          className="shrink-0"
          aria-label={label}
          onClick={async () => setDone((await copyText(content)) ? "copied" : "copyFailed")}
          onPointerLeave={reset}
          onBlur={reset}
        >
          <Icon className="text-ui-fg-subtle" aria-hidden />
        </IconButton>
      </Tooltip>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  )
}

/** Returns false if the browser doesn't allow copying. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** Copies text without the clipboard API, which browsers don't offer to pages opened over plain HTTP. */
function copySelection(text: string): boolean {
  const field = document.createElement("textarea")
  const focused = document.activeElement
  field.value = text
  field.className = "sr-only"
  document.body.append(field)
  field.select()
  try {
    return document.execCommand("copy")
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
