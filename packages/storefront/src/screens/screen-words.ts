import type { LeaseView, Params } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import { localeOf } from "../words/locale.js"
import type { Texts } from "../words/texts.js"
import type { Block, ScreenAction, ScreenButton, ScreenWords } from "./screen.js"

type Tone = Extract<Block, { kind: "text" }>["tone"]

/** All that the screens say and write, in one language. */
export type Speaker = {
  dictionary: Dictionary
  locale: string
  say(key: keyof Texts["screens"], params?: Params): string
  /** Major units. */
  money(amount: number, currency: string): string
  /** `YYYY-MM-DD`, in words. */
  longDate(day: string): string
  /** Whom to ask. */
  help(view: Pick<LeaseView, "operator">): string
  main(key: keyof Texts["buttons"], action: ScreenAction): ScreenButton
  plain(key: keyof Texts["buttons"], action: ScreenAction): ScreenButton
}

export function speaker({ dictionary, locale: given = dictionary.language }: ScreenWords): Speaker {
  const locale = localeOf(given)
  const say: Speaker["say"] = (key, params) => dictionary.say("screens", key, params)
  const label = (key: keyof Texts["buttons"]) => dictionary.say("buttons", key)
  return {
    dictionary,
    locale,
    say,
    money: (amount, currency) => new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount),
    longDate: (day) => new Date(`${day}T12:00:00`).toLocaleDateString(locale, { dateStyle: "long" }),
    help: ({ operator: { name, contact } }) => say("questions", { operator: name, contact }),
    main: (key, action) => ({ action, label: label(key), kind: "main" }),
    plain: (key, action) => ({ action, label: label(key), kind: "plain" }),
  }
}

export function text(words: string, tone: Tone = "plain"): Block {
  return { kind: "text", tone, text: words }
}

/** The store's words. */
export function told({ reasons, messages }: Pick<LeaseView, "reasons" | "messages">): Block[] {
  return [...reasons, ...messages].map(({ message }) => text(message))
}
