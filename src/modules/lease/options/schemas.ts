import { z } from "zod"
import { isLoopback, readHost, toUrl } from "../../../client"
import { HOUR_MS, MINUTE_MS } from "../rules/moments"

/* Shared parts of the option schemas, and the schemas of `notices` and `widget`. Errors say what to write and never repeat what was written. */

export function members<Shape extends z.ZodRawShape>(error: string, shape: Shape) {
  return z.strictObject(shape, { error })
}

export function text(error: string) {
  return z.string({ error }).trim().min(1)
}

/** A schema for a whole number of days up to a year, or false for never. */
export function days(error: string, usual: number) {
  return z.union([z.int({ error }).min(1).max(365), z.literal(false)], { error }).default(usual)
}

/** A schema for a callback in the store's own code. */
export function code<Code>(error: string) {
  return z.custom<Code>((value) => typeof value === "function", { error })
}

export function oneOf<const Words extends readonly string[]>(name: string, words: Words) {
  const lines = words.map((word) => `${name}: "${word}"`)
  return z.enum(words, { error: `Set ${lines.slice(0, -1).join(", ")} or ${lines.at(-1)}.` })
}

/** A schema for the URL of a page, without a login. */
export function page(error: string) {
  const hasNoLogin = (url: URL | undefined) => !url?.username && !url?.password
  return link(error).refine((address) => hasNoLogin(toUrl(address)))
}

/** A schema for an https URL. A sandbox on this machine may use plain http. */
function link(error: string) {
  const isSafe = (url: URL | undefined) =>
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))
  return z.string({ error }).refine((address) => isSafe(toUrl(address)))
}

const NOTICES =
  'Set notices: { shoppers: { store: "…", link: "…" }, staff: { to: ["…"] } }, or one of the two: who gets emails about leases.'
const CART_LINK = 'Set link: "https://shop.example/checkout?cart={cartId}": https; {cartId} may stand in it.'
const ORDER_LINK = 'Set orderLink: "https://shop.example/order/{orderId}": https; {orderId} may stand in it.'
const TO = 'Set staff: { to: ["leases@store.example"] }: one email address or more.'
const EVERY = "Set staff: { every: 3600000 } (milliseconds, 60000 or more)."

export const NoticesSchema = members(NOTICES, {
  /** Emails to shoppers. If omitted, none are sent. */
  shoppers: members(NOTICES, {
    /** The store's name, shown at the end of each email. */
    store: text('Set shoppers: { store: "Harbor & Home" }: the name of the store, under each email.'),
    /** The page where the shopper continues. `{cartId}` is replaced with the cart's ID. */
    link: link(CART_LINK),
    /** The page of an order. `{orderId}` is replaced with the order's ID. If omitted, emails after the order don't link to it. */
    orderLink: link(ORDER_LINK).optional(),
  }).optional(),
  /** A digest of the leases that need attention. If omitted, none is sent. */
  staff: members(NOTICES, {
    /** Who receives the digest. */
    to: z.array(z.email({ error: TO }), { error: TO }).min(1),
    /** The minimum time between two digests, in ms. Default 3600000 (one hour). */
    every: z.int({ error: EVERY }).min(MINUTE_MS).default(HOUR_MS),
    /** The dashboard page that the digest links to. */
    link: link('Set link: "https://store.example/app/leases?tab=needs_attention": https.').optional(),
  }).optional(),
}).refine(({ shoppers, staff }) => shoppers !== undefined || staff !== undefined)

const TRACKING =
  'Set sendTracking: true, or sendTracking: { carriers: { "Standard delivery": "UPS" } } with your shipping options or fulfillment providers.'

export const SendTrackingSchema = z.union(
  [
    z.literal(true),
    members(TRACKING, {
      /** The operator's name for a carrier, by the shipping option's name or the fulfillment provider's ID. */
      carriers: z.record(z.string(), text(TRACKING)),
    }),
  ],
  { error: TRACKING },
)

/** The payment card fields that the widget fills in (spec 2.9). */
const CARD_FIELDS = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"] as const

/** Configuration keys that the plugin sets, and callbacks that the browser adds (spec 2.7, 6.2). */
const OWN_KEYS = [
  ...["cart", "customer", "siteConfig"],
  ...["onSuccess", "onCancel", "onFailure", "onApproved", "onApplicationSubmitResponse"],
]

const KEY =
  'Set encryptionKey: 32 random bytes as 64 hexadecimal digits or base64, for example from "openssl rand -hex 32".'
const START = 'Set startFunction: "startLeaseCheckout", the name of a global function.'
const HOSTS = 'Set oneTimeHosts: ["pay.operator.example"], the operator\'s hosts for one-time URLs.'

const extra = z
  .record(z.string(), z.unknown(), { error: "Set extra: { … }, with what the operator needs in the configuration." })
  .refine((given) => !OWN_KEYS.some((key) => Object.hasOwn(given, key)), {
    error: `Remove ${OWN_KEYS.join(", ")} from extra, because the plugin sets them.`,
  })
  .refine(isJson, { error: "Set extra: { … } with values that JSON can represent." })

const selector = text('Set siteConfig: { cardNumber: "#card-number" }, selectors of fields on the checkout page.')
const siteConfig = members(
  `Set siteConfig: { … } with ${CARD_FIELDS.join(", ")}.`,
  Object.fromEntries(CARD_FIELDS.map((field) => [field, selector])) as Record<
    (typeof CARD_FIELDS)[number],
    z.ZodString
  >,
).partial()

const host = z
  .string({ error: HOSTS })
  .refine((name) => !name.includes("*"), {
    error: 'List each host in oneTimeHosts separately, because "*" does not match anything.',
  })
  .refine((name) => name.includes("*") || readHost(name) !== undefined, {
    error: `${HOSTS} Without https:// or a path; a port is allowed.`,
  })
  .transform((name) => readHost(name) ?? name)

export const WidgetOptionsSchema = members("Set widget: { scriptUrl, oneTimeHosts, encryptionKey }, or remove it.", {
  /** The URL of the operator's script, which must be https or on this machine. */
  scriptUrl: page('Set scriptUrl: "https://…", the address of the operator\'s script.'),
  /** The global function that opens the widget. Can be a dotted path. Default `"startLeaseCheckout"`. */
  startFunction: z
    .string({ error: START })
    .regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/)
    .default("startLeaseCheckout"),
  /** Configuration entries that the operator wants in addition to the cart. Default `{}`. */
  extra: extra.default({}),
  /** Selectors for the card fields on your checkout page, as `querySelector` accepts them. */
  siteConfig: siteConfig.optional(),
  /** The operator's hosts that receive the order number and delivery date, with a port if needed. URLs on other hosts are never called. */
  oneTimeHosts: z.array(host, { error: HOSTS }).min(1),
  /** The key that encrypts the one-time URLs in the ledger: 32 random bytes as 64 hexadecimal digits or base64. */
  encryptionKey: z
    .string({ error: KEY })
    .refine((key) => readKey(key) !== undefined)
    .transform((key) => readKey(key) as Buffer),
})

/** The validated `widget` option, without its encryption key. */
export type WidgetOptions = Omit<z.output<typeof WidgetOptionsSchema>, "encryptionKey" | "siteConfig"> & {
  /** Selectors for the payment card's fields (spec 2.9). */
  siteConfig?: Record<string, string>
}

/** The key's bytes; undefined unless there are exactly 32. */
function readKey(written: string): Buffer | undefined {
  const hex = /^[0-9a-f]{64}$/i.test(written)
  if (!hex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(written)) return undefined
  return Buffer.from(written, hex ? "hex" : "base64")
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
