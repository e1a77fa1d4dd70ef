import { type ReactNode, useEffect, useRef } from "react"

/** An open filter's content. Adds the accessible name that Medusa UI omits, and restores focus when the filter closes. */
export function FilterBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = box.current?.closest("[role=dialog]")
    dialog?.setAttribute("aria-label", label)
    // Medusa UI focuses the dialog first. Move focus to its radio buttons, if any.
    setTimeout(() => {
      if (document.activeElement === dialog) box.current?.querySelector<HTMLElement>("[role=radiogroup]")?.focus()
    })
    return () =>
      // If nothing was chosen, Medusa UI removes the filter's button, so focus the menu instead.
      void setTimeout(() => {
        const opener = document.querySelector<HTMLElement>(`[aria-controls="${dialog?.id}"]`)
        const menu = document.querySelector<HTMLElement>("[data-lease-list] [aria-haspopup=menu]")
        if (document.activeElement === document.body) (opener ?? menu)?.focus()
      }, 50)
  }, [label])
  return (
    // Medusa UI briefly hides the filter after the first value is chosen, which would lose focus.
    <div ref={box} style={{ visibility: "visible" }} className="flex max-h-80 flex-col gap-2 overflow-y-auto p-3">
      {children}
    </div>
  )
}
