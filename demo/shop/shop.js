/**
 * A whole storefront around the lease client. `shop.js` shows the page that the address names, in the order of a purchase:
 * `catalog.js`, `cart.js`, `checkout.js` (`delivery.js`, then `payment.js` with its methods), `order.js`. The pages ask the store for all
 * else each time, so that a reload, a second tab and the back button show the same.
 *
 * The lease is the elements of `lease-to-own-storefront/elements`: `<lease-message>` beside prices, `<lease-checkout>` and, for the operator's own
 * widget, `<lease-hosted>` among the payment methods, `<lease-status>` on the page of the order. `shop.css` gives them this shop's colors.
 */

import "/lease-to-own/elements.js"
import "/lease-to-own/hosted-element.js"
import { createLeaseClient } from "/lease-to-own/index.js"
import { cartPage } from "./cart.js"
import { catalogPage } from "./catalog.js"
import { checkoutPage } from "./checkout.js"
import { el, showError } from "./dom.js"
import { fillHeader, linkLanguages, showCount } from "./header.js"
import { dictionary } from "./language.js"
import { orderPage } from "./order.js"
import { Store } from "./store.js"

/**
 * A page's tools. It fills `main` and may return a way to end it.
 *
 * @typedef {{ main: HTMLElement, store: import("./store.js").Store, lease: (cartId: string) => LeaseClient,
 *   go: (page: string) => void, count: (cart: import("./store.js").Cart | null) => void }} Shop
 * @typedef {import("/lease-to-own/index.js").LeaseClient} LeaseClient
 * @typedef {(shop: Shop) => Promise<(() => void) | void>} Page
 */

const PAGES = /** @type {Record<string, Page>} */ ({
  "#/": catalogPage,
  "#/cart": cartPage,
  "#/checkout": checkoutPage,
  "#/order": orderPage,
})

let leave = () => {}
let visits = 0
/** The part of the address behind # of the page that is shown. */
let shown = ""

start().catch(showError)

async function start() {
  fillHeader()
  const response = await fetch("config.json")
  if (!response.ok) throw new Error(await response.text())
  const store = new Store(await response.json())
  /** @type {Omit<Shop, "main">} */
  const shop = {
    store,
    lease: (cartId) => createLeaseClient({ cartId, transport: store.transport, dictionary }),
    go: (page) => location.assign(page),
    count: showCount,
  }
  // A shopper who stays with a form is back where they were before the page hears of it.
  addEventListener("hashchange", () => location.hash !== shown && visit(shop))
  await visit(shop)
}

/** @param {Omit<Shop, "main">} shop */
async function visit(shop) {
  const page = PAGES[location.hash] ?? catalogPage
  const number = ++visits
  shown = location.hash
  linkLanguages()
  leave()
  leave = () => {}
  // A page of its own to fill: what an earlier one still waits for is thrown away with it.
  const main = el("main", { id: "main", tabIndex: -1 })
  document.querySelector("main")?.replaceWith(main)
  try {
    const end = await page({ ...shop, main })
    if (number === visits) leave = end ?? leave
    else end?.()
  } catch (error) {
    if (number === visits) showError(/** @type {Error} */ (error))
  }
  // The first page is read from its top, as any page; later ones begin with what is new.
  if (number > 1 && number === visits) main.querySelector("h1")?.focus()
}
