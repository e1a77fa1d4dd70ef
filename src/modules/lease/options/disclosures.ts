import { z } from "zod"
import { byState, isState, type Place } from "../../../lease-cart"
import { members, text } from "./schemas"
import { isSome, languageKeys, type Wording, withOperator, wording } from "./wording"

/* The `disclosures` option: the operator's text beside its figures, and its names for them, by state. */

const DISCLOSURES =
  'Set disclosures: { offer: { default: { en: "…" } }, message: { default: { en: "…" } }, labels: { default: { total: { en: "…" } } } }, or some of these three.'
const OFFER = 'Set disclosures: { offer: { default: { en: "…", es: "…" }, NY: { en: "…", es: "…" } } }.'
const VERSION =
  'Set acknowledge: true together with version: "1", or neither: the shopper confirms this version of the text.'
const MESSAGE = 'Set disclosures: { message: { default: { en: "…", es: "…" } } }.'
const LABELS = 'Set disclosures: { labels: { default: { total: { en: "…", es: "…" } } } }.'

/** A schema for a value by state, with `default` for all other states. */
function byPlace<Value extends z.ZodType>(value: Value, error: string) {
  const keys = `${error} Use a US state such as "NY" or "New York", or elsewhere a province such as "ca-on".`
  return byState(value, keys, ["default"]).default({})
}

const OfferSchema = z
  .object(
    {
      /** Whether the shopper must confirm the text before the contract opens. */
      acknowledge: z.literal(true, { error: VERSION }).optional(),
      /** The version that the shopper confirms. Change it whenever a text changes. */
      version: text(VERSION).optional(),
    },
    { error: OFFER },
  )
  // The texts by language. The input type also allows the members above, because TypeScript applies an index signature to all members.
  .catchall(text(OFFER) as z.ZodType<string, string | true>)
  .superRefine(({ acknowledge: _acknowledge, version: _version, ...texts }, context) =>
    languageKeys("offer")(texts, context),
  )
  .refine(({ acknowledge: _acknowledge, version: _version, ...texts }) => isSome(texts))
  .refine(({ acknowledge, version }) => (acknowledge === undefined) === (version === undefined), { error: VERSION })
  .transform(({ acknowledge: _acknowledge, version = null, ...texts }) => ({ texts, version }))

const label = wording("total", LABELS).optional()

export const DisclosuresSchema = members(DISCLOSURES, {
  /** The text next to each offer, by ship-to state. A state's entry replaces `default`. */
  offer: byPlace(OfferSchema, OFFER),
  /** The text next to estimated payments on product pages, by state. A state's entry replaces `default`. */
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

/** Returns the option with `{operator}` filled in. */
export function disclosuresOf({ offer, message, labels }: z.output<typeof DisclosuresSchema>, operator: string) {
  const named = (texts: Wording) => withOperator(texts, operator)
  return {
    offer: eachOf(offer, ({ texts, version }) => ({ texts: named(texts), version })),
    message: eachOf(message, named),
    labels: eachOf(labels, (rows) => eachOf(rows, named)),
  }
}

function eachOf<From, To>(entries: Record<string, From | undefined>, of: (entry: From) => To): Record<string, To> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) => (entry === undefined ? [] : [[name, of(entry)]])),
  )
}

/**
 * The text beside the offer. `text` is in `language`: English, or the first language if there is no English text. `version` is null unless the
 * shopper must confirm the text. It includes the account and the state, because the same version may be another text elsewhere.
 */
type OfferDisclosure = { text: string; language: string; texts: Wording; version: string | null }

/** The operator's texts that apply in one place. `offer` and `message` are null if there is none. `labels` are keyed by row. */
type Disclosures = { offer: OfferDisclosure | null; message: Wording | null; labels: Record<string, Wording> }

/** Returns the operator's texts for an account and a state, or those for `default` if the state is unknown or has none of its own. */
export function disclosuresAt(
  { disclosures: { offer, message, labels }, account_id }: Disclosing,
  place: Pick<Place, "country" | "state"> | undefined,
): Disclosures {
  const nameIn = (entries: object) => Object.keys(entries).find((name) => place && isState(place, name)) ?? "default"
  const state = nameIn(offer)
  const { texts, version } = offer[state] ?? {}
  const versions = [account_id, state === "default" ? null : state, version].filter((part) => part !== null)
  return {
    offer: texts ? { ...inOneLanguage(texts), version: version ? versions.join("/") : null } : null,
    message: message[nameIn(message)] ?? null,
    labels: labels[nameIn(labels)] ?? {},
  }
}

type Disclosing = { disclosures: ReturnType<typeof disclosuresOf>; account_id: string | null }

function inOneLanguage(texts: Wording) {
  const [language = "en"] = Object.keys(texts)
  return { text: texts[language] ?? "", language, texts }
}
