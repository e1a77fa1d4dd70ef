import { el, figures, money } from "../dom.js"
import { main, plain, said, text, toCart, wrong } from "./screen.js"
import { help, say } from "./words.js"

/**
 * From the signature to the order (A8).
 *
 * @type {Record<"settling" | "confirming" | "ready" | "order_failed" | "contract_mismatch", import("./screen.js").ShowStep>}
 */
export const placeLease = {
  settling: ({ view, actions }) => ({
    content: [...said(view), el("div", { className: "waiting" }), text(help(view), "hint")],
    buttons: [plain("look", actions.look)],
  }),
  confirming: ({ actions }) => ({ content: [text(say("placing"))], buttons: [plain("look", actions.look)] }),
  ready: ({ view, actions }) => ({ content: said(view), buttons: [main("place", actions.place)] }),
  order_failed: ({ view, failure, actions }) => ({
    content: failure ? [wrong(failure)] : view.messages.map(({ message }) => wrong(message)),
    buttons: [main("retry", actions.place)],
  }),
  contract_mismatch: mismatch,
}

/** The contract is signed for another cart than this one: what to put back. @type {import("./screen.js").ShowStep} */
function mismatch({ view, cart, actions }) {
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
      rows.length > 0 ? main("restore", actions.restore) : main("to_cart", toCart),
      plain("look", actions.look),
    ],
  }
}

/** @param {import("./screen.js").LeaseView} view @param {number} total @returns {(readonly [string, string])[]} */
function bothTotals({ offer }, total) {
  if (!offer) return []
  return [
    [say("signed_for"), money(offer.cash_price, offer.currency)],
    [say("this_cart"), money(total, offer.currency)],
  ]
}
