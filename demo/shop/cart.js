import { button, el, figures, money, picture, showError } from "./dom.js"
import { say } from "./language.js"
import { leaseMessage } from "./lease/lease-message.js"

/** The cart's contents. @type {import("./shop.js").Page} */
export async function cartPage({ main, store, go, count }) {
  const heading = el("h1", { tabIndex: -1 }, say("cart_title"))
  const content = el("div", { className: "columns" })
  main.append(heading, content)
  const cart = await store.cart()
  if (cart?.completed_at) return go("#/order")
  show(cart)

  /** @param {import("./store.js").Cart | null} cart */
  function show(cart) {
    count(cart)
    if (!cart?.items.length) {
      content.replaceChildren(el("p", {}, `${say("cart_empty")} `, el("a", { href: "#/" }, say("look_around"))))
      return
    }
    const lines = cart.items.map((line) => {
      const message = leaseMessage(store, line.product_id, line.subtotal)
      return lineRow(line, cart, message, (quantity) => change(cart, line, quantity))
    })
    const summary = el("aside", {}, totals(cart), el("a", { className: "main", href: "#/checkout" }, say("check_out")))
    content.replaceChildren(el("ul", { className: "lines" }, ...lines), summary)
  }

  /** @param {import("./store.js").Cart} cart @param {import("./store.js").Line} line @param {number} quantity */
  async function change(cart, line, quantity) {
    try {
      await store.setQuantity(cart, line.id, quantity)
      show(await store.cart())
      const select = document.getElementById(`quantity-${line.id}`)
      ;(select ?? heading).focus()
    } catch (error) {
      showError(/** @type {Error} */ (error))
    }
  }
}

/**
 * @param {import("./store.js").Line} line
 * @param {import("./store.js").Cart} cart
 * @param {HTMLElement} message
 * @param {(quantity: number) => Promise<void>} change
 */
function lineRow({ id, product_title, product_handle, quantity, subtotal }, { currency_code }, message, change) {
  const choices = Array.from({ length: Math.max(9, quantity) }, (_, i) => new Option(String(i + 1)))
  const select = el(
    "select",
    { id: `quantity-${id}`, "aria-label": say("quantity_of", { title: product_title }) },
    ...choices,
  )
  select.value = String(quantity)
  select.onchange = () => change(Number(select.value))
  const remove = button(say("remove"), () => change(0), "plain")
  remove.ariaLabel = say("remove_this", { title: product_title })
  return el(
    "li",
    {},
    picture(product_handle),
    el("div", {}, el("b", {}, product_title), el("div", { className: "row" }, select, remove), message),
    el("span", {}, money(subtotal, currency_code)),
  )
}

/** A cart's costs, also at checkout. @param {import("./store.js").Cart} cart */
export function totals({ currency_code, item_subtotal, shipping_methods, shipping_subtotal, tax_total, total }) {
  return figures(
    [
      [say("goods"), money(item_subtotal, currency_code)],
      shipping_methods.length > 0 && [say("delivery"), money(shipping_subtotal, currency_code)],
      [say("tax"), money(tax_total, currency_code)],
      [say("total"), money(total, currency_code)],
    ],
    "totals",
  )
}
