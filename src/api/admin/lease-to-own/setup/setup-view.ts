import type { AccountSettings } from "../../../../modules/lease/options/options"
import type { SetupSettings } from "../../../admin-types"

/** The options that say how the plugin behaves, as they run. They are listed one by one, so that no secret leaks out. */
export function settingsOf(options: AccountSettings): SetupSettings {
  return {
    capture_on: options.captureOn,
    confirm_delivery_on: options.confirmDeliveryOn,
    place_order_after: options.placeOrderAfter,
    abandon_after: options.abandonAfter,
    leasable_by_default: options.leasableByDefault,
    max_attempts: options.maxAttempts,
    max_attempts_per_day: options.maxAttemptsPerDay,
    trusted_proxies: options.trustedProxies,
    currencies: options.currencies,
    countries: options.countries,
    excluded_states: options.excludedStates,
    minimum: options.minimum ?? null,
    maximum: options.maximum ?? null,
    time_zone: options.timeZone,
    sales_tax: options.salesTax,
    rate: options.rate
      ? { per_second: options.rate.perSecond ?? null, concurrent: options.rate.concurrent ?? null }
      : null,
    operator: {
      name: options.operator.name,
      contact: options.operator.contact,
      merchant_contact: options.operator.merchantContact ?? null,
      portal_url: options.operator.portalUrl ?? null,
    },
    consent: { version: options.consent.version, texts: options.consent.texts },
  }
}
