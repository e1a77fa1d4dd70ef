import type { AccountSettings } from "../../../../modules/lease/ledger"
import { checkSetup } from "../../../../setup/check-setup"
import { adminRoute, longestOutage, mayAct, outageView } from "../../../admin-route"
import type { SetupAccount, SetupAnswer, SetupSettings } from "../../../admin-types"
import { versionOf } from "../../../versions"

/** Returns whether the plugin is set up correctly, and its current configuration. Makes no call to the service. */
export const GET = adminRoute<SetupAnswer>(async (req, deps) => {
  const acts = await mayAct(req)
  const away = await deps.accounts.away()
  const accounts = deps.accounts.overview().map(({ settings, connection }): SetupAccount => {
    const { loopback: _loopback, ...shown } = connection
    return {
      id: settings.account_id,
      carts: settings.takes,
      second_look: settings.secondLook ?? null,
      mode: settings.mode,
      // A secret's last characters help tell two secrets apart. Show them only to users who can fix the connection.
      connection: acts ? shown : { ...shown, ends: null },
      outage: outageView(away.find(({ account_id }) => account_id === settings.account_id)),
      settings: shownSettings(settings),
    }
  })
  const { mode, connection, settings } = accounts[0] as SetupAccount
  return {
    mode,
    versions: { plugin: versionOf("medusa-plugin-lease-to-own"), medusa: versionOf("@medusajs/medusa") },
    connection,
    can_check: acts,
    outage: await longestOutage(deps),
    items: await checkSetup(req.scope),
    settings,
    accounts,
  }
})

/** Lists the options individually so that no secret leaks. */
function shownSettings({ operator, rate, consent, disclosures, ...options }: AccountSettings): SetupSettings {
  return {
    capture_on: options.captureOn,
    confirm_delivery_on: options.confirmDeliveryOn,
    alert_after_days: {
      shipped: options.alertAfterDays.shipped || null,
      signed: options.alertAfterDays.signed || null,
    },
    send_tracking: trackingOf(options.sendTracking),
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
    sales_tax: typeof options.salesTax === "string" ? { default: options.salesTax, states: {} } : options.salesTax,
    rate: rate ? { per_second: rate.perSecond ?? null, concurrent: rate.concurrent ?? null } : null,
    operator: {
      name: operator.name,
      contact: operator.contact,
      merchant_contact: operator.merchantContact ?? null,
      portal_url: operator.portalUrl ?? null,
      invoice_address: operator.invoiceAddress ?? null,
    },
    invoice_from: options.invoiceFrom ?? null,
    consent: {
      version: consent.version,
      items: consent.items.map(({ id, required, texts, links }) => ({ id, required, texts, links })),
    },
    contract_languages: options.contractLanguages,
    require_total: options.requireTotal,
    disclosures,
  }
}

function trackingOf(option: AccountSettings["sendTracking"]): SetupSettings["send_tracking"] {
  return option ? { carriers: option === true ? {} : option.carriers } : null
}
