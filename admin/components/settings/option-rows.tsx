import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { SetupAccount, SetupSettings } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { FactRow } from "../fact-row"

const TAX = { in_cart: "taxInCart", by_operator: "taxByOperator", refuse: "taxRefused" }

/** The keys of `rows` are the translation keys of their labels. */
export function OptionRows({ rows }: { rows: Record<string, ReactNode> }) {
  const { t } = useTranslation()
  return (
    <dl className="divide-y">
      {Object.entries(rows).map(([key, value]) => (
        <FactRow key={key} label={t(`leaseToOwn.settings.${key}`)}>
          {value}
        </FactRow>
      ))}
    </dl>
  )
}

/** Shows a text in each language, and the pages it links to. `names`, shown above them, say where the text belongs. */
function textsOf(names: string[], texts: Texts, links: Texts = {}): ReactNode {
  return (
    <span key={names.join()} className="block pb-2 last:pb-0">
      <span className="text-ui-fg-subtle block">{names.join(" · ")}</span>
      {Object.entries(texts).map(([language, text]) => (
        <span key={language} lang={language} className="block">
          {text}
        </span>
      ))}
      {[...new Set(Object.values(links))].map((link) => (
        <span key={link} className="block">
          {link}
        </span>
      ))}
    </span>
  )
}
/** A text with its line breaks. */
export const inLines = (text: string): ReactNode => <span className="whitespace-pre-line">{text}</span>

type Texts = Partial<Record<string, string>>

export function useAccountRows() {
  const { t } = useTranslation()
  const { money, number, days } = useFormat()
  const word = (key: string, params = {}) => t(`leaseToOwn.settings.${key}`, params)
  const trackingOf = (carriers: Record<string, string>) =>
    Object.entries(carriers)
      .map(([name, carrier]) => `${name}: ${carrier}`)
      .join("; ") || word("trackingYes")
  const list = (values: string[]) => values.map((value) => value.toUpperCase()).join(", ")
  return {
    /** Shows whether the credentials are set, and their last characters, which tell new credentials from old ones. */
    connection: ({ address, login, username, ends }: SetupAccount["connection"]) => ({
      address,
      login: word(`${login === "hash" ? "hashSet" : "passwordSet"}${ends ? "" : "Short"}`, { username, ends }),
    }),
    carts: ({ currencies, countries, excluded_states, minimum, maximum, sales_tax, rate, ...rest }: SetupSettings) => {
      const { alert_after_days, send_tracking } = rest
      const { shipped, signed } = alert_after_days
      const age = (after: number | null) => (after === null ? word("noAlert") : days(after))
      const limit = (amount: number | null) =>
        amount === null ? word("noLimit") : money({ amount, currency_code: currencies[0] ?? "usd" })
      const { per_second, concurrent } = rate ?? {}
      const rates = [
        per_second && word("perSecond", { number: number(per_second) }),
        concurrent && word("atOnce", { number: number(concurrent) }),
      ].filter(Boolean)
      return {
        currencies: list(currencies),
        countries: list(countries),
        excluded_states: list(excluded_states) || word("nowhere"),
        minimum: limit(minimum),
        maximum: limit(maximum),
        sales_tax: [
          word(TAX[sales_tax.default]),
          ...Object.entries(sales_tax.states).map(([state, rule]) => `${state}: ${word(TAX[rule])}`),
        ].join("; "),
        rate: rates.join(", ") || word("noLimit"),
        alertAfterShipped: age(shipped),
        alertAfterSigned: age(signed),
        sendTracking: send_tracking ? trackingOf(send_tracking.carriers) : word("trackingNo"),
      }
    },
    texts: ({ operator, consent, contract_languages, require_total, disclosures }: SetupSettings) => {
      const rows = {
        consent: consent.items.map(({ id, required, texts, links }) =>
          textsOf([id, word(required ? "consentRequired" : "consentOptional")], texts, links),
        ),
        offerTexts: Object.entries(disclosures.offer).map(([state, { texts }]) => textsOf([state], texts)),
        messageTexts: Object.entries(disclosures.message).map(([state, texts]) => textsOf([state], texts)),
        labels: Object.entries(disclosures.labels).flatMap(([state, labels]) =>
          Object.entries(labels).map(([row, texts]) => textsOf([state, row], texts)),
        ),
      }
      return {
        operatorName: operator.name,
        operatorContact: operator.contact,
        invoiceAddress: inLines(operator.invoice_address ?? word("invoiceNoAddress")),
        contractLanguages: list(contract_languages),
        requireTotal: word(require_total ? "totalRequired" : "totalOptional"),
        consent: rows.consent,
        consentVersion: consent.version,
        ...Object.fromEntries(Object.entries(rows).filter(([name, shown]) => name !== "consent" && shown.length)),
      }
    },
  }
}
