import { button, el, figures, money } from "./dom.js"

/** The confirmed page (A9). The finished cart names its order, so a reload or a lost answer ends here too. @type {import("./shop.js").Page} */
export async function orderPage({ main, store, lease, go, count }) {
  const cartId = store.cartId()
  const view = cartId ? await lease(cartId).get() : null
  if (!view?.order_id) return go("#/")
  const orderId = view.order_id
  const [order, leased] = await Promise.all([store.order(orderId), store.leaseOfOrder(orderId)])
  count(null)
  main.append(
    el("h1", { tabIndex: -1 }, "Thank you"),
    el("p", { className: "lead" }, `Your order is placed. We write to ${order.email} when it is on its way.`),
    el(
      "section",
      { className: "narrow" },
      figures([
        ["Order", `#${order.display_id}`],
        ["Paid by", leased ? "Lease-to-own" : "Invoice"],
        leased !== null && ["Lease reference", masked(leased.reference)],
        ["Total", money(order.total, order.currency_code)],
      ]),
    ),
    leased
      ? el(
          "p",
          {},
          `You signed a lease for this order. Payments are made to ${view.operator.name}, as your contract says.`,
        )
      : el("p", {}, "The invoice comes with your order."),
    button("Continue shopping", () => {
      store.forgetCart()
      go("#/")
    }),
  )
}

/** Enough to tell two leases apart, too little to use. @param {string} reference */
function masked(reference) {
  return `… ${reference.slice(-5)}`
}
