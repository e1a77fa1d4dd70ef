import { button, el, figures, money } from "./dom.js"
import { say } from "./language.js"

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
    el(
      "section",
      { className: "narrow" },
      figures([
        [say("order"), `#${order.display_id}`],
        [say("total"), money(order.total, order.currency_code)],
        !leased && [say("paid_by"), say("invoice")],
      ]),
      leased ? el("lease-status", { lease: leased }) : el("p", {}, say("invoice_comes")),
    ),
    button(say("go_on"), () => {
      store.forgetCart()
      go("#/")
    }),
  )
}
