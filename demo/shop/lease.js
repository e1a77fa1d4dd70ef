import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { openContract } from "./contract-dialog.js"
import { button, el } from "./dom.js"
import { dictionary } from "./language.js"
import { createApplicationForm } from "./lease-form.js"
import { help, screenOf } from "./lease-screens.js"

/** A frame says that it is done before the service has booked the first payment: looked for again after so long (ms). */
const LOOK_AGAIN_MS = [2500, 5000, 10_000]

/** An application in these may have to be sent again. @type {Set<unknown>} */
const UNANSWERED = new Set([null, "open", "submitting", "undecided"])

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {() => unknown} Action
 * @typedef {Record<"start" | "reopenForm" | "look" | "offer" | "sign" | "checkSignature" | "place" | "other", Action>
 *   & { restore: (differences: import("/lease-to-own/index.js").ArticleDifference[]) => unknown }} LeaseActions what the buttons of the screens do
 * @typedef {{ work: Action, words?: string }} Task `words`: what is said while it runs
 */

/**
 * Lease-to-own from application to order (way A). The server's view says which screen is shown; this part only knows whether
 * the form is open, and what happens automatically: the offer after the approval, the order after the signature.
 *
 * @param {{ client: import("/lease-to-own/index.js").LeaseClient, cart: import("./store.js").Cart,
 *   readCart: () => Promise<import("./store.js").Cart>, restore: LeaseActions["restore"], onPlaced: () => void,
 *   onOther: () => void }} options
 *   `cart`: as it was when the page was opened; another tab may change it. `restore` puts articles back into it
 */
export function leaseSection({ client, cart, readCart, restore, onPlaced, onOther }) {
  const screen = el("div", { className: "screen" })
  const said = el("p", { role: "status", className: "said" })
  const problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  const element = el("div", { className: "lease" }, problem, screen, said)
  const form = createApplicationForm({ cart, send, onLeft: leaveForm })
  const { screens, codes } = dictionary.texts
  /** @type {LeaseView | undefined} */
  let view
  /** The price before the cart changed, to show both. @type {number | undefined} */
  let oldPrice
  let failure = ""
  let isFormOpen = false
  let isBusy = false
  let waiting = ""
  let shown = ""
  let tried = ""
  /** @type {number | undefined} */
  let timer
  let stop = () => {}

  const offer = { work: client.offer, words: screens.pricing }
  const order = { work: place, words: screens.placing }
  /** @type {LeaseActions} */
  const actions = {
    start: () => openForm(true),
    reopenForm: () => openForm(false),
    look: () => run({ work: client.check }),
    offer: () => run(offer),
    sign: () => run({ work: sign }),
    checkSignature: () => run({ work: () => check("asked") }),
    place: () => run(order),
    restore: (differences) =>
      run({
        async work() {
          await restore(differences)
          await client.get()
        },
        words: screens.placing,
      }),
    other: onOther,
  }

  /** @param {LeaseView} known */
  function begin(known) {
    stop()
    stop = client.subscribe(heard)
    heard(known)
    // A reload of the form shows the form, though empty: what was typed is kept nowhere.
    if (history.state?.isFormOpen) openForm(false)
    addEventListener("popstate", goForward)
  }

  function end() {
    stop()
    clearTimeout(timer)
    removeEventListener("popstate", goForward)
    form.close()
    form.forget()
    ;[isFormOpen, shown, tried, failure] = [false, "", "", ""]
  }

  /** @param {LeaseView} next */
  function heard(next) {
    const step = nextStep(next)
    if (step === "placed") return onPlaced()
    const hasChanged = view?.step !== next.step || view.status !== next.status
    if (view?.offer && next.offer && view.offer.cash_price !== next.offer.cash_price) oldPrice = view.offer.cash_price
    if (isFormOpen && ((hasChanged && step !== "intro") || !next.form)) closeForm()
    if (!UNANSWERED.has(next.status)) form.forget()
    if (step !== "ready") failure = ""
    view = next
    clearTimeout(timer)
    if (next.poll_after_ms) askIn(next.poll_after_ms)
    show()
    const task = isBusy ? undefined : nextByItself()
    if (task) run(task)
  }

  /** The store says how soon. A hidden page makes no call. @param {number} ms */
  function askIn(ms) {
    timer = setTimeout(() => (document.hidden || isBusy ? askIn(ms) : client.check().catch(() => askIn(ms))), ms)
  }

  /** What asks nothing of the shopper, each once: after a failure there is a button. @returns {Task | undefined} */
  function nextByItself() {
    const step = view && nextStep(view)
    if (!step || tried === step) return undefined
    tried = step
    if (step === "cart_changed" || (step === "offer" && !view?.offer)) return offer
    return step === "ready" ? order : undefined
  }

  /** One thing at a time, and then what follows from it. @param {Task} first */
  async function run(first) {
    if (isBusy) return
    isBusy = true
    problem.hidden = true
    const before = shown
    try {
      for (let task = /** @type {Task | undefined} */ (first); task; task = nextByItself()) {
        const wasInSync = view?.cart_in_sync
        waiting = task.words ?? ""
        show()
        await task.work()
        if (!wasInSync || !view?.cart_in_sync) cart = await readCart()
      }
      waiting = ""
      show()
    } catch (error) {
      waiting = ""
      await explain(/** @type {Error} */ (error))
    }
    isBusy = false
    said.textContent = shown === before && problem.hidden && !isFormOpen ? screens.nothing_new : ""
  }

  /** A refusal can mean that things stand otherwise than this page thinks, and a lost answer is no "no": the store knows. @param {Error} error */
  async function explain(error) {
    if (error instanceof LeaseError) await client.get().catch(() => undefined)
    show()
    if (error instanceof LeaseError && isFormOpen) return form.showProblems(error.fields, error.message)
    // The screen says it already.
    if (error instanceof LeaseError && view?.messages.some(({ code }) => code === error.code)) return
    tell(error.message)
  }

  /** @param {string} words */
  function tell(words) {
    problem.textContent = words
    problem.hidden = false
    problem.focus()
  }

  /** @param {boolean} isConsentGiven */
  function openForm(isConsentGiven) {
    if (!view?.form) return
    form.open(view, isConsentGiven)
    isFormOpen = true
    // An entry of its own, so that the browser's way back leads to what was before the form.
    if (!history.state?.isFormOpen) history.pushState({ ...history.state, isFormOpen }, "")
    show()
  }

  /** The browser went back from the form. */
  function leaveForm() {
    form.close()
    form.forget()
    isFormOpen = false
    show()
  }

  /** And forward to it. */
  function goForward() {
    if (!isFormOpen && history.state?.isFormOpen) openForm(false)
  }

  function closeForm() {
    form.close()
    isFormOpen = false
    history.replaceState({ ...history.state, isFormOpen }, "")
  }

  function show() {
    if (!view) return
    const { step, status, messages, reasons } = view
    const around = { form: isFormOpen ? form.element : null, waiting, failure, cart, oldPrice, actions }
    const { title, content, buttons } = screenOf(view, around)
    const now = JSON.stringify([
      title,
      step,
      status,
      messages,
      reasons,
      view.offer,
      waiting,
      failure,
      view.form !== null,
      cart.total,
    ])
    // Asking again must not take the place from under a reader or a writer.
    if (now === shown) return
    const isFirst = shown === ""
    shown = now
    const heading = el("h3", { tabIndex: -1 }, title)
    const row = buttons.map(({ label, action, kind }) => button(label, action, kind))
    screen.replaceChildren(heading, ...content, el("div", { className: "buttons" }, ...row))
    said.textContent = waiting
    if (!isFirst) heading.focus()
  }

  /** @param {Record<string, unknown>} application @param {{ version: string, language: string }} consent the text that was agreed to */
  function send(application, { version, language }) {
    const work = async () => {
      await client.apply(application, { consent: { accepted: true, version, language } })
      if (isFormOpen) closeForm()
    }
    run({ work, words: screens.keep_open })
  }

  async function sign() {
    if (!view) return
    const ending = await openContract(client, help(view))
    if (ending === "done" || ending === "asked") return check(ending)
    await client.get()
    show()
    screen.querySelector("button")?.focus()
  }

  /** @param {"done" | "asked"} hint */
  async function check(hint) {
    waiting = screens.checking
    show()
    let { signature } = await client.signature(hint)
    for (const ms of hint === "done" ? LOOK_AGAIN_MS : []) {
      if (signature !== "not_signed" || view?.step === "settling") break
      await new Promise((resolve) => setTimeout(resolve, ms))
      ;({ signature } = await client.signature(hint))
    }
    if (signature === "verified") return
    waiting = ""
    show()
    if (signature === "unreachable") tell(codes.service_unreachable)
    else if (signature === "no_status" && view && nextStep(view) !== "ready") tell(inWords("no_status"))
    else if (hint === "done" && view?.step !== "settling") tell(inWords("signature_pending"))
  }

  async function place() {
    failure = ""
    const answer = await client.place()
    if (answer.type === "order") return onPlaced()
    const reason = reasonOf(answer)
    if (view && nextStep(view) === "ready") failure = inWords("order_failed_signed", { reason })
    else if (!view?.messages.length) throw new Error(reason)
  }

  /** Medusa's own refusals name ids and speak to developers. @param {{ code: string, message: string }} refusal */
  function reasonOf({ code, message }) {
    return Object.hasOwn(codes, code) ? message : codes.completion_failed
  }

  /** @param {keyof typeof codes} code @param {Record<string, string>} [more] */
  function inWords(code, more) {
    const { operator, reference } = /** @type {LeaseView} */ (view)
    const params = { operator: operator.name, contact: operator.contact, reference: reference ?? "", ...more }
    return dictionary.say("codes", code, params)
  }

  return { element, begin, end }
}
