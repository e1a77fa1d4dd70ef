import { type ReactNode, useEffect, useRef } from "react"

/** The content of an open filter. Medusa UI gives it no name, and loses the focus when it closes. */
export function FilterBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = box.current?.closest("[role=dialog]")
    dialog?.setAttribute("aria-label", label)
    // Wait until the dialog has the focus, even if it opens with radio buttons.
    setTimeout(() => {
      if (document.activeElement === dialog) box.current?.querySelector<HTMLElement>("[role=radiogroup]")?.focus()
    })
    return () =>
      // Wait until the filter is gone if nothing was chosen.
      void setTimeout(() => {
        const opener = document.querySelector<HTMLElement>(`[aria-controls="${dialog?.id}"]`)
        const menu = document.querySelector<HTMLElement>("[data-lease-list] [aria-haspopup=menu]")
        if (document.activeElement === document.body) (opener ?? menu)?.focus()
      }, 50)
  }, [label])
  return (
    // Medusa UI hides it for a moment when the first value is chosen, which loses the focus.
    <div ref={box} style={{ visibility: "visible" }} className="flex max-h-80 flex-col gap-2 overflow-y-auto p-3">
      {children}
    </div>
  )
}
