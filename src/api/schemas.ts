import { z } from "zod"
import { CONDITIONS, readStates } from "../lease-cart"
import { FREQUENCIES, SIGNATURE_HINTS, WIDGET_STATUSES } from "../modules/lease/ledger"

/* The schemas of bodies and queries, except for the list of leases (`ListQuery`). `docs/openapi.json` is generated from them and their `meta`. */

/** Returns a string of `least` to `most` characters that PostgreSQL can store: no NUL and no unpaired surrogates. */
export function plainText(most: number, least = 1): z.ZodString {
  return z
    .string()
    .min(least)
    .max(most)
    .refine((text) => !/[\0\p{Cs}]/u.test(text))
}

/** The longest accepted ID (characters), longer than any that Medusa or the plugin creates. */
const LONGEST_ID = 200

/** Removes the characters that PostgreSQL refuses in a query, so an invalid ID is simply not found. */
export function keepable(id: string): string {
  return id.replace(/[\0\p{Cs}]/gu, "").slice(0, LONGEST_ID)
}

const ACCEPTED = "List the ids of the items of the consent that the shopper has accepted."

/** An application. The client validates the form's values (`readForm`) and names each invalid field. */
export const ApplicationBody = z.object({
  /** The form's values, keyed by the paths in `form.fields`. Sent to the service and never stored. */
  application: z.unknown().meta({ $ref: "#/components/schemas/Application" }),
  /** The shopper's consent. `language` is the language of the texts shown, by default the consent's first language. */
  consent: z.object({
    accepted: z.array(plainText(40), { error: ACCEPTED }).max(100),
    version: plainText(100),
    language: plainText(35).optional(),
  }),
  /** A random string from the browser. Requests with the same string count as one submission. */
  idempotencyKey: plainText(100, 16),
})

/** Whether the shopper has chosen lease-to-own, or another payment method. */
export const ChoiceBody = z.object({ chosen: z.boolean() })

/** The code that lets a guest move an approval to this cart. */
export const ApprovalBody = z.object({ code: plainText(40).optional() })

/** The operator's text next to the offer that the shopper has confirmed. */
export const ContractBody = z.object({
  acknowledged: z.object({ version: plainText(100), language: plainText(35).optional() }).optional(),
})

export const SignatureBody = z.object({ hint: z.enum(SIGNATURE_HINTS).optional() })

/** A text field of a payload. A missing, empty or invalid value becomes undefined, because the other fields are still useful. */
const text = z.unknown().transform((given): string | undefined => {
  const plain = typeof given === "number" ? String(given) : given
  return (typeof plain === "string" && plain.replaceAll("\0", "").trim()) || undefined
})

const LONGEST_WIDGET_ID = 500

const token = plainText(100)
/** The widget's ID for the lease, truncated if it's too long. */
const id = text
  .transform((given) => given?.slice(0, LONGEST_WIDGET_ID))
  .optional()
  .meta({ type: ["string", "number"] })
const url = text.optional().meta({ type: "string" })
/** A message that appears only in the history. */
const message = text.optional().meta({ type: "string" })
/** Case-insensitive. A status outside the specification becomes undefined, because the other fields are still useful. */
const status = text
  .transform((given) => WIDGET_STATUSES.find((one) => one === given?.toUpperCase()))
  .optional()
  .meta({ type: "string" })

/** A payload in which any field may be missing. An invalid payload counts as empty. */
const payload = <Members extends z.ZodRawShape>(members: Members) => z.object(members).catch({} as never)

/** The widget's five callbacks (spec 6.2). Unknown fields of a payload are dropped. */
export const WidgetEventBody = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("onApplicationSubmitResponse"),
    token,
    payload: payload({ leaseId: id, status }),
  }),
  z.object({ event: z.literal("onApproved"), token, payload: payload({ leaseId: id }) }),
  z.object({
    event: z.literal("onSuccess"),
    token,
    payload: payload({ id, deliveryConfirmationUrl: url, orderConfirmationUrl: url }),
  }),
  z.object({ event: z.literal("onCancel"), token }),
  z.object({ event: z.literal("onFailure"), token, payload: payload({ message, id }) }),
])

const NAME_REGION = { error: "Specify a region: ?region_id=reg_…" }
const region_id = z
  .string(NAME_REGION)
  .min(1, NAME_REGION)
  .refine((id) => keepable(id) !== "", NAME_REGION)
  .transform(keepable)
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** The first three digits of the shopper's ZIP code. They are enough to find the state, and servers log URLs, so a whole ZIP code is refused. */
const zip_prefix = z
  .string()
  .regex(/^\d{3}$/, { error: "Specify a ZIP code's first three digits: ?zip_prefix=787" })
  .optional()

/** What determines an estimate besides the product and its price. */
const ofEstimate = {
  zip_prefix,
  frequency: z.enum(FREQUENCIES, { error: `Specify one of ${FREQUENCIES.join(", ")}: ?frequency=monthly` }).optional(),
}

/** The query parameters for a cart's lease. */
export const CartQuery = z.object({ zip_prefix })

/** The query parameters for one product. `amount` is in major units. */
export const ProductQuery = z.object({
  region_id,
  ...ofEstimate,
  amount: z.string().regex(AMOUNT, { error: "Specify an amount in major units: ?amount=499.99" }).optional(),
})

/** The maximum number of products in one request. */
const LISTED = 100
const NAME_IDS = { error: `Specify 1 to ${LISTED} products, each only once: ?ids=prod_1,prod_2` }
const NAME_AMOUNTS = { error: "Specify an amount in major units for each ID, or leave it empty: ?amounts=499.99," }

/**
 * The query parameters for several products. Without `ids`, the response covers only the region. `amounts` are in major units, in the order of `ids`.
 * For an empty amount, there is no estimate.
 */
export const ProductsQuery = z
  .object({
    region_id,
    ...ofEstimate,
    ids: z
      .string(NAME_IDS)
      .transform((ids) => ids.split(",").map(keepable))
      .refine((ids) => ids.length <= LISTED && new Set(ids).size === ids.length && ids.every(Boolean), NAME_IDS)
      .optional(),
    amounts: z
      .string()
      .transform((amounts) => amounts.split(","))
      .refine((amounts) => amounts.every((amount) => amount === "" || AMOUNT.test(amount)), NAME_AMOUNTS)
      .optional(),
  })
  .refine(({ ids = [], amounts }) => !amounts || amounts.length === ids.length, { ...NAME_AMOUNTS, path: ["amounts"] })

const anything = z.unknown().optional()

/** The body of an action. Each action validates its own fields and names a missing one in its refusal. */
export const ActionBody = z.object({
  note: anything.meta({ type: "string", description: "Ten characters or more, stored with the user." }),
  date: anything.meta({ type: "string", description: "A day, `YYYY-MM-DD`." }),
  outcome: anything.meta({ type: "string", description: "One of `outcomes` of the lease." }),
  acknowledged: z.array(z.string().max(64)).max(64).optional(),
})

/** The query parameters of a history page. `before` is the previous page's `next`. */
export const HistoryQuery = z.object({
  before: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31)
    .optional(),
})

const override = z.string().trim().max(200).nullish()

/** The maximum length of a product's own list of states (characters). */
export const LONGEST_STATES = 1_000

/** A product's overrides. Null or an empty string removes one. */
export const ProductBody = z.strictObject({
  leasable: z.boolean().nullish(),
  brand: override,
  category: override,
  condition: z.enum(CONDITIONS).nullish(),
  not_in: z
    .string()
    .trim()
    .max(LONGEST_STATES)
    .refine((states) => readStates(states) !== null, { error: 'Write US states, such as "CA, IN, NY".' })
    .nullish(),
})

export const NoFields = z.strictObject({})
