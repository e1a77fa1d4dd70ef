/** Storage for the lease key: `localStorage`, or anything with the same methods. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

export type Kept = { read(): string | undefined; keep(text: string): void; drop(): void }

/**
 * The stored lease key of a cart or an order, or the id of an attempt. If storage is missing or blocked (private window, full), it's in
 * memory and lasts as long as the page.
 */
export function leaseKeyOf(id: string, given?: KeyStorage | null): Kept {
  const name = `lease-to-own:${id}`
  let inMemory: string | undefined
  const stored = <T>(work: (storage: KeyStorage) => T): T | undefined => {
    try {
      // Read on each use, because accessing localStorage throws if site data is blocked, and a server has none.
      return work((given === undefined ? globalThis.localStorage : given) as KeyStorage)
    } catch {
      return undefined
    }
  }
  return {
    // Prefer storage, because another tab may have applied since.
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
 * Reads the lease key of a cart. A signing link ends with the key after `#`. On the page of that cart, this stores the key and removes it
 * from the address, so that later scripts and people who copy the address don't get it.
 */
export function readKey(cartId: string, { keep, read }: Kept): string | undefined {
  // A server has no location.
  const [page, key] = globalThis.location?.href.split("#lease-key=") ?? []
  if (key && page?.includes(cartId)) {
    keep(key)
    // Routers keep their own data in the state. With its mark `__NA`, Next.js would ignore the new address.
    history.replaceState({ ...history.state, __NA: undefined }, "", page)
  }
  return read()
}
