import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { openContract } from "./contract-dialog.js"
import { button, el } from "./dom.js"
import { createApplicationForm } from "./lease-form.js"
import { screenOf } from "./lease-screens.js"

/** Asking again by itself gets slower up to this (ms). */
const SLOWEST_MS = 60_000

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {{ start: () => void, reopenForm: () => void, look: () => Promise<unknown>, offer: () => Promise<unknown>,
 *   sign: () => Promise<void>, checkSignature: () => Promise<unknown>, place: () => Promise<void>,
 *   other: () => void }} LeaseActions what the buttons of the screens do
 */

/**
 * Lease-to-own from application to order (way A). The server's view says which screen is shown; this part only knows whether
 * the form is open, and what takes a step by itself: the offer after the approval, the order after the signature.
 *
 * @param {{ client: import("/lease-to-own/index.js").LeaseClient, cart: import("./store.js").Cart,
 *   onPlaced: () => void, onOther: () => void }} options
 */
export function leaseSection({ client, cart, onPlaced, onOther }) {
  const screen = el("div", { className: "screen" })
  const said = el("p", { role: "status", className: "said" })
  const problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  const element = el("div", { className: "lease" }, problem, screen, said)
  const form = createApplicationForm({ cart, send })
  /** @type {LeaseView | undefined} */
  let view
  /** The offer that the shopper has seen, to show both totals when it changes. @type {number | undefined} */
  let seenPrice
  let isFormOpen = false
  let shown = ""
  let tried = ""
  let unchanged = 0
  /** @type {number | undefined} */
  let timer
  let stop = () => {}

  /** @type {LeaseActions} */
  const actions = {
    start: () => openForm(true),
    reopenForm: () => openForm(false),
    look: client.get,
    offer: client.offer,
    sign,
    checkSignature: () => check("asked"),
    place,
    other: onOther,
  }

  /** @param {LeaseView} known */
  function begin(known) {
    stop()
    stop = client.subscribe(heard)
    heard(known)
  }

  function end() {
    stop()
    clearTimeout(timer)
    form.close()
    ;[isFormOpen, shown, tried] = [false, "", ""]
  }

  /** @param {LeaseView} next */
  function heard(next) {
    const step = nextStep(next)
    if (step === "placed") return onPlaced()
    const hasChanged = view?.step !== next.step || view.status !== next.status
    unchanged = hasChanged ? 0 : unchanged + 1
    if (hasChanged && isFormOpen && step !== "intro") closeForm()
    view = next
    show()
    clearTimeout(timer)
    const wait = next.poll_after_ms && Math.min(next.poll_after_ms * 1.5 ** unchanged, SLOWEST_MS)
    if (wait) timer = setTimeout(() => client.get().catch(() => heard(next)), wait)
    goOn(step, next)
  }

  /** Takes the steps that ask nothing of the shopper, each once: after a failure there is a button. @param {string} step @param {LeaseView} view */
  function goOn(step, { offer }) {
    if (tried === step) return
    tried = step
    if (step === "cart_changed" || (step === "offer" && !offer)) run(client.offer)
    if (step === "ready") run(place)
  }

  /** @param {boolean} isConsentGiven */
  function openForm(isConsentGiven) {
    if (!view?.form) return
    form.open(view, isConsentGiven)
    isFormOpen = true
    show()
  }

  function closeForm() {
    form.close()
    isFormOpen = false
  }

  /** @param {string} [waiting] words of a step that is under way */
  function show(waiting) {
    if (!view) return
    const form_ = isFormOpen && !waiting ? form.element : null
    const { title, content, buttons } = screenOf(view, { form: form_, waiting, cart, seenPrice, actions })
    seenPrice = view.offer?.cash_price ?? seenPrice
    const now = JSON.stringify([
      title,
      view.step,
      view.status,
      view.messages,
      view.reasons,
      view.offer,
      waiting,
      isFormOpen,
    ])
    // Asking again must not take the place from under a reader or a writer.
    if (now === shown) return
    const isFirst = shown === ""
    shown = now
    const heading = el("h3", { tabIndex: -1 }, title)
    const row = buttons.map(({ label, action, kind }) => button(label, () => run(async () => action()), { kind }))
    screen.replaceChildren(heading, ...content, el("div", { className: "buttons" }, ...row))
    said.textContent = waiting ?? ""
    if (!isFirst) heading.focus()
  }

  /** @param {() => Promise<unknown>} action */
  async function run(action) {
    problem.hidden = true
    try {
      await action()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // A refusal can mean that things stand otherwise than this page thinks.
      if (error instanceof LeaseError) await client.get().catch(() => undefined)
      show()
      problem.textContent = error.message
      problem.hidden = false
      problem.focus()
    }
  }

  /** @param {Record<string, unknown>} application @param {string} version of the consent text */
  async function send(application, version) {
    show("Please keep this page open. This can take half a minute.")
    problem.hidden = true
    try {
      await client.apply(application, { consent: { accepted: true, version } })
    } catch (error) {
      await lookAfter(error)
    }
  }

  /** A lost answer is no "no": the store knows what became of the application. @param {unknown} error */
  async function lookAfter(error) {
    if (!(error instanceof LeaseError)) throw error
    const now = await client.get().catch(() => view)
    if (!now?.form || now.step === "undecided") return
    show()
    form.showProblems(error.fields, error.message)
  }

  async function sign() {
    const outcome = await openContract(client)
    await (outcome === "closed" ? client.get() : check(outcome))
  }

  /** @param {"done" | "asked"} hint */
  async function check(hint) {
    show("Checking your signature …")
    await client.signature(hint)
  }

  async function place() {
    show("Placing your order …")
    const answer = await client.place()
    if (answer.type === "order") return onPlaced()
    await client.get()
    throw new Error(answer.message)
  }

  return { element, begin, end }
}
