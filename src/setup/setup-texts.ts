export type SetupText = { state: "ok" | "warning" | "failed"; message: string; fix?: string }

/** The state and texts of each setup finding. `{x}` is a parameter. The codes are also translation keys in the dashboard. */
export const setupTexts = {
  options_ok: { state: "ok", message: "All required options are set." },
  credentials_ok: {
    state: "ok",
    message: "The credentials are set. Check the connection to see whether the lease service accepts them.",
  },
  address_ok: { state: "ok", message: "The lease service is at {address}." },
  address_test: {
    state: "ok",
    message:
      'The lease service is at {address}. Mode "test" only marks leases as tests: the same is sent, so with a live account the contracts are real.',
  },
  address_plain: {
    state: "failed",
    message:
      "The lease service is called over plain http at {address}. Others can read credentials and applications in transit.",
    fix: "Set the baseUrl option to an https address.",
  },
  address_local: {
    state: "warning",
    message: "The plugin runs in live mode, but the lease service is on this machine: {address}.",
    fix: 'Set the baseUrl option to the operator\'s address, or set mode: "test".',
  },
  accounts_one: { state: "ok", message: "One account with one operator handles all carts." },
  accounts_ok: { state: "ok", message: "Every region with the payment provider has its account: {accounts}." },
  accounts_left_out: {
    state: "failed",
    message:
      "Shoppers can choose lease-to-own in {places}, but no account handles carts from there, so they are refused.",
    fix: 'Add for: { region: "{region}" } to an entry of the accounts option, or turn lease-to-own off in that region.',
  },
  accounts_unknown: {
    state: "failed",
    message: "The accounts option lists {ids}, but this store has no region or sales channel with that ID.",
    fix: "Copy the ID from the address of its page in Settings, Regions or Sales Channels.",
  },
  accounts_removed: {
    state: "failed",
    message:
      "Some leases that have not ended belong to accounts that are no longer in the options, or are live while the account is now in test mode: {accounts}. Nothing is sent for them, and pending calls wait.",
    fix: "Put the account back into the accounts option, with its id and mode. Otherwise, finish these leases with the operator and mark them as resolved on their pages.",
  },
  provider_ok: { state: "ok", message: "Shoppers can choose lease-to-own in: {regions}." },
  provider_missing: {
    state: "failed",
    message: "The payment provider is not registered, so shoppers cannot choose lease-to-own.",
    fix: "Add the provider to the payment module in medusa-config, as the README shows, and restart.",
  },
  provider_nowhere: {
    state: "failed",
    message: "No region with the currency {currencies} has the payment provider.",
    fix: "Open Settings, Regions, and turn lease-to-own on in a region with this currency.",
  },
  region_currency: {
    state: "failed",
    message:
      "Leases are available in {currencies} only. Shoppers in this region pay in {currency} and cannot choose lease-to-own.",
    fix: "Use a region with one of these currencies, or set the currencies option if your operator leases in {currency}.",
  },
  region_countries: {
    state: "failed",
    message: "Leases are delivered to {countries} only, and this region has none of these countries.",
    fix: "Add one of them to this region, or set the countries option.",
  },
  shipping_ok: { state: "ok", message: "Items can be delivered to: {countries}." },
  shipping_missing: {
    state: "warning",
    message:
      "No shipping option delivers to {countries}. A shopper there can choose lease-to-own, but cannot complete a cart with items that ship.",
    fix: "Open Settings, Locations and Shipping. Add these countries to a service zone that has a shipping option for the storefront.",
  },
  shipping_elsewhere: {
    state: "failed",
    message:
      "Leases are delivered to {countries} only, and no region with the payment provider includes one of these countries.",
    fix: "Turn lease-to-own on in a region with one of them, or set the countries option.",
  },
  shipping_unchecked: {
    state: "ok",
    message: "No region has the payment provider yet, so there is no delivery country to check.",
  },
  tax_by_store: {
    state: "ok",
    message: "No operator charges the sales tax, so leases are taxed like any other order.",
  },
  tax_none: {
    state: "ok",
    message:
      "An operator charges the sales tax on leases. Medusa charges none where shoppers can lease, so there is nothing to do.",
  },
  tax_ok: {
    state: "ok",
    message:
      "In {countries}, the operator charges the sales tax on leases, and Lease-to-own is the tax provider. It passes all other sales on to {providers}.",
  },
  tax_for_widget: {
    state: "ok",
    message:
      "Lease-to-own stays the tax provider of {countries} for leases in the hosted widget, which do not depend on this switch. It passes all other sales on to {providers}.",
  },
  tax_unneeded: {
    state: "ok",
    message:
      "Lease-to-own is the tax provider of {countries}, but no new lease there is free of sales tax. That does no harm, because it passes everything on to {providers}.",
  },
  tax_with_switch: {
    state: "ok",
    message:
      "The operator charges the sales tax on leases. If you turn lease-to-own on, it becomes the tax provider of {countries} and passes all other sales on to {providers}.",
  },
  tax_left: {
    state: "warning",
    message:
      "Lease-to-own is off in this region but still the tax provider of {countries}. That does no harm, because it passes everything on to {providers}.",
    fix: "Finish turning it off.",
  },
  tax_stays: {
    state: "ok",
    message:
      "Lease-to-own stays the tax provider of {countries} until all leases without sales tax have ended ({count} now), because later changes to their orders must stay untaxed. It passes all other sales on to {providers}.",
  },
  tax_not_ours: {
    state: "failed",
    message:
      "The operator charges the sales tax on leases, but {countries} still has another tax provider ({providers}). Carts with sales tax cannot be leased there.",
    fix: "Open Settings, Regions, and finish turning lease-to-own on. Or open Settings, Tax Regions, and choose the tax provider Lease To Own.",
  },
  tax_included: {
    state: "failed",
    message:
      "The operator charges the sales tax on leases, but prices for {countries} include it, so it cannot be taken out. Carts with sales tax cannot be leased there.",
    fix: "Set prices without tax for this region and its currency, or lease from a region that has such prices.",
  },
  tax_provider_missing: {
    state: "failed",
    message:
      "The operator charges the sales tax on leases, but the tax provider is not registered. Carts with sales tax cannot be leased in {countries}.",
    fix: "Add the provider to the tax module in medusa-config, as docs/sales-tax.md shows, and restart. Then turn lease-to-own on.",
  },
  tax_provider_gone: {
    state: "failed",
    message:
      "Lease-to-own is the tax provider of {countries}, but it is not registered. No cart there can be priced, whether it is leased or not.",
    fix: "Add the provider to the tax module in medusa-config, as docs/sales-tax.md shows, and restart. Or open Settings, Tax Regions, and choose {providers} again.",
  },
  tax_provider_unlinked: {
    state: "failed",
    message:
      "The tax provider cannot reach the plugin. No cart in {countries} can be priced while Lease-to-own is the tax provider there.",
    fix: 'Add dependencies: ["lease", "query"] to the tax module in medusa-config, and restart.',
  },
  tax_former_gone: {
    state: "failed",
    message:
      "Lease-to-own passes ordinary sales in {countries} on to {providers}, which is not registered. Such carts cannot be priced.",
    fix: "Add that provider to the tax module in medusa-config again. Or open Settings, Tax Regions, choose the provider that should tax ordinary sales, save, and choose Lease To Own again.",
  },
  store_cors_ok: { state: "ok", message: "The storefront may call the store from: {origins}." },
  store_cors_missing: {
    state: "failed",
    message: "No storefront may call the store: storeCors is empty.",
    fix: "Add the storefront's address to projectConfig.http.storeCors.",
  },
  store_cors_local: {
    state: "warning",
    message: "The plugin runs in live mode, but only storefronts on this machine may call the store: {origins}.",
    fix: "Add the storefront's public address to projectConfig.http.storeCors.",
  },
  contract_origin_ok: {
    state: "ok",
    message: "The contract frame may send messages from its own origin and from: {origins}.",
  },
  contract_origin_own: {
    state: "ok",
    message:
      "The contract frame may send messages from its own origin only. If the browser does not notice signatures, ask the operator for the origin of the signing page and add it to the allowedOrigins option.",
  },
  contract_frame_ok: {
    state: "ok",
    message:
      "Contracts were shown from: {origins}. If your storefront has a content security policy, its frame-src must include them.",
  },
  contract_frame_unknown: {
    state: "ok",
    message:
      "No contract has been shown yet. Once one is, its origin is listed here, for the content security policy of your storefront.",
  },
  products_ok: { state: "ok", message: "{done} of {total} published products can be leased." },
  products_incomplete: {
    state: "warning",
    message: "{done} of {total} published products can be leased, and {lacking} lack what a lease needs.",
    fix: "Fill in the lease data of what is listed here, or set a source in the product option.",
  },
  products_none_complete: {
    state: "failed",
    message: "None of the {total} published products can be leased.",
    fix: "In the product option, set where brand, category and condition come from, or change what is listed here.",
  },
  products_none: { state: "warning", message: "No product is published yet.", fix: "Publish a product." },
  operator_ok: { state: "ok", message: "Shoppers see this operator and contact: {name}, {contact}." },
  operator_unnamed: {
    state: "warning",
    message: 'The operator has no name. Shoppers see "{name}" instead.',
    fix: 'Set the operator option: { name: "…", contact: "…" }.',
  },
  consent_ok: {
    state: "ok",
    message:
      "Shoppers agree to version {version} of your texts, in: {languages}. Required: {required}. Optional: {optional}.",
  },
  consent_default: {
    state: "failed",
    message: "Shoppers agree to the plugin's sample text, and leases are real.",
    fix: 'Have a lawyer check your own texts, then set the consent option: { version: "1", items: [{ id: "application", required: true, en: "…", es: "…" }] }.',
  },
  consent_sample: {
    state: "ok",
    message: "Shoppers agree to the plugin's sample text. Have a lawyer check your own text before you go live.",
  },
  minimum_ok: { state: "ok", message: "Carts whose items come to {amount} or more can be leased." },
  minimum_none: {
    state: "warning",
    message: "Carts of any size can be leased, even those of a few dollars.",
    fix: "Set the minimum option to the smallest order that is worth a contract, such as 100.",
  },
  certificates_unneeded: {
    state: "ok",
    message:
      "No resale certificate is needed, because the operator does not charge sales tax in any of the states that leases ship to.",
  },
  certificates_ok: {
    state: "ok",
    message: "Leases without sales tax ship only to states with a valid resale certificate: {states}.",
  },
  certificates_missing: {
    state: "warning",
    message:
      "Leases without sales tax may ship to {states}, but the resaleCertificates option has no valid certificate there. Without one, a state may claim the tax from the store.",
    fix: "Get the operator's resale certificates and add them to the resaleCertificates option. To refuse leases in all other states, set requireResaleCertificate: true.",
  },
  certificates_ending: {
    state: "warning",
    message: "Resale certificates expire within {days} days: {ends}.",
    fix: "Get the operator's new certificates and set their last days in the resaleCertificates option.",
  },
  certificates_none: {
    state: "failed",
    message:
      "The requireResaleCertificate option is set, but no state has a valid resale certificate. Leases without sales tax are refused everywhere.",
    fix: "Get the operator's resale certificates and add them to the resaleCertificates option.",
  },
  days_ok: { state: "ok", message: "Delivery dates are in the time zone {timeZone}." },
  days_utc: {
    state: "warning",
    message: "Delivery dates are in UTC. On an evening in the United States, it is already the next day in UTC.",
    fix: 'Set the timeZone option to the store\'s time zone, such as "America/New_York".',
  },
  consent_language_missing: {
    state: "warning",
    message:
      "Shoppers agree to a text in {languages}, even if they use the store in another language. There is no text in {missing}.",
    fix: "Add it to each item of the consent option, with a new version.",
  },
  disclosures_none: { state: "ok", message: "No operator wording is shown next to the figures." },
  disclosures_ok: {
    state: "ok",
    message:
      "The operator's own wording, by state: next to offers in {offer} (confirmed by the shopper in {confirmed}), next to estimates in {message}, labels in {labels}.",
  },
  disclosures_language_missing: {
    state: "warning",
    message:
      "The operator's wording is missing in some languages of its contracts, so shoppers read it in another language: {missing}.",
    fix: "Add the texts to the disclosures option, with a new version where the shopper confirms one.",
  },
  jobs_ok: { state: "ok", message: "No calls are overdue." },
  jobs_late: {
    state: "failed",
    message: "The job that runs every minute is late. Leases waiting for it: {count}, the oldest since {since}.",
    fix: 'Make sure that a process with worker mode "shared" or "worker" runs, and read its log.',
  },
  jobs_elsewhere: {
    state: "ok",
    message:
      'This process runs no jobs (worker mode "server"). Another process makes the pending calls, and nothing is waiting.',
  },
  locking_ok: { state: "ok", message: "Locking is right for this setup." },
  locking_alone: {
    state: "failed",
    message: "Redis is configured, which suggests several processes, but each process keeps its locks in memory.",
    fix: "Add a shared locking provider to the locking module in medusa-config, as docs/operations.md shows.",
  },
  locking_postgres: {
    state: "warning",
    message:
      "Locks are kept in PostgreSQL. They work across processes, but if a process dies while it completes a cart, its lock is never released, and that cart can never be ordered.",
    fix: "Use the locking provider for Redis, or delete the rows of the locking table whose expiration has passed.",
  },
  locking_unknown: {
    state: "warning",
    message:
      "Locks are kept by {provider}, which this check does not know. A cart that is being completed must be locked for every process, and the lock of a dead process must expire.",
    fix: "Make sure that the provider does both, or use the locking provider for Redis.",
  },
  provider_widget_only: {
    state: "ok",
    message: "The payment provider is not registered. Leases are offered in the hosted widget only.",
  },
  network_ok: {
    state: "ok",
    message:
      "Applications are counted by the address that the proxies in front of Medusa report (trustedProxies: {proxies}). If there is no proxy, set 0. Otherwise, a client can claim any address.",
  },
  network_crowded: {
    state: "warning",
    message:
      "{count} shoppers applied from one address within a day. If it is a proxy's address, the store counts all shoppers behind it as one and will soon refuse them.",
    fix: "Set the trustedProxies option to the number of proxies in front of Medusa. Count CDNs and load balancers, too. If many people really share an address, such as a mobile carrier's, raise maxAttemptsPerDay.",
  },
  network_full: {
    state: "warning",
    message:
      "One address has reached the limit of {limit} applications a day, so shoppers from there are refused. The applications came from {count} email addresses.",
    fix: "If it is a proxy's address, set the trustedProxies option to the number of proxies in front of Medusa. Count CDNs and load balancers, too. If many people share the address, raise maxAttemptsPerDay. If one person keeps trying, there is nothing to do.",
  },
  widget_off: { state: "ok", message: "The hosted widget is not offered." },
  widget_ok: {
    state: "ok",
    message: "The hosted widget is offered, and nothing for its leases is overdue.",
  },
  widget_links_waiting: {
    state: "warning",
    message:
      "For {count} hosted leases, the order number or the delivery date has not been sent for more than {days} days.",
    fix: "Open the hosted leases and confirm their deliveries, or mark them as resolved.",
  },
  notices_off: { state: "ok", message: "No emails about leases are sent." },
  notices_ok: { state: "ok", message: "Emails about leases are sent through the store's notification provider." },
  notices_unsent: {
    state: "failed",
    message:
      "The notices option is set, but no notification provider handles the email channel. Emails wait for three days and are then dropped.",
    fix: "Add a provider with the email channel to the notification module in medusa-config, or remove the notices option.",
  },
  analytics_off: { state: "ok", message: "No events are sent to analytics." },
  analytics_ok: {
    state: "ok",
    message: "Lease events are sent to Medusa's Analytics module, without personal data.",
  },
  analytics_missing: {
    state: "failed",
    message: "The analytics option is set, but the store has no Analytics module, so no events are sent.",
    fix: "Add the module @medusajs/medusa/analytics with a provider to medusa-config, or remove the analytics option.",
  },
} as const satisfies Record<string, SetupText>

export type SetupCode = keyof typeof setupTexts

/** What is wrong with a product, so that it can't be leased. The codes are also translation keys in the dashboard. */
const problemTexts = {
  brand: "no brand",
  category: "no category",
  condition: "no condition",
  brand_ambiguous: "its categories have different brands",
  condition_ambiguous: "its categories have different conditions",
  condition_unknown: "the condition is not new, used or refurbished",
  leasable_unknown: "lease_leasable is neither true nor false",
  not_in_unknown: "lease_not_in is not a list of US states",
} as const

/** The reasons that somebody chose. */
const ruleTexts = {
  not_leasable: "not offered for lease",
  default: "not offered for lease unless its metadata says so (see the leasableByDefault option)",
  gift_card: "a gift card",
  not_in: "not leased in {states}",
} as const

/** Why a product can't be leased, or not everywhere. */
export const productTexts = { ...problemTexts, ...ruleTexts } as const

export type ProductProblem = keyof typeof problemTexts
export type ProductRule = keyof typeof ruleTexts
