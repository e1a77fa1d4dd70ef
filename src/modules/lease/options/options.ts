import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { isLoopback, type LeaseServiceOptions, LeaseServiceOptionsSchema, toUrl } from "../../../client"
import { type CartInput, checkLeaseCartOptions, leaseCartOptionsShape } from "../../../lease-cart"
import type { AccountEntry, EntryMembers } from "./accounts"
import { ConsentSchema, consentOf, DEFAULT_CONSENT, EstimateSchema, estimateOf } from "./consent"
import { OperatorSchema } from "./operator"
import { code, members, NoticesSchema, oneOf, page, text, type WidgetOptions, WidgetOptionsSchema } from "./schemas"

/**
 * A store's own check before a contract is shown: returns why this cart may not be ordered, in sentences for the shopper, or nothing. `cart`: as Medusa's
 * query reads it, with totals and addresses.
 */
export type BeforeContract = (cart: CartInput, container: MedusaContainer) => Promise<readonly string[] | undefined>

/** A whole number of `least` or more, and `most` at most; the error says what to write, with `usual` as the example. */
const whole = (name: string, { usual, unit, least, most }: Whole) => {
  const bounds = most === undefined ? `${least} or more` : `${least} to ${most}`
  const error = `Write ${name}: ${usual} (${unit ? `${unit}, ` : ""}${bounds}).`
  return z
    .int({ error })
    .min(least)
    .max(most ?? Number.MAX_SAFE_INTEGER)
}
type Whole = { usual: number; unit?: string; least: number; most?: number }

const orDefault = (name: string, given: Whole) => whole(name, given).default(given.usual)

/** At least ten seconds, so that the shopper's own browser can place the order first. */
const MS = { unit: "milliseconds", least: 10_000 }

const origin = z.string().refine((value) => toUrl(value)?.origin === value, {
  error: 'Write an origin without a path, for example "https://sign.example.com".',
})

const CONTRACT_LINK =
  'Write contractLink: "https://shop.example/lease?cart={cartId}": https, with {cartId} and without #.'
const RATE =
  "Write rate: { perSecond: 5, concurrent: 4 }, or one of the two: perSecond from 0.1 to 10000, concurrent a whole number of 1 or more."

const ofCarts = z.object(leaseCartOptionsShape)

/** Options of one operator. An entry of `accounts` with a `baseUrl` of its own inherits none of them from the top: it is another operator. */
const ofOperator = {
  ...ofCarts.pick({ salesTax: true, tax: true, cartFormat: true }).shape,
  /** Origins whose frame messages are accepted, besides the contract's own. Default `[]`. */
  allowedOrigins: z.array(origin, { error: 'Write allowedOrigins: ["https://sign.example.com"].' }).default([]),
  /** Whom shoppers and your staff ask about a lease. */
  operator: OperatorSchema,
  /** The text that a shopper agrees to before applying. Have your own text checked by a lawyer. */
  consent: ConsentSchema.default(DEFAULT_CONSENT),
  /** An example of a lease's cost, for product pages. Left out: no estimate is shown. */
  estimate: EstimateSchema.optional(),
  /** Limits the calls of all processes together to the service, by one of the two members or both. Left out: no limit. */
  rate: members(RATE, {
    /** Calls in a second, spaced evenly. */
    perSecond: z.number({ error: RATE }).min(0.1).max(10_000).optional(),
    /** Calls at the same time. */
    concurrent: z.int({ error: RATE }).min(1).optional(),
  })
    .refine(({ perSecond, concurrent }) => perSecond !== undefined || concurrent !== undefined)
    .optional(),
  /** The operator's hosted widget. Left out: it is not offered. */
  widget: WidgetOptionsSchema.optional(),
  /** The id of the account to offer to shoppers whom this one has denied. Left out: none. */
  secondLook: text('Write secondLook: "maple", the id of an entry of accounts.').optional(),
}

/** Options that every entry of `accounts` inherits from the top unless it sets them. */
const ofEach = {
  ...ofCarts.pick({ currencies: true, countries: true, excludedStates: true, minimum: true, maximum: true }).shape,
  /** `"test"` marks every lease as a test. Default `"live"`. */
  mode: oneOf("mode", ["live", "test"]).default("live"),
}

/** Options that all accounts of a store share. */
const ofStore = {
  ...ofCarts.pick({ leasableByDefault: true, product: true, deliveryDate: true, lineMetadata: true, timeZone: true })
    .shape,
  /** When Medusa records the payment: right after the order, or after the delivery was confirmed. Default `"order"`. */
  captureOn: oneOf("captureOn", ["order", "delivery"]).default("order"),
  /** The delivery is confirmed to the service when every item is delivered, when every item is shipped, or only by staff. Default `"delivered"`. */
  confirmDeliveryOn: oneOf("confirmDeliveryOn", ["delivered", "shipped", "manual"]).default("delivered"),
  /** If the recipient of a signed cart has changed, its order is refused, or placed and held for staff. Default `"refuse"`. */
  onRecipientChange: oneOf("onRecipientChange", ["refuse", "hold"]).default("refuse"),
  /** Your own code that checks whether a cart may be ordered, before its contract is shown. It has 15 seconds. */
  beforeContract: code<BeforeContract>("Write beforeContract: async (cart, container) => undefined.").optional(),
  /** The time limit of a person's request with all its calls to the service, in ms. */
  requestTimeoutMs: orDefault("requestTimeoutMs", { ...MS, usual: 50_000, most: 300_000 }),
  /** How long after the signature the plugin places the order of a shopper who closed the page, in ms. */
  placeOrderAfter: orDefault("placeOrderAfter", { ...MS, usual: 120_000 }),
  /** How long after the signature the contract of a cart that cannot be ordered is canceled, in ms. */
  abandonAfter: orDefault("abandonAfter", { ...MS, usual: 86_400_000 }),
  /** Days from the approval to its end, if the service gives no date. */
  approvalDays: orDefault("approvalDays", { unit: "days", usual: 90, least: 1, most: 3650 }),
  /** Applications from one network for one cart, and with one e-mail address within 24 hours. */
  maxAttempts: orDefault("maxAttempts", { usual: 3, least: 1 }),
  /** Applications within 24 hours from one network in all, and with one e-mail address from all networks. */
  maxAttemptsPerDay: orDefault("maxAttemptsPerDay", { usual: 10, least: 1 }),
  /** The page of your shop where the customer of an unpaid or edited order leases it by link; `{cartId}` stands in it. Left out: no link can be made. */
  contractLink: page(CONTRACT_LINK)
    .refine((address) => address.includes("{cartId}") && !address.includes("#"))
    .optional(),
  /** Days after which personal data is erased from leases that have ended. Left out: never. */
  retentionDays: whole("retentionDays", { unit: "days", usual: 730, least: 30, most: 36_500 }).optional(),
  /** How many proxies in front of Medusa add an address to `X-Forwarded-For`. */
  trustedProxies: orDefault("trustedProxies", { unit: "proxies in front of Medusa", usual: 1, least: 0 }),
  /** Whether the events of a lease go to Medusa's Analytics module, too (docs/events.md). Default `false`. */
  analytics: z.boolean({ error: "Write analytics: true or analytics: false." }).default(false),
  /** E-mails to shoppers and a digest for your staff (docs/events.md). Left out: none is sent. */
  notices: NoticesSchema.optional(),
}

/** All options but the client's, which it checks itself. `cartFormat` belongs to both. */
export const OwnOptionsSchema = z
  .strictObject({ ...ofOperator, ...ofEach, ...ofStore })
  .superRefine(checkLeaseCartOptions)
  .refine(({ maxAttempts, maxAttemptsPerDay }) => maxAttemptsPerDay >= maxAttempts, {
    path: ["maxAttemptsPerDay"],
    error: "Write a maxAttemptsPerDay not below maxAttempts: one person's applications are among all those of a day.",
  })
  .refine(({ placeOrderAfter, abandonAfter }) => abandonAfter > placeOrderAfter, {
    path: ["abandonAfter"],
    error:
      "Write an abandonAfter longer than placeOrderAfter: a lease is ordered first, and given up when that cannot be done.",
  })

/** Whether an option belongs to one operator, so that no other address may inherit it. */
export function isOfOperator(name: string): boolean {
  return name !== "timeoutMs" && Object.hasOwn({ ...LeaseServiceOptionsSchema.shape, ...ofOperator }, name)
}

/** Whether an option is one of the whole store, which no entry of `accounts` may set. */
export function isOfStore(name: string): boolean {
  return Object.hasOwn(ofStore, name)
}

/** The options that all accounts of a store share, as checked. */
export type StoreOptions = z.output<z.ZodObject<typeof ofStore>>

/** The options of one account with their defaults, and those of the whole store. `entry`: if the account is one of `accounts`. */
export function optionsOf(
  client: z.output<typeof LeaseServiceOptionsSchema>,
  { widget, consent, estimate, ...own }: z.output<typeof OwnOptionsSchema>,
  entry?: AccountEntry,
) {
  const { timeoutMs = 45_000, authHash, username, password } = client
  const { encryptionKey: linkKey, ...hosted } = widget ?? {}
  return {
    ...own,
    /** The id of the account; null: the options at the top are its own. */
    account_id: entry?.id ?? null,
    /** The carts that it takes; null: all that no other account takes. */
    takes: entry?.for ?? null,
    consent: consentOf(consent, own.operator.name, entry?.id),
    ...(estimate && { estimate: estimateOf(estimate, own.operator.name) }),
    ...(widget && { widget: hosted as WidgetOptions, linkKey }),
    /** The service runs on this very machine: a sandbox, whose addresses may be called. */
    loopback: isLoopback(new URL(client.baseUrl).hostname),
    maximum: Math.min(own.maximum ?? LARGEST, LARGEST),
    /** How long one call to the service may take, in ms. */
    timeoutMs,
    /** Settings of the lease service's client, credentials included. */
    service: { ...client, timeoutMs, cartFormat: own.cartFormat } as LeaseServiceOptions,
    /** The credentials, from which keys of HMACs were derived before the store had a secret of its own. */
    secret: authHash ?? `${username}:${password}`,
  }
}

/** The options of one account as checked, with their defaults. */
export type OneAccount = ReturnType<typeof optionsOf>

/** The plugin's options as checked, with their defaults (docs/options.md): those of the first account, and in `others` those of the rest. */
export type LeaseOptions = OneAccount & { others: readonly LeaseOptions[] }

/** Built from the shapes, because an editor shows only their comments. */
type Shape = typeof leaseCartOptionsShape & typeof ofOperator & typeof ofEach & typeof ofStore
type Written = LeaseServiceOptions & z.input<z.ZodObject<Shape>>

/** One of several accounts, as a store writes it. An account with a `baseUrl` inherits no operator's option from the top, least of all the login. */
export type LeaseAccount = EntryMembers & Partial<Omit<Written, keyof typeof ofStore>>

type Several = {
  /** Further accounts at operators. Carts that none of them takes go to the account at the top, if it has a `baseUrl`. */
  accounts?: LeaseAccount[]
}

/** The plugin's options as a store writes them in `medusa-config.ts` (docs/options.md). */
export type LeaseToOwnOptions = (Written & Several) | (Partial<Written> & Required<Several>)

/** The ledger keeps cents in four bytes: no lease above this, in major units. */
export const LARGEST = (2 ** 31 - 1) / 100

/** The options of an account, without its credentials. */
export type AccountSettings = Omit<LeaseOptions, "service" | "secret" | "linkKey" | "others">

/** An account's options as they may leave the ledger. */
export function withoutCredentials(options: LeaseOptions): AccountSettings {
  const { service: _service, secret: _secret, linkKey: _linkKey, others: _others, ...rest } = options
  return rest
}
