import { forgetFinishedCart } from "/lease-to-own/index.js"
import { button, el, money, picture } from "./dom.js"
import { say } from "./language.js"
import { leaseMessage } from "./lease/lease-message.js"

/** The goods on sale. @type {import("./shop.js").Page} */
export async function catalogPage({ main, store, count }) {
  const [products, cart] = await Promise.all([store.products(), store.cart()])
  count(cart)
  const said = el("p", { role: "status", className: "toast" })

  /** @param {import("./store.js").Product} product */
  async function add({ title, variants }) {
    // A finished cart no longer takes anything.
    await forgetFinishedCart(await store.cart(), () => store.forgetCart())
    count(await store.add(variants[0]?.id ?? ""))
    said.replaceChildren(`${say("added", { title })} `, el("a", { href: "#/cart" }, say("see_cart")))
  }

  main.append(
    el("h1", { tabIndex: -1 }, say("catalog_title")),
    el("p", { className: "lead" }, say("catalog_lead")),
    el("ul", { className: "products" }, ...products.map((product) => card(store, product, () => add(product)))),
    said,
  )
}

/** @param {import("./store.js").Store} store @param {import("./store.js").Product} product @param {() => Promise<void>} add */
function card(store, { id, title, description, handle, collection, variants }, add) {
  const price = variants[0]?.calculated_price
  const buy = button(say("add"), add)
  buy.ariaLabel = say("add_this", { title })
  return el(
    "li",
    {},
    picture(handle),
    el("p", { className: "hint" }, collection?.title),
    el("h2", {}, title),
    el("p", {}, description),
    leaseMessage(store, id, price?.calculated_amount),
    el("div", { className: "buy" }, el("b", {}, price && money(price.calculated_amount, price.currency_code)), buy),
  )
}
