import { el } from "./dom.js"
import { dictionary, say } from "./language.js"

/** Statuses in which the lease is not chosen, or no longer chosen. */
const NOT_CHOSEN = new Set([null, "denied", "expired", "canceled", "superseded"])
/** From here on the shopper owes the lease: no other method may take the order. */
const SIGNED = new Set(["signed", "placing"])

/** The ways to pay, in the order of their rows. */
const METHODS = /** @type {const} */ (["lease", "hosted", "invoice"])

/**
 * @typedef {(typeof METHODS)[number]} Method
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 */

/**
 * The rows of the methods (A1, B1). Only the server says why a lease is not possible.
 *
 * @param {import("./store.js").Cart} cart @param {LeaseView} view @param {(method: Method) => void} onChoose
 */
export function paymentMethods(cart, view, onChoose) {
  const rows = { lease: leaseRow(view), hosted: hostedRow(view), invoice: invoiceRow(cart) }
  for (const method of METHODS) rows[method].radio.onchange = () => onChoose(method)
  const shown = METHODS.filter((method) => method !== "hosted" || isHosted(view))
  const element = el(
    "fieldset",
    { className: "methods" },
    el("legend", { className: "hidden" }, say("payment_method")),
    ...shown.map((method) => rows[method].row),
  )

  /** Once a lease is signed the other methods are closed. The operator's window goes where it is no longer offered. @param {LeaseView} next */
  function close(next) {
    const isPaidByCard = next.step === "card"
    const isSigned = (SIGNED.has(next.status ?? "") && next.way !== "widget") || next.step === "settling"
    rows.invoice.close(isPaidByCard ? say("lease_signed") : isSigned && say("invoice_signed"))
    rows.lease.close(isPaidByCard && say("lease_signed"))
    rows.hosted.close(isSigned && say("invoice_signed"))
    rows.hosted.row.hidden = !isHosted(next) && !isSigned && !isPaidByCard && !rows.hosted.radio.checked
  }

  return { element, close, radioOf: (/** @type {Method} */ method) => rows[method].radio }
}

/**
 * The method chosen when the page opens: the lease's own, else the one chosen here before a reload. The entry of the
 * browser's history holds that one.
 *
 * @param {LeaseView} view @returns {Method | undefined}
 */
export function chosenMethod(view) {
  const { method } = history.state ?? {}
  const isLeased = view.way !== "widget" && !NOT_CHOSEN.has(view.status)
  if (view.step === "card") return "hosted"
  if (method === "hosted" && isHosted(view)) return "hosted"
  if (!isOff(view) && (isLeased || method === "lease")) return "lease"
  return method === "invoice" ? "invoice" : undefined
}

/** @param {LeaseView} view */
function isHosted({ can, step }) {
  return can.widget.allowed || step === "card"
}

/** @param {LeaseView} view */
function isOff(view) {
  return view.step === "unavailable"
}

/** @param {LeaseView} view */
function leaseRow(view) {
  const { method, method_about, method_denied } = dictionary.texts.screens
  const about = view.step === "denied" ? method_denied : method_about
  const reasons = view.reasons.map(({ message }) => message).join(" ")
  return methodRow("lease", method, isOff(view) ? reasons : about, isOff(view))
}

/** @param {LeaseView} view */
function hostedRow({ operator }) {
  const method = dictionary.say("screens", "hosted_method", { operator: operator.name })
  const about = dictionary.say("screens", "hosted_about", { operator: operator.name })
  return methodRow("hosted", method, about, false)
}

/** @param {import("./store.js").Cart} cart */
function invoiceRow({ shipping_methods }) {
  const isReady = shipping_methods.length > 0
  return methodRow("invoice", say("invoice"), say(isReady ? "invoice_about" : "invoice_needs_delivery"), !isReady)
}

/** @param {Method} value @param {string} title @param {string} about @param {boolean} isDisabled */
function methodRow(value, title, about, isDisabled) {
  const describedBy = `about-${value}`
  const hint = el("p", { id: describedBy, className: "hint" }, about)
  const radio = el("input", {
    type: "radio",
    name: "method",
    value,
    disabled: isDisabled,
    "aria-describedby": describedBy,
  })
  const row = el("div", { className: "choice" }, el("label", {}, radio, el("b", {}, title)), hint)
  /** No longer possible, and why; false opens it again. @param {string | false} why */
  const close = (why) => {
    radio.disabled = isDisabled || why !== false
    hint.textContent = why || about
  }
  return { row, radio, close }
}
