import { useEffect } from "react"
import { base } from "../lib/router"

/**
 * Medusa's notifications offer every link as a download. Ours link to dashboard pages, so this hook opens the page instead, whatever the dashboard's
 * base path.
 */
export function useFeedLinks(): void {
  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[download]")
      const page = link && /\/leases\/lease_\w+$/.exec(link.pathname)
      if (!page) return
      link.removeAttribute("download")
      link.href = base() + page[0]
    }
    addEventListener("click", open, true)
    return () => removeEventListener("click", open, true)
  }, [])
}
