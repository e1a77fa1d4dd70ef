/** Runs work when its turn comes. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Turns for at most `limit` at once; who comes later waits, in the order of coming. */
export function turns(limit: number): Turn {
  const waiting: (() => void)[] = []
  let free = limit
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
