import { button, el, figures, money } from "./dom.js"
import { dictionary, say } from "./language.js"

/** The confirmed page (A9). The finished cart names its order, so a reload or a lost answer ends here too. @type {import("./shop.js").Page} */
export async function orderPage({ main, store, lease, go, count }) {
  const cartId = store.cartId()
  const view = cartId ? await lease(cartId).get() : null
  if (!view?.order_id) return go("#/")
  const orderId = view.order_id
  const [order, leased] = await Promise.all([store.order(orderId), store.leaseOfOrder(orderId)])
  count(null)
  main.append(
    el("h1", { tabIndex: -1 }, say("thanks")),
    el("p", { className: "lead" }, say("placed", { email: order.email })),
    // A contract that the service has not confirmed yet.
    ...(leased?.messages ?? []).map((said) => el("p", {}, dictionary.message(said).message)),
    el(
      "section",
      { className: "narrow" },
      figures([
        [say("order"), `#${order.display_id}`],
        [say("paid_by"), leased ? dictionary.say("screens", "method") : say("invoice")],
        leased !== null && [dictionary.say("screens", "reference"), masked(leased.reference)],
        [say("total"), money(order.total, order.currency_code)],
      ]),
    ),
    el(
      "p",
      {},
      leased
        ? dictionary.say("screens", "paid_to", { operator: view.operator.name, contact: view.operator.contact })
        : say("invoice_comes"),
    ),
    button(say("go_on"), () => {
      store.forgetCart()
      go("#/")
    }),
  )
}

/** Enough to tell two leases apart, too little to use. @param {string} reference */
function masked(reference) {
  return `… ${reference.slice(-5)}`
}
