import type { LeaseView, Offer } from "../wire.js"
import { languageName } from "../words/locale.js"
import type { Block, Checkbox, Confirmed, ConsentBlock } from "./screen.js"
import { type Speaker, text } from "./screen-words.js"

/* What the shopper reads and confirms in the store's or the operator's own words. */

/** The prefix of a consent checkbox's name, before the item's ID. */
const CONSENT = "consent."
/** The name of the checkbox that confirms the operator's text next to the offer. */
const ACKNOWLEDGED = "acknowledged"

export function consentBlock({ consent }: Pick<LeaseView, "consent">, { say, dictionary }: Speaker): ConsentBlock {
  const { version, language, items } = consent
  return {
    kind: "consent",
    boxes: items.map(({ id, required, text, link }): Checkbox => {
      return {
        ...{ name: `${CONSENT}${id}`, value: version, text, language, required },
        link: link === null ? null : { href: link, label: say("read_document") },
        problem: dictionary.texts.problems.consent,
      }
    }),
  }
}

/** Returns the IDs of the consent items whose checkboxes are checked. */
export function acceptedIn(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => (name.startsWith(CONSENT) ? name.slice(CONSENT.length) : []))
}

/** Returns the checkbox that confirms the operator's text next to an offer, if the shopper must confirm it. */
export function acknowledgment({ disclosure }: Offer, { say, dictionary }: Speaker): Block[] {
  if (!disclosure?.version) return []
  const box: Checkbox = {
    ...{ name: ACKNOWLEDGED, value: disclosure.version, text: say("acknowledge"), required: true, link: null },
    ...{ language: dictionary.language, problem: dictionary.texts.problems.consent },
  }
  return [{ kind: "consent", boxes: [box] }]
}

/** Returns the confirmation to send with the request for the contract. */
export function acknowledgedIn(confirmed: Confirmed, offer: Offer | null) {
  const version = confirmed[ACKNOWLEDGED]
  const language = offer?.disclosure?.language
  return version === undefined || language === undefined ? undefined : { version, language }
}

/** Returns the language to request the contract in: the shopper's if the operator has contracts in it, otherwise the operator's first. */
export function contractLanguage({ contract_languages: languages }: LeaseView, { dictionary }: Speaker): string {
  const own = dictionary.language.split("-")[0] ?? ""
  return languages.includes(own) ? own : (languages[0] ?? own)
}

/** Says which language the contract is in, if it isn't the shopper's. */
export function contractLanguageBlocks(view: LeaseView, speak: Speaker): Block[] {
  const language = contractLanguage(view, speak)
  if (speak.dictionary.language.split("-")[0] === language) return []
  return [text(speak.say("contract_language", { language: languageName(speak.locale, language) }), "note")]
}
