import { useTranslation } from "react-i18next"
import type { SetupSettings } from "../../../src/api/admin-types"
import { useDuration } from "../../hooks/use-duration"
import { useFormat } from "../../hooks/use-format"
import { FactRow } from "../fact-row"
import { Section } from "../section"

const CAPTURE = { order: "captureOnOrder", delivery: "captureOnDelivery" }
const CONFIRM = { delivered: "confirmDelivered", shipped: "confirmShipped", manual: "confirmManual" }
const TAX = { in_cart: "taxInCart", by_operator: "taxByOperator" }

/** How the plugin behaves. */
export function Behavior({ settings }: { settings: SetupSettings }) {
  const { t } = useTranslation()
  const { money, number } = useFormat()
  const duration = useDuration()
  const word = (key: string) => t(`leaseToOwn.settings.${key}`)
  const list = (values: string[]) => values.map((value) => value.toUpperCase()).join(", ")
  const limit = (amount: number | null) =>
    amount === null ? word("noLimit") : money({ amount, currency_code: settings.currencies[0] ?? "usd" })
  const rows = {
    capture_on: word(CAPTURE[settings.capture_on]),
    confirm_delivery_on: word(CONFIRM[settings.confirm_delivery_on]),
    guard: word("guardOn"),
    place_order_after: duration(settings.place_order_after),
    abandon_after: duration(settings.abandon_after),
    leasable_by_default: word(settings.leasable_by_default ? "leasableYes" : "leasableNo"),
    max_attempts: number(settings.max_attempts),
    max_attempts_per_day: number(settings.max_attempts_per_day),
    trusted_proxies: number(settings.trusted_proxies),
    currencies: list(settings.currencies),
    countries: list(settings.countries),
    excluded_states: list(settings.excluded_states) || word("nowhere"),
    minimum: limit(settings.minimum),
    maximum: limit(settings.maximum),
    sales_tax: word(TAX[settings.sales_tax]),
    time_zone: settings.time_zone,
  }
  return (
    <Section title={word("behavior")}>
      <dl className="divide-y">
        {Object.entries(rows).map(([key, value]) => (
          <FactRow key={key} label={word(key)}>
            {value}
          </FactRow>
        ))}
      </dl>
    </Section>
  )
}
