import { z } from "zod"

/** A call that is refused: nothing was changed, and the caller reads why. `details`: one for each problem. */
export class Refusal extends Error {
  readonly body: object
  constructor(
    readonly status: number,
    code: string,
    details: string[],
    readonly headers: Record<string, string> = {},
  ) {
    super(details.join(" "))
    this.body = { errors: details.map((detail) => ({ code, detail })) }
  }
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6
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
/** Amounts in cents. */
export type Cart = z.output<typeof cart>

export const shapes = {
  cart,
  /** Section 2.6. */
  return: z.object({ dateOfReturn: z.iso.datetime({ precision: 3 }) }),
  applicationId: z.object({ applicationId: filled }),
  object: z.record(z.string(), z.unknown()),
  day: z.iso.date(),
}

/** Throws a refusal of this status with all problems. */
export function read<Shape extends z.ZodType>(shape: Shape, value: unknown, status = 422): z.output<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const details = result.error.issues.map(({ path, message }) => `${path.join(".") || "The body"}: ${message}`)
  throw new Refusal(status, "INVALID_FIELD", details)
}
