/** Storage for the lease key, such as `localStorage`. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

export type StoredText = { read(): string | undefined; keep(text: string): void; drop(): void }

/**
 * Gives access to a stored lease key (of a cart, an order or a link) or idempotency key. If storage is missing, blocked (private window) or full, the
 * value is kept in memory while the page is open.
 */
export function leaseKeyOf(id: string, given?: KeyStorage | null): StoredText {
  const name = `lease-to-own:${id}`
  let inMemory: string | undefined
  const stored = <T>(work: (storage: KeyStorage) => T): T | undefined => {
    try {
      // Look up localStorage inside the `try`, because the lookup throws if site data is blocked, and a server has no localStorage.
      return work((given === undefined ? globalThis.localStorage : given) as KeyStorage)
    } catch {
      return undefined
    }
  }
  return {
    // Prefer storage, because the shopper may since have applied in another tab.
    read: () => stored((storage) => storage.getItem(name)) ?? inMemory,
    keep(text) {
      inMemory = text
      stored((storage) => storage.setItem(name, text))
    },
    drop() {
      inMemory = undefined
      stored((storage) => storage.removeItem(name))
    },
  }
}

/**
 * Takes the lease key from the fragment of a signing link, on that cart's page. Removes it from the URL, to hide it from later scripts and keep it
 * out of copied URLs.
 */
export function takeLinkKey(cartId: string, { keep }: StoredText): void {
  // A server has no location.
  const [page, key] = globalThis.location?.href.split("#lease-key=") ?? []
  if (!key || !page?.includes(cartId)) return
  keep(key)
  // Keep the history state, where routers store their own data. Remove `__NA`, because Next.js would otherwise ignore the new URL.
  history.replaceState({ ...history.state, __NA: undefined }, "", page)
}
