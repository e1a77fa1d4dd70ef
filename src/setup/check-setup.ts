import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { formatMoney, parseAmount } from "../lease-cart"
import { PROVIDER_ID, type Query, queryOf, sendsEmail } from "../medusa/read/carts"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import {
  type AccountOverview,
  consentLanguages,
  DAY_MS,
  DEFAULT_CONSENT,
  missingConsents,
  UNNAMED_OPERATOR,
} from "../modules/lease/ledger"
import { fill, type MessageParams } from "../modules/lease/texts/messages"
import { checkCertificates } from "./check-certificates"
import { checkDisclosures } from "./check-disclosures"
import { checkSalesTax } from "./check-sales-tax"
import { accountsOf, allOf, inCapitals, leaseRegions, shippedTo } from "./lease-regions"
import { type CatalogReason, checkProducts } from "./product-setup"
import { type SetupCode, type SetupText, setupTexts } from "./setup-texts"

/** A setup check's result. `key` names the check, and `code` is what it found. */
export type SetupFinding = {
  key: string
  code: SetupCode
  account_id?: string
  state: "ok" | "warning" | "failed"
  params: MessageParams
  message: string
  fix: string | null
  /** Why some products can't be leased. */
  reasons?: CatalogReason[]
}

type Found = { code: SetupCode; params?: MessageParams; reasons?: CatalogReason[] }
type Check = (at: CheckContext) => Found | Promise<Found>
type CheckContext = {
  deps: LedgerDeps
  accounts: AccountOverview[]
  account: AccountOverview
  query: Query
  container: MedusaContainer
  config: ConfigModule
  /** True in a script. A script isn't one of the store's processes, so its worker mode isn't checked. */
  inScript: boolean
}

type ProviderConfig = { id?: string; resolve?: unknown }
type ModuleConfig = { options?: { providers?: ProviderConfig[] } } | undefined

/** How many applicants' email addresses from one network in a day suggest a shared IP address or a proxy. Fewer may be one household. */
const MAILBOXES_OF_ONE_NETWORK = 5

const UTC = /^(Etc\/)?(UTC|UCT|Universal|Zulu|Greenwich|GMT([+-]?0)?)$/i

/** How many days a one-time URL may wait before staff should look into it. A delivery takes weeks at most. */
const LINKS_WAIT_DAYS = 30

/** The checks, in the order in which to fix problems. */
const CHECKS: Record<string, Check> = {
  options: () => ({ code: "options_ok" }),
  accounts: ({ deps, query }) => accountsOf(deps, query),
  credentials: () => ({ code: "credentials_ok" }),
  address({ account: { connection, settings } }) {
    const { address, loopback } = connection
    const params = { address }
    if (loopback) return { code: settings.mode === "live" ? "address_local" : "address_ok", params }
    if (settings.mode === "test" && address.startsWith("https:")) return { code: "address_test", params }
    return { code: address.startsWith("https:") ? "address_ok" : "address_plain", params }
  },
  async provider({ accounts, query, container }): Promise<Found> {
    if (!(await isRegistered(container)))
      return { code: accounts.some(({ settings }) => settings.widget) ? "provider_widget_only" : "provider_missing" }
    const { currencies, regions } = await served(accounts, query)
    if (regions.length) return { code: "provider_ok", params: { regions: regions.map(({ name }) => name).join(", ") } }
    return { code: "provider_nowhere", params: { currencies: inCapitals(currencies) } }
  },
  // Every country served needs a shipping option: Medusa offers only those for the country of delivery, and a cart with goods can't be completed
  // without one.
  async shipping({ accounts, query }) {
    const { countries: allowed, regions } = await served(accounts, query)
    const countries = [...new Set(regions.flatMap((region) => region.countries))].filter((one) => allowed.includes(one))
    const reached = await shippedTo(query)
    const missing = countries.filter((one) => !reached.has(one))
    if (missing.length) return { code: "shipping_missing", params: { countries: inCapitals(missing) } }
    if (countries.length) return { code: "shipping_ok", params: { countries: inCapitals(countries) } }
    return {
      code: regions.length ? "shipping_elsewhere" : "shipping_unchecked",
      params: { countries: inCapitals(allowed) },
    }
  },
  sales_tax: ({ container }) => checkSalesTax(container),
  store_cors({ accounts, config }) {
    const origins = (config.projectConfig.http?.storeCors ?? "").split(",").flatMap((part) => part.trim() || [])
    if (!origins.length) return { code: "store_cors_missing" }
    const params = { origins: origins.join(", ") }
    const local = origins.every((origin) => /\/\/(([\w-]+\.)*localhost\b|127\.|0\.0\.0\.0|\[::1?\])/.test(origin))
    return { code: local && isLive(accounts) ? "store_cors_local" : "store_cors_ok", params }
  },
  contract_origin({ account }) {
    const { allowedOrigins } = account.settings
    if (!allowedOrigins.length) return { code: "contract_origin_own" }
    return { code: "contract_origin_ok", params: { origins: allowedOrigins.join(", ") } }
  },
  async contract_frame({ deps }) {
    const origins = await deps.store.origins.all()
    if (!origins.length) return { code: "contract_frame_unknown" }
    return { code: "contract_frame_ok", params: { origins: origins.join(" ") } }
  },
  async products({ deps, query }) {
    const { total, leasable, lacking, reasons } = await checkProducts(deps, query)
    if (total === 0) return { code: "products_none" }
    const params = { done: String(leasable), total: String(total), lacking: String(lacking) }
    const isOk = leasable > 0 && lacking === 0
    return { code: isOk ? "products_ok" : leasable ? "products_incomplete" : "products_none_complete", params, reasons }
  },
  operator({ account }) {
    const { name, contact } = account.settings.operator
    return { code: name === UNNAMED_OPERATOR ? "operator_unnamed" : "operator_ok", params: { name, contact } }
  },
  // The consent has legal weight, so the merchant must write it in each language of the service's contracts.
  consent({ account }): Found {
    const { consent, mode } = account.settings
    const { version, items } = consent
    const isSample = version.endsWith(DEFAULT_CONSENT.version)
    if (isSample) return { code: mode === "live" ? "consent_default" : "consent_sample", params: { version } }
    const missing = missingConsents(account.settings).join(", ")
    const languages = consentLanguages(consent).join(", ")
    if (missing) return { code: "consent_language_missing", params: { languages, missing } }
    const ids = (wanted: boolean) =>
      items.flatMap(({ id, required }) => (required === wanted ? id : [])).join(", ") || "–"
    return { code: "consent_ok", params: { version, languages, required: ids(true), optional: ids(false) } }
  },
  disclosures: ({ account }) => checkDisclosures(account.settings),
  minimum({ account }) {
    const { minimum, currencies } = account.settings
    if (minimum === undefined) return { code: "minimum_none" }
    return { code: "minimum_ok", params: { amount: formatMoney(parseAmount(minimum), currencies[0] ?? "usd") } }
  },
  certificates: ({ deps, account, query }) => checkCertificates(query, account.settings, deps.now()),
  days({ deps }) {
    const { timeZone } = deps.options
    return { code: UTC.test(timeZone) ? "days_utc" : "days_ok", params: { timeZone } }
  },
  async jobs({ deps, config, inScript }) {
    const late = await deps.leases.overdue(deps.now())
    if (late.count) return { code: "jobs_late", params: { count: String(late.count), since: late.since ?? "" } }
    return { code: config.projectConfig.workerMode === "server" && !inScript ? "jobs_elsewhere" : "jobs_ok" }
  },
  // A store that configures Redis has several processes, or soon will, so it must share its locks. Providers other than Medusa's own can't be
  // checked.
  locking({ config, container }) {
    const modules = Object.values(config.modules ?? {}) as ModuleConfig[]
    const usesRedis = modules.some((module) => /(event-bus|workflow-engine)-redis/.test(JSON.stringify(module) ?? ""))
    const locking = container.resolve(Modules.LOCKING) as unknown as { defaultProviderId?: string }
    const id = locking.defaultProviderId ?? "in-memory"
    if (id === "in-memory") return { code: usesRedis ? "locking_alone" : "locking_ok" }
    const provider = modules.flatMap((module) => module?.options?.providers ?? []).find((entry) => entry.id === id)
    const name = typeof provider?.resolve === "string" ? provider.resolve : id
    if (name.includes("locking-postgres")) return { code: "locking_postgres" }
    if (name.includes("locking-redis")) return { code: "locking_ok" }
    return { code: "locking_unknown", params: { provider: id } }
  },
  analytics({ deps, container }) {
    if (!deps.options.analytics) return { code: "analytics_off" }
    const isThere = container.resolve(Modules.ANALYTICS, { allowUnregistered: true }) !== undefined
    return { code: isThere ? "analytics_ok" : "analytics_missing" }
  },
  async network({ deps, accounts }) {
    const { trustedProxies, maxAttemptsPerDay } = deps.options
    const { mailboxes, requests } = await deps.store.submissions.busiest(new Date(Date.now() - DAY_MS))
    const params = { count: String(mailboxes), limit: String(maxAttemptsPerDay), proxies: String(trustedProxies) }
    if (requests >= maxAttemptsPerDay) return { code: "network_full", params }
    const isCrowded = mailboxes >= MAILBOXES_OF_ONE_NETWORK && isLive(accounts)
    return { code: isCrowded ? "network_crowded" : "network_ok", params }
  },
  async widget({ deps, account }) {
    if (!account.settings.widget) return { code: "widget_off" }
    const held = await deps.leases.heldLinks(new Date(Date.now() - LINKS_WAIT_DAYS * DAY_MS))
    if (!held) return { code: "widget_ok" }
    return { code: "widget_links_waiting", params: { count: String(held), days: String(LINKS_WAIT_DAYS) } }
  },
  notices({ deps, config }) {
    if (!deps.options.notices) return { code: "notices_off" }
    return { code: sendsEmail(config) ? "notices_ok" : "notices_unsent" }
  },
}

const OF_EACH: readonly string[] = [
  "address",
  "contract_origin",
  "operator",
  "consent",
  "disclosures",
  "minimum",
  "certificates",
  "widget",
]

export const SETUP_KEYS: readonly string[] = Object.keys(CHECKS)

/** Runs all setup checks. Reads the store and its configuration, but makes no call to the lease service. */
export async function checkSetup(container: MedusaContainer, { inScript = false } = {}): Promise<SetupFinding[]> {
  const deps = ledgerDepsOf(container)
  const accounts = deps.accounts.overview()
  const at: Omit<CheckContext, "account"> = {
    deps,
    accounts,
    query: queryOf(container),
    container,
    config: container.resolve(ContainerRegistrationKeys.CONFIG_MODULE),
    inScript,
  }
  const findings: SetupFinding[] = []
  for (const [key, check] of Object.entries(CHECKS))
    for (const account of OF_EACH.includes(key) ? accounts : accounts.slice(0, 1)) {
      const id = OF_EACH.includes(key) ? account.settings.account_id : null
      findings.push({ ...inWords(key, await check({ ...at, account })), ...(id !== null && { account_id: id }) })
    }
  return findings
}

/** Logs at startup what is wrong with the store's accounts, and how to fix it. */
export async function tellOfAccounts(container: MedusaContainer): Promise<void> {
  const deps = ledgerDepsOf(container)
  const found = await accountsOf(deps, queryOf(container))
  const { state, message, fix } = inWords("accounts", found)
  if (state === "failed") deps.log.error(`lease-to-own: ${message} ${fix}`)
}

export async function isRegistered(container: MedusaContainer): Promise<boolean> {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  return providers.some(({ id }) => id === PROVIDER_ID)
}

export function inWords(key: string, { code, params = {}, reasons }: Found): SetupFinding {
  const { state, message, fix }: SetupText = setupTexts[code]
  const words = { message: fill(message, params), fix: fix ? fill(fix, params) : null }
  return { key, code, state, params, ...words, ...(reasons?.length && { reasons }) }
}

/** Returns the currencies and countries of all accounts, and the regions with the provider and one of these currencies. */
async function served(accounts: AccountOverview[], query: Query) {
  const currencies = allOf(accounts, "currencies")
  const regions = (await leaseRegions(query)).filter(({ currency }) => currencies.includes(currency))
  return { currencies, countries: allOf(accounts, "countries"), regions }
}

function isLive(accounts: AccountOverview[]): boolean {
  return accounts.some(({ settings }) => settings.mode === "live")
}
