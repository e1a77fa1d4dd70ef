import { el } from "./dom.js"
import { dictionary, others, say } from "./language.js"

/** The frame of every page, in the shopper's language: the header, and below it the way to the e-mails, which a real shop sends. */
export function fillHeader() {
  document.documentElement.lang = dictionary.language
  const skip = link(".skip")
  skip.textContent = say("skip")
  // The part of the address behind # names the page here.
  skip.onclick = (event) => {
    event.preventDefault()
    document.querySelector("main")?.focus()
  }
  document.querySelector("header .hint")?.replaceChildren(say("tagline"))
  const languages = document.querySelector("header nav")
  languages?.setAttribute("aria-label", say("language"))
  languages?.replaceChildren(
    ...others.map(({ language, name }) => el("a", { lang: language, hreflang: language }, name)),
  )
  document.querySelector(".bag span")?.replaceChildren(say("cart"))
  link("footer a").textContent = say("mails")
}

/** Leads to the present page in the other languages. */
export function linkLanguages() {
  for (const { language } of others) link(`nav [lang=${language}]`).href = `?lang=${language}${location.hash}`
}

/** @param {import("./store.js").Cart | null} cart */
export function showCount(cart) {
  const pieces = (cart?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  document.querySelector("#count")?.replaceChildren(String(pieces))
}

/** @param {string} selector */
function link(selector) {
  return /** @type {HTMLAnchorElement} */ (document.querySelector(selector))
}
