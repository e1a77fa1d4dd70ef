import { el } from "../dom.js"
import { dictionary } from "../language.js"

/**
 * The screens' common shape and parts.
 *
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {import("/lease-to-own/index.js").Step} Step
 * @typedef {() => unknown} Action
 * @typedef {{ label: string, action: Action, kind?: "main" | "plain" }} ScreenButton
 * @typedef {{ content: Node[], buttons: ScreenButton[] }} Screen the dictionary has the heading of each step
 *
 * @typedef {import("/lease-to-own/flow.js").LeaseState<import("../store.js").Cart>} LeaseState
 * @typedef {Record<"start" | "reopenForm" | "look" | "offer" | "sign" | "signature" | "place" | "restore" | "other", Action>} Actions
 *   what the buttons do
 * @typedef {Pick<LeaseState, "oldPrice"> & { view: LeaseView, cart: import("../store.js").Cart, failure: string,
 *   form: HTMLElement | null, actions: Actions }} Scene
 *   `failure`: why the order of a signed lease was not placed; `form`: when it is open
 *
 * @typedef {(scene: Scene) => Screen} ShowStep
 */

/** The server's words. @param {LeaseView} view */
export function said({ reasons, messages }) {
  return [...reasons, ...messages].map(({ message }) => text(message))
}

/** @param {string} words @param {string} [className] */
export function text(words, className = "") {
  return el("p", { className }, words)
}

/** A problem. It is read out as soon as it appears. @param {string} words */
export function wrong(words) {
  return el("p", { className: "error", role: "alert" }, words)
}

/** @param {keyof typeof dictionary.texts.buttons} key @param {Action} action @returns {ScreenButton} */
export function main(key, action) {
  return { label: dictionary.say("buttons", key), action }
}

/** @param {keyof typeof dictionary.texts.buttons} key @param {Action} action @returns {ScreenButton} */
export function plain(key, action) {
  return { ...main(key, action), kind: "plain" }
}

/** The way to another payment method. @param {Actions} actions */
export function other(actions) {
  return plain("other", actions.other)
}

export function toCart() {
  location.assign("#/cart")
}
