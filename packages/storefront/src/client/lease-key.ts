/** Storage for the lease key: `localStorage`, or anything with the same methods. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

export type StoredText = { read(): string | undefined; keep(text: string): void; drop(): void }

/**
 * A stored value: the lease key of a cart, an order or a link, or an application's idempotency key. If storage is missing, blocked (private
 * window) or full, the value is kept in memory for as long as the page is open.
 */
export function leaseKeyOf(id: string, given?: KeyStorage | null): StoredText {
  const name = `lease-to-own:${id}`
  let inMemory: string | undefined
  const stored = <T>(work: (storage: KeyStorage) => T): T | undefined => {
    try {
      // Looked up on each use, because accessing localStorage throws if site data is blocked, and a server has none.
      return work((given === undefined ? globalThis.localStorage : given) as KeyStorage)
    } catch {
      return undefined
    }
  }
  return {
    // Prefer storage, because the shopper may have applied in another tab since.
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
 * Reads the key from a signing link, which ends with it after `#`, on that cart's page. Removes the key from the address, so that later
 * scripts and people who copy the address don't get it.
 */
export function takeLinkKey(cartId: string, { keep }: StoredText): void {
  // A server has no location.
  const [page, key] = globalThis.location?.href.split("#lease-key=") ?? []
  if (!key || !page?.includes(cartId)) return
  keep(key)
  // Routers keep their own data in the history state. If it still had the `__NA` mark, Next.js would ignore the new address.
  history.replaceState({ ...history.state, __NA: undefined }, "", page)
}
