import type { AccountSettings } from "../modules/lease/ledger"
import type { MessageParams } from "../modules/lease/texts/messages"

/** Names the states for which the operator has texts or labels of its own, and the texts that lack a language of its contracts. */
export function checkDisclosures({ disclosures, contractLanguages }: AccountSettings): {
  code: "disclosures_none" | "disclosures_ok" | "disclosures_language_missing"
  params?: MessageParams
} {
  const { offer, message, labels } = disclosures
  const texts = [
    ...Object.entries(offer).map(([state, { texts }]) => [`offer.${state}`, texts] as const),
    ...Object.entries(message).map(([state, texts]) => [`message.${state}`, texts] as const),
    ...Object.entries(labels).flatMap(([state, rows]) =>
      Object.entries(rows).map(([row, texts = {}]) => [`labels.${state}.${row}`, texts] as const),
    ),
  ]
  if (!texts.length) return { code: "disclosures_none" }
  const missing = texts.flatMap(([name, texts]) =>
    contractLanguages.filter((language) => !texts[language]).map((language) => `${name}.${language}`),
  )
  if (missing.length) return { code: "disclosures_language_missing", params: { missing: missing.join(", ") } }
  const confirmed = Object.keys(offer).filter((state) => offer[state]?.version)
  const named = (states: string[]) => states.join(", ") || "–"
  const states = { offer: Object.keys(offer), confirmed, message: Object.keys(message), labels: Object.keys(labels) }
  const params = Object.fromEntries(Object.entries(states).map(([name, of]) => [name, named(of)]))
  return { code: "disclosures_ok", params }
}
