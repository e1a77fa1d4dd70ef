import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import {
  CONTRACT_LANGUAGES,
  DEFAULT_TIMEOUT_MS,
  isLoopback,
  type LeaseServiceOptions,
  LeaseServiceOptionsSchema,
  toUrl,
} from "../../../client"
import { type CartInput, checkLeaseCartOptions, leaseCartOptionsShape } from "../../../lease-cart"
import { DAY_MS } from "../rules/moments"
import type { AccountEntry, EntryMembers } from "./accounts"
import { ConsentSchema, consentOf, DEFAULT_CONSENT } from "./consent"
import { DisclosuresSchema, disclosuresOf } from "./disclosures"
import { checkEstimate, EstimateSchema } from "./estimate"
import { OperatorSchema } from "./operator"
import {
  code,
  days,
  members,
  NoticesSchema,
  oneOf,
  page,
  SendTrackingSchema,
  text,
  type WidgetOptions,
  WidgetOptionsSchema,
} from "./schemas"

/**
 * Your own check before a contract is shown. Returns the reasons why the cart can't be ordered, as sentences for the shopper; undefined if it can.
 * `cart` is what Medusa's query returns, with totals and addresses.
 */
export type BeforeContract = (cart: CartInput, container: MedusaContainer) => Promise<readonly string[] | undefined>

/** A schema for a whole number from `least` to `most`. The error says what to write, with `usual` as the example. */
const whole = (name: string, { usual, unit, least, most }: Whole) => {
  const bounds = most === undefined ? `${least} or more` : `${least} to ${most}`
  const error = `Set ${name}: ${usual} (${unit ? `${unit}, ` : ""}${bounds}).`
  return z
    .int({ error })
    .min(least)
    .max(most ?? Number.MAX_SAFE_INTEGER)
}
type Whole = { usual: number; unit?: string; least: number; most?: number }

const orDefault = (name: string, given: Whole) => whole(name, given).default(given.usual)

/** The minimum of ten seconds lets the shopper's own browser place the order first. */
const MS = { unit: "milliseconds", least: 10_000 }

const origin = z.string().refine((value) => toUrl(value)?.origin === value, {
  error: 'Use an origin without a path, for example "https://sign.example.com".',
})

const CONTRACT_LINK =
  'Set contractLink: "https://shop.example/lease?cart={cartId}": https, with {cartId} and without #.'
const LANGUAGES = 'Set contractLanguages: ["en"], ["es"] or ["en", "es"].'
const RATE =
  "Set rate: { perSecond: 5, concurrent: 4 }, or one of the two: perSecond from 0.1 to 10000, concurrent a whole number of 1 or more."

const AGES = "Set alertAfterDays: { shipped: 7, signed: 21 } (whole days from 1 to 365, or false), or one of the two."

const ofCarts = z.object(leaseCartOptionsShape)

/** Options that belong to one operator. An entry of `accounts` with its own `baseUrl` belongs to another operator, so it doesn't inherit them. */
const ofOperator = {
  ...ofCarts.pick({ salesTax: true, resaleCertificates: true, tax: true, cartFormat: true }).shape,
  /** Origins whose messages are accepted from the contract's frame, besides the contract's own. Default `[]`. */
  allowedOrigins: z.array(origin, { error: 'Set allowedOrigins: ["https://sign.example.com"].' }).default([]),
  /** The operator's name, and how shoppers and your staff reach the operator. */
  operator: OperatorSchema,
  /** What a shopper agrees to before applying, with one checkbox per item. Have a lawyer review yours. */
  consent: ConsentSchema.prefault(DEFAULT_CONSENT),
  /** The languages of the operator's contracts, with the one for all other shoppers first. Default `["en", "es"]`. */
  contractLanguages: z
    .array(z.enum(CONTRACT_LANGUAGES), { error: LANGUAGES })
    .min(1)
    .default([...CONTRACT_LANGUAGES]),
  /** The operator's own wording, by state: texts next to its offers and estimates, and the labels of an offer's rows. Default `{}`. */
  disclosures: DisclosuresSchema.prefault({}),
  /** An example of a lease's cost, for product pages. If omitted, no estimate is shown. */
  estimate: EstimateSchema.optional(),
  /** The rate limit for calls to the service, across all processes. Set one or both members. If omitted, there is no limit. */
  rate: members(RATE, {
    /** The maximum number of calls per second, spaced evenly. */
    perSecond: z.number({ error: RATE }).min(0.1).max(10_000).optional(),
    /** The maximum number of concurrent calls. */
    concurrent: z.int({ error: RATE }).min(1).optional(),
  })
    .refine(({ perSecond, concurrent }) => perSecond !== undefined || concurrent !== undefined)
    .optional(),
  /** The operator's hosted widget. If omitted, shoppers aren't offered the widget. */
  widget: WidgetOptionsSchema.optional(),
  /** The ID of the account offered to shoppers whom this account has denied. If omitted, none is offered. */
  secondLook: text('Set secondLook: "maple", the id of an entry of accounts.').optional(),
}

/** Options that each entry of `accounts` inherits from the top level unless it sets them. */
const ofEach = {
  ...ofCarts.pick({ currencies: true, countries: true, excludedStates: true, minimum: true, maximum: true }).shape,
  ...ofCarts.pick({ requireResaleCertificate: true }).shape,
  /** Whether a contract opens only if the service provides the lease's total cost. Default `false`. */
  requireTotal: z.boolean({ error: "Set requireTotal: true or requireTotal: false." }).default(false),
  /** After how many days staff get an alert about a placed order whose lease hasn't started. `false` means no alert. */
  alertAfterDays: members(AGES, {
    /** Days since everything shipped. Default 7. */
    shipped: days(AGES, 7),
    /** Days since the contract was signed. Default 21. */
    signed: days(AGES, 21),
  }).prefault({}),
  /**
   * Whether the last parcel's tracking number and carrier are sent with the delivery. With `true`, the carrier is the shipping option's name. With
   * `carriers`, it's the operator's name for a shipping option's name or a fulfillment provider's ID. If omitted, neither is sent.
   */
  sendTracking: SendTrackingSchema.optional(),
  /** `"test"` marks every lease as a test. Default `"live"`. */
  mode: oneOf("mode", ["live", "test"]).default("live"),
}

/** Options that all accounts of a store share. */
const ofStore = {
  ...ofCarts.pick({ leasableByDefault: true, product: true, deliveryDate: true, lineMetadata: true, timeZone: true })
    .shape,
  ...ofCarts.pick({ feeTaxCodes: true }).shape,
  /** When Medusa captures the payment: right after the order is placed, or after the delivery is confirmed. Default `"order"`. */
  captureOn: oneOf("captureOn", ["order", "delivery"]).default("order"),
  /** When the delivery is confirmed to the service: once all items are delivered, once all have shipped, or only by staff. Default `"delivered"`. */
  confirmDeliveryOn: oneOf("confirmDeliveryOn", ["delivered", "shipped", "manual"]).default("delivered"),
  /** What to do with an order whose recipient changed after signing: refuse it, or place it and hold it for staff. Default `"refuse"`. */
  onRecipientChange: oneOf("onRecipientChange", ["refuse", "hold"]).default("refuse"),
  /** Your callback that checks whether a cart may be ordered, called before its contract is shown. It must finish within 15 seconds. */
  beforeContract: code<BeforeContract>("Set beforeContract: async (cart, container) => undefined.").optional(),
  /** The time limit for a request by a shopper or staff, including all its calls to the service. */
  requestTimeoutMs: orDefault("requestTimeoutMs", { ...MS, usual: 50_000, most: 300_000 }),
  /** How long after the signature the plugin places the order for a shopper who closed the page, in ms. */
  placeOrderAfter: orDefault("placeOrderAfter", { ...MS, usual: 120_000 }),
  /** How long after signing to cancel the contract if no order can be placed, in ms. */
  abandonAfter: orDefault("abandonAfter", { ...MS, usual: DAY_MS }),
  /** How many days an approval is valid if the service gives no end date. */
  approvalDays: orDefault("approvalDays", { unit: "days", usual: 90, least: 1, most: 3650 }),
  /** The maximum number of applications from one network: per cart, and per email address in 24 hours. */
  maxAttempts: orDefault("maxAttempts", { usual: 3, least: 1 }),
  /** The maximum number of applications in 24 hours: per network, and per email address across all networks. */
  maxAttemptsPerDay: orDefault("maxAttemptsPerDay", { usual: 10, least: 1 }),
  /** Your shop's page where customers lease an unpaid or edited order by link. Must contain `{cartId}`. If omitted, no links can be created. */
  contractLink: page(CONTRACT_LINK)
    .refine((address) => address.includes("{cartId}") && !address.includes("#"))
    .optional(),
  /** How many days after its end a lease's personal data is erased. If omitted, the data is never erased. */
  retentionDays: whole("retentionDays", { unit: "days", usual: 730, least: 30, most: 36_500 }).optional(),
  /** Holds the calls of all leases begun so far. For a copy of another store's database. Default `false`. */
  holdCalls: z.boolean({ error: "Set holdCalls: true or holdCalls: false." }).default(false),
  /** How many proxies in front of Medusa add an IP address to `X-Forwarded-For`. */
  trustedProxies: orDefault("trustedProxies", { unit: "proxies in front of Medusa", usual: 1, least: 0 }),
  /** Your store's name and address on invoices for the operator, in one line or several. By default, the store's name in Medusa. */
  invoiceFrom: text('Set invoiceFrom: "…", your store\'s name and address in one line or several.').optional(),
  /** Whether lease events are also sent to Medusa's Analytics module (docs/events.md). Default `false`. */
  analytics: z.boolean({ error: "Set analytics: true or analytics: false." }).default(false),
  /** Emails to shoppers and a digest for your staff (docs/events.md). If omitted, nothing is sent. */
  notices: NoticesSchema.optional(),
}

/** All options except the client's, which the client checks itself. `cartFormat` belongs to both. */
export const OwnOptionsSchema = z
  .strictObject({ ...ofOperator, ...ofEach, ...ofStore })
  .superRefine(checkLeaseCartOptions)
  .superRefine(checkEstimate)
  .refine(({ maxAttempts, maxAttemptsPerDay }) => maxAttemptsPerDay >= maxAttempts, {
    path: ["maxAttemptsPerDay"],
    error:
      "maxAttemptsPerDay must not be below maxAttempts, because one person's applications count toward the day's total.",
  })
  .refine(({ placeOrderAfter, abandonAfter }) => abandonAfter > placeOrderAfter, {
    path: ["abandonAfter"],
    error:
      "abandonAfter must be longer than placeOrderAfter, because an order is tried first and the lease is canceled if that fails.",
  })

/** Whether an option belongs to one operator. If so, an account with a different `baseUrl` doesn't inherit the option. */
export function isOfOperator(name: string): boolean {
  return name !== "timeoutMs" && Object.hasOwn({ ...LeaseServiceOptionsSchema.shape, ...ofOperator }, name)
}

/** Whether an option applies to the whole store. If so, no entry of `accounts` may set the option. */
export function isOfStore(name: string): boolean {
  return Object.hasOwn(ofStore, name)
}

export type StoreOptions = z.output<z.ZodObject<typeof ofStore>>

/** Returns one account's options, including the store's, with their defaults. `entry` is undefined for the top-level account. */
export function optionsOf(
  client: z.output<typeof LeaseServiceOptionsSchema>,
  { widget, consent, disclosures, ...own }: z.output<typeof OwnOptionsSchema>,
  entry?: AccountEntry,
) {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, authHash, username, password } = client
  const { encryptionKey: linkKey, ...hosted } = widget ?? {}
  return {
    ...own,
    /** Null for the top-level account. */
    account_id: entry?.id ?? null,
    /** The carts that the account leases; null for all that no other account leases. */
    takes: entry?.for ?? null,
    consent: consentOf(consent, own.operator.name, entry?.id),
    disclosures: disclosuresOf(disclosures, own.operator.name),
    ...(widget && { widget: hosted as WidgetOptions, linkKey }),
    /** Whether the service is a sandbox on this machine. If so, URLs on this machine may be called. */
    loopback: isLoopback(new URL(client.baseUrl).hostname),
    maximum: Math.min(own.maximum ?? LARGEST, LARGEST),
    timeoutMs,
    /** The client's options, including credentials. */
    service: { ...client, timeoutMs, cartFormat: own.cartFormat } as LeaseServiceOptions,
    /** The credentials. Hashes from before the store had its own secret were keyed with them. */
    secret: authHash ?? `${username}:${password}`,
  }
}

export type OneAccount = ReturnType<typeof optionsOf>

/** The plugin's validated options, with defaults (docs/options.md): the first account's, with the other accounts' in `others`. */
export type LeaseOptions = OneAccount & { others: readonly LeaseOptions[] }

/** Derived from the raw shapes, because editors show only the comments on those. */
type Shape = typeof leaseCartOptionsShape & typeof ofOperator & typeof ofEach & typeof ofStore
type Written = LeaseServiceOptions & z.input<z.ZodObject<Shape>>

/** One of several accounts. If it has its own `baseUrl`, it inherits none of the operator's options, not even the login. */
export type LeaseAccount = EntryMembers & Partial<Omit<Written, keyof typeof ofStore>>

type Several = {
  /** More accounts. Carts that none of them leases go to the top-level account, if it has a `baseUrl`. */
  accounts?: LeaseAccount[]
}

/** The plugin's options, as written in `medusa-config.ts` (docs/options.md). */
export type LeaseToOwnOptions = (Written & Several) | (Partial<Written> & Required<Several>)

/** The largest possible lease, in major units. The ledger stores cents in a four-byte integer. */
export const LARGEST = (2 ** 31 - 1) / 100

export type AccountSettings = Omit<LeaseOptions, "service" | "secret" | "linkKey" | "others">

/** Returns an account's options without credentials, the only form in which they may leave the ledger. */
export function withoutCredentials(options: LeaseOptions): AccountSettings {
  const { service: _service, secret: _secret, linkKey: _linkKey, others: _others, ...rest } = options
  return rest
}
