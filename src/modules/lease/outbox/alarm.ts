/** Rings once, `ms` from now, unless it is switched off; never where no time is given. */
export function alarm(ms?: number): { rings: Promise<void>; off(): void } {
  let timer: NodeJS.Timeout | undefined
  const rings = new Promise<void>((ring) => {
    if (ms !== undefined) timer = setTimeout(ring, Math.max(0, ms))
  })
  return { rings, off: () => clearTimeout(timer) }
}

/** Waits for so long (ms), or until one of these comes first. */
export async function pause(ms: number, ...sooner: Promise<unknown>[]): Promise<void> {
  const { rings, off } = alarm(ms)
  await Promise.race([rings, ...sooner])
  off()
}
