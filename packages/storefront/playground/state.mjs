/**
 * @typedef {import("lease-to-own-storefront").LeaseStep} Step
 * @typedef {import("lease-to-own-storefront").LeaseView} LeaseView
 * @typedef {Record<string, string>} Params
 * @typedef {{ view(step: Step, changes?: Partial<LeaseView>): LeaseView, textOf(code: string, params: Params): string }} Makers
 *   `view` makes a store's view, and `textOf` the store's English text for a code.
 * @typedef {"hold" | { code: string, status?: number }} Failure A response that never comes, or a refusal.
 * @typedef {string | { type: string, text: string } | { see: string } | { say: string } | { widget: import("lease-to-own-react/testing").FakeWidgetEnd }} Deed
 *   What happens before the screen appears: a click on this selector, typing, waiting for a selector, a message of the contract's frame, or the end
 *   of the operator's widget.
 * @typedef {{
 *   name: string, group: string, element: "lease-checkout" | "lease-hosted" | "lease-message" | "lease-status", view: LeaseView | null,
 *   fails?: Record<string, Failure>, does?: Deed[], isFast?: boolean, otherLanguage?: boolean, zip?: string, isDeclined?: boolean, isSimilar?: boolean,
 *   product?: import("lease-to-own-storefront/message").ProductLeaseView, lease?: import("lease-to-own-storefront/order").OrderLease | null
 * }} State
 *   `fails`: the calls that fail, by the last word of their route. `isFast`: time passes a hundred times as fast. `otherLanguage`: contracts aren't in
 *   the page's language. `zip`: the ZIP code that was entered before. `isDeclined`: the card is declined.
 *   `isSimilar`: another state has the same parts with other words.
 */

export const PARAMS = { operator: "Example Leasing", contact: "help@leasing.example.com", reference: "L-FAKE-00001" }

/** @param {string} action */
export const press = (action) => `[data-lease-action="${action}"]`

/** @typedef {ReturnType<typeof messageMaker>} Message */
/** @typedef {Makers["view"]} View */

/** @param {Makers} makers */
export function messageMaker({ textOf }) {
  /** @param {string} code @param {Params} [more] */
  return (code, more) => {
    const params = { ...PARAMS, ...more }
    return { code, params, message: textOf(code, params) }
  }
}

/** Views whose consent is in both languages, and whose messages are the store's. @param {Makers} makers @param {Message} message @returns {View} */
export function viewMaker({ view }, message) {
  const texts = { en: "I agree to apply for a lease.", es: "Acepto solicitar un arrendamiento." }
  return (step, changes) => {
    const made = view(step, changes)
    const items = made.consent.items.map((item) => (item.id === "application" ? { ...item, texts } : item))
    const messages = made.messages.map((one) => (changes?.messages ? one : message(one.code)))
    const reasons = made.reasons.map((one) => (changes?.reasons ? one : message(one.code)))
    return { ...made, consent: { ...made.consent, items }, messages, reasons }
  }
}
