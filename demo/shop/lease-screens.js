import { nextStep } from "/lease-to-own/index.js"
import { el, figures, money } from "./dom.js"
import { dictionary } from "./language.js"
import { consentBox } from "./lease-form.js"
import { costs } from "./offer-summary.js"

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {import("/lease-to-own/index.js").Step} Step
 * @typedef {{ label: string, action: () => unknown, kind?: "main" | "plain" }} ScreenButton
 * @typedef {{ title: string, content: Node[], buttons: ScreenButton[] }} Screen
 *
 * @typedef {{ form: HTMLElement | null, waiting: string, failure: string, cart: import("./store.js").Cart,
 *   oldPrice: number | undefined, actions: import("./lease.js").LeaseActions }} Around
 *   `form`: when it is open; `waiting`: words of a step under way; `failure`: why the order could not be placed;
 *   `oldPrice`: of the offer before this one, in major units
 */

/** @param {keyof typeof dictionary.texts.screens} key @param {Record<string, string>} [params] */
const say = (key, params) => dictionary.say("screens", key, params)

/** What to show for a view. @param {LeaseView} view @param {Around} around @returns {Screen} */
export function screenOf(view, around) {
  if (around.waiting) return { title: say("waiting"), content: [el("div", { className: "waiting" })], buttons: [] }
  // The store may not know why its own last step failed.
  const step = around.failure ? "order_failed" : around.form ? "form" : nextStep(view)
  return { title: dictionary.say("steps", step), ...SCREENS[step](view, around) }
}

/** @type {Record<Step, (view: LeaseView, around: Around) => Omit<Screen, "title">>} */
const SCREENS = {
  unavailable: (view) => ({ content: said(view), buttons: [] }),
  intro,
  in_progress: (view, { actions }) => ({ content: said(view), buttons: [plain("look", actions.look), other(actions)] }),
  form: (_, { form, actions }) => ({ content: form ? [form] : [], buttons: [other(actions)] }),
  deciding: (_, { actions }) => ({ content: [text(say("keep_open"))], buttons: [plain("look", actions.look)] }),
  undecided,
  over_limit: (view, { actions }) => ({
    content: said(view),
    buttons: [main("change_cart", toCart), plain("look", actions.offer), other(actions)],
  }),
  denied: (view, { actions }) => ({ content: said(view), buttons: [{ ...other(actions), kind: "main" }] }),
  offer,
  cart_changed: (view, { actions }) => ({
    content: said(view),
    buttons: [main("offer", actions.offer), other(actions)],
  }),
  settling: (view, { actions }) => ({
    content: [...said(view), el("div", { className: "waiting" }), text(help(view), "hint")],
    buttons: [plain("look", actions.look)],
  }),
  confirming: (_, { actions }) => ({ content: [text(say("placing"))], buttons: [plain("look", actions.look)] }),
  ready: (view, { actions }) => ({ content: said(view), buttons: [main("place", actions.place)] }),
  order_failed: (view, { failure, actions }) => ({
    content: failure ? [wrong(failure)] : view.messages.map(({ message }) => wrong(message)),
    buttons: [main("retry", actions.place)],
  }),
  contract_mismatch: mismatch,
  // The hosted widget has screens of its own.
  card: (view) => ({ content: said(view), buttons: [] }),
  placed: () => ({ content: [], buttons: [] }),
}

/** Before the application (A2). @param {LeaseView} view @param {Around} around */
function intro(view, { actions }) {
  const operator = view.operator.name
  const points = [
    say("is_a_lease", { operator }),
    say("costs_more"),
    say("who_decides", { operator }),
    say("free_to_choose"),
  ]
  const consent = consentBox(view.consent)
  const start = () => (consent.querySelector("input")?.reportValidity() ? actions.start() : undefined)
  return {
    content: [...said(view), el("ul", { className: "points" }, ...points.map((point) => el("li", {}, point))), consent],
    buttons: [main("start", start), other(actions)],
  }
}

/** No decision yet (A4b): the operator decides, which is asked for again and again, or never answered, which a form sent again ends. @param {LeaseView} view @param {Around} around */
function undecided(view, { actions }) {
  const waits = view.status === "undecided" && !view.form && view.poll_after_ms !== null
  return {
    content: [...said(view), ...(waits ? [countdown(view.poll_after_ms ?? 0)] : []), text(help(view), "hint")],
    buttons: [
      ...(view.form ? [main("send_again", actions.reopenForm)] : []),
      plain("look", actions.look),
      other(actions),
    ],
  }
}

/** Until the form may be sent again. Not read out each second. @param {number} ms */
function countdown(ms) {
  const end = Date.now() + ms
  const line = text("", "hint")
  const count = () => {
    line.textContent = say("send_again_in", { seconds: String(Math.max(0, Math.ceil((end - Date.now()) / 1000))) })
  }
  count()
  const timer = setInterval(() => (line.isConnected ? count() : clearInterval(timer)), 1000)
  return line
}

/** Signed for another cart than this one: what to put back. @param {LeaseView} view @param {Around} around */
function mismatch(view, { cart, actions }) {
  const differences = view.differences ?? []
  const rows = differences.map(({ title, signed, now }) => {
    return /** @type {const} */ ([title, say("difference", { signed: String(signed), now: String(now) })])
  })
  return {
    content: [
      ...view.messages.map(({ message }) => wrong(message)),
      text(say(rows.length > 0 ? "differs" : "differs_elsewhere")),
      figures([...rows, ...bothTotals(view, cart.total)]),
    ],
    buttons: [
      rows.length > 0 ? main("restore", () => actions.restore(differences)) : main("to_cart", toCart),
      plain("look", actions.look),
    ],
  }
}

function toCart() {
  location.assign("#/cart")
}

/** What the lease costs (A6), and what is left to do after a look at the contract. @param {LeaseView} view @param {Around} around */
function offer(view, { oldPrice, actions }) {
  const { offer } = view
  if (!offer) return { content: said(view), buttons: [main("offer", actions.offer), other(actions)] }
  const isUnsigned = view.status === "signing"
  const cash = money(offer.cash_price, offer.currency)
  const old = oldPrice === undefined ? "" : money(oldPrice, offer.currency)
  return {
    content: [
      ...said(view),
      ...(isUnsigned ? [text(dictionary.texts.codes.not_signed, "note")] : []),
      ...(old ? [text(say("offer_updated", { old, new: cash }), "note")] : []),
      ...costs(offer, view.operator.name),
      text(say("terms"), "hint"),
    ],
    buttons: [
      main(isUnsigned ? "continue_signing" : "sign", actions.sign),
      ...(isUnsigned ? [plain("signed", actions.checkSignature)] : []),
      other(actions),
    ],
  }
}

/** Whom to ask. @param {LeaseView} view */
export function help({ operator }) {
  return say("questions", { operator: operator.name, contact: operator.contact })
}

/** @param {LeaseView} view @param {number} total @returns {(readonly [string, string] | false)[]} */
function bothTotals({ offer }, total) {
  if (!offer) return []
  return [
    [say("signed_for"), money(offer.cash_price, offer.currency)],
    [say("this_cart"), money(total, offer.currency)],
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

/** What stands in the way, read out as soon as it is there. @param {string} words */
function wrong(words) {
  return el("p", { className: "error", role: "alert" }, words)
}

/** @param {keyof typeof dictionary.texts.buttons} key @param {() => unknown} action @returns {ScreenButton} */
function main(key, action) {
  return { label: dictionary.say("buttons", key), action }
}

/** @param {keyof typeof dictionary.texts.buttons} key @param {() => unknown} action @returns {ScreenButton} */
function plain(key, action) {
  return { ...main(key, action), kind: "plain" }
}

/** @param {import("./lease.js").LeaseActions} actions */
function other(actions) {
  return plain("other", actions.other)
}
