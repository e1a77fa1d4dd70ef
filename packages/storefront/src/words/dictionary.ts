import type { LeaseError } from "../client/errors.js"
import type { Allowed, Consent, FormField, LeaseView, Message, Params } from "../wire.js"
import { fill, find } from "./fill.js"
import { type Offered, type OfferInWords, offerSummary } from "./offer-summary.js"
import type { Texts } from "./texts.js"

/** Texts that replace others, group by group. */
export type TextChanges = { [Group in keyof Texts]?: { [key in keyof Texts[Group]]?: string } }

/** A shopper's texts in one language. Amounts are not formatted here: those in `params` come as the store wrote them. */
export type Dictionary = {
  /** For `lang` and for `Intl`: `en`, `es`. */
  language: string
  texts: Texts
  /** One text, `{x}` filled by `params.x`. */
  say<Group extends keyof Texts>(group: Group, key: keyof Texts[Group], params?: Params): string
  /** The name of a figure of the offer, or of a value that is a code; one that is not in the texts is taken apart: `costOfLease`, "Cost of lease". */
  figure(name: string): string
  /** The error text of a form field, by rule (`required`, `format`, …); undefined for an unknown rule. */
  problem(field: string, rule: string): string | undefined
  /** The same message in this language; as it came when its code is not in the texts or a parameter is missing. */
  message<M extends Message>(message: M): M
  /** The same view in this language: reasons, messages, what is not allowed and why, the form's labels. */
  view<V extends LeaseView>(view: V): V
  /**
   * The part of an offer that a shopper should read first, in words: due today, the payments that follow, the total, how much that is above the cash
   * price, the price of an early purchase, and one sentence on sales tax. The figures are the store's; nothing is computed here, and a part that the
   * service did not name is not there. Null where there is no summary: show `offer.lines`, which holds all that the service named.
   *
   * @param locale of amounts, as for `Intl`; left out, the dictionary's language. A language alone is written as in the United States
   */
  offer(view: Offered, locale?: string): OfferInWords | null
  /** Gives an error the words of this language, those of its fields too. `known`: parameters that the error may lack. */
  error(error: LeaseError, known?: Params): LeaseError
  /** This dictionary with other texts, also as another language: what is missing stays. */
  with(changes: TextChanges, language?: string): Dictionary
}

/** A dictionary of complete texts. */
export function createDictionary(language: string, texts: Texts): Dictionary {
  const { codes, reasons, problems, labels, figures } = texts as Record<keyof Texts, Record<string, string>>

  /** The store sends a reason as an English text, and beside it the code of that text. */
  function withReason(params: Params): Params {
    const code = params.reason_code ?? ""
    const reason = find(reasons, code) ?? fill(find(codes, code), params)
    return reason === undefined ? params : { ...params, reason }
  }

  function message<M extends Message>(given: M): M {
    const text = fill(find(codes, given.code), withReason(given.params))
    return text === undefined ? given : { ...given, message: text }
  }

  function allowed(given: Allowed): Allowed {
    if (given.allowed || given.message === undefined) return given
    const { reason: code, params = {}, message: english } = given
    return { ...given, message: message({ code, params, message: english }).message }
  }

  function consent(given: Consent): Consent {
    const text = given.texts?.[language]
    return text === undefined ? given : { ...given, text, language }
  }

  /** A format is another one for each field; any other rule says the same of all. */
  function problem(field: string, rule: string): string | undefined {
    return (rule === "format" ? find(problems, field) : undefined) ?? find(problems, rule)
  }

  const label = (english: string) => find(labels, english) ?? english

  function field(given: FormField): FormField {
    const { options } = given
    return {
      ...given,
      label: label(given.label),
      group: label(given.group),
      ...(options && { options: options.map((option) => ({ ...option, label: label(option.label) })) }),
    }
  }

  const say: Dictionary["say"] = (group, key, params = {}) => {
    const text: string = texts[group][key] as string
    return fill(text, params) ?? text
  }
  const figure = (name: string) => find(figures, name) ?? apart(name)

  return {
    language,
    texts,
    say,
    figure,
    offer: (view, locale) => offerSummary(view, { language, say, figure }, locale),
    problem,
    message,
    view: (given) => ({
      ...given,
      consent: consent(given.consent),
      reasons: given.reasons.map(message),
      messages: given.messages.map(message),
      form: given.form && { ...given.form, fields: given.form.fields.map(field) },
      can: Object.fromEntries(Object.entries(given.can).map(([action, may]) => [action, allowed(may)])),
    }),
    error(error, known = {}) {
      const { code, message: english, fields } = error
      const params = { ...known, ...error.params }
      return Object.assign(error, {
        message: message({ code, params, message: english }).message,
        fields: fields.map((each) => ({ ...each, message: problem(each.field, each.rule) ?? each.message })),
      })
    },
    with(changes, other = language) {
      const groups = Object.entries(texts).map(([group, own]) => [group, { ...own, ...changes[group as keyof Texts] }])
      return createDictionary(other, Object.fromEntries(groups))
    },
  }
}

function apart(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/\./g, ", ")
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
