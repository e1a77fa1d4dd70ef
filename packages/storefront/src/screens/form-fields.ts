import type { FormField, LeaseView } from "../wire.js"
import type { FormBlock, FormInput } from "./screen.js"
import type { Speaker } from "./screen-words.js"

/** Creates the block of the application form, with the store's fields in groups. */
export function formBlock({ form, consent }: Pick<LeaseView, "form" | "consent">, speak: Speaker): FormBlock {
  const fields = form?.fields ?? []
  const { text, language, version } = consent
  return {
    kind: "form",
    groups: [...new Set(fields.map(({ group }) => group))].map((legend) => ({
      legend,
      inputs: fields.filter(({ group }) => group === legend).map((field) => inputOf(field, speak)),
    })),
    consent: { kind: "consent", text, language, version },
    submit: speak.dictionary.say("buttons", "apply"),
  }
}

const TYPES = { secret: "password", money: "text" } as const
const MODES: { [kind in FormField["kind"]]?: FormInput["inputMode"] } = { secret: "numeric", money: "decimal" }

function inputOf(
  { path, label, kind, required, options = [], autocomplete = "off" }: FormField,
  speak: Speaker,
): FormInput {
  const type = kind === "secret" || kind === "money" ? TYPES[kind] : kind
  const choices = kind === "select" ? [{ value: "", label: speak.say("please_choose") }, ...options] : []
  return {
    name: path,
    label,
    kind,
    type,
    inputMode: autocomplete === "postal-code" ? "numeric" : MODES[kind],
    autocomplete,
    required,
    options: choices,
  }
}
