import { z } from "zod"
import { isLoopback, readHost, toUrl } from "../../../client"

/* What several option schemas share, and the schemas of `notices` and `widget`. Errors say what to write and never repeat what was written. */

/** These members and no others. */
export function members<Shape extends z.ZodRawShape>(error: string, shape: Shape) {
  return z.strictObject(shape, { error })
}

/** A text that is not empty. */
export function text(error: string) {
  return z.string({ error }).trim().min(1)
}

/** A function of the store's own code. */
export function code<Code>(error: string) {
  return z.custom<Code>((value) => typeof value === "function", { error })
}

/** One of these words. */
export function oneOf<const Words extends readonly string[]>(name: string, words: Words) {
  const lines = words.map((word) => `${name}: "${word}"`)
  return z.enum(words, { error: `Write ${lines.slice(0, -1).join(", ")} or ${lines.at(-1)}.` })
}

/** An address that a browser is sent to, without a log-in. */
export function page(error: string) {
  const hasNoLogin = (url: URL | undefined) => !url?.username && !url?.password
  return link(error).refine((address) => hasNoLogin(toUrl(address)))
}

/** An address by https, or by plain http on this machine for a sandbox. */
function link(error: string) {
  const isSafe = (url: URL | undefined) =>
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))
  return z.string({ error }).refine((address) => isSafe(toUrl(address)))
}

const NOTICES =
  'Write notices: { shoppers: { store: "…" }, staff: { to: ["…"] } }, or one of the two: who gets e-mails about leases.'
const CART_LINK = 'Write link: "https://shop.example/checkout?cart={cartId}": https; {cartId} may stand in it.'
const TO = 'Write staff: { to: ["leases@store.example"] }: one e-mail address or more.'
const EVERY = "Write staff: { every: 3600000 } (milliseconds, 60000 or more)."

/** Option `notices`. Nothing is sent without it. */
export const NoticesSchema = members(NOTICES, {
  /** E-mails to shoppers. Left out: they get none. */
  shoppers: members(NOTICES, {
    /** The name of the store, under each e-mail. */
    store: text('Write shoppers: { store: "Harbor & Home" }: the name of the store, under each e-mail.'),
    /** Where the shopper continues; `{cartId}` stands for the id of the cart. */
    link: link(CART_LINK).optional(),
  }).optional(),
  /** A digest of the leases that need attention. Left out: none is sent. */
  staff: members(NOTICES, {
    /** Who gets it. */
    to: z.array(z.email({ error: TO }), { error: TO }).min(1),
    /** The least time between two of them, in ms. Default 3600000, an hour. */
    every: z.int({ error: EVERY }).min(60_000).default(3600_000),
    /** The dashboard page that it links to. */
    link: link('Write link: "https://store.example/app/leases?tab=needs_attention": https.').optional(),
  }).optional(),
}).refine(({ shoppers, staff }) => shoppers !== undefined || staff !== undefined)

/** The fields of the payment card that the widget fills (spec 2.9). */
const CARD_FIELDS = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"] as const

/** Keys of the configuration that the plugin writes itself, and callbacks, which are added in the browser (spec 2.7, 6.2). */
const OWN_KEYS = [
  ...["cart", "customer", "siteConfig"],
  ...["onSuccess", "onCancel", "onFailure", "onApproved", "onApplicationSubmitResponse"],
]

const KEY =
  'Write encryptionKey: 32 random bytes as 64 hexadecimal digits or base64, for example from "openssl rand -hex 32".'
const START = 'Write startFunction: "startLeaseCheckout", the name of a global function.'
const HOSTS = 'Write oneTimeHosts: ["pay.operator.example"], the operator\'s hosts of the one-time addresses.'

const extra = z
  .record(z.string(), z.unknown(), { error: "Write extra: { … }, what the operator wants in the configuration." })
  .refine((given) => !OWN_KEYS.some((key) => Object.hasOwn(given, key)), {
    error: `Leave ${OWN_KEYS.join(", ")} out of extra: the plugin writes them.`,
  })
  .refine(isJson, { error: "Write extra: { … } with values that JSON has." })

const selector = text('Write siteConfig: { cardNumber: "#card-number" }, selectors of fields on the checkout page.')
const siteConfig = members(
  `Write siteConfig: { … } with ${CARD_FIELDS.join(", ")}.`,
  Object.fromEntries(CARD_FIELDS.map((field) => [field, selector])) as Record<
    (typeof CARD_FIELDS)[number],
    z.ZodString
  >,
).partial()

const host = z
  .string({ error: HOSTS })
  .refine((name) => !name.includes("*"), { error: 'Name each host of oneTimeHosts separately: a "*" matches nothing.' })
  .refine((name) => name.includes("*") || readHost(name) !== undefined, {
    error: `${HOSTS} Without https:// and path, a port allowed.`,
  })
  .transform((name) => readHost(name) ?? name)

/** Option `widget`. */
export const WidgetOptionsSchema = members(
  "Write widget: { scriptUrl, oneTimeHosts, encryptionKey }, or leave it out.",
  {
    /** The operator's script; https, or this machine. */
    scriptUrl: page('Write scriptUrl: "https://…", the address of the operator\'s script.'),
    /** The global function that opens the widget, a dotted path allowed. Default `"startLeaseCheckout"`. */
    startFunction: z
      .string({ error: START })
      .regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/)
      .default("startLeaseCheckout"),
    /** Entries of the configuration that the operator wants besides the cart. Default `{}`. */
    extra: extra.default({}),
    /** Selectors of your card fields, as `querySelector` takes them. */
    siteConfig: siteConfig.optional(),
    /** The operator's hosts to which order number and delivery date are sent, with a port if needed. URLs on others are not called. */
    oneTimeHosts: z.array(host, { error: HOSTS }).min(1),
    /** Encrypts the one-time URLs that the ledger holds: 32 random bytes as 64 hexadecimal digits or base64. */
    encryptionKey: z
      .string({ error: KEY })
      .refine((key) => readKey(key) !== undefined)
      .transform((key) => readKey(key) as Buffer),
  },
)

/** Option `widget` as checked, without its key: the operator's hosted widget. */
export type WidgetOptions = Omit<z.output<typeof WidgetOptionsSchema>, "encryptionKey" | "siteConfig"> & {
  /** Selectors of the payment card's fields (spec 2.9). */
  siteConfig?: Record<string, string>
}

/** The key's bytes; undefined when they are not 32. */
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
