import { checkoutStates } from "./checkout-states.mjs"
import { otherStates } from "./other-states.mjs"
import { messageMaker, viewMaker } from "./state.mjs"

/** Every screen of the kit, by name. @param {import("./state.mjs").Makers} makers @returns {import("./state.mjs").State[]} */
export function statesOf(makers) {
  const message = messageMaker(makers)
  const view = viewMaker(makers, message)
  return [...checkoutStates(view, message), ...otherStates({ view, message })]
}

/**
 * The views of carts whose screens appear without the shopper, once for each screen.
 *
 * @param {import("./state.mjs").Makers} makers @returns {[name: string, view: import("./state.mjs").LeaseView][]}
 */
export function checkoutViews(makers) {
  return statesOf(makers).flatMap(({ name, element, view, does, fails, otherLanguage, isSimilar }) => {
    if (element !== "lease-checkout" || !view || does || isSimilar) return []
    // A store that tests fake holds no response, an order has no cart, and a placed order no screen.
    if (Object.values(fails ?? {}).includes("hold") || view.order_id) return []
    return [[name, otherLanguage ? { ...view, contract_languages: ["es"] } : view]]
  })
}
