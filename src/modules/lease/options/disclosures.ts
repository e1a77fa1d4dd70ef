import { z } from "zod"
import { byState, isState, type Place } from "../../../lease-cart"
import { members, text } from "./schemas"
import { inLanguages, isSome, languageKeys, type Wording, withOperator, wording } from "./wording"

/* The `disclosures` option: what the operator wants beside its figures, and what it calls them, by state. */

const DISCLOSURES =
  'Write disclosures: { offer: { default: { en: "…" } }, message: { default: { en: "…" } }, labels: { default: { total: { en: "…" } } } }, or some of the three.'
const OFFER = 'Write disclosures: { offer: { default: { en: "…", es: "…" }, NY: { en: "…", es: "…" } } }.'
const VERSION =
  'Write acknowledge: true together with version: "1", or neither: the shopper confirms this version of the text.'
const MESSAGE = 'Write disclosures: { message: { default: { en: "…", es: "…" } } }.'
const LABELS = 'Write disclosures: { labels: { default: { total: { en: "…", es: "…" } } } }.'

/** The rows of an offer whose labels can be changed. */
export const LABELED_ROWS = ["cashPrice", "costOfLease", "total", "payments", "dueToday", "earlyPurchase"] as const

/** A schema for a value by state, with `default` for all others. */
function byPlace<Value extends z.ZodType>(value: Value, error: string) {
  const keys = `${error} Write a US state as "NY" or "New York", a province elsewhere as "ca-on".`
  return byState(value, keys, ["default"]).default({})
}

const OfferSchema = z
  .object(
    {
      ...inLanguages(OFFER),
      /** Whether the shopper must confirm the text before the contract opens. */
      acknowledge: z.literal(true, { error: VERSION }).optional(),
      /** The version that the shopper confirms. Change it whenever a text changes. */
      version: text(VERSION).optional(),
    },
    { error: OFFER },
  )
  // The other languages. The input type also allows the members above, because TypeScript applies an index signature to all members.
  .catchall(text(OFFER) as z.ZodType<string, string | true>)
  .superRefine(({ acknowledge: _acknowledge, version: _version, ...texts }, context) =>
    languageKeys("offer")(texts, context),
  )
  .refine(({ acknowledge: _acknowledge, version: _version, ...texts }) => isSome(texts), { error: OFFER })
  .refine(({ acknowledge, version }) => (acknowledge === undefined) === (version === undefined), { error: VERSION })
  .transform(({ acknowledge, version, ...texts }) => ({ texts: texts as Wording, acknowledge: acknowledge && version }))

const label = wording("total", LABELS).optional()

export const DisclosuresSchema = members(DISCLOSURES, {
  /** The text beside each offer, by ship-to state. A state's entry replaces `default`. */
  offer: byPlace(OfferSchema, OFFER),
  /** The text beside estimated payments on product pages, by state. A state's entry replaces `default`. */
  message: byPlace(wording("message", MESSAGE), MESSAGE),
  /** What the rows of an offer are called, by ship-to state. A state's entry replaces `default`. */
  labels: byPlace(
    members(LABELS, {
      cashPrice: label,
      costOfLease: label,
      total: label,
      payments: label,
      dueToday: label,
      earlyPurchase: label,
    }),
    LABELS,
  ),
})

export type DisclosuresOption = z.output<typeof DisclosuresSchema>

/** A state's text beside the offer. `version` is set if the shopper must confirm it, and includes the account and the state. */
export type OfferDisclosure = { texts: Wording; version?: string }

/** The operator's texts that apply in one place. `offer` and `message` are null if there is none. */
export type Disclosures = {
  offer: OfferDisclosure | null
  message: Wording | null
  labels: Partial<Record<(typeof LABELED_ROWS)[number], Wording>>
}

/** Returns the operator's texts for an account and a state, or those for `default` if the state is unknown or has none of its own. */
export function disclosuresAt(
  { disclosures, operator, account_id }: Disclosing,
  place: Pick<Place, "country" | "state"> | undefined,
): Disclosures {
  const { offer, message, labels } = disclosures
  const named = (texts: Wording) => withOperator(texts, operator.name)
  const at = entryAt(offer, place)
  const texts = entryAt(message, place)
  const rows = Object.entries(entryAt(labels, place)?.entry ?? {})
  return {
    offer: at && {
      texts: named(at.entry.texts),
      ...(at.entry.acknowledge && {
        version: [...(account_id === null ? [] : [account_id]), ...at.state, at.entry.acknowledge].join("/"),
      }),
    },
    message: texts && named(texts.entry),
    labels: Object.fromEntries(rows.map(([row, texts]) => [row, named(texts)])),
  }
}

type Disclosing = { disclosures: DisclosuresOption; operator: { name: string }; account_id: string | null }

/** `state` is empty for `default`, because the same version of two states' texts isn't the same text. */
function entryAt<Entry>(entries: Record<string, Entry>, place: Pick<Place, "country" | "state"> | undefined) {
  const name = Object.keys(entries).find((name) => place && isState(place, name))
  const entry = entries[name ?? "default"]
  if (entry === undefined) return null
  const { country, state = "" } = place ?? {}
  return { entry, state: name === undefined ? [] : [country === "us" ? state : `${country}-${state}`] }
}
