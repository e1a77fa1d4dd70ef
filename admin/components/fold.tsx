import { TriangleDownMini, TriangleRightMini } from "@medusajs/icons"
import { type ReactNode, useId, useState } from "react"
import { SmallButton } from "./small-button"

type Props = { label: string; className?: string; children: ReactNode }

/** A button that reveals the content below it, collapsed at first. */
export function Fold({ label, className = "pt-3", children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const Arrow = open ? TriangleDownMini : TriangleRightMini
  return (
    <div className="px-6 py-4">
      <SmallButton
        variant="transparent"
        className="-ms-2"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Arrow className={open ? "text-ui-fg-subtle" : "text-ui-fg-subtle rtl:rotate-180"} aria-hidden />
        {label}
      </SmallButton>
      <div id={id} hidden={!open} className={className}>
        {children}
      </div>
    </div>
  )
}
