import type { Logger } from "@medusajs/framework/types"
import { z } from "zod"
import { disclosuresAt } from "./disclosures"
import { code, members } from "./schemas"

/* The `estimate` option: an example of a lease's cost, before anybody has applied. */

/** How often payments may be due. */
export const FREQUENCIES = ["weekly", "biWeekly", "semiMonthly", "monthly"] as const

const cents = z
  .number()
  .nonnegative()
  .transform((value) => Math.round(value * 100))

/** Validates the figures from the store's callback, and converts them from major units to cents. */
const FiguresSchema = z.object({
  /** Paid at signing. */
  dueToday: cents,
  /** How many payments follow. */
  payments: z.int().positive(),
  /** The amount of each payment. The last payment may differ. */
  each: cents,
  /** How often the payments are due. */
  every: z.enum(FREQUENCIES),
  /** The sum of `dueToday` and all payments. */
  total: cents,
  /** How many months the lease lasts. If omitted, pages don't mention it. */
  months: z.int().positive().optional(),
})

/** An example of what a lease costs, in major units. All amounts are required, because no page may show a payment alone. */
export type EstimateFigures = z.input<typeof FiguresSchema>

/** What an estimate is for. A value is undefined if it isn't known. */
export type EstimateInput = {
  /** The price on the product's page, or the cart's goods and delivery, in major units and before sales tax. */
  amount: number
  /** A currency code in lowercase. */
  currency: string
  /** The product. Undefined for a cart with several products. */
  item: { product_id: string; title: string; category: string | undefined; brand: string | undefined } | undefined
  /** The US state where the shopper lives, such as `TX`. */
  state: string | undefined
  /** How often the page shows payments. */
  frequency: (typeof FREQUENCIES)[number] | undefined
  /** Undefined for a cart with several conditions. */
  condition: "new" | "used" | "refurbished" | undefined
}

/**
 * Returns the figures; `"state"` if they depend on the state and it's unknown; undefined if there are none. Called for each price on a page, and must
 * not be asynchronous.
 */
type EstimateFunction = (input: EstimateInput) => EstimateFigures | "state" | undefined

const ESTIMATE = "Set estimate: { of: ({ amount, state }) => ({ dueToday, payments, each, every, total }) }."

export const EstimateSchema = members(ESTIMATE, {
  /** Returns the figures for a price, from the operator's formula or table; `"state"` if it needs the state; undefined if there are none. */
  of: code<EstimateFunction>(ESTIMATE),
})

/** Reports an `estimate` option without an operator's text to show beside it. For use in `superRefine` on all options. */
export function checkEstimate(
  { estimate, disclosures }: { estimate?: object | undefined; disclosures: { message: object } },
  context: z.RefinementCtx,
): void {
  if (!estimate || Object.keys(disclosures.message).length) return
  const message =
    'Set disclosures: { message: { default: { en: "…", es: "…" } } }, too, because an estimate is only shown with the operator\'s text next to it.'
  context.addIssue({ code: "custom", path: ["estimate"], message })
}

type Estimating = {
  options: Parameters<typeof disclosuresAt>[0] & { estimate?: z.output<typeof EstimateSchema> | undefined }
  log: Pick<Logger, "warn">
}

/**
 * The estimate in major units, with the operator's texts for the state. `"state"` if the figures, or the text to show with them, exist only for other
 * states, or only once the state is known. Null if there are no figures or they don't add up. Doesn't call the service.
 */
export function estimateFor({ options, log }: Estimating, input: EstimateInput) {
  const { estimate } = options
  const { state } = input
  const { message: disclosure, labels } = disclosuresAt(options, { country: "us", state })
  if (!estimate) return null
  try {
    const given = estimate.of(input)
    if (given === "state") return "state"
    if (given === undefined)
      return state !== undefined && estimate.of({ ...input, state: undefined }) === "state" ? "state" : null
    // If `of` returned a promise, it isn't awaited. Catch its rejection, which would otherwise crash the process.
    Promise.resolve(given).catch(() => {})
    const figures = FiguresSchema.safeParse(given)
    if (figures.success && addsUp(figures.data, input.amount)) {
      const { dueToday, each, total, payments, months = null, every } = figures.data
      const counts = { payments, allPayments: payments + (dueToday > 0 ? 1 : 0), every, months }
      const money = { cashPrice: input.amount, dueToday: dueToday / 100, each: each / 100, total: total / 100 }
      return disclosure ? { ...counts, ...money, disclosure, labels } : "state"
    }
    log.warn("lease-to-own: the estimate.of option returned figures that do not add up, so no estimate is shown.")
  } catch (error) {
    log.warn(`lease-to-own: the estimate.of option failed, so no estimate is shown: ${error}`)
  }
  return null
}

/**
 * Whether the payments and the amount due today add up to the total, and the total isn't below the cash price. The last payment may be lower, or
 * absorb the cents rounded off the others.
 */
function addsUp({ dueToday, payments, each, total }: z.output<typeof FiguresSchema>, cashPrice: number): boolean {
  const full = dueToday + payments * each
  return total <= full + payments && total > full - each && total >= Math.round(cashPrice * 100)
}
