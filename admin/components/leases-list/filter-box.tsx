import { type ReactNode, useEffect, useRef } from "react"

/** The content of an open filter. Adds the accessible name that Medusa UI leaves out, and restores the focus that it loses when the filter closes. */
export function FilterBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = box.current?.closest("[role=dialog]")
    dialog?.setAttribute("aria-label", label)
    // Wait until the dialog has the focus, even if its content starts with radio buttons.
    setTimeout(() => {
      if (document.activeElement === dialog) box.current?.querySelector<HTMLElement>("[role=radiogroup]")?.focus()
    })
    return () =>
      // If nothing was chosen, wait until the filter is gone.
      void setTimeout(() => {
        const opener = document.querySelector<HTMLElement>(`[aria-controls="${dialog?.id}"]`)
        const menu = document.querySelector<HTMLElement>("[data-lease-list] [aria-haspopup=menu]")
        if (document.activeElement === document.body) (opener ?? menu)?.focus()
      }, 50)
  }, [label])
  return (
    // Keep this visible: Medusa UI hides the filter for a moment when the first value is chosen, and the focus would be lost.
    <div ref={box} style={{ visibility: "visible" }} className="flex max-h-80 flex-col gap-2 overflow-y-auto p-3">
      {children}
    </div>
  )
}
