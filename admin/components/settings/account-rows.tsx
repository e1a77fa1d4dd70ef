import { useTranslation } from "react-i18next"
import type { SetupSettings } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { FactRow } from "../fact-row"

const TAX = { in_cart: "taxInCart", by_operator: "taxByOperator" }

/** The carts of an account, and its rate limit. */
export function AccountRows({ settings }: { settings: SetupSettings }) {
  const { t } = useTranslation()
  const { money, number } = useFormat()
  const word = (key: string, params = {}) => t(`leaseToOwn.settings.${key}`, params)
  const list = (values: string[]) => values.map((value) => value.toUpperCase()).join(", ")
  const limit = (amount: number | null) =>
    amount === null ? word("noLimit") : money({ amount, currency_code: settings.currencies[0] ?? "usd" })
  const { per_second, concurrent } = settings.rate ?? {}
  const rate = [
    per_second && word("perSecond", { number: number(per_second) }),
    concurrent && word("atOnce", { number: number(concurrent) }),
  ].filter(Boolean)
  const rows = {
    currencies: list(settings.currencies),
    countries: list(settings.countries),
    excluded_states: list(settings.excluded_states) || word("nowhere"),
    minimum: limit(settings.minimum),
    maximum: limit(settings.maximum),
    sales_tax: word(TAX[settings.sales_tax]),
    rate: rate.join(", ") || word("noLimit"),
  }
  return Object.entries(rows).map(([key, value]) => (
    <FactRow key={key} label={word(key)}>
      {value}
    </FactRow>
  ))
}
