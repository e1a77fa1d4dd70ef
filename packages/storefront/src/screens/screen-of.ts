import type { LeaseError } from "../client/errors.js"
import { hasContract } from "../client/has-contract.js"
import type { LeaseActionName } from "../flow/flow-state.js"
import type { LeaseStep, LeaseView } from "../wire.js"
import type { Texts } from "../words/texts.js"
import { acknowledgment, consentBlock, contractLanguageBlocks } from "./confirm.js"
import { offerBlocks } from "./offer-blocks.js"
import type { Block, Figure, Scene, Screen, ScreenWords } from "./screen.js"
import { isChecking, messageBlocks, type Speaker, speaker, text } from "./screen-words.js"
import { withItems } from "./separate-items.js"

/** Texts shown while an action runs. Other actions don't change the screen. */
const WAITING: { [name in LeaseActionName]?: keyof Texts["screens"] } = {
  apply: "keep_open",
  takeApproval: "pricing",
  offer: "pricing",
  signature: "checking",
  place: "placing",
  restore: "placing",
}

type Shown = Scene & { view: LeaseView; speak: Speaker }
/** `heading` is set if it differs from the step's heading. */
type Show = (
  shown: Shown,
  step: LeaseStep | "form",
) => Pick<Screen, "blocks" | "buttons"> & { heading?: keyof Texts["steps"] }

/** Returns the screen for a scene, without side effects. If there is no view, the screen shows progress or, after an error, offers to check again. */
export function screenOf(scene: Scene, words: ScreenWords): Screen {
  const { view, step: now, busy, error, codeMessage } = scene.state
  const speak = speaker(words)
  const step = scene.form ? "form" : (now ?? view?.step)
  // Keep the screen with the typed code until the code has been accepted.
  const isCodeTried = busy === "takeApproval" && codeMessage !== null && step === "intro"
  const progress = busy && !isCodeTried && WAITING[busy]
  if (progress || !view || !step) {
    const isStuck = !view && !busy && error !== null
    return {
      step: "waiting",
      heading: speak.say("waiting"),
      blocks: isStuck ? [] : [{ kind: "waiting" }],
      buttons: isStuck ? [speak.main("retry", "check")] : [],
      statusText: progress ? speak.say(progress) : "",
    }
  }
  const shown = { ...scene, view, speak }
  // If there is an order ID before `placed`, the order exists but has no lease yet.
  const show = view.order_id && step !== "placed" ? ofOrder : SCREENS[step]
  const { heading, blocks, buttons } = show(shown, step)
  return {
    step,
    heading: heading ? speak.dictionary.say("steps", heading) : headingOf({ step, view, codeMessage }, speak),
    blocks: [...separateBlocks(view, step, speak), ...blocks],
    buttons,
    statusText: isCodeTried ? speak.say("pricing") : "",
  }
}

type Moment = { step: LeaseStep | "form"; view: LeaseView; codeMessage: string | null }

/** Returns the step's heading, or a more precise one if a message explains how the shopper reached the step. */
function headingOf({ step, view, codeMessage }: Moment, { say, dictionary }: Speaker): string {
  const message = (wanted: string) => view.messages.find(({ code }) => code === wanted)
  const denial = message("second_look")
  const isIntro = step === "intro"
  if (isIntro && isElsewhere(view)) return dictionary.say("steps", "offer")
  if (isIntro && codeMessage) return say("code_heading")
  if (isIntro && denial) return say("second_heading", denial.params)
  return step === "offer" && message("approval_over") ? say("over_heading") : dictionary.say("steps", step)
}

export function failureOf({ view, step, error }: Scene["state"]): string {
  return step === "order_failed" && view?.step === "ready" && error ? error.message : ""
}

/**
 * The screen for an existing order, which can't be placed here or paid another way. Tells the customer that the contract can be signed later, and
 * whom to contact.
 */
function ofOrder(shown: Shown, step: LeaseStep | "form"): ReturnType<Show> {
  const { view, speak } = shown
  const isSigned = step === "confirming" || step === "first_payment_pending"
  const { blocks, buttons } = SCREENS[isSigned ? "first_payment_pending" : step](shown, step)
  const order = orderBlocks(view, step === "offer" && view.offer !== null, speak)
  if (isSigned) return { heading: "ready", blocks: [...order, text(speak.say("order_goes_on")), ...blocks], buttons }
  return {
    // The other steps keep their headings, because with a lease by link they come before the offer.
    heading: ["offer", "cart_changed", "unavailable"].includes(step) ? "new_contract" : step,
    blocks: [
      ...order,
      ...blocks,
      ...(step === "over_limit" ? approvalText(view, speak) : []),
      // After a denial, there is nothing to sign.
      ...(step === "denied" ? [] : [text(speak.say("sign_later"), "hint")]),
      // The screen without a decision already has this text.
      ...(step === "undecided" ? [] : [text(speak.help(view), "hint")]),
    ],
    buttons: buttons.filter(({ action }) => action !== "other" && action !== "toCart"),
  }
}

/** Shows which order this is: its number, its items unless the offer lists them, and its total. */
function orderBlocks({ order }: LeaseView, hasOffer: boolean, { dictionary, say, money }: Speaker): Block[] {
  if (!order) return []
  const items = order.items.map(({ title, quantity }): Figure => {
    return { name: "item", label: dictionary.say("offer", "item", { quantity: `${quantity}`, title }), value: "" }
  })
  const rows: Figure[] = [
    { name: "order", label: say("order_number"), value: `#${order.display_id}` },
    ...(hasOffer ? [] : items),
    { name: "total", label: say("order_total"), value: money(order.total, order.currency) },
  ]
  return [{ kind: "figures", variant: "plain", rows }]
}

const SCREENS: Record<LeaseStep | "form", Show> = {
  unavailable,
  intro,
  form: ({ form, speak }) => ({ blocks: form ? [form] : [], buttons: [speak.plain("other", "other")] }),
  in_progress: ({ view, speak }) => ({
    blocks: messageBlocks(view),
    buttons: [speak.plain("check", "check"), speak.plain("other", "other")],
  }),
  deciding: ({ speak }) => ({ blocks: [text(speak.say("keep_open"))], buttons: [speak.plain("check", "check")] }),
  undecided,
  over_limit: ({ view, speak }) => ({
    blocks: messageBlocks(view),
    // Only staff can change an existing order.
    buttons: view.order_id
      ? [speak.plain("check", "check")]
      : [speak.main("change_cart", "toCart"), speak.plain("other", "other")],
  }),
  denied: ({ view, speak }) => ({ blocks: messageBlocks(view), buttons: [speak.main("other", "other")] }),
  offer,
  cart_changed: withoutFigures,
  first_payment_pending: ({ view, speak }) => ({
    blocks: [...messageBlocks(view), { kind: "waiting" }, text(speak.help(view), "hint")],
    buttons: [speak.plain("check", "check")],
  }),
  confirming: ({ speak }) => ({ blocks: [text(speak.say("placing"))], buttons: [speak.plain("check", "check")] }),
  ready: ({ view, speak }) => ({ blocks: messageBlocks(view), buttons: [speak.main("place", "place")] }),
  order_failed: ({ view, state, speak }) => ({
    blocks: wrong(failureOf(state) ? [{ message: failureOf(state) }] : view.messages),
    buttons: [speak.main("retry", "place")],
  }),
  contract_mismatch: mismatch,
  // The hosted widget has its own screens.
  card: ({ view }) => ({ blocks: messageBlocks(view), buttons: [] }),
  // The shop shows the order page next.
  placed: () => ({ blocks: [], buttons: [] }),
}

/** Says where the items are that were moved out of the cart. */
function separateBlocks({ separate_cart, reasons, status }: LeaseView, step: Screen["step"], speak: Speaker): Block[] {
  // If this cart still has the items, an interrupted move can be finished first.
  const isMoving = reasons.some(({ lines }) => lines)
  if (!separate_cart || isMoving || step === "form" || step === "placed") return []
  const words = withItems(speak, "items_apart", separate_cart)
  return [text(hasContract(status) ? words : `${words} ${speak.say("items_back")}`, "note")]
}

/** Reasons that the shopper can resolve by changing the cart. */
const OF_CART = ["unavailable_items", "unavailable_minimum", "unavailable_maximum"]

/** The screen for a cart that can't be leased. If only some of its items can't, one press moves them to a separate cart, or removes them. */
function unavailable({ view, speak: { say, main, plain } }: Shown): ReturnType<Show> {
  const { reasons, line_changes, poll_after_ms } = view
  const lines = reasons.flatMap((reason) => reason.lines ?? [])
  const fixed = lines.filter(({ movable }) => !movable)
  const isMovable = fixed.length < lines.length
  const checking = isChecking(view)
  const isPartial = Boolean(line_changes?.length)
  const isIncomplete = reasons.length > 0 && reasons.every(({ code }) => code === "unavailable_incomplete")
  return {
    ...(isIncomplete && { heading: "incomplete" as const }),
    ...(checking && { heading: "checking" as const }),
    blocks: [
      ...messageBlocks(view),
      ...(isPartial ? [text(say(isMovable ? "lease_apart" : "lease_rest"))] : []),
      ...(isMovable && fixed.length > 0
        ? [text(say("only_remove", { items: fixed.map(({ title }) => title).join(", ") }), "note")]
        : []),
    ],
    buttons: [
      ...(isMovable ? [main("separate", "separate")] : []),
      ...(isPartial ? [(isMovable ? plain : main)("remove_items", "removeItems")] : []),
      ...(reasons.some(({ code }) => OF_CART.includes(code)) ? [plain("change_cart", "toCart")] : []),
      // The store is waiting for the operator, or for its staff.
      ...(poll_after_ms || checking ? [plain("check", "check")] : []),
      ...(checking ? [] : [plain("other", "other")]),
    ],
  }
}

/** Whether the shopper was approved with another cart and can use that approval here. */
function isElsewhere({ actions, approval }: LeaseView): boolean {
  return actions.approval?.allowed === true && approval?.elsewhere === true
}

function approvalText({ approval }: LeaseView, { say, money, longDate }: Speaker): Block[] {
  const { amount, currency, until, ends_soon } = approval ?? {}
  return [
    ...(amount && currency ? [text(say("approved_amount", { amount: money(amount, currency) }))] : []),
    ...(until
      ? [
          text(
            say(ends_soon ? "approval_ends" : "approved_until", { until: longDate(until) }),
            ends_soon ? "note" : "plain",
          ),
        ]
      : []),
  ]
}

/**
 * The screen for entering a requested one-time code. Also links to the application form; no separate consent is needed here because the form asks for
 * it.
 */
function codeScreen(codeMessage: string, view: LeaseView, { say, link, dictionary }: Speaker): ReturnType<Show> {
  const kind = { kind: "text", type: "text", inputMode: "numeric", autocomplete: "one-time-code" } as const
  const input = { ...kind, name: "code", label: say("code"), required: true, options: [] }
  const submit = dictionary.say("buttons", "use_approval")
  return {
    blocks: [...messageBlocks(view), text(codeMessage, "note"), { kind: "code", input, submit }],
    buttons: [link("ask_again", "askCode"), link("apply_instead", "reopenForm"), link("other", "other")],
  }
}

/** The screen before the application. It explains what a lease is and asks for consent, unless the shopper is already approved. */
function intro(shown: Shown): ReturnType<Show> {
  const { view, state, speak } = shown
  const { say, main, plain, dictionary } = speak
  if (isElsewhere(view))
    return {
      blocks: [...messageBlocks(view), ...approvalText(view, speak), text(say("approval_elsewhere"))],
      buttons: [main("use_approval", "takeApproval"), plain("other", "other")],
    }
  if (state.codeMessage) return codeScreen(state.codeMessage, view, speak)
  const operator = view.operator.name
  const points = [
    say("is_a_lease", { operator }),
    ...(view.sales_tax?.mode === "by_operator" ? [dictionary.say("offer", "tax_by_operator", { operator })] : []),
    say("costs_more"),
    say("who_decides", { operator }),
    ...(view.order_id ? [] : [say("free_to_choose")]),
  ]
  return {
    blocks: [
      ...contractLanguageBlocks(view, speak),
      ...messageBlocks(view),
      { kind: "points", points },
      consentBlock(view, speak),
    ],
    buttons: [
      { ...main("start", "start"), needsConsent: true },
      ...(view.actions.code?.allowed ? [plain("ask_code", "askCode")] : []),
      plain("other", "other"),
    ],
  }
}

/** The screen while there is no decision. Either the operator is still deciding, or its response was lost and the form can be sent again. */
function undecided({ view, heardAt, speak: { say, help, main, plain } }: Shown): ReturnType<Show> {
  const { status, form, poll_after_ms: pause } = view
  const isCounted = status === "undecided" && !form && pause !== null && heardAt !== undefined
  const words = say("send_again_in", { seconds: "{seconds}" })
  return {
    blocks: [
      ...messageBlocks(view),
      ...(isCounted ? [{ kind: "countdown" as const, words, until: heardAt + pause }] : []),
      text(help(view), "hint"),
    ],
    buttons: [...(form ? [main("send_again", "reopenForm")] : []), plain("check", "check"), plain("other", "other")],
  }
}

/** The screen with the lease's costs. If the contract was opened before, it also offers to continue signing. */
function offer(shown: Shown): ReturnType<Show> {
  const { view, state, speak } = shown
  const { say, money, main, plain, dictionary } = speak
  const { offer } = view
  if (!offer) return withoutFigures(shown)
  const isUnsigned = view.status === "signing"
  // True if the frame reported that signing is finished. The error then explains what is missing.
  const isReported = (state.error as LeaseError | null)?.code === "signature_unconfirmed"
  const { messages } = view
  const price = (amount: number) => money(amount, offer.currency)
  const { contract } = view.actions
  const closed = !contract.allowed && contract.reason === "no_total" ? contract.message : undefined
  // Don't point out a price change for an existing order, because the store made the change and its own message says so.
  const old = view.order_id ? null : state.oldPrice
  return {
    blocks: [
      ...contractLanguageBlocks(view, speak),
      ...messageBlocks({ ...view, messages: messages.filter(({ code }) => code !== "not_signed") }),
      ...(isUnsigned && !isReported ? [text(dictionary.texts.codes.not_signed, "note")] : []),
      ...approvalText(view, speak),
      ...(old ? [text(say("offer_updated", { old: price(old), new: price(offer.cash_price) }), "note")] : []),
      ...offerBlocks(view, speak),
      ...(closed ? [text(closed, "note")] : [...acknowledgment(offer, speak), text(say("terms"), "hint")]),
    ],
    buttons: [
      closed
        ? main("retry", "offer")
        : {
            ...main(isUnsigned ? "continue_signing" : "sign", "sign"),
            ...(offer.disclosure?.version && { needsConsent: true }),
          },
      ...(isUnsigned ? [plain("signed", "signature")] : []),
      plain("other", "other"),
    ],
  }
}

function withoutFigures({ view, speak }: Shown): ReturnType<Show> {
  return { blocks: messageBlocks(view), buttons: [speak.main("offer", "offer"), speak.plain("other", "other")] }
}

/** The screen for a contract that was signed for a different cart, listing what to put back. */
function mismatch({ view, speak: { say, money, main, plain } }: Shown): ReturnType<Show> {
  const rows = (view.differences ?? []).map(({ title, signed, now }): Figure => {
    return { name: "difference", label: title, value: say("difference", { signed: `${signed}`, now: `${now}` }) }
  })
  const hasRows = rows.length > 0
  const total = (name: "signed_for" | "this_cart", amount?: number): Figure[] =>
    view.offer && amount !== undefined ? [{ name, label: say(name), value: money(amount, view.offer.currency) }] : []
  const totals = [...total("signed_for", view.offer?.cash_price), ...total("this_cart", view.cart_total)]
  return {
    blocks: [
      ...wrong(view.messages),
      text(say(hasRows ? "differs" : "differs_elsewhere")),
      { kind: "figures", variant: "plain", rows: [...rows, ...totals] },
    ],
    buttons: [
      view.line_changes?.length ? main("restore", "restore") : main("to_cart", "toCart"),
      plain("check", "check"),
    ],
  }
}

function wrong(messages: { message: string }[]) {
  return messages.map(({ message }) => text(message, "wrong"))
}
