/** Where the lease key waits for the next visit: `localStorage` or anything of its shape. */
export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

export type Kept = { read(): string | undefined; keep(text: string): void; drop(): void }

/** The lease key of a cart. It opens the contract, so it stays in this browser. */
export function leaseKeyOf(cartId: string, given?: KeyStorage | null): Kept {
  return kept(`lease-to-own:${cartId}`, given)
}

/** The name of the attempt whose answer, and with it the lease key, has not come yet. */
export function attemptOf(cartId: string, given?: KeyStorage | null): Kept {
  return kept(`lease-to-own:${cartId}:attempt`, given)
}

/** A storage that refuses (private window, full, blocked) is made up for by memory: then the text lives as long as the page. */
function kept(name: string, given?: KeyStorage | null): Kept {
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
