import { dictionary } from "../language.js"

/** @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView */

/** A text of the lease's screens. @param {keyof typeof dictionary.texts.screens} key @param {Record<string, string>} [params] */
export function say(key, params) {
  return dictionary.say("screens", key, params)
}

/**
 * A message by its code, with the operator and the reference of this lease filled in.
 *
 * @param {LeaseView} view @param {keyof typeof dictionary.texts.codes} code @param {Record<string, string>} [more]
 */
export function inWords({ operator, reference }, code, more) {
  const known = { operator: operator.name, contact: operator.contact, reference: reference ?? "–" }
  return dictionary.say("codes", code, { ...known, ...more })
}
