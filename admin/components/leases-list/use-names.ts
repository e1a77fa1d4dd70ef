import { useEffect, useRef } from "react"

/**
 * Adds the accessible names that Medusa UI's table lacks: for the table, the button of its filters, and those that remove a filter. The icon of its
 * search is decorative and needs none.
 */
export function useNames(table: string, filters: string, remove: (filter: string) => string) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words decide, and `remove` is a new function each time
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
