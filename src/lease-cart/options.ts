import { z } from "zod"
import { LeaseServiceOptionsSchema } from "../client"
import type { CartInput, CartLine } from "./cart-input"
import { readState } from "./recipient"

/** The conditions that the service knows (spec 2.3). */
export const CONDITIONS = ["new", "used", "refurbished"] as const

/** A source of a product's brand, category or condition. */
export type ProductSource = z.output<typeof ProductSourceSchema>

const ProductSourceSchema = z.union([
  z.strictObject({
    /** A key of the product's metadata. */
    metadata: z.string().trim().min(1),
  }),
  z.strictObject({
    /** A property of the product in Medusa. */
    from: z.enum(["type", "collection", "category"]),
  }),
  z.strictObject({
    /** A text for every product. */
    value: z.string().trim().min(1),
  }),
])

const SOURCES =
  'Write where it comes from: { metadata: "key" }, { from: "type" }, { from: "collection" }, { from: "category" } or { value: "text" }, or a list of these.'

/** One source, or several in order of precedence. */
const ProductSourcesSchema = z.union([ProductSourceSchema, z.array(ProductSourceSchema).min(1, { error: SOURCES })], {
  error: SOURCES,
})

const ConditionSourcesSchema = ProductSourcesSchema.refine(
  (sources) =>
    [sources].flat().every((source) => !("value" in source) || CONDITIONS.some((known) => known === source.value)),
  { error: 'Write condition: { value: "new" }, { value: "used" } or { value: "refurbished" }.' },
)

const MoneySchema = z
  .number({ error: "Write an amount in major units, for example 50 or 50.25." })
  .min(0, { error: "Write an amount of 0 or more." })
  .max(1_000_000_000, { error: "Write an amount of 1000000000 at most." })
  .refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)), { error: "Write an amount with two decimals at most." })

const CurrencySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, { error: 'Write a currency code of three letters, for example "usd".' })
  .refine(hasCents, {
    error: "Only currencies with cents can be leased, and this one does not have two decimals. Leave it out.",
  })

const CountrySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, { error: 'Write a country code of two letters, for example "us".' })

const StateSchema = z.string().refine((text) => readState(text) !== undefined, {
  error: 'Write a US state as "NJ" or "New Jersey", a province elsewhere as "ca-on".',
})

/**
 * When a line arrives: a day, `YYYY-MM-DD` or a Date at midnight, or a moment, whose day is that of option `timeZone`; undefined if unknown. Its
 * errors are passed on.
 */
export type DeliveryDateOption = (line: CartLine, cart: CartInput) => string | Date | undefined

const TIME_ZONE = 'Write timeZone: "UTC" or another IANA name, for example "America/New_York".'

/** The options of `lease-cart` as a zod shape, to be spread into the schema of all plugin options. */
export const leaseCartOptionsShape = {
  /** `"by_operator"`: the operator taxes the payments of the lease, and a cart with tax is refused. Default `"in_cart"`. */
  salesTax: z
    .enum(["in_cart", "by_operator"], { error: 'Write salesTax: "in_cart" or salesTax: "by_operator".' })
    .default("in_cart"),
  /** `"one_line"`: the tax of all lines is on the largest one. Default `"per_line"`. */
  tax: z.enum(["per_line", "one_line"], { error: 'Write tax: "per_line" or tax: "one_line".' }).default("per_line"),
  /** The shape in which the cart is sent (reference 4). Default `"spec"`. */
  cartFormat: LeaseServiceOptionsSchema.shape.cartFormat.unwrap().default("spec"),
  /** Whether products without `lease_leasable` in their metadata can be leased. Default `true`. */
  leasableByDefault: z.boolean({ error: "Write leasableByDefault: true or leasableByDefault: false." }).default(true),
  /** The sources of a product's brand, category and condition if its own metadata has none. Default `{}`. */
  product: z
    .strictObject(
      {
        /** A source, or several of which the first with a value counts. Without a brand, a product can't be leased. */
        brand: ProductSourcesSchema.optional(),
        /** Sources like those of `brand`. Left out: the category, the type or the collection of the product. */
        category: ProductSourcesSchema.optional(),
        /** Sources like those of `brand`, for `new`, `used` or `refurbished`. Without one a product cannot be leased. */
        condition: ConditionSourcesSchema.optional(),
      },
      {
        error: 'Write product: { brand: …, category: …, condition: … }, for example { brand: { metadata: "brand" } }.',
      },
    )
    .default({}),
  /** The day on which a line arrives, as `YYYY-MM-DD` or a Date; undefined while it is unknown. */
  deliveryDate: z
    .custom<DeliveryDateOption>((value) => typeof value === "function", {
      error: "Write deliveryDate: (line, cart) => a date as YYYY-MM-DD, or undefined while it is not known.",
    })
    .optional(),
  /** `true`: line metadata `lease_delivery_date` is used if `deliveryDate` has no day. In Medusa, every shopper can write it. Default `false`. */
  lineMetadata: z.boolean({ error: "Write lineMetadata: true or lineMetadata: false." }).default(false),
  /** The time zone in which a moment becomes a calendar date. Default `"UTC"`. */
  timeZone: z.string({ error: TIME_ZONE }).refine(isTimeZone).default("UTC"),
  /** Carts in other currencies are refused. Default `["usd"]`. */
  currencies: z
    .array(CurrencySchema, { error: 'Write currencies: ["usd"].' })
    .min(1, { error: 'Name at least one currency: currencies: ["usd"].' })
    .default(["usd"]),
  /** Countries of delivery. Default `["us"]`. */
  countries: z
    .array(CountrySchema, { error: 'Write countries: ["us"].' })
    .min(1, { error: 'Name at least one country: countries: ["us"].' })
    .default(["us"]),
  /** States of delivery without leases, as `"NJ"` or `"New Jersey"`; outside the US as `"ca-on"`. Default `[]`. */
  excludedStates: z.array(StateSchema, { error: 'Write excludedStates: ["NJ", "WI"].' }).default([]),
  /** The smallest order, in major units: its goods, without tax and delivery. */
  minimum: MoneySchema.optional(),
  /** The largest order, in major units. Default: what the ledger can hold. */
  maximum: MoneySchema.optional(),
}

/** Options that say how a cart becomes a lease cart, and which carts may. */
export type LeaseCartOptions = z.output<z.ZodObject<typeof leaseCartOptionsShape>>

/** Checks that the options fit together; for `superRefine` on a schema that spreads {@link leaseCartOptionsShape}. */
export function checkLeaseCartOptions(
  { cartFormat, salesTax, minimum, maximum }: Pick<LeaseCartOptions, "cartFormat" | "salesTax" | "minimum" | "maximum">,
  context: z.RefinementCtx,
): void {
  if (cartFormat === "reference" && salesTax === "in_cart")
    context.addIssue({
      code: "custom",
      path: ["salesTax"],
      message:
        'The reference cart format has no place for sales tax. Write salesTax: "by_operator", or cartFormat: "spec".',
    })
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    context.addIssue({ code: "custom", path: ["minimum"], message: "Write a minimum that is not above the maximum." })
}

/** Abbreviations such as EST are names, too, but have no daylight saving time: for half of the year, the days would be wrong. */
function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !name.includes("/")) return false
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** True also for what is no code at all, which has its own message. */
function hasCents(currency: string): boolean {
  if (!/^[a-z]{3}$/.test(currency)) return true
  const { maximumFractionDigits } = new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions()
  return maximumFractionDigits === 2
}
