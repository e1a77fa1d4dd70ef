import { type AnchorHTMLAttributes, forwardRef, useCallback, useMemo, useSyncExternalStore } from "react"
import { Link as RouterLink, useInRouterContext, useLocation, useParams, useSearchParams } from "react-router-dom"

/*
 * A store whose package.json has another version of the router than the dashboard's has both, and this import may find the one that isn't the
 * dashboard's, so its links would throw. Then our links load their page, and the URL is read and written without a router.
 */

declare const __BASE__: string | undefined

/** The path of the dashboard, set by its build. */
export const base = () => (typeof __BASE__ === "undefined" ? "" : __BASE__).replace(/\/$/, "")

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }

/** A link to a page of the dashboard. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link({ to, ...rest }, ref) {
  return useInRouterContext() ? (
    <RouterLink ref={ref} to={to} {...rest} />
  ) : (
    <a ref={ref} href={base() + to} {...rest} />
  )
})

/** The path of the page in the dashboard. */
export function usePath(): string {
  // biome-ignore lint/correctness/useHookAtTopLevel: whether there is a router stays the same for as long as a page is shown
  return useInRouterContext() ? useLocation().pathname : location.pathname.slice(base().length)
}

/** The id at the end of the page's URL. */
export function usePageId(): string {
  const { id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "") } = useParams()
  return id
}

type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, how: { replace: boolean }) => void

/** The query of the URL, and how to change it. */
export function useQueryString(): [URLSearchParams, ChangeQuery] {
  const routed = useInRouterContext()
  // biome-ignore lint/correctness/useHookAtTopLevel: whether there is a router stays the same for as long as a page is shown
  return routed ? useSearchParams() : useQueryOfWindow()
}

function useQueryOfWindow(): [URLSearchParams, ChangeQuery] {
  const search = useSyncExternalStore(onAddress, () => location.search)
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<ChangeQuery>((after, { replace }) => {
    const address = `${location.pathname}?${after(new URLSearchParams(location.search))}`
    // The history's state belongs to the other router, which counts pages in it.
    if (replace) history.replaceState(history.state, "", address)
    else history.pushState(history.state, "", address)
    for (const notify of listeners) notify()
  }, [])
  return [query, change]
}

const listeners = new Set<() => void>()

function onAddress(notify: () => void): () => void {
  listeners.add(notify)
  addEventListener("popstate", notify)
  return () => {
    listeners.delete(notify)
    removeEventListener("popstate", notify)
  }
}
