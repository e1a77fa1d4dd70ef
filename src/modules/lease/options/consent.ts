import { z } from "zod"
import type { FieldIssue } from "../../../client"
import { members, page, text } from "./schemas"
import { isSome, languageKeys, type Wording, withOperator } from "./wording"

/* The `consent` option. */

const CONSENT =
  'Set consent: { version: "1", items: [{ id: "application", required: true, en: "…", es: "…" }] }: what a shopper agrees to before applying.'
const ID = 'Set id: "privacy", a name of small letters, digits, - and _, 40 at most, once each.'
const REQUIRED = "Set required: true or required: false. At least one item is required: true."
const ITEM = 'Set items: [{ id: "privacy", required: true, en: "…", es: "…" }], each item in the same languages.'
const LINK =
  'Set link: "https://…", or one for each of the item\'s languages: link: { en: "https://…", es: "https://…" }.'

const ConsentItemSchema = z
  .object(
    {
      /** The item's name in the store's API and in the ledger. */
      id: z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
      /** Whether the shopper must accept it to apply. Never require consent to advertising. */
      required: z.boolean({ error: REQUIRED }),
      /** The page with the document that the text is about: one, or one per language. */
      link: z.union([page(LINK), z.record(z.string(), page(LINK))], { error: LINK }).optional(),
    },
    { error: ITEM },
  )
  // The texts by language. The input type also allows the members above, because TypeScript applies an index signature to all members.
  .catchall(text(ITEM) as z.ZodType<string, string | boolean | Wording>)
  .superRefine(({ id: _id, required: _required, link: _link, ...texts }, context) =>
    languageKeys("items")(texts, context),
  )
  .transform(({ id, required, link, ...texts }) => ({ id, required, link, texts }))
  .refine(({ texts }) => isSome(texts), { error: ITEM })
  .refine(({ link, texts }) => typeof link !== "object" || sameLanguages(link, texts), { path: ["link"], error: LINK })

export const ConsentSchema = members(CONSENT, {
  /** The version of all items. Change it whenever a text or a link changes, or an item is added. */
  version: text('Set consent: { version: "1" }.'),
  /** What the shopper agrees to, with one checkbox each. */
  items: z
    .array(ConsentItemSchema, { error: CONSENT })
    .min(1)
    .pipe(
      z
        .custom<z.output<typeof ConsentItemSchema>[]>()
        .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { error: ID })
        .refine((items) => items.some(({ required }) => required), { error: REQUIRED })
        .refine((items) => items.every(({ texts }) => sameLanguages(texts, items[0]?.texts ?? {})), { error: ITEM }),
    ),
})

function sameLanguages(one: object, other: object): boolean {
  return Object.keys(one).sort().join() === Object.keys(other).sort().join()
}

/** The default text in the storefront kit's languages. Merchants should have it reviewed (docs/options.md). */
export const DEFAULT_CONSENT = {
  version: "default-2",
  items: [
    {
      id: "application",
      required: true,
      en: "I agree that my application is sent to {operator}, which decides on it. A lease costs more in total than paying in cash.",
      es: "Acepto que mi solicitud se envíe a {operator}, que decide sobre ella. Un arrendamiento cuesta en total más que pagar al contado.",
    },
  ],
}

/**
 * Returns the option with `{operator}` filled in. `text` and `link` are in `language`: English, or the first language if there is no English text.
 * `version` includes the account, because consent to one account isn't consent to another.
 */
export function consentOf({ version, items }: z.output<typeof ConsentSchema>, operator: string, account_id?: string) {
  const [language = "en"] = Object.keys(withOperator(items[0]?.texts ?? {}, operator))
  return {
    version: account_id === undefined ? version : `${account_id}/${version}`,
    language,
    items: items.map(({ id, required, texts: given, link }) => {
      const texts = withOperator(given, operator)
      const links = linksIn(link, Object.keys(texts))
      return { id, required, text: texts[language] ?? "", texts, link: links[language] ?? null, links }
    }),
  }
}

/** An item's link by language. If the option has a single link, it's used for all languages. */
function linksIn(link: string | Wording | undefined, languages: string[]): Wording {
  if (typeof link !== "string") return link ?? {}
  return Object.fromEntries(languages.map((language) => [language, link]))
}

type ConsentOption = ReturnType<typeof consentOf>

/** The languages of the account's contracts that have no consent text. */
export function missingConsents({
  consent,
  contractLanguages,
}: {
  consent: ConsentOption
  contractLanguages: readonly string[]
}): string[] {
  return contractLanguages.filter((language) => !consentLanguages(consent).includes(language))
}

/**
 * Returns the accepted texts in the language that was shown, or what is wrong with the consent: a version, language or item that the option doesn't
 * have, or required items that weren't accepted.
 */
export function acceptedConsent(
  consent: ConsentOption,
  {
    accepted,
    version,
    language = consent.language,
  }: { accepted: readonly string[]; version: string; language?: string | undefined },
): { texts: Record<string, string>; language: string } | { fields: FieldIssue[] } {
  if (version !== consent.version || !consentLanguages(consent).includes(language))
    return { fields: [{ field: "consent", rule: "version", message: "Read and accept the current texts." }] }
  const ids = consent.items.map(({ id }) => id)
  if (!accepted.every((id) => ids.includes(id)))
    return {
      fields: [{ field: "consent.accepted", rule: "unknown", message: "There is no such item." }],
    }
  const missing = consent.items.filter(({ id, required }) => required && !accepted.includes(id))
  if (missing.length)
    return {
      fields: missing.map(({ id }) => ({ field: `consent.${id}`, rule: "consent", message: "Please confirm this." })),
    }
  const items = consent.items.filter(({ id }) => accepted.includes(id))
  return { language, texts: Object.fromEntries(items.map(({ id, texts }) => [id, texts[language] ?? ""])) }
}

/** The languages of the consent's texts, which all items have. */
export function consentLanguages({ items }: ConsentOption): string[] {
  return Object.keys(items[0]?.texts ?? {})
}
