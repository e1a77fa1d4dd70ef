import { useEffect, useRef } from "react"

/**
 * Adds the accessible names that Medusa UI's table lacks: on the table, the filter button, and the buttons that remove a filter. Hides the decorative
 * search icon from screen readers.
 */
export function useNames(table: string, filters: string, remove: (filter: string) => string) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the names matter, and `remove` is a new function on every render
  useEffect(() => {
    const name = () => {
      list.current?.querySelector("table")?.setAttribute("aria-label", table)
      list.current?.querySelector("[role=img]")?.setAttribute("aria-hidden", "true")
      for (const button of list.current?.querySelectorAll("button:has(> svg:only-child)") ?? []) {
        const filter = button.parentElement?.firstElementChild?.textContent
        const isMenu = button.getAttribute("aria-haspopup") === "menu"
        button.setAttribute("aria-label", isMenu ? filters : remove(filter ?? ""))
      }
    }
    name()
    const changes = new MutationObserver(name)
    if (list.current) changes.observe(list.current, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [table, filters])
  return list
}
