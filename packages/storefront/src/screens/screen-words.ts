import type { LeaseView, Params } from "../wire.js"
import { localeOf, longDate, moneyIn } from "../words/locale.js"
import type { Texts } from "../words/texts.js"
import type { Block, ScreenAction, ScreenButton, ScreenWords } from "./screen.js"

type Tone = Extract<Block, { kind: "text" }>["tone"]

export type Speaker = ReturnType<typeof speaker>

export function speaker({ dictionary, locale: given = dictionary.language }: ScreenWords) {
  const locale = localeOf(given)
  const say = (key: keyof Texts["screens"], params?: Params) => dictionary.say("screens", key, params)
  const button = (kind: ScreenButton["kind"]) => (key: keyof Texts["buttons"], action: ScreenAction) =>
    ({ action, label: dictionary.say("buttons", key), kind }) as ScreenButton
  return {
    dictionary,
    locale,
    say,
    /** Formats an amount in major units. */
    money: (amount: number, currency: string) => moneyIn(locale, currency)(amount),
    percent: (value: number) => (value / 100).toLocaleString(locale, { style: "percent", maximumFractionDigits: 4 }),
    longDate: (day: string) => longDate(locale, day),
    help: ({ operator: { name, contact } }: Pick<LeaseView, "operator">) =>
      say("questions", { operator: name, contact }),
    main: button("main"),
    plain: button("plain"),
    link: button("link"),
  }
}

export function text(words: string, tone: Tone = "plain"): Block {
  return { kind: "text", tone, text: words }
}

export function messageBlocks({ reasons, messages }: Pick<LeaseView, "reasons" | "messages">): Block[] {
  return [...reasons, ...messages].map(({ message }) => text(message))
}

/** Whether the store's staff check the lease first. Its contract may be signed, so the cart must not be paid another way. */
export function isChecking({ messages }: LeaseView): boolean {
  return messages.some(({ code }) => code === "lease_checking")
}
