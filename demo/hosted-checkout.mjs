import { fillCart, pause } from "./lease-checkout.mjs"

/** The demo's stand-in for the provider that charges the virtual card. */
const PROVIDER = "pp_system_default"

/**
 * @typedef {import("./lease-checkout.mjs").Ask} Ask
 * @typedef {import("./lease-checkout.mjs").Cart} Cart
 * @typedef {import("./lease-checkout.mjs").LeaseView} LeaseView
 * @typedef {import("./lease-checkout.mjs").Completion} Completion
 * @typedef {import("../src/api/types.js").WidgetAnswer} WidgetAnswer
 * @typedef {import("lease-to-own-sandbox").WidgetVisit} WidgetVisit
 *
 * @typedef {{ cart: Cart, opened: WidgetAnswer, visit: WidgetVisit, views: LeaseView[], completion: Completion }} HostedFacts
 *   what the store answered on the way; `views`: to each event of the widget
 */

/**
 * Takes one cart through the hosted way, over HTTP alone (spec 6.2): the widget's configuration, the widget, its events, and an order
 * that is paid with its card. The widget's part is played at its own origin, as its page in the browser does; `visitWidget` is the
 * sandbox's. Judges nothing.
 *
 * @param {{ ask: Ask, shop: Parameters<typeof fillCart>[1], applicant: import("./applicant.mjs").Applicant,
 *   visitWidget: typeof import("lease-to-own-sandbox").visitWidget }} options
 * @returns {Promise<HostedFacts>}
 */
export async function hostedCheckout({ ask, shop, applicant, visitWidget }) {
  const cart = await fillCart(ask, shop, applicant)
  const lease = `/store/lease-to-own/carts/${cart.id}`
  const opened = /** @type {WidgetAnswer} */ (await ask("Open the operator's widget", "POST", `${lease}/widget`, {}))
  const { scriptUrl, config, token } = opened
  /** @type {LeaseView[]} */
  const views = []
  const visit = await visitWidget(scriptUrl, {
    config,
    application: applicant,
    onEvent: async ({ event, payload }) => {
      views.push(await ask(`The widget says ${event}`, "POST", `${lease}/widget-events`, { token, event, payload }))
    },
  })
  return { cart, opened, visit, views, completion: await payByCard(ask, cart) }
}

/** @param {Ask} ask @param {Cart} cart @returns {Promise<Completion>} */
async function payByCard(ask, cart) {
  const path = "/store/payment-collections"
  /** @type {{ payment_collection: { id: string } }} */
  const { payment_collection } = await ask("Begin the payment by card", "POST", path, { cart_id: cart.id })
  const sessions = `${path}/${payment_collection.id}/payment-sessions`
  await ask("Choose the card provider", "POST", sessions, { provider_id: PROVIDER })
  return ask("Place the order", "POST", `/store/carts/${cart.id}/complete`, {})
}

/**
 * The service is told right after an order or a delivery.
 *
 * @param {() => Promise<import("./after-order-facts.mjs").Told>} told
 * @param {string} route
 * @returns {Promise<import("./after-order-facts.mjs").Told>} all calls until then
 */
export async function untilTold(told, route) {
  const end = Date.now() + 20_000
  /** @type {import("./service-journal.mjs").JournalLine[]} */
  const calls = []
  for (;;) {
    const { calls: fresh, state } = await told()
    calls.push(...fresh)
    if (calls.some((call) => call.route === route) || Date.now() > end) return { calls, state }
    await pause(500)
  }
}
