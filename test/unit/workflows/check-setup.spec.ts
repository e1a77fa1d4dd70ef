import type { MedusaContainer } from "@medusajs/framework/types"
import { ledgerDepsOf } from "../../../src/modules/lease"
import { Accounts } from "../../../src/modules/lease/accounts/deps"
import { parseOptions } from "../../../src/modules/lease/options/parse-options"
import { checkSetup, SETUP_KEYS, tellOfAccounts } from "../../../src/setup/check-setup"
import { setupTexts } from "../../../src/setup/setup-texts"

type Shipping = { rules?: { attribute: string; value: string }[]; countries: string[]; provinces?: string[] }
type Store = {
  options?: Record<string, unknown>
  config?: { workerMode?: string; storeCors?: string; modules?: Record<string, unknown> }
  locking?: string
  providers?: string[]
  regions?: (ReturnType<typeof regionOf> & { automatic_taxes?: boolean })[]
  shipping?: Shipping[]
  origins?: string[]
  products?: Record<string, unknown>[]
  late?: number
  held?: number
  busiest?: { mailboxes: number; requests: number }
  left?: { account_id: string | null; count: number }[]
  tax?: Tax
}
/** `provider`: of the United States. `ours`: whether our provider was never in the configuration, or was removed. `known`: what it can resolve. */
type Tax = {
  provider?: string
  former?: string
  rated?: boolean
  inclusive?: string
  ours?: "never" | "removed"
  known?: string[]
}

const OURS = "pp_lease-to-own"
const regionOf = (...countries: string[]) => ({
  ...{ id: `reg_${countries[0]}`, name: "US", currency_code: "usd", payment_providers: [{ id: OURS }] },
  countries: countries.map((iso_2) => ({ iso_2 })),
})
const paidBy = (...ids: string[]) => ({ ...regionOf("us"), payment_providers: ids.map((id) => ({ id })) })
const GOOD = { id: "p", title: "Sofa", metadata: { lease_brand: "B", lease_category: "C", lease_condition: "new" } }
const REDIS = { event_bus: { resolve: "@medusajs/medusa/event-bus-redis" } }

const ruledBy = (attribute: string, value: string) => ({
  shipping: [{ countries: ["us"], rules: [{ attribute, value }] }],
})
const lockedBy = (resolve: string) => ({
  modules: { ...REDIS, locking: { options: { providers: [{ id: "shared", resolve }] } } },
})

const mailedBy = (...channels: string[]) => ({
  modules: { notification: { options: { providers: [{ id: "post", options: { channels } }] } } },
})

const NOTICES = { options: { notices: { shoppers: { store: "Harbor", link: "https://shop.example/checkout" } } } }
const MAPLE = {
  ...{ baseUrl: "https://maple.example", authHash: "bWFwbGU6eA==" },
  operator: { name: "Maple", contact: "phone" },
}
/** No account at the top, so that only the entry's carts have one. */
const ONLY = (wanted: object) => ({
  ...{ baseUrl: undefined, username: undefined, password: undefined, operator: undefined },
  accounts: [{ id: "maple", for: wanted, ...MAPLE }],
})

const WIDGET = {
  scriptUrl: "https://cdn.leasing.example/widget.js",
  oneTimeHosts: ["pay.leasing.example"],
  encryptionKey: "5e".repeat(32),
}

const TAX = "tp_lease-to-own"
const BY_OPERATOR = { salesTax: "by_operator" }
const taxedBy = (provider: string, change: Tax & { on?: boolean; options?: object } = {}): Store => {
  const { on = true, options, ...tax } = change
  return {
    options: { ...BY_OPERATOR, ...options },
    tax: { provider, ...tax },
    regions: [on ? regionOf("us") : paidBy()],
  }
}

const consentIn = (texts: object) => ({ version: "1", items: [{ id: "application", required: true, ...texts }] })

/** The store for the check, without problems except for these changes. */
function storeOf(store: Store): MedusaContainer {
  const options = parseOptions({
    baseUrl: "https://api.leasing.example",
    ...{ username: "shop", password: "secret-password", minimum: 100, timeZone: "America/Chicago" },
    operator: { name: "Acorn Leasing", contact: "help@acorn.example" },
    consent: consentIn({ en: "I agree.", es: "Acepto." }),
    ...store.options,
  })
  const { workerMode = "shared", storeCors = "https://shop.example", modules = {} } = store.config ?? {}
  const rows: Record<string, unknown[]> = {
    region: store.regions ?? [regionOf("us")],
    shipping_option: (store.shipping ?? [{ countries: ["us"] }]).map(
      ({ rules = [], countries, provinces = [null] }) => ({
        rules,
        service_zone: {
          geo_zones: countries.flatMap((country_code) =>
            provinces.map((province_code) => ({ country_code, province_code })),
          ),
        },
      }),
    ),
    ...productRows(store.products ?? [GOOD]),
    sales_channel: [{ id: "sc_web", name: "Web" }],
    ...taxRows(store.tax),
  }
  const all = [options, ...options.others]
  const accounts = new Accounts(
    all.map(
      (own) => ({ account_id: own.account_id, options: own, settings: own }) as unknown as Accounts["all"][number],
    ),
    () => {
      throw new Error("No lease is asked for here.")
    },
  )
  const parts: Record<string, unknown> = {
    lease: {
      deps: {
        options,
        accounts,
        now: () => new Date(),
        store: {
          submissions: { busiest: async () => store.busiest ?? { mailboxes: 1, requests: 1 } },
          origins: { all: async () => store.origins ?? [] },
        },
        leases: {
          unfinishedBeyond: async () => store.left ?? [],
          heldLinks: async () => store.held ?? 0,
          overdue: async () => ({ count: store.late ?? 0, since: "2026-11-20T10:00:00.000Z" }),
        },
      },
    },
    query: {
      graph: async ({ entity, filters = {} }: { entity: string; filters?: Record<string, unknown> }) => {
        const isWanted = ({ provider_id }: { provider_id?: string }) => provider_id === filters.provider_id
        return { data: filters.provider_id ? rows[entity]?.filter((row) => isWanted(row as object)) : rows[entity] }
      },
    },
    tax: {
      listTaxProviders: async () => (store.tax?.ours === "never" ? [] : [{ id: TAX }]),
      getProvider: (id: string) => {
        if (store.tax?.ours) throw new Error(`Unable to retrieve the tax provider with id: ${id}`)
        return {
          knows: (name: string) => (store.tax?.known ?? ["lease", "query", "tp_system", "tp_flat"]).includes(name),
        }
      },
    },
    payment: { listPaymentProviders: async () => (store.providers ?? [OURS]).map((id) => ({ id })) },
    locking: { defaultProviderId: store.locking ?? "in-memory" },
    configModule: { projectConfig: { workerMode, http: { storeCors } }, modules },
  }
  return { resolve: (name: string) => parts[name] } as unknown as MedusaContainer
}

type Group = { id: string; name?: string; value?: string; title?: string; metadata?: object }

/** The rows of products that are written with their categories, type and collection. */
function productRows(products: Record<string, unknown>[]): Record<string, unknown[]> {
  const written = products as { id: string; categories?: Group[]; type?: Group; collection?: Group }[]
  const unique = (groups: Group[]) => [...new Map(groups.map((group) => [group.id, group])).values()]
  return {
    product: written.map((one) => ({ ...one, type_id: one.type?.id, collection_id: one.collection?.id })),
    product_type: unique(written.flatMap(({ type }) => type ?? [])),
    product_collection: unique(written.flatMap(({ collection }) => collection ?? [])),
    product_category: unique(written.flatMap(({ categories = [] }) => categories)).map((category) => ({
      ...category,
      products: written.filter(({ categories = [] }) => categories.some(({ id }) => id === category.id)),
    })),
  }
}

function taxRows({ provider = "tp_system", former, rated = true, inclusive }: Tax = {}) {
  const metadata = former ? { lease_to_own_former_provider: former } : null
  return {
    tax_region: [{ id: "txreg_us", country_code: "us", provider_id: provider, metadata }],
    tax_rate: rated ? [{ tax_region: { country_code: "us" } }] : [],
    price_preference: inclusive ? [{ value: inclusive }] : [],
  }
}

const codesOf = async (store: Store, how?: { inScript: boolean }) =>
  (await checkSetup(storeOf(store), how)).map(({ code }) => code)

it("finds no problem in a correct store, and reports each item", async () => {
  const findings = await checkSetup(storeOf({}))
  expect(findings.map(({ key }) => key)).toEqual(SETUP_KEYS)
  expect(findings.filter(({ state }) => state !== "ok")).toEqual([])
  expect(findings.filter(({ message }) => /[{}]/.test(message))).toEqual([])
})

it("logs, when a store starts, a region without an account, with the line to write", async () => {
  const logged = async (store: Store) => {
    const lines: string[] = []
    const container = storeOf(store)
    Object.assign(ledgerDepsOf(container), { log: { error: (line: string) => void lines.push(line) } })
    await tellOfAccounts(container)
    return lines
  }
  const [us, ca] = [regionOf("us"), regionOf("ca")]
  expect(await logged({ options: ONLY({ region: "reg_us" }), regions: [us, ca] })).toEqual([
    expect.stringMatching(
      /^lease-to-own: Shoppers can choose .*Add for: \{ region: "reg_ca" \} to an entry of the accounts option/,
    ),
  ])
  expect(await logged({ options: ONLY({ region: ["reg_us", "reg_ca"] }), regions: [us, ca] })).toEqual([])
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** An operator that charges the sales tax in Texas and Ohio only, with these certificates. */
const certified = (resaleCertificates: object, more: object = {}): Store => ({
  options: { salesTax: "by_operator", timeZone: "UTC", minimum: 100, resaleCertificates, ...more },
  shipping: [{ countries: ["us"], provinces: ["us-tx", "us-oh"] }],
})
const REQUIRED = { requireResaleCertificate: true }

const STORES: [keyof typeof setupTexts, Store][] = [
  ["accounts_one", {}],
  ["accounts_ok", { options: { accounts: [{ id: "maple", for: { region: "reg_us" }, ...MAPLE }] } }],
  ["accounts_ok", { options: ONLY({ region: "reg_us" }) }],
  ["accounts_left_out", { options: ONLY({ region: "reg_us" }), regions: [regionOf("us"), regionOf("ca")] }],
  ["accounts_left_out", { options: ONLY({ sales_channel: "sc_web", currency: "cad" }) }],
  ["accounts_unknown", { options: ONLY({ region: ["reg_us", "reg_gone"] }) }],
  ["accounts_removed", { left: [{ account_id: "oak", count: 3 }] }],
  ["address_plain", { options: { baseUrl: "http://api.leasing.example" } }],
  ["address_local", { options: { baseUrl: "http://127.0.0.1:4000/lease" } }],
  ["address_ok", { options: { baseUrl: "http://127.0.0.1:4000/lease", mode: "test" } }],
  ["provider_missing", { providers: ["pp_system_default"] }],
  ["provider_nowhere", { regions: [{ ...regionOf(), name: "EU", currency_code: "eur" }] }],
  ["provider_nowhere", { regions: [paidBy()] }],
  ["provider_missing", { providers: [`${OURS}_second`] }],
  ["provider_nowhere", { regions: [paidBy(`${OURS}_second`)] }],
  ["shipping_ok", {}],
  ["shipping_missing", { shipping: [{ countries: ["de"] }] }],
  ["shipping_missing", { regions: [regionOf("us", "ca")], options: { countries: ["us", "ca"] } }],
  ["shipping_missing", ruledBy("is_return", "true")],
  ["shipping_missing", ruledBy("enabled_in_store", "false")],
  ["shipping_ok", ruledBy("is_return", "false")],
  ["shipping_elsewhere", { regions: [regionOf("ca")] }],
  ["shipping_unchecked", { regions: [] }],
  ["contract_frame_unknown", {}],
  ["contract_frame_ok", { origins: ["https://sign.example"] }],
  ["store_cors_missing", { config: { storeCors: " " } }],
  ["store_cors_local", { config: { storeCors: "http://localhost:8000,http://127.0.0.1:8000" } }],
  ["store_cors_local", { config: { storeCors: "http://shop.localhost:8000,http://0.0.0.0:8000" } }],
  ["store_cors_ok", { config: { storeCors: "http://localhost:8000" }, options: { mode: "test" } }],
  ["contract_origin_own", {}],
  ["contract_origin_ok", { options: { allowedOrigins: ["https://sign.example"] } }],
  ["products_none", { products: [] }],
  ["products_none_complete", { products: [{ id: "p", title: "Bare" }] }],
  ["products_incomplete", { products: [GOOD, { id: "p2", title: "Bare" }] }],
  ["products_ok", { products: [GOOD, { id: "p2", title: "No", metadata: { lease_leasable: "no" } }] }],
  ["operator_unnamed", { options: { operator: { contact: "help@acorn.example" } } }],
  ["consent_ok", {}],
  ["consent_default", { options: { consent: undefined } }],
  ["consent_sample", { options: { consent: undefined, mode: "test" } }],
  ["address_test", { options: { mode: "test" } }],
  ["minimum_none", { options: { minimum: undefined } }],
  ["days_utc", { options: { timeZone: undefined } }],
  ["days_utc", { options: { timeZone: "Etc/GMT" } }],
  ["certificates_unneeded", {}],
  ["certificates_unneeded", { ...certified({}), shipping: [{ countries: ["ca"] }] }],
  ["certificates_unneeded", certified({}, { excludedStates: ["TX", "OH"] })],
  [
    "certificates_unneeded",
    certified({}, { salesTax: { default: "by_operator", states: { TX: "refuse", OH: "in_cart" } } }),
  ],
  ["certificates_unneeded", certified({}, { countries: ["ca"] })],
  ["certificates_ok", certified({ Texas: inDays(32), "us-oh": inDays(400) })],
  ["certificates_ok", certified({ TX: inDays(400) }, REQUIRED)],
  ["certificates_missing", certified({ TX: inDays(400) })],
  ["certificates_missing", certified({ TX: inDays(400), OH: inDays(-1) })],
  ["certificates_ending", certified({ TX: inDays(400), OH: inDays(0) })],
  ["certificates_ending", certified({ OH: inDays(29) }, REQUIRED)],
  ["certificates_none", certified({ OH: inDays(-1) }, REQUIRED)],
  ["consent_language_missing", { options: { consent: consentIn({ en: "I agree." }) } }],
  ["consent_ok", { options: { consent: consentIn({ en: "I agree." }), contractLanguages: ["en"] } }],
  ["disclosures_none", {}],
  ["disclosures_ok", { options: { disclosures: { offer: { NY: { en: "Read.", es: "Lea." } } } } }],
  ["disclosures_ok", { options: { disclosures: { message: { NY: { en: "Read." } } }, contractLanguages: ["en"] } }],
  ["disclosures_language_missing", { options: { disclosures: { labels: { NY: { total: { en: "Total" } } } } } }],
  ["jobs_late", { late: 3, config: { workerMode: "server" } }],
  ["jobs_elsewhere", { config: { workerMode: "server" } }],
  ["locking_alone", { config: { modules: REDIS } }],
  ["locking_ok", { locking: "shared", config: lockedBy("@medusajs/medusa/locking-redis") }],
  ["locking_postgres", { locking: "shared", config: lockedBy("@medusajs/medusa/locking-postgres") }],
  ["locking_unknown", { locking: "shared", config: lockedBy("./src/modules/our-locks") }],
  ["network_crowded", { busiest: { mailboxes: 5, requests: 5 } }],
  ["network_ok", { busiest: { mailboxes: 4, requests: 9 } }],
  ["network_ok", { busiest: { mailboxes: 9, requests: 9 }, options: { mode: "test" } }],
  ["network_full", { busiest: { mailboxes: 9, requests: 10 } }],
  ["network_full", { busiest: { mailboxes: 1, requests: 10 }, options: { mode: "test" } }],
  ["widget_off", {}],
  ["widget_ok", { options: { widget: WIDGET } }],
  ["widget_links_waiting", { options: { widget: WIDGET }, held: 2 }],
  ["notices_off", {}],
  ["notices_unsent", NOTICES],
  ["notices_unsent", { ...NOTICES, config: mailedBy("feed") }],
  ["notices_ok", { ...NOTICES, config: mailedBy("feed", "email") }],
  ["provider_widget_only", { options: { widget: WIDGET }, providers: ["pp_system_default"] }],
  ["locking_ok", { config: { modules: REDIS }, locking: "locking-redis" }],
  ["tax_by_store", {}],
  ["tax_ok", taxedBy(TAX)],
  ["tax_ok", taxedBy(TAX, { options: { salesTax: { default: "in_cart", states: { TX: "by_operator" } } } })],
  ["tax_not_ours", taxedBy("tp_system")],
  ["tax_not_ours", taxedBy("tp_flat", { rated: false })],
  ["tax_not_ours", taxedBy("tp_system", { on: false, options: { widget: WIDGET } })],
  [
    "tax_not_ours",
    {
      ...taxedBy("tp_system"),
      options: { accounts: [{ ...MAPLE, ...BY_OPERATOR, id: "maple", for: { region: "reg_us" } }] },
    },
  ],
  [
    "tax_not_ours",
    {
      ...taxedBy("tp_system"),
      options: { secondLook: "maple", accounts: [{ ...MAPLE, ...BY_OPERATOR, id: "maple" }] },
    },
  ],
  ["tax_none", taxedBy("tp_system", { rated: false })],
  ["tax_none", taxedBy("tp_system", { on: false })],
  ["tax_none", taxedBy("tp_system", { on: false, ours: "never" })],
  ["tax_none", { ...taxedBy("tp_system"), regions: [{ ...regionOf("us"), automatic_taxes: false }] }],
  ["tax_none", { ...taxedBy("tp_system"), regions: [regionOf("ca")], options: { ...BY_OPERATOR, countries: ["ca"] } }],
  [
    "tax_none",
    {
      ...taxedBy("tp_system"),
      options: { accounts: [{ ...MAPLE, ...BY_OPERATOR, id: "maple", for: { currency: "cad" } }] },
    },
  ],
  ["tax_included", taxedBy(TAX, { inclusive: "usd" })],
  ["tax_included", taxedBy(TAX, { inclusive: "reg_us" })],
  ["tax_ok", taxedBy(TAX, { inclusive: "eur" })],
  ["tax_unneeded", taxedBy(TAX, { options: { salesTax: "in_cart" } })],
  ["tax_unneeded", taxedBy(TAX, { on: false })],
  ["tax_provider_missing", taxedBy("tp_system", { ours: "never" })],
  ["tax_provider_missing", taxedBy("tp_system", { ours: "removed" })],
  ["tax_provider_gone", taxedBy(TAX, { ours: "removed" })],
  ["tax_provider_gone", taxedBy(TAX, { ours: "removed", options: { salesTax: "in_cart" } })],
  ["tax_provider_unlinked", taxedBy(TAX, { known: ["query", "tp_system"] })],
  ["tax_provider_unlinked", taxedBy("tp_system", { known: ["lease", "tp_system"] })],
  ["tax_former_gone", taxedBy(TAX, { former: "tp_avalara" })],
  ["tax_ok", taxedBy(TAX, { former: "tp_flat", rated: false })],
]

it.each(STORES)("reports %s of such a store (%#)", async (code, store) => {
  expect(await codesOf(store)).toContain(code)
})

it("names the countries to which nothing is delivered, and the origins of contracts", async () => {
  const regions = [regionOf("us", "ca"), regionOf("mx")]
  const store = {
    regions,
    options: { countries: ["us", "ca", "mx"] },
    origins: ["https://a.example", "https://b.example"],
  }
  const found = await checkSetup(storeOf(store))
  const says = (key: string) => found.find((finding) => finding.key === key)?.message
  expect(says("shipping")).toMatch(/^No shipping option delivers to CA, MX\. /)
  expect(says("contract_frame")).toMatch(/^Contracts were shown from: https:\/\/a\.example https:\/\/b\.example\. /)
})

it("names the states without a resale certificate, and those whose certificate ends soon", async () => {
  const says = async (store: Store) =>
    (await checkSetup(storeOf(store))).find(({ key }) => key === "certificates")?.message
  expect(await says(certified({ TX: inDays(400) }))).toMatch(/^Leases without sales tax may ship to OH, but /)
  expect(await says({ options: { salesTax: "by_operator" } })).toMatch(/ may ship to AL, AK, AZ, AR, CA, /)
  const end = inDays(10)
  expect(await says(certified({ TX: end }))).toBe(`Resale certificates expire within 30 days: TX (${end}).`)
})

it("counts why products can't be leased, and names the products or the category, type or collection to change", async () => {
  const ruled = (id: string, metadata: object) => ({ id: `${id}_1`, name: "Plans", value: "Plans", metadata })
  const products = [
    ...Array.from({ length: 7 }, (_, at) => ({
      id: `p${at}`,
      title: "Bare",
      categories: [{ id: "pcat_0", name: "Sofas" }],
    })),
    { id: "odd", title: "Odd", metadata: { ...GOOD.metadata, lease_condition: "mint", lease_leasable: "maybe" } },
    { ...GOOD, id: "card", title: "Card", is_giftcard: true },
    ...["plan_1", "plan_2"].map((id) => ({ ...GOOD, id, categories: [ruled("pcat", { lease_leasable: "no" })] })),
    { id: "out", title: "Out", metadata: { lease_leasable: false } },
    ...["tire_1", "tire_2", "tire_3"].map((id) => ({ ...GOOD, id, type: ruled("ptyp", { lease_not_in: "NY, CA" }) })),
    {
      ...GOOD,
      id: "wrong",
      title: "Wrong",
      collection: { id: "pcol_1", title: "Fall", metadata: { lease_not_in: 5 } },
    },
  ]
  const found = (await checkSetup(storeOf({ products }))).find(({ key }) => key === "products")
  expect(found).toMatchObject({ code: "products_incomplete", params: { done: "3", total: "16", lacking: "9" } })
  const bare = Array.from({ length: 5 }, (_, at) => ({ id: `p${at}`, title: "Bare" }))
  const none = { of: null, products: [] }
  expect(found?.reasons).toEqual([
    { ...none, code: "brand", count: 7, products: bare },
    { ...none, code: "condition", count: 7, products: bare },
    { ...none, code: "not_in", count: 3, of: { on: "type", id: "ptyp_1", name: "Plans" }, states: ["CA", "NY"] },
    { ...none, code: "not_leasable", count: 2, of: { on: "category", id: "pcat_1", name: "Plans" } },
    { ...none, code: "condition_unknown", count: 1, products: [{ id: "odd", title: "Odd" }] },
    { ...none, code: "leasable_unknown", count: 1, products: [{ id: "odd", title: "Odd" }] },
    { ...none, code: "gift_card", count: 1, products: [{ id: "card", title: "Card" }] },
    { ...none, code: "not_leasable", count: 1, products: [{ id: "out", title: "Out" }] },
    { ...none, code: "not_in_unknown", count: 1, of: { on: "collection", id: "pcol_1", name: "Fall" } },
  ])
})

it("a store without any product that can be leased has failed, even if each is excluded", async () => {
  const products = [{ ...GOOD, metadata: { ...GOOD.metadata, lease_leasable: false } }]
  expect(await codesOf({ products })).toContain("products_none_complete")
  const found = await checkSetup(storeOf({ options: { leasableByDefault: false } }))
  expect(found.find(({ key }) => key === "products")).toMatchObject({
    state: "failed",
    reasons: [{ code: "default", count: 1, of: null }],
  })
})

it("says what to do about every problem", () => {
  const texts: [string, { state: string; fix?: string }][] = Object.entries(setupTexts)
  expect(texts.filter(([, { state, fix }]) => (state !== "ok") !== !!fix)).toEqual([])
})

it("doesn't check the worker mode in a script, which Medusa always runs as a server", async () => {
  expect(await codesOf({ config: { workerMode: "server" } }, { inScript: true })).toContain("jobs_ok")
})
