import { CheckCircleMiniSolid, SquareTwoStackMini } from "@medusajs/icons"
import { IconButton, Tooltip } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { copyText } from "../lib/copy-text"

/** Copies text and confirms this in the dashboard's language. Medusa UI's own button is only in English. */
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
