/** Where the lease key waits for the next visit: `localStorage` or anything of its shape. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

export type LeaseKey = { read(): string | undefined; keep(key: string): void; drop(): void }

/**
 * The lease key of a cart. It opens the contract, so it stays in this browser, and nothing else is stored. A storage that refuses (private
 * window, full, blocked) is made up for by memory: then the key lives as long as the page.
 */
export function leaseKeyOf(cartId: string, given?: KeyStorage | null): LeaseKey {
  const name = `lease-to-own:${cartId}`
  let inMemory: string | undefined
  const stored = <T>(work: (storage: KeyStorage) => T): T | undefined => {
    try {
      // Looked up at each use: merely touching localStorage throws where site data are blocked, and there is none on a server.
      const storage = given === undefined ? globalThis.localStorage : given
      return storage ? work(storage) : undefined
    } catch {
      return undefined
    }
  }
  return {
    // Stored first: another tab may have applied since.
    read: () => stored((storage) => storage.getItem(name)) ?? inMemory,
    keep(key) {
      inMemory = key
      stored((storage) => storage.setItem(name, key))
    },
    drop() {
      inMemory = undefined
      stored((storage) => storage.removeItem(name))
    },
  }
}
