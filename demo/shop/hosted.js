import { startHostedLease } from "/lease-to-own/hosted.js"
import { LeaseError, nextStep } from "/lease-to-own/index.js"
import { cardForm } from "./card-form.js"
import { tokenise } from "./card-provider.js"
import { button, el } from "./dom.js"
import { dictionary } from "./language.js"

/** @type {Set<string>} */
const WAITING = new Set(["opening", "open", "silent", "saving", "paying"])

/** A declined card is tried once more. */
const MOST_TRIES = 2

/**
 * @typedef {import("/lease-to-own/index.js").LeaseView} LeaseView
 * @typedef {"begin" | "opening" | "open" | "silent" | "saving" | "card" | "paying" | "denied" | "pending" | "lost"} Stage
 */

/**
 * The hosted way (way B): the operator's widget, then a card form that it has filled in. The card is read once, by the card provider's
 * part, and cleared.
 *
 * @param {{ client: import("/lease-to-own/index.js").LeaseClient, pay: () => Promise<void>, onOther: () => void,
 *   onPlaced: () => void, amount: string }} options `pay`: places the order once the card is accepted; `onPlaced`: the order is there
 *   already; `amount`: what the card is charged, as people read it
 */
export function hostedSection({ client, pay, onOther, onPlaced, amount }) {
  const card = cardForm()
  const heading = el("h3", { tabIndex: -1 })
  const words = el("div", {})
  const said = el("p", { role: "status", className: "said" })
  const problem = el("p", { role: "alert", className: "error", tabIndex: -1, hidden: true })
  const buttons = el("div", { className: "buttons" })
  const element = el("div", { className: "lease screen" }, heading, problem, words, card.element, said, buttons)
  const { screens, codes } = dictionary.texts
  /** @type {LeaseView} */
  let view
  /** The token of a card that was accepted while the order was not placed. @type {string | null} */
  let token = null
  let tries = 0
  let leaving = new AbortController()

  /** @param {LeaseView} known */
  function begin(known) {
    end()
    leaving = new AbortController()
    view = known
    show("begin")
  }

  function end() {
    leaving.abort()
    card.clear()
    token = null
    tries = 0
  }

  /** @param {keyof typeof codes} code @param {Record<string, string>} [more] */
  function inWords(code, more) {
    const { operator, reference } = view
    const known = { operator: operator.name, contact: operator.contact, reference: reference ?? "–" }
    return dictionary.say("codes", code, { ...known, ...more })
  }

  /** @param {Stage} stage */
  function show(stage) {
    const operator = view.operator.name
    const isKept = nextStep(view) === "card"
    // Only for the cart that the card was issued for.
    const mismatch = isKept ? view.messages.map(({ message }) => message).join(" ") : ""
    const texts = {
      begin: mismatch || (isKept ? screens.card_gone : dictionary.say("screens", "hosted_about", { operator })),
      opening: screens.hosted_opening,
      open: dictionary.say("screens", "hosted_open", { operator }),
      silent: dictionary.say("screens", "hosted_silent", { operator }),
      saving: codes.widget_saving,
      card: "",
      paying: screens.placing,
      denied: inWords("denied"),
      pending: inWords("pending"),
      lost: "",
    }
    const isWaiting = WAITING.has(stage)
    const isOfCard = stage === "card" || stage === "paying" || isKept
    heading.textContent = isWaiting && !isOfCard ? screens.waiting : titleOf(stage, isOfCard)
    words.replaceChildren(...(texts[stage] && !isWaiting ? [el("p", {}, texts[stage])] : []))
    said.textContent = isWaiting ? texts[stage] : ""
    card.element.hidden = stage !== "card" && stage !== "paying"
    buttons.replaceChildren(...(mismatch ? [restore()] : buttonsOf(stage, isKept)))
  }

  /** @param {Stage} stage @param {boolean} isOfCard */
  function titleOf(stage, isOfCard) {
    if (isOfCard) return dictionary.say("steps", "card")
    if (stage === "denied") return dictionary.say("steps", "denied")
    if (stage === "pending") return dictionary.say("steps", "undecided")
    return dictionary.say("screens", "hosted_method", { operator: view.operator.name })
  }

  /** @param {Stage} stage @param {boolean} isKept @returns {HTMLElement[]} */
  function buttonsOf(stage, isKept) {
    const other = button(dictionary.say("buttons", "other"), onOther, "plain")
    if (stage === "card")
      return tries < MOST_TRIES ? [button(dictionary.say("buttons", "pay_card", { amount }), payByCard)] : []
    if (stage === "denied") return [other]
    if (stage === "silent") return isKept ? [again()] : [again(), other]
    if (stage !== "begin" && stage !== "pending") return []
    const start = button(dictionary.say("buttons", "open_widget"), open)
    // A signed lease is paid by its card alone.
    return isKept ? [start] : [start, other]
  }

  function restore() {
    return button(dictionary.say("buttons", "restore"), () => location.assign("#/cart"))
  }

  /** A silent window cannot be told from none, so it is closed before another one opens. */
  function again() {
    return button(dictionary.say("buttons", "retry"), () => {
      begin(view)
      return open()
    })
  }

  async function open() {
    problem.hidden = true
    const { signal } = leaving
    let isMade = false
    try {
      const ending = await startHostedLease({
        client,
        dictionary,
        signal,
        onStage(stage) {
          isMade = stage === "saving"
          if (!signal.aborted) show(stage === "loading" ? "opening" : stage)
        },
      })
      if (signal.aborted) return
      if (ending.type === "success") return showCard(ending.view)
      if (ending.type === "failed") return tell(inWords("widget_failed", { reference: ending.reference }))
      if (ending.decision === "APP_DENIED") return arrive("denied")
      if (ending.decision === "APP_PENDING") return arrive("pending")
      show("begin")
      if (nextStep(view) !== "card") onOther()
    } catch (error) {
      if (signal.aborted) return
      if (isMade) return lost(error)
      await explain(error)
    }
  }

  /** @param {unknown} error */
  async function explain(error) {
    if (!(error instanceof LeaseError)) throw error
    // For who builds the page: the fields that are missing.
    for (const { message } of error.fields) console.error(message)
    view = await client.get().catch(() => view)
    if (nextStep(view) === "placed") return onPlaced()
    tell(error.message)
  }

  /** A lease was made, and the store did not take it: the last thing to do is to apply again. @param {unknown} error */
  async function lost(error) {
    // Only now a lease, and with it a reference, is there.
    view = await client.get().catch(() => view)
    const says = error instanceof LeaseError && error.code === "widget_late"
    tell(says ? error.message : inWords("widget_empty"), "lost")
  }

  /** @param {LeaseView} stored */
  function showCard(stored) {
    view = stored
    if (nextStep(view) === "placed") return onPlaced()
    card.mask()
    if (card.isFilled()) arrive("card")
    else tell(codes.widget_fields)
  }

  /** @param {Stage} stage */
  function arrive(stage) {
    show(stage)
    heading.focus()
  }

  /** @param {string} text @param {Stage} [stage] */
  function tell(text, stage = "begin") {
    show(stage)
    problem.textContent = text
    problem.hidden = false
    problem.focus()
  }

  async function payByCard() {
    problem.hidden = true
    show("paying")
    token ??= await tokenise(card.read())
    if (!token) {
      tries++
      return tell(inWords("card_declined"), "card")
    }
    card.clear()
    try {
      await pay()
    } catch (error) {
      tell(/** @type {Error} */ (error).message, "card")
    }
  }

  return { element, begin, end }
}
