import { z } from "zod"
import { CONDITIONS } from "../lease-cart"
import { SIGNATURE_HINTS } from "../modules/lease/shopper/contract"
import { WIDGET_STATUSES } from "../modules/lease/shopper/hosted/event"

/* The schemas of bodies and queries, except the list's (`ListQuery`). `docs/openapi.json` is generated from them, with what `meta` adds. */

/** A text of `least` to `most` characters that PostgreSQL can store: without NUL and halves of surrogate pairs. */
export function plainText(most: number, least = 1): z.ZodString {
  return z
    .string()
    .min(least)
    .max(most)
    .refine((text) => !/[\0\p{Cs}]/u.test(text))
}

/** Longer than any id of Medusa's or ours. */
const LONGEST_ID = 200

/** An id as it was sent, without what PostgreSQL would refuse in a query, so that it is simply not found. */
export function keepable(id: string): string {
  return id.replace(/[\0\p{Cs}]/gu, "").slice(0, LONGEST_ID)
}

/** An application. The service's client checks the form's answers (`readForm`) and names each wrong field. */
export const ApplicationBody = z.object({
  /** The form's answers, by the paths of `form.fields`. They pass through memory once and are never stored. */
  application: z.unknown().meta({ $ref: "#/components/schemas/Application" }),
  /** `language`: of the text that was shown; if left out, the store's first. */
  consent: z.object({
    accepted: z.literal(true),
    version: plainText(100),
    language: plainText(35).optional(),
  }),
  /** Random text from the browser: requests with the same one are one submission. */
  idempotencyKey: plainText(100, 16),
})

/** The code of a guest who brings an approval to a cart. */
export const ApprovalBody = z.object({ code: plainText(40).optional() })

/** A check of the signature. */
export const SignatureBody = z.object({ hint: z.enum(SIGNATURE_HINTS).optional() })

/** A member's text; undefined if it is missing, empty or no text, because the rest of the payload is still valid. */
const text = z.unknown().transform((given): string | undefined => {
  const plain = typeof given === "number" ? String(given) : given
  return (typeof plain === "string" && plain.replaceAll("\0", "").trim()) || undefined
})

const LONGEST_WIDGET_ID = 500

const token = plainText(100)
/** The widget's id of the lease, cut if it's too long. */
const id = text
  .transform((given) => given?.slice(0, LONGEST_WIDGET_ID))
  .optional()
  .meta({ type: ["string", "number"] })
const url = text.optional().meta({ type: "string" })
/** Only for the history. */
const message = text.optional().meta({ type: "string" })
/** In any case; undefined if the specification doesn't have it, because the rest of the payload is still valid. */
const status = text
  .transform((given) => WIDGET_STATUSES.find((one) => one === given?.toUpperCase()))
  .optional()
  .meta({ type: "string" })

/** A payload that may lack any of its members: those it has count, above all the lease's id. */
const payload = <Members extends z.ZodRawShape>(members: Members) => z.object(members).catch({} as never)

/** The five callbacks of the widget (spec 6.2). The rest of a payload is dropped. */
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

const NAME_REGION = { error: "Name a region: ?region_id=reg_…" }
const region_id = z
  .string(NAME_REGION)
  .min(1, NAME_REGION)
  .refine((id) => keepable(id) !== "", NAME_REGION)
  .transform(keepable)
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** The query of a product's page. `amount` in major units. */
export const ProductQuery = z.object({
  region_id,
  amount: z.string().regex(AMOUNT, { error: "Name an amount in major units: ?amount=499.99" }).optional(),
})

/** How many products one request may ask for. */
const LISTED = 100
const NAME_IDS = { error: `Name 1 to ${LISTED} products, each once: ?ids=prod_1,prod_2` }
const NAME_AMOUNTS = { error: "Name an amount in major units for each of ids, or nothing for one: ?amounts=499.99," }

/** The query of a list of products; without `ids`, of the region alone. `amounts` in major units, in the order of `ids`; an empty one asks for no estimate. */
export const ProductsQuery = z
  .object({
    region_id,
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

/** The body of an action, which checks its own fields and names a missing one in its refusal. */
export const ActionBody = z.object({
  note: anything.meta({ type: "string", description: "Ten characters or more, stored with the user." }),
  date: anything.meta({ type: "string", description: "A day, `YYYY-MM-DD`." }),
  outcome: anything.meta({ type: "string", description: "One of `outcomes` of the lease." }),
  seen: z.array(z.string().max(64)).max(64).optional(),
})

/** The query of a history: `before` is the `next` of the page before. */
export const HistoryQuery = z.object({
  before: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31)
    .optional(),
})

const override = z.string().trim().max(200).nullish()

/** A person's overrides for a product; null or an empty text removes one. */
export const ProductBody = z.strictObject({
  leasable: z.boolean().nullish(),
  brand: override,
  category: override,
  condition: z.enum(CONDITIONS).nullish(),
})

/** The body of a write without fields. */
export const NoFields = z.strictObject({})
