import { nextStep } from "/lease-to-own/index.js"
import { el, figures, money } from "./dom.js"

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {{ label: string, action: () => unknown, kind?: "main" | "plain" }} ScreenButton
 * @typedef {{ title: string, content: Node[], buttons: ScreenButton[] }} Screen
 *
 * @typedef {{ form: HTMLElement | null, waiting: string | undefined, cart: import("./store.js").Cart,
 *   seenPrice: number | undefined, actions: import("./lease.js").LeaseActions }} Around
 *   `form`: when it is open; `waiting`: words of a step under way; `seenPrice`: of the offer before this one, in major units
 */

/** @type {Record<import("/lease-to-own/index.js").Step, (view: LeaseView, around: Around) => Screen>} */
const SCREENS = {
  unavailable: (view) => ({ title: "Not available for this cart", content: said(view), buttons: [] }),
  intro,
  form: intro,
  deciding: (_, { actions }) => ({
    title: "Waiting for a decision",
    content: [text("Please keep this page open. This can take half a minute.")],
    buttons: [again("Check again", actions.look)],
  }),
  undecided,
  denied: (view, { actions }) => ({ title: "Not approved", content: said(view), buttons: [other(actions, "main")] }),
  offer,
  cart_changed: (view, { actions }) => ({
    title: "Your cart has changed",
    content: said(view),
    buttons: [{ label: "Show the new offer", action: actions.offer }, other(actions)],
  }),
  confirming: (_, { actions }) => ({
    title: "Placing your order",
    content: [text("Your contract is signed. This takes a moment.")],
    buttons: [again("Check again", actions.look)],
  }),
  ready: (view, { actions }) => ({
    title: "Your contract is signed",
    content: said(view),
    buttons: [{ label: "Place order", action: actions.place }],
  }),
  order_failed: (view, { actions }) => ({
    title: "Your order is not placed yet",
    content: said(view),
    buttons: [{ label: "Try again", action: actions.place }],
  }),
  contract_mismatch: (view, { cart, actions }) => ({
    title: "This cart is not the one you signed for",
    content: [...said(view), figures(bothTotals(view, cart.total))],
    buttons: [
      { label: "Restore the cart", action: () => location.assign("#/cart") },
      again("Check again", actions.look),
    ],
  }),
  placed: () => ({ title: "Your order is placed", content: [], buttons: [] }),
}

/** What to show for a view. @param {LeaseView} view @param {Around} around @returns {Screen} */
export function screenOf(view, around) {
  if (around.waiting) return { title: "One moment", content: [el("div", { className: "waiting" })], buttons: [] }
  return SCREENS[nextStep(view)](view, around)
}

/** Before the application (A2), or the application itself (A3). @param {LeaseView} view @param {Around} around @returns {Screen} */
function intro(view, { form, actions }) {
  if (form) return { title: "Your application", content: [form], buttons: [other(actions)] }
  const { operator, consent } = view
  const points = [
    `This is a lease, not a loan: the goods belong to ${operator.name} until you have bought them.`,
    "All payments together come to more than the cash price. You see both before you sign.",
    `${operator.name} decides. You are asked about yourself, your income and your bank account; this store passes your answers on and keeps none.`,
    "Until you sign you can choose another payment method at any time.",
  ]
  const box = el("input", { type: "checkbox", id: "consent", required: true })
  const start = () => (box.reportValidity() ? actions.start() : undefined)
  return {
    title: "Before you apply",
    content: [
      ...said(view),
      el("ul", { className: "points" }, ...points.map((point) => el("li", {}, point))),
      el("label", { className: "consent" }, box, el("span", {}, consent.text)),
    ],
    buttons: [{ label: "Start application", action: start }, other(actions)],
  }
}

/** Nobody knows yet (A4b). A cart that waits for a person is sent along with the question. @param {LeaseView} view @param {Around} around @returns {Screen} */
function undecided(view, { form, actions }) {
  if (form) return { title: "Your application", content: [form], buttons: [other(actions)] }
  return {
    title: "No decision yet",
    content: [...said(view), text(`Questions? ${view.operator.name}: ${view.operator.contact}`, "hint")],
    buttons: [
      { label: "Check again", action: view.status === "pending" ? actions.offer : actions.look },
      ...(view.form ? [again("Send the form again", actions.reopenForm)] : []),
      other(actions),
    ],
  }
}

/** What the lease costs (A6), and what is left to do after a look at the contract. @param {LeaseView} view @param {Around} around @returns {Screen} */
function offer(view, { seenPrice, actions }) {
  const { offer } = view
  if (!offer) {
    const buttons = [{ label: "Show the offer", action: actions.offer }, other(actions)]
    return { title: "You are approved", content: said(view), buttons }
  }
  const isOpened = view.status === "signing"
  const cash = money(offer.cash_price, offer.currency)
  const before = seenPrice !== undefined && seenPrice !== offer.cash_price && money(seenPrice, offer.currency)
  return {
    title: "You are approved",
    content: [
      ...said(view),
      ...(isOpened && view.messages.length === 0 ? [text("Your contract is not signed yet.")] : []),
      ...(before
        ? [text(`Your cart changed since the offer. We updated the offer: ${before} → ${cash}.`, "note")]
        : []),
      figures([["Cash price of this cart", cash]], "totals"),
      figures(offer.lines.map((line) => [label(line.name), shownValue(line, offer.currency)])),
      text("The contract holds the exact terms. You sign it in the next step.", "hint"),
    ],
    buttons: [
      { label: isOpened ? "Continue signing" : "Review and sign", action: actions.sign },
      ...(isOpened ? [again("I have signed", actions.checkSignature)] : []),
      other(actions),
    ],
  }
}

/** @param {LeaseView} view @param {number} total @returns {(readonly [string, string] | false)[]} */
function bothTotals({ offer }, total) {
  if (!offer) return []
  return [
    ["Signed for", money(offer.cash_price, offer.currency)],
    ["This cart", money(total, offer.currency)],
  ]
}

/** The server's words. @param {LeaseView} view */
function said({ reasons, messages }) {
  return [...reasons, ...messages].map(({ message }) => text(message))
}

/** @param {string} words @param {string} [className] */
function text(words, className = "") {
  return el("p", { className }, words)
}

/** @param {string} label @param {() => unknown} action @returns {ScreenButton} */
function again(label, action) {
  return { label, action, kind: "plain" }
}

/** @param {import("./lease.js").LeaseActions} actions @param {"main" | "plain"} [kind] @returns {ScreenButton} */
function other(actions, kind = "plain") {
  return { label: "Choose another payment method", action: actions.other, kind }
}

/** `costOfLease` → "Cost of lease". @param {string} name */
function label(name) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @param {import("/lease-to-own/index.js").OfferLine} line @param {string} currency */
function shownValue({ kind, value }, currency) {
  if (kind === "money") return money(Number(value), currency)
  if (kind === "percent") return `${value} %`
  if (kind === "date") return new Date(`${value}T12:00:00`).toLocaleDateString(undefined, { dateStyle: "long" })
  // A code, such as `biWeekly`.
  return /^[a-z]+[A-Z]/.test(String(value)) ? label(String(value)) : String(value)
}
