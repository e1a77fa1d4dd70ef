import type { Block, Screen, ScreenButton } from "../screens/screen.js"
import { isChecking, type Speaker, text } from "../screens/screen-words.js"
import type { LeaseView } from "../wire.js"
import type { TextKey } from "../words/texts.js"
import type { HostedStage } from "./start-hosted-lease.js"

/**
 * The stage of a checkout with the hosted widget. At `checking`, the first view is being read. At `paying`, the card is being tokenized and
 * the order placed. At `lost`, there is a lease that the store didn't accept.
 */
export type HostedPlace = "checking" | "begin" | HostedStage | "card" | "paying" | "denied" | "pending" | "lost"

/** `amount` is the charge as text. `mayPay` is false if a declined card can't be tried again. */
export type HostedScene = { place: HostedPlace; view: LeaseView | null; amount: string; mayPay: boolean }

type Shown = Omit<HostedScene, "view"> & { view: LeaseView; speak: Speaker; isKept: boolean }
type Show = (shown: Shown) => Partial<Screen>

export function hostedScreen(scene: HostedScene, speak: Speaker): Screen {
  const { place, view } = scene
  const waiting: Screen = { step: "waiting", heading: speak.say("waiting"), blocks: [], buttons: [], statusText: "" }
  if (!view && place === "begin") return { ...waiting, buttons: [speak.main("retry", "check")] }
  // At `placed`, the shop will show the order page next.
  if (!view || view.step === "placed") return { ...waiting, blocks: [{ kind: "waiting" }] }
  const shown = { ...scene, view, speak, isKept: isKept(view) }
  const screen = { ...waiting, ...SCREENS[place](shown) }
  if (!shown.isKept && place !== "card" && place !== "paying") return screen
  return { ...screen, heading: speak.dictionary.say("steps", "card"), ...mismatch(shown) }
}

/** Whether the lease is signed, which leaves its virtual card as the only way to pay for the order. */
export function isKept(view: LeaseView | null): boolean {
  return view?.step === "card"
}

export function hostedMessage(
  { operator, reference }: LeaseView,
  code: TextKey<"codes">,
  { dictionary }: Speaker,
  more?: Record<string, string>,
): string {
  const known = { operator: operator.name, contact: operator.contact, reference: reference ?? "–" }
  return dictionary.say("codes", code, { ...known, ...more })
}

const SCREENS: Record<HostedPlace, Show> = {
  checking: () => ({ blocks: [{ kind: "waiting" }] }),
  begin,
  loading: ({ speak }) => ({ blocks: [{ kind: "waiting" }], statusText: speak.say("hosted_opening") }),
  open: ({ view, speak }) => ({ statusText: speak.say("hosted_open", { operator: view.operator.name }) }),
  silent: ({ view, isKept, speak }) => ({
    buttons: [speak.main("retry", "start"), ...waysOut(isKept, speak)],
    statusText: speak.say("hosted_silent", { operator: view.operator.name }),
  }),
  saving: ({ speak }) => ({ blocks: [{ kind: "waiting" }], statusText: speak.dictionary.texts.codes.widget_saving }),
  card: ({ amount, mayPay, speak: { dictionary } }) => ({
    step: "card",
    buttons: mayPay
      ? [{ action: "place", label: dictionary.say("buttons", "pay_card", { amount }), kind: "main" }]
      : [],
  }),
  paying: ({ speak }) => ({ step: "card", blocks: [{ kind: "waiting" }], statusText: speak.say("placing") }),
  denied: ({ view, speak }) => ({
    step: "denied",
    heading: speak.dictionary.say("steps", "denied"),
    blocks: [text(hostedMessage(view, "denied", speak))],
    buttons: [speak.plain("other", "other")],
  }),
  pending: ({ view, isKept, speak }) => ({
    step: "undecided",
    heading: speak.dictionary.say("steps", "undecided"),
    blocks: [text(hostedMessage(view, "pending", speak))],
    buttons: [speak.main("open_widget", "start"), ...waysOut(isKept, speak)],
  }),
  lost: ({ view, speak }) => ({ step: view.step, heading: speak.say("hosted_method", operatorOf(view)) }),
}

/** The screen before the widget opens. If a signed lease's card is gone from the page, the widget can fill it in again. */
function begin({ view, isKept, speak }: Shown): Partial<Screen> {
  const { say, main, dictionary } = speak
  const ways = [main("open_widget", "start"), ...waysOut(isKept, speak)]
  if (isKept) return { step: "card", blocks: [text(say("card_gone"))], buttons: ways }
  const { widget } = view.actions
  if (widget.allowed) {
    const operator = operatorOf(view)
    const byOperator = view.sales_tax?.mode === "by_operator"
    const points = [
      say("is_a_lease", operator),
      ...(byOperator ? [dictionary.say("offer", "tax_by_operator", operator)] : []),
      say("hosted_decides", operator),
      say("free_to_choose"),
    ]
    const blocks: Block[] = [text(say("hosted_about", operator)), { kind: "points", points }]
    return { step: "intro", heading: say("hosted_method", operator), blocks, buttons: ways }
  }
  const checking = isChecking(view)
  return {
    step: "unavailable",
    heading: dictionary.say("steps", checking ? "checking" : "unavailable"),
    blocks: widget.message ? [text(widget.message)] : [],
    buttons: [speak.plain("check", "check"), ...waysOut(isKept || checking, speak)],
  }
}

/** The screen for a card that was issued for a different cart and can't pay for this one. */
function mismatch({ view, isKept, speak }: Shown): { blocks?: Block[]; buttons?: ScreenButton[] } {
  if (!isKept || view.messages.length === 0) return {}
  return {
    blocks: view.messages.map(({ message }) => text(message)),
    buttons: [speak.main("to_cart", "toCart"), speak.plain("check", "check")],
  }
}

/** Returns a button for other payment methods unless the lease is signed, because then only the virtual card can pay. */
function waysOut(isKept: boolean, speak: Speaker): ScreenButton[] {
  return isKept ? [] : [speak.plain("other", "other")]
}

const operatorOf = ({ operator }: LeaseView) => ({ operator: operator.name })
