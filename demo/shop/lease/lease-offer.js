import { money } from "../dom.js"
import { dictionary } from "../language.js"
import { costs } from "./offer-summary.js"
import { main, other, plain, said, text } from "./screen.js"
import { say } from "./words.js"

/**
 * The lease's costs (A6).
 *
 * @type {Record<"offer" | "cart_changed", import("./screen.js").ShowStep>}
 */
export const leaseOffer = {
  offer,
  cart_changed: withoutFigures,
}

/** With what is left to do once the contract was looked at. @type {import("./screen.js").ShowStep} */
function offer(scene) {
  const { view, oldPrice, actions } = scene
  const { offer } = view
  if (!offer) return withoutFigures(scene)
  const isUnsigned = view.status === "signing"
  const cash = money(offer.cash_price, offer.currency)
  const old = oldPrice === null ? "" : money(oldPrice, offer.currency)
  return {
    content: [
      ...said(view),
      ...(isUnsigned ? [text(dictionary.texts.codes.not_signed, "note")] : []),
      ...(old ? [text(say("offer_updated", { old, new: cash }), "note")] : []),
      ...costs(view, offer),
      text(say("terms"), "hint"),
    ],
    buttons: [
      main(isUnsigned ? "continue_signing" : "sign", actions.sign),
      ...(isUnsigned ? [plain("signed", actions.signature)] : []),
      other(actions),
    ],
  }
}

/** The offer has to be asked for. @type {import("./screen.js").ShowStep} */
function withoutFigures({ view, actions }) {
  return { content: said(view), buttons: [main("offer", actions.offer), other(actions)] }
}
