import { TEXTS } from "./texts.js"

/** @typedef {keyof typeof TEXTS} Language */

const LANGUAGES = /** @type {Language[]} */ (Object.keys(TEXTS))

/** `?lang=` in the address, else the first language of the browser that this shop speaks. */
const wanted = [new URLSearchParams(location.search).get("lang"), ...navigator.languages].map((name) =>
  name?.slice(0, 2),
)
const language = wanted.flatMap((name) => LANGUAGES.find((each) => each === name) ?? [])[0] ?? "en"

/** Everything about the lease in this language. A shop with one language writes `import { en } from "/lease-to-own/en.js"`. */
const lease = await import(`/lease-to-own/${language}.js`)

/** The texts about the lease. @type {import("/lease-to-own/index.js").Dictionary} */
export const dictionary = lease[language]

/** How amounts and dates are written: as the shopper's browser does in this language, else as in the United States. */
export const locale = navigator.languages.find((name) => name.startsWith(language)) ?? `${language}-US`

/** Both, as the lease's screens take them. */
export const words = { dictionary, locale }

/** The other languages by their own names, for links to them. */
export const others = LANGUAGES.filter((each) => each !== language).map((each) => {
  const name = new Intl.DisplayNames(each, { type: "language" }).of(each) ?? each
  return { language: each, name: name.charAt(0).toLocaleUpperCase(each) + name.slice(1) }
})

/** A text of the shop's own. @param {keyof typeof TEXTS.en} key @param {Record<string, string>} [params] */
export function say(key, params = {}) {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "")
}
