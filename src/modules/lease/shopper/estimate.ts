import type { z } from "zod"
import { type EstimateFigures, FiguresSchema } from "../options/consent"
import type { Ledger } from "../status/ledger"

/** Figures with their disclosure, by language. */
export type Estimate = EstimateFigures & { disclosure: Partial<Record<string, string>> }

/** Option `estimate` for an amount in major units, with its disclosure. Null if it has none, or none that add up. Asks no service. */
export function estimateFor(ledger: Ledger | null, amount: number, currency: string): Estimate | null {
  const estimate = ledger?.options.estimate
  if (!estimate) return null
  try {
    const figures = estimate.of(amount, currency)
    if (figures === undefined) return null
    // Nothing waits for a promise, and Medusa ends the process when one fails that nobody heeds.
    Promise.resolve(figures).catch(() => {})
    const read = FiguresSchema.safeParse(figures)
    if (read.success && addsUp(read.data)) {
      const { dueToday, each, total, ...rest } = read.data
      const money = { dueToday: dueToday / 100, each: each / 100, total: total / 100 }
      return { ...rest, ...money, disclosure: estimate.disclosure }
    }
    ledger.log.warn("lease-to-own: option estimate.of answered figures that do not add up, so no estimate is shown.")
  } catch (error) {
    ledger.log.warn(`lease-to-own: option estimate.of failed, so no estimate is shown: ${error}`)
  }
  return null
}

/** Whether the payments and the amount due today add up to the total. The last payment may be lower, or take the cents cut off the others. */
function addsUp({ dueToday, payments, each, total }: z.output<typeof FiguresSchema>): boolean {
  const full = dueToday + payments * each
  return total <= full + payments && total > full - each
}
