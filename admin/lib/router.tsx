import { type AnchorHTMLAttributes, forwardRef, useCallback, useMemo, useSyncExternalStore } from "react"
import { Link as RouterLink, useInRouterContext, useLocation, useParams, useSearchParams } from "react-router-dom"

/*
 * A store may depend on a different router version than the dashboard does. With both installed, this import may resolve to the wrong one, and its
 * links would throw. In that case, our links load the whole page, and we read and write the URL without a router.
 */

declare const __BASE__: string | undefined

/** The dashboard's base path, set by its build. */
export const base = () => (typeof __BASE__ === "undefined" ? "" : __BASE__).replace(/\/$/, "")

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }

export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link({ to, ...rest }, ref) {
  return useInRouterContext() ? (
    <RouterLink ref={ref} to={to} {...rest} />
  ) : (
    <a ref={ref} href={base() + to} {...rest} />
  )
})

/** Returns the current path within the dashboard. */
export function usePath(): string {
  // biome-ignore lint/correctness/useHookAtTopLevel: whether there is a router doesn't change while a page is shown
  return useInRouterContext() ? useLocation().pathname : location.pathname.slice(base().length)
}

/** Returns the ID at the end of the current URL. */
export function usePageId(): string {
  const { id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "") } = useParams()
  return id
}

type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, how: { replace: boolean }) => void

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
    // The dashboard's router stores its position in the history state, so keep the state.
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
