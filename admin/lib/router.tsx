import { type AnchorHTMLAttributes, forwardRef, useCallback, useMemo, useSyncExternalStore } from "react"
import { Link as RouterLink, useInRouterContext, useLocation, useParams, useSearchParams } from "react-router-dom"

/*
 * If a store's package.json has a different version of the router from the dashboard's, both are installed. This import may then resolve to the wrong
 * one, and links would throw. In that case, our links load the whole page, and the URL is read and written without a router.
 */

declare const __BASE__: string | undefined

/** The dashboard's base path, which its build sets. */
export const base = () => (typeof __BASE__ === "undefined" ? "" : __BASE__).replace(/\/$/, "")

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }

/** A link to one of the dashboard's pages. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link({ to, ...rest }, ref) {
  return useInRouterContext() ? (
    <RouterLink ref={ref} to={to} {...rest} />
  ) : (
    <a ref={ref} href={base() + to} {...rest} />
  )
})

/** Returns the current page's path within the dashboard. */
export function usePath(): string {
  // biome-ignore lint/correctness/useHookAtTopLevel: whether there is a router doesn't change while a page is shown
  return useInRouterContext() ? useLocation().pathname : location.pathname.slice(base().length)
}

/** Returns the id at the end of the current page's URL. */
export function usePageId(): string {
  const { id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "") } = useParams()
  return id
}

type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, how: { replace: boolean }) => void

/** Returns the URL's query string and a function to change it. */
export function useQueryString(): [URLSearchParams, ChangeQuery] {
  const routed = useInRouterContext()
  // biome-ignore lint/correctness/useHookAtTopLevel: whether there is a router doesn't change while a page is shown
  return routed ? useSearchParams() : useQueryOfWindow()
}

function useQueryOfWindow(): [URLSearchParams, ChangeQuery] {
  const search = useSyncExternalStore(onAddress, () => location.search)
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<ChangeQuery>((after, { replace }) => {
    const address = `${location.pathname}?${after(new URLSearchParams(location.search))}`
    // Keep the history state, in which the dashboard's own router stores its page count.
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
