/** Where the lease key waits for the next visit: `localStorage` or anything of its shape. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

export type Kept = { read(): string | undefined; keep(text: string): void; drop(): void }

/**
 * The lease key of a cart, which opens the contract, or of an order. It stays in this browser. A storage that is not there or refuses (private window,
 * full, blocked) is made up for by memory: then the key lives as long as the page.
 *
 * @param id the cart's or the order's; for the name of an attempt see `client.ts`
 */
export function leaseKeyOf(id: string, given?: KeyStorage | null): Kept {
  const name = `lease-to-own:${id}`
  let inMemory: string | undefined
  const stored = <T>(work: (storage: KeyStorage) => T): T | undefined => {
    try {
      // Looked up at each use: merely touching localStorage throws where site data are blocked, and there is none on a server.
      return work((given === undefined ? globalThis.localStorage : given) as KeyStorage)
    } catch {
      return undefined
    }
  }
  return {
    // Stored first: another tab may have applied since.
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
 * The lease key of a cart. One that a signing link has brought behind `#`, to the page of the cart that its address names, is kept and taken out of the
 * address: nothing that reads that later has it, nor who copies it.
 */
export function readKey(cartId: string, { keep, read }: Kept): string | undefined {
  // None on a server.
  const [page, key] = globalThis.location?.href.split("#lease-key=") ?? []
  if (key && page?.includes(cartId)) {
    keep(key)
    // A router keeps its own things in the state. The mark of Next.js would keep it from hearing of the new address.
    history.replaceState({ ...history.state, __NA: undefined }, "", page)
  }
  return read()
}
