import { z } from "zod"
import { readHost } from "../../../client"
import { isPage } from "./operator"

/** The fields of the payment card that the widget fills (spec 2.9). */
const CARD_FIELDS = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"] as const

/** Keys of the configuration that the plugin writes itself, and callbacks, which are added in the browser (spec 2.7, 6.2). */
const OWN_KEYS = [
  ...["cart", "customer", "siteConfig"],
  ...["onSuccess", "onCancel", "onFailure", "onApproved", "onApplicationSubmitResponse"],
]

const KEY_BYTES = 32
const SCRIPT = 'Write scriptUrl: "https://…", the address of the operator\'s script.'
const START = 'Write startFunction: "startLeaseCheckout", the name of a global function.'
const HOSTS = 'Write oneTimeHosts: ["pay.operator.example"], the operator\'s hosts of the one-time addresses.'
const KEY =
  'Write encryptionKey: 32 random bytes as 64 hexadecimal digits or base64, for example from "openssl rand -hex 32".'
const SELECTOR = 'Write siteConfig: { cardNumber: "#card-number" }, selectors of fields on the checkout page.'

const extra = z
  .record(z.string(), z.unknown(), { error: "Write extra: { … }, what the operator wants in the configuration." })
  .refine((given) => !OWN_KEYS.some((key) => Object.hasOwn(given, key)), {
    error: `Leave ${OWN_KEYS.join(", ")} out of extra: the plugin writes them.`,
  })
  .refine(isJson, { error: "Write extra: { … } with values that JSON has." })

const siteConfig = z
  .strictObject(
    Object.fromEntries(
      CARD_FIELDS.map((field) => [field, z.string({ error: SELECTOR }).trim().min(1, { error: SELECTOR })]),
    ) as Record<(typeof CARD_FIELDS)[number], z.ZodString>,
    { error: `Write siteConfig: { … } with ${CARD_FIELDS.join(", ")}.` },
  )
  .partial()

const host = z
  .string({ error: HOSTS })
  .refine((text) => !text.includes("*"), { error: 'Name each host of oneTimeHosts separately: a "*" matches nothing.' })
  .refine((text) => text.includes("*") || readHost(text) !== undefined, {
    error: `${HOSTS} Without https:// and path, a port allowed.`,
  })
  .transform((text) => readHost(text) ?? text)

/** Option `widget`. Its texts say what to write and never repeat what was written. */
export const WidgetOptionsSchema = z.strictObject(
  {
    /** The operator's script; https, or this machine. */
    scriptUrl: z.string({ error: SCRIPT }).refine(isPage, { error: SCRIPT }),
    /** The global function that opens the widget, a dotted path allowed. Default `"startLeaseCheckout"`. */
    startFunction: z
      .string({ error: START })
      .regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/, { error: START })
      .default("startLeaseCheckout"),
    /** Entries of the configuration that the operator wants beside the cart. Default `{}`. */
    extra: extra.default({}),
    /** Selectors of your card fields, as `querySelector` takes them. */
    siteConfig: siteConfig.optional(),
    /** The operator's hosts to which order number and delivery date are sent, with a port if needed. URLs on others are not called. */
    oneTimeHosts: z.array(host, { error: HOSTS }).min(1, { error: HOSTS }),
    /** Encrypts the one-time URLs that the ledger holds: 32 random bytes as 64 hexadecimal digits or base64. */
    encryptionKey: z
      .string({ error: KEY })
      .refine((text) => readKey(text) !== undefined, { error: KEY })
      .transform((text) => readKey(text) as Buffer),
  },
  { error: "Write widget: { scriptUrl, oneTimeHosts, encryptionKey }, or leave it out." },
)

/** Option `widget` as checked, without its key: the operator's hosted widget. */
export type WidgetOptions = Omit<z.output<typeof WidgetOptionsSchema>, "encryptionKey" | "siteConfig"> & {
  /** Selectors of the payment card's fields (spec 2.9). */
  siteConfig?: Record<string, string>
}

/** The key's bytes; undefined when they are not 32. */
function readKey(text: string): Buffer | undefined {
  const hex = /^[0-9a-f]{64}$/i.test(text)
  if (!hex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const bytes = Buffer.from(text, hex ? "hex" : "base64")
  return bytes.length === KEY_BYTES ? bytes : undefined
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
