import {
  createLeaseClient,
  type Dictionary,
  type LeaseClient,
  type LeaseView,
  type Transport,
} from "lease-to-own-storefront"
import { dictionaries } from "lease-to-own-storefront/internal"
import type { ScreenWords } from "lease-to-own-storefront/screens"
import {
  type DependencyList,
  type EffectCallback,
  type MutableRefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { transportOf } from "./addresses.js"

/** Where the lease comes from: a store's cart, or your own client. */
export type LeaseSource =
  | {
      cartId: string
      /** A transport, or the path of a proxy on your own site, such as `/api/lease`. */
      transport: Transport | string
      client?: undefined
    }
  | { client: LeaseClient }

export type LeaseWords = {
  /** The locale of texts, amounts and dates, such as `es` or `es-MX`. Default: English. */
  locale?: string | undefined
  /** Overrides the texts for `locale`, which then aren't loaded. Use it for your own texts, or to render the first screen on a server. */
  dictionary?: Dictionary | undefined
}

type Options = ScreenWords & LeaseSource & { view?: LeaseView | null }

/** Refers to the options of the latest render, because functions may change on each render. */
export type Latest<Given> = MutableRefObject<Given>

/**
 * Runs a layout effect, whose cleanup runs before the elements are removed. On a server, runs a plain effect, because React warns about layout
 * effects there.
 */
export function useBrowserEffect(effect: EffectCallback, dependencies?: DependencyList): void {
  const use = typeof document === "undefined" ? useEffect : useLayoutEffect
  use(effect, dependencies)
}

export function useDictionary({ dictionary, locale = "en" }: LeaseWords): Dictionary | null {
  const [, render] = useState(0)
  // False during hydration, which must render what the server rendered.
  const isHere = useRef(false)
  const known = dictionary ?? (isHere.current ? dictionaries.of(locale) : undefined)
  useBrowserEffect(() => {
    isHere.current = true
    if (known) return undefined
    let isWanted = true
    const show = () => isWanted && render((count) => count + 1)
    if (dictionaries.of(locale)) show()
    else void dictionaries.load(locale).then(show)
    return () => {
      isWanted = false
    }
  }, [known, locale])
  return known ?? null
}

/** Returns a source's state and renders again when it changes. `first` is the state that a server renders and hydration starts from. */
export function useStateOf<State>(
  source: { readonly state: State; subscribe(listener: () => void): () => void },
  first: State,
): State {
  return useSyncExternalStore(
    source.subscribe,
    () => source.state,
    () => first,
  )
}

/** Returns what `make` creates for a lease. Calls `make` again if the cart, client, language or locale changes. */
export function useLeaseOf<Given extends Options, Made>(
  options: Given,
  make: (options: Given, latest: Latest<Given>, view?: LeaseView | null) => Made,
): Made {
  const latest = useRef(options)
  useBrowserEffect(() => {
    latest.current = options
  })
  const [kept, keep] = useState(() => ({ options, made: make(options, latest, options.view) }))
  if (keyOf(kept.options) === keyOf(options) && kept.options.client === options.client) return kept.made
  // An unchanged view belongs to the previous lease, so don't use it.
  const view = options.view === kept.options.view ? null : options.view
  const next = { options, made: make(options, latest, view) }
  keep(next)
  return next.made
}

function keyOf(options: Options): string {
  const { dictionary, locale } = options
  return JSON.stringify(["cartId" in options && options.cartId, dictionary.language, locale])
}

export function clientOf<Given extends Options>(options: Given, latest: Latest<Given>): LeaseClient {
  if (options.client) return options.client
  const { cartId, transport, dictionary } = options as Extract<Options, { cartId: string }>
  return createLeaseClient({
    cartId,
    dictionary,
    transport(request) {
      const current: Options = latest.current
      const isSame = "cartId" in current && current.cartId === cartId
      return transportOf(isSame ? current.transport : transport)(request)
    },
  })
}
