import { useTranslation } from "react-i18next"
import type { SetupSettings } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { Section } from "../section"
import { inLines, OptionRows, useAccountRows } from "./option-rows"

const CAPTURE = { order: "captureOnOrder", delivery: "captureOnDelivery" }
const CONFIRM = { delivered: "confirmDelivered", shipped: "confirmShipped", manual: "confirmManual" }
/** The options that control the plugin's behavior. If `alone`, there is only one account, and its options are shown with the store's. */
export function Behavior({ settings, alone }: { settings: SetupSettings; alone: boolean }) {
  const { t } = useTranslation()
  const { number, duration } = useFormat()
  const rowsOf = useAccountRows()
  const word = (key: string) => t(`leaseToOwn.settings.${key}`)
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
    time_zone: settings.time_zone,
    invoiceFrom: inLines(settings.invoice_from ?? word("invoiceStoreName")),
    ...(alone && rowsOf.carts(settings)),
  }
  return (
    <Section title={word("behavior")}>
      <OptionRows rows={rows} />
    </Section>
  )
}
