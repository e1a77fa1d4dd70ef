import { TriangleDownMini, TriangleRightMini } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"

/** A button and, below it, the content it opens, which gets `id` and `hidden`. Closed at first. */
export function Fold({
  label,
  children,
}: {
  label: string
  children: (content: { id: string; hidden: boolean }) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const Arrow = open ? TriangleDownMini : TriangleRightMini
  return (
    <div className="px-6 py-4">
      <Button
        type="button"
        size="small"
        variant="transparent"
        className="-ms-2"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Arrow className={open ? "text-ui-fg-subtle" : "text-ui-fg-subtle rtl:rotate-180"} aria-hidden />
        {label}
      </Button>
      {children({ id, hidden: !open })}
    </div>
  )
}
