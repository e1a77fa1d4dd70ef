import { el } from "../dom.js"
import { main, other, said } from "./screen.js"
import { say } from "./words.js"

/** Before the application (A2): what a lease is, and the consent. @type {import("./screen.js").ShowStep} */
export function leaseIntro({ view, actions }) {
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

/**
 * The shopper's consent, here and again in the form, in the language in which the store has it.
 *
 * @param {import("/lease-to-own/index.js").LeaseView["consent"]} consent @param {boolean} [checked]
 */
export function consentBox({ text, version, language }, checked = false) {
  const box = el("input", { type: "checkbox", id: "consent", name: "consent", value: version, required: true, checked })
  const problem = el("span", { id: "consent-error", className: "problem" })
  box.setAttribute("aria-describedby", problem.id)
  return el("div", { className: "consent" }, el("label", {}, box, el("span", { lang: language }, text)), problem)
}
