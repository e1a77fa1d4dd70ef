import { z } from "zod"
import { LeaseServiceOptionsSchema } from "../client"
import type { CartInput, CartLine } from "./cart-input"
import { readState } from "./place"
import { mayBe, ResaleCertificatesSchema, SalesTaxSchema } from "./sales-tax"

/** The conditions that the service accepts (spec 2.3). */
export const CONDITIONS = ["new", "used", "refurbished"] as const

/** A source of a product's brand, category or condition. */
export type ProductSource = z.output<typeof ProductSourceSchema>

const ProductSourceSchema = z.union([
  z.strictObject({
    /** A key in the product's metadata. */
    metadata: z.string().trim().min(1),
  }),
  z.strictObject({
    /** A property of the product in Medusa. */
    from: z.enum(["type", "collection", "category"]),
  }),
  z.strictObject({
    /** The same text for every product. */
    value: z.string().trim().min(1),
  }),
])

const SOURCES =
  'Set where it comes from: { metadata: "key" }, { from: "type" }, { from: "collection" }, { from: "category" } or { value: "text" }, or a list of these.'

/** One source, or several in order of priority. */
const ProductSourcesSchema = z.union([ProductSourceSchema, z.array(ProductSourceSchema).min(1, { error: SOURCES })], {
  error: SOURCES,
})

const ConditionSourcesSchema = ProductSourcesSchema.refine(
  (sources) =>
    [sources].flat().every((source) => !("value" in source) || CONDITIONS.some((known) => known === source.value)),
  { error: 'Set condition: { value: "new" }, { value: "used" } or { value: "refurbished" }.' },
)

const MoneySchema = z
  .number({ error: "Use an amount in major units, for example 50 or 50.25." })
  .min(0, { error: "Use an amount of 0 or more." })
  .max(1_000_000_000, { error: "Use an amount of at most 1000000000." })
  .refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)), { error: "Use an amount with at most two decimals." })

const CurrencySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, { error: 'Use a three-letter currency code, for example "usd".' })
  .refine(hasCents, {
    error: "Leases need a currency with two decimals, which this one does not have. Remove it.",
  })

const CountrySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, { error: 'Use a two-letter country code, for example "us".' })

const StateSchema = z.string().refine((text) => readState(text) !== undefined, {
  error: 'Use a US state such as "NJ" or "New Jersey", or elsewhere a province such as "ca-on".',
})

/**
 * Returns when a line arrives: a date (`YYYY-MM-DD` or a Date at midnight), or a point in time, which becomes a date in the time zone of the
 * `timeZone` option. Returns undefined if the date is unknown. Errors are passed on.
 */
export type DeliveryDateOption = (line: CartLine, cart: CartInput) => string | Date | undefined

const FEES = 'Set feeTaxCodes: ["TIRE"], with the codes of tax rates in Settings, Tax Regions.'

const TIME_ZONE = 'Set timeZone: "UTC" or another IANA name, for example "America/New_York".'

/** The options of `lease-cart` as a zod shape, which is spread into the schema of all plugin options. */
export const leaseCartOptionsShape = {
  /**
   * Who charges sales tax on a lease. `"in_cart"`: the store, with the order. `"by_operator"`: the operator, with the payments, so a leased order has
   * no tax. `{ default, states }` sets exceptions by ship-to state. Default `"in_cart"`.
   */
  salesTax: SalesTaxSchema.default("in_cart"),
  /**
   * The codes of tax rates that are fees rather than sales tax, such as a tire or mattress recycling fee. They stay in a leased cart whose operator
   * charges the sales tax. Default `[]`.
   */
  feeTaxCodes: z.array(z.string().trim().min(1, { error: FEES }), { error: FEES }).default([]),
  /**
   * The states for which the store holds the operator's resale certificate, each with the certificate's last day (`YYYY-MM-DD`), or with
   * `{ until, number }`. Default `{}`.
   */
  resaleCertificates: ResaleCertificatesSchema.default({}),
  /** Whether a lease whose operator charges the sales tax is refused in states without a valid resale certificate. Default `false`. */
  requireResaleCertificate: z
    .boolean({ error: "Set requireResaleCertificate: true or requireResaleCertificate: false." })
    .default(false),
  /** `"one_line"` puts the tax of all lines on the largest line. Default `"per_line"`. */
  tax: z.enum(["per_line", "one_line"], { error: 'Set tax: "per_line" or tax: "one_line".' }).default("per_line"),
  /** The format in which the cart is sent (reference 4). Default `"spec"`. */
  cartFormat: LeaseServiceOptionsSchema.shape.cartFormat.unwrap().default("spec"),
  /** Whether products without `lease_leasable` in their metadata can be leased. Default `true`. */
  leasableByDefault: z.boolean({ error: "Set leasableByDefault: true or leasableByDefault: false." }).default(true),
  /** The sources of a product's brand, category and condition if its own metadata doesn't contain them. Default `{}`. */
  product: z
    .strictObject(
      {
        /** One source or several. The first source that has a value is used. Products without a brand can't be leased. */
        brand: ProductSourcesSchema.optional(),
        /** One source or several, as for `brand`. If omitted, the category is the product's category, type or collection. */
        category: ProductSourcesSchema.optional(),
        /** One source or several, as for `brand`. The value is `new`, `used` or `refurbished`. Products without a condition can't be leased. */
        condition: ConditionSourcesSchema.optional(),
      },
      {
        error: 'Set product: { brand: …, category: …, condition: … }, for example { brand: { metadata: "brand" } }.',
      },
    )
    .default({}),
  /** Returns the date on which a line arrives, as `YYYY-MM-DD` or a Date, or undefined if it isn't known yet. */
  deliveryDate: z
    .custom<DeliveryDateOption>((value) => typeof value === "function", {
      error: "Set deliveryDate: (line, cart) => a date as YYYY-MM-DD, or undefined while it is not known.",
    })
    .optional(),
  /**
   * `true` uses the line metadata `lease_delivery_date` if `deliveryDate` returns no date. In Medusa, any shopper can write line metadata, so set
   * this to `true` only if the store prevents that. Default `false`.
   */
  lineMetadata: z.boolean({ error: "Set lineMetadata: true or lineMetadata: false." }).default(false),
  /** The time zone used to turn a point in time into a calendar date. Default `"UTC"`. */
  timeZone: z.string({ error: TIME_ZONE }).refine(isTimeZone).default("UTC"),
  /** The currencies in which carts can be leased. Carts in other currencies are refused. Default `["usd"]`. */
  currencies: z
    .array(CurrencySchema, { error: 'Set currencies: ["usd"].' })
    .min(1, { error: 'List at least one currency: currencies: ["usd"].' })
    .default(["usd"]),
  /** The countries to which leased items can be delivered. Default `["us"]`. */
  countries: z
    .array(CountrySchema, { error: 'Set countries: ["us"].' })
    .min(1, { error: 'List at least one country: countries: ["us"].' })
    .default(["us"]),
  /** The states to which leased items can't be delivered, as `"NJ"` or `"New Jersey"` or, outside the US, as `"ca-on"`. Default `[]`. */
  excludedStates: z.array(StateSchema, { error: 'Set excludedStates: ["NJ", "WI"].' }).default([]),
  /** The smallest order that can be leased, in major units. Only the items count, without tax or delivery. */
  minimum: MoneySchema.optional(),
  /** The largest order that can be leased, in major units. By default, the largest amount that the ledger can store. */
  maximum: MoneySchema.optional(),
}

/** The options that control which carts can be leased and how a cart becomes a lease cart. */
export type LeaseCartOptions = z.output<z.ZodObject<typeof leaseCartOptionsShape>>

/** Checks that the options are consistent. For use in `superRefine` on a schema that spreads {@link leaseCartOptionsShape}. */
export function checkLeaseCartOptions(
  {
    cartFormat,
    salesTax,
    feeTaxCodes,
    minimum,
    maximum,
  }: Pick<LeaseCartOptions, "cartFormat" | "salesTax" | "feeTaxCodes" | "minimum" | "maximum">,
  context: z.RefinementCtx,
): void {
  if (cartFormat === "reference" && mayBe(salesTax, "in_cart"))
    context.addIssue({
      code: "custom",
      path: ["salesTax"],
      message:
        'The reference cart format has no field for sales tax. Set salesTax: "by_operator", or cartFormat: "spec".',
    })
  if (cartFormat === "reference" && feeTaxCodes.length > 0)
    context.addIssue({
      code: "custom",
      path: ["feeTaxCodes"],
      message: 'The reference cart format has no field for fees. Remove feeTaxCodes, or set cartFormat: "spec".',
    })
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    context.addIssue({ code: "custom", path: ["minimum"], message: "The minimum must not be above the maximum." })
}

/** Rejects abbreviations such as EST, which have no daylight saving time, so dates would be wrong for half of the year. */
function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !name.includes("/")) return false
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether a currency has cents. Also true for text that isn't a currency code, which has its own error message. */
function hasCents(currency: string): boolean {
  if (!/^[a-z]{3}$/.test(currency)) return true
  const { maximumFractionDigits } = new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions()
  return maximumFractionDigits === 2
}
