import { figuresEn } from "../../packages/storefront/src/words/figures-en"
import { figuresEs } from "../../packages/storefront/src/words/figures-es"
import { offerEn } from "../../packages/storefront/src/words/offer-en"
import { offerEs } from "../../packages/storefront/src/words/offer-es"
import { alertTitles, dashboardMessages, staffMessages } from "../../src/modules/lease/texts/dashboard-messages"
import { explanationTexts } from "../../src/modules/lease/texts/explanation"
import { reasonTexts } from "../../src/modules/lease/texts/reasons"
import { productTexts } from "../../src/setup/setup-texts"
import en from "./en.json" with { type: "json" }
import es from "./es.json" with { type: "json" }

/** Converts the server's and the kit's `{x}` placeholders to i18next's `{{x}}`. */
const written = (text: string) => text.replace(/\{(\w+)\}/g, "{{$1}}")

const offer = (texts: typeof offerEn) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, written(text)]))

/** Returns the server's English strings for the codes that have a translation. */
function english<Code extends string>(translated: Record<Code, string>, textOf: (code: Code) => string) {
  return Object.fromEntries(Object.keys(translated).map((code) => [code, written(textOf(code as Code))]))
}

const staff = { ...dashboardMessages, ...staffMessages }

/** Excludes the setup findings, because the server's response contains their English texts. */
const server = {
  messages: english(es.messages, (code) => staff[code]),
  reasons: english(es.reasons, (code) => reasonTexts[code]),
  connection: english(es.connection, (result) => dashboardMessages[`connection_${result}`]),
  explanation: english(es.explanation, (code) => explanationTexts[code]),
  lacks: english(es.lacks, (code) => productTexts[code]),
  alerts: alertTitles,
}

/** The dashboard's translations, all under the key `leaseToOwn` so they don't overwrite another plugin's. */
export default {
  en: { translation: { leaseToOwn: { ...en, ...server, figures: figuresEn, offer: offer(offerEn) } } },
  es: { translation: { leaseToOwn: { ...es, figures: figuresEs, offer: offer(offerEs) } } },
}
