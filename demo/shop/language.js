import { en } from "/lease-to-own/en.js"
import { es } from "/lease-to-own/es.js"
import { orderEs } from "/lease-to-own/order.js"
import { english, spanish } from "./texts.js"

const LANGUAGES = ["en", "es"]

/** `?lang=` in the address, else the first language of the browser that this shop speaks. */
const wanted = [new URLSearchParams(location.search).get("lang"), ...navigator.languages].map((name) =>
  name?.slice(0, 2),
)
const language = wanted.find((name) => name && LANGUAGES.includes(name)) ?? "en"
const own = language === "es" ? spanish : english

/** The texts about the lease. */
export const dictionary = language === "es" ? es : en

/** The words for the lease of an order; without any, the store's own English. */
export const orderWords = language === "es" ? orderEs : undefined

/** How amounts and dates are written: as the shopper's browser does in this language, else as in the United States. */
export const locale = navigator.languages.find((name) => name.startsWith(language)) ?? `${language}-US`

/** Both, as the lease's screens take them. */
export const words = { dictionary, locale }

/** The other language, for a link to it. */
export const other = language === "es" ? { language: "en", name: "English" } : { language: "es", name: "Español" }

/** A text of the shop's own. @param {keyof typeof english} key @param {Record<string, string>} [params] */
export function say(key, params = {}) {
  return own[key].replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "")
}
