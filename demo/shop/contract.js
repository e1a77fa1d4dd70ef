/**
 * The page of the store's option `contractLink`: where the shopper of an order that staff has changed signs its new contract. A link brings the cart and,
 * behind #, the key, which `<lease-checkout>` takes.
 */

import "/lease-to-own/elements.js"
import { el, showError } from "./dom.js"
import { dictionary, say, words } from "./language.js"

start().catch(showError)

async function start() {
  document.documentElement.lang = dictionary.language
  const response = await fetch("config.json")
  if (!response.ok) throw new Error(await response.text())
  const { baseUrl: backendUrl, publishableKey } = await response.json()
  const heading = el("h1", { tabIndex: -1 }, say("your_order"))
  const cartId = new URLSearchParams(location.search).get("cart")
  const checkout = el("lease-checkout", { cartId, backendUrl, publishableKey, ...words })
  checkout.addEventListener("lease-placed", ({ detail: { orderId } }) => {
    checkout.replaceWith(el("lease-status", { orderId, backendUrl, publishableKey, dictionary }))
    heading.focus()
  })
  document.querySelector("main")?.replaceChildren(heading, el("section", { className: "narrow" }, checkout))
}
