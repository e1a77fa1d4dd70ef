type SetupText = { state: "ok" | "warning" | "failed"; says: string; fix?: string }

/**
 * What can be found about each thing that has to be right, by code: its state, a sentence, and what to do (`{x}` are parameters). The codes
 * are the dashboard's translation keys too; these are the English texts.
 */
export const setupTexts = {
  options_ok: { state: "ok", says: "All required options are set." },
  credentials_ok: {
    state: "ok",
    says: "Credentials for the lease service are set. Check the connection to see whether they are accepted.",
  },
  address_ok: { state: "ok", says: "The lease service is at {address}." },
  address_plain: {
    state: "failed",
    says: "The lease service is asked over plain http at {address}: credentials and applications can be read on the way.",
    fix: "Write an https address in option baseUrl.",
  },
  address_local: {
    state: "warning",
    says: "The plugin runs in live mode, but the lease service is on this very machine: {address}.",
    fix: 'Write the operator\'s address in option baseUrl, or mode: "test".',
  },
  provider_ok: { state: "ok", says: "Lease-to-own can be chosen in: {regions}." },
  provider_missing: {
    state: "failed",
    says: "The payment provider is not registered, so nobody can choose lease-to-own.",
    fix: "Add the provider to the payment module in medusa-config, as the README shows, and restart.",
  },
  provider_nowhere: {
    state: "failed",
    says: "No region with the currency {currencies} has the payment provider.",
    fix: "Open Settings, Regions, and add Lease To Own to the payment providers of a region with this currency.",
  },
  store_cors_ok: { state: "ok", says: "The storefront may call the store from: {origins}." },
  store_cors_missing: {
    state: "failed",
    says: "No storefront may call the store: storeCors is empty.",
    fix: "Write the storefront's address in projectConfig.http.storeCors.",
  },
  store_cors_local: {
    state: "warning",
    says: "In live mode only storefronts on this very machine may call the store: {origins}.",
    fix: "Write the storefront's public address in projectConfig.http.storeCors.",
  },
  contract_origin_ok: { state: "ok", says: "The contract frame may report from its own address and from: {origins}." },
  contract_origin_own: {
    state: "ok",
    says: "The contract frame may report from its own address only. If signatures are not noticed in the browser, ask the operator from which address the signing page reports, and write it in option allowedOrigins.",
  },
  products_ok: {
    state: "ok",
    says: "All {total} published products have what a lease needs, or are not offered for lease.",
  },
  products_incomplete: {
    state: "warning",
    says: "{done} of {total} published products have what a lease needs. Carts with one of the others cannot be leased.",
    fix: "Open the products named here and fill in the Lease card, or name a source in option product.",
  },
  products_none_complete: {
    state: "failed",
    says: "None of the {total} published products can be leased.",
    fix: "Say in option product where brand, category and condition come from, or fill in the Lease card of each product.",
  },
  products_none: {
    state: "warning",
    says: "There is no published product yet.",
    fix: "Publish a product.",
  },
  operator_ok: { state: "ok", says: "Shoppers are told about {name}, {contact}." },
  operator_unnamed: {
    state: "warning",
    says: 'The operator has no name: shoppers read "{name}".',
    fix: 'Write option operator: { name: "…", contact: "…" }.',
  },
  consent_ok: { state: "ok", says: "Shoppers agree to your text of version {version}, in: {languages}." },
  consent_default: {
    state: "warning",
    says: "Shoppers agree to a text that comes with the plugin.",
    fix: 'Have your own text checked, and write option consent: { en: "…", es: "…", version: "1" }.',
  },
  consent_language_missing: {
    state: "warning",
    says: "Shoppers agree to a text in {languages}. Who reads the shop in another language agrees in that one: there is none in {missing}.",
    fix: 'Write it in option consent: { en: "…", es: "…", version: "…" }, with a new version.',
  },
  jobs_ok: { state: "ok", says: "No calls are overdue." },
  jobs_late: {
    state: "failed",
    says: "{count} leases wait for the job, which looks at them each minute, since {since}.",
    fix: 'See that a process with worker mode "shared" or "worker" runs, and look into its log.',
  },
  jobs_elsewhere: {
    state: "ok",
    says: 'This process runs no jobs (worker mode "server"); another one does what is owed, and nothing waits.',
  },
  locking_ok: { state: "ok", says: "Locking fits this set-up." },
  locking_alone: {
    state: "failed",
    says: "Redis is configured, as for several processes, but locks are kept in the memory of each.",
    fix: "Add a shared locking provider to the locking module in medusa-config, as the README shows.",
  },
  locking_postgres: {
    state: "warning",
    says: "Locks are kept in PostgreSQL. They hold between processes, but a process that dies while it completes a cart leaves one that never ends: nobody can order that cart any more.",
    fix: "Use the locking provider for Redis, or delete the rows of table locking whose expiration is past.",
  },
  locking_unknown: {
    state: "warning",
    says: "Locks are kept by {provider}, which this check does not know. A cart that is being completed must be locked for every process, and the lock of a process that died must end.",
    fix: "See that the provider does both, or use the locking provider for Redis.",
  },
  provider_widget_only: {
    state: "ok",
    says: "The payment provider is not registered: leases are offered in the operator's hosted widget only.",
  },
  network_ok: {
    state: "ok",
    says: "Applications are counted by the address that {proxies} proxies in front of Medusa tell (option trustedProxies). Where there is none, write 0: else a client can claim any address.",
  },
  network_one: {
    state: "warning",
    says: "{count} shoppers applied within a day, all from one address as the store sees it: it takes a proxy for a shopper, and refuses honest ones soon.",
    fix: "Write in option trustedProxies how many proxies stand in front of Medusa, a content network and a load balancer among them.",
  },
  widget_off: { state: "ok", says: "The operator's hosted widget is not offered." },
  widget_ok: {
    state: "ok",
    says: "The operator's hosted widget is offered, and nothing waits long to be sent for its leases.",
  },
  widget_links_waiting: {
    state: "warning",
    says: "For {count} hosted leases the order number or the delivery date has not been sent for more than {days} days.",
    fix: "Open the leases that came by the widget, and confirm their deliveries or mark them as done elsewhere.",
  },
} as const satisfies Record<string, SetupText>

export type SetupCode = keyof typeof setupTexts
