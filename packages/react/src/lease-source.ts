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

/** Where a lease comes from: a cart at a store, or a client of the shop's own. */
export type LeaseSource =
  | {
      cartId: string
      /** Or the path of a proxy on your own site, `/api/lease` for example. */
      transport: Transport | string
      client?: undefined
    }
  | { client: LeaseClient }

/** The language of a component. */
export type LeaseWords = {
  /** The language, whose words are loaded, and the way amounts and dates are written: `es`, `es-MX`. English when left out. */
  locale?: string | undefined
  /** In place of the words of `locale`, with nothing to load: texts of the shop's own, or the first screen on a server. */
  dictionary?: Dictionary | undefined
}

type Options = ScreenWords & LeaseSource & { view?: LeaseView | null }

/** The options of the last render, behind which functions may be new ones each time. */
export type Latest<Given> = MutableRefObject<Given>

/** Runs before a component's elements are taken away. React warns where a server renders such an effect. */
export function useBrowserEffect(effect: EffectCallback, dependencies?: DependencyList): void {
  const use = typeof document === "undefined" ? useEffect : useLayoutEffect
  use(effect, dependencies)
}

/** The dictionary; null while its words are on their way. */
export function useDictionary({ dictionary, locale = "en" }: LeaseWords): Dictionary | null {
  const [, render] = useState(0)
  // Hydration begins with what the server has rendered.
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

/** The state of something that runs. `first`: the one that a server has rendered, with which hydration begins. */
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

/** Makes something for the lease of the options, and makes it again for another cart, client, language or locale. */
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
  // The view of another beginning says nothing of this one.
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
