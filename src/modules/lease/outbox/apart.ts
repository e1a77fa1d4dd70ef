/**
 * Asks for all at once. When that fails, asks for each half separately, and so on, so that only the items without any answer stay open.
 *
 * @param ask answers by id, and throws when it cannot answer for one of them
 * @param tells whether an error may be about one of them; another is about all, and no one is asked for again
 */
export async function askApart<T, A>(
  all: readonly T[],
  ask: (some: T[]) => Promise<Map<string, A>>,
  tells: (error: unknown) => boolean = () => true,
): Promise<{ answers: Map<string, A>; failed: Map<T, unknown> }> {
  try {
    return { answers: await ask([...all]), failed: new Map() }
  } catch (error) {
    if (all.length < 2 || !tells(error)) return { answers: new Map(), failed: new Map(all.map((one) => [one, error])) }
    const middle = all.length >> 1
    const first = await askApart(all.slice(0, middle), ask, tells)
    const second = await askApart(all.slice(middle), ask, tells)
    return {
      answers: new Map([...first.answers, ...second.answers]),
      failed: new Map([...first.failed, ...second.failed]),
    }
  }
}
