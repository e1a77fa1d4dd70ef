import { z } from "zod"
import { Refusal } from "./refusal.mjs"

const NOTHING_LEFT = 1e-6
const isWhole = (/** @type {number} */ value) => Math.abs(value - Math.round(value)) < NOTHING_LEFT
const filled = z.string().refine((text) => text.trim() !== "", "must not be empty")
/** Dollars in the call, cents from here on. */
const cents = z
  .number()
  .min(0)
  .refine((dollars) => isWhole(dollars * 100), "must be whole cents")
  .transform((dollars) => Math.round(dollars * 100))

/** Section 2.3. A date that is not known is left out (rule 1). */
const item = z
  .object({
    brand: filled,
    description: filled,
    category: filled,
    identifier: filled,
    imgUrl: z.url().optional(),
    unitPrice: cents,
    tax: cents,
    quantity: z.number().positive(),
    condition: z.enum(["new", "used", "refurbished"]),
    deliveryDate: z.iso.date().optional(),
  })
  .refine(({ unitPrice, quantity }) => isWhole(unitPrice * quantity), "unitPrice * quantity must be whole cents")

/** Section 2.2. */
const cart = z.object({
  orderId: z.string().optional(),
  deliveryCost: cents,
  deliveryCostSalesTax: cents.default(0),
  items: z.array(item).min(1),
})

/** @typedef {z.output<typeof cart>} Cart amounts in cents */

export const shapes = {
  cart,
  /** Section 2.6. */
  return: z.object({ dateOfReturn: z.iso.datetime({ precision: 3 }) }),
  applicationId: z.object({ applicationId: filled }),
  object: z.record(z.string(), z.unknown()),
  day: z.iso.date(),
}

/**
 * @template {z.ZodType} Shape
 * @param {Shape} shape @param {unknown} value @param {number} [status] of the refusal
 * @returns {z.output<Shape>}
 * @throws {Refusal} with all problems
 */
export function read(shape, value, status = 422) {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const details = result.error.issues.map(({ path, message }) => `${path.join(".") || "The body"}: ${message}`)
  throw new Refusal(status, "INVALID_FIELD", details)
}
