import type { LeaseError } from "../client/errors.js"
import type { Allowed, Consent, FormField, LeaseView, Message, OfferDisclosure, Params } from "../wire.js"
import { fill, find, languageIn } from "./fill.js"
import { moneyIn } from "./locale.js"
import { type Offered, type OfferInWords, offerSummary } from "./offer-summary.js"
import type { TextKey, Texts } from "./texts.js"

export type TextChanges = { [Group in keyof Texts]?: { [key in keyof Texts[Group]]?: string } }

/** A shopper's texts in one language. The store formats the amounts in `params`. */
export type Dictionary = {
  /** The language for `lang` and `Intl`, such as `en` or `es`. */
  language: string
  texts: Texts
  /** Returns one text, with `{x}` replaced by `params.x`. */
  say<Group extends keyof Texts>(group: Group, key: TextKey<Group>, params?: Params): string
  /** Returns the name of a figure or of a coded value. A name that isn't listed is split into words: `costOfLease` becomes "Cost of lease". */
  figure(name: string): string
  /** Returns a form field's error for a rule (`required`, `format`, …), or undefined if the rule is unknown or a parameter is missing. */
  problem(field: string, rule: string, params?: Params): string | undefined
  /** Translates a message. Returns it unchanged if its code has no text or a parameter is missing. */
  message<M extends Message>(message: M): M
  /** Returns the operator's text next to an offer in this language, if there is one. */
  disclosure(given: OfferDisclosure): OfferDisclosure
  /** Translates a view: reasons, messages, refusals, the form's labels, and the texts of the store and the operator. */
  view<V extends LeaseView>(view: V): V
  /**
   * Returns an offer in words, exactly as the service priced it, without figures that are missing. Returns null if there is no offer. `locale` sets the
   * format of amounts. After signing, pass `isSigned`, so that nothing is due today.
   */
  offer(view: Offered, locale?: string, isSigned?: boolean): OfferInWords | null
  /** Translates an error and its fields' errors. `known` has parameters that the error may lack. */
  error(error: LeaseError, known?: Params): LeaseError
  /** Returns a copy with these texts replaced, and in another language if you pass one. */
  with(changes: TextChanges, language?: string): Dictionary
}

export function createDictionary(language: string, texts: Texts): Dictionary {
  const { codes, reasons, problems, labels, figures } = texts as Record<keyof Texts, Record<string, string>>

  /** Adds the translated reason. The store sends a reason as English text, together with its code. */
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
    // Check only the first item, because all items have texts in the same languages.
    const shown = languageIn(given.items[0]?.texts ?? {}, language)
    if (!shown) return given
    const items = given.items.map((item) => ({
      ...item,
      text: item.texts[shown] ?? item.text,
      link: item.links[shown] ?? item.link,
    }))
    return { ...given, language: shown, items }
  }

  function disclosure(given: OfferDisclosure): OfferDisclosure {
    const shown = languageIn(given.texts, language)
    return shown ? { ...given, text: given.texts[shown] ?? given.text, language: shown } : given
  }

  function problem(field: string, rule: string, params: Params = {}): string | undefined {
    return fill((rule === "format" ? find(problems, field) : undefined) ?? find(problems, rule), params)
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
    const text = (texts[group] as Record<PropertyKey, string>)[key] as string
    return fill(text, params) ?? text
  }
  const figure = (name: string) => find(figures, name) ?? apart(name)

  return {
    language,
    texts,
    disclosure,
    say,
    figure,
    offer(view, locale = language, isSigned = false) {
      const money = moneyIn(locale, view.offer?.currency ?? "")
      return offerSummary(view, { language, say: (key, params) => say("offer", key, params), figure, money }, isSigned)
    },
    problem,
    message,
    view: (given) => ({
      ...given,
      consent: consent(given.consent),
      offer: given.offer && {
        ...given.offer,
        disclosure: given.offer.disclosure && disclosure(given.offer.disclosure),
      },
      reasons: given.reasons.map(message),
      messages: given.messages.map(message),
      form: given.form && { ...given.form, fields: given.form.fields.map(field) },
      actions: Object.fromEntries(Object.entries(given.actions).map(([action, may]) => [action, allowed(may)])),
    }),
    error(error, known = {}) {
      const { code, message: english, fields } = error
      const params = { ...known, ...error.params }
      return Object.assign(error, {
        message: message({ code, params, message: english }).message,
        fields: fields.map((each) => ({ ...each, message: problem(each.field, each.rule, params) ?? each.message })),
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
