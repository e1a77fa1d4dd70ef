const WITHIN_MS = 20_000
const ASK_AGAIN_MS = 25

/** Reads until `holds` is true, for effects that follow a response. Returns the last value either way, so a failing test shows what is missing. */
export async function eventually<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  withinMs = WITHIN_MS,
): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const value = await read()
    if (holds(value) || performance.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}
