import type { MedusaContainer } from "@medusajs/framework/types"
import { checkStorefront } from "../../../src/setup/check-storefront"
import { type Pages, servePages } from "../../support/serve-pages"

const REGION = {
  ...{ id: "reg_1", name: "United States", currency_code: "usd", countries: [{ iso_2: "us" }] },
  payment_providers: [{ id: "pp_lease-to-own" }],
}
const CONTRACTS = "https://lease.example"
const ALLOWS = {
  "access-control-allow-credentials": "true",
  "access-control-allow-headers": "Content-Type, x-publishable-api-key,x-lease-key",
}

/** A store where a cart gets to the first screen. */
const STORE: Pages = {
  "/store/products": { body: { products: [{ id: "prod_1", title: "Sofa", variants: [{ id: "variant_1" }] }] } },
  "/store/lease-to-own/products": { body: { products: { prod_1: { leasable: true } } } },
  "POST /store/carts/cart_1/shipping-methods": { body: {} },
  "POST /store/carts": { body: { cart: { id: "cart_1" } } },
  "/store/shipping-options": { body: { shipping_options: [{ id: "so_1" }] } },
  "GET /store/lease-to-own/carts/cart_1": { body: { step: "intro" } },
}

type Case = {
  /** Instead of, and before, the store's responses. */
  store?: Pages
  /** The checkout page. */
  page?: Pages[string]
  /** The response of the storefront's own route. */
  route?: Pages[string]
  /** The store's allowed origin and headers. */
  origin?: string
  allows?: Record<string, string>
  keys?: string[]
  contracts?: string[]
  widget?: string
  gone?: "store" | "storefront"
}

const open: { close(): Promise<unknown> }[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

/** A server with these pages, or one that has ended. Returns its address. */
async function served(pages: Pages, isGone: boolean): Promise<string> {
  const server = await servePages(pages)
  if (isGone) await server.close()
  else open.push(server)
  return server.url
}

/** The findings as lines, with placeholders for the two addresses. By default, browsers may call the store. */
async function check({ route, page = {}, keys = ["pk_1"], contracts = [CONTRACTS], widget, ...of }: Case = {}) {
  const storefront = await served(
    { "/checkout": page, ...(route && { "/api/lease/store/": route }) },
    of.gone === "storefront",
  )
  const cors = { "access-control-allow-origin": of.origin ?? storefront, ...(of.allows ?? ALLOWS) }
  const pages = { "OPTIONS /": { headers: cors }, ...of.store, ...STORE, ...of.store }
  const store = await served(pages, of.gone === "store")
  const settings = { countries: ["us"], ...(widget && { widget: { scriptUrl: widget } }) }
  const rows: Record<string, unknown[]> = {
    region: [REGION],
    api_key: keys.map((token) => ({ token, revoked_at: null })),
  }
  const parts: Record<string, unknown> = {
    lease: {
      deps: { accounts: { overview: () => [{ settings }] }, store: { origins: { all: async () => contracts } } },
    },
    query: { graph: async ({ entity }: { entity: string }) => ({ data: rows[entity] ?? [] }) },
    configModule: { admin: { backendUrl: store } },
  }
  const container = { resolve: (name: string) => parts[name] } as unknown as MedusaContainer
  const findings = await checkStorefront(container, { page: new URL(`${storefront}/checkout`), route: "/api/lease" })
  const lines = findings.flatMap(({ key, state, message, fix }) => [
    `${state} ${key}: ${message}`,
    ...(fix ? [fix] : []),
  ])
  return lines.map((line) => line.replaceAll(storefront, "SHOP").replaceAll(store, "STORE"))
}

it("finds no problem if browsers may call the store and a cart gets to the first screen", async () => {
  expect(await check()).toEqual([
    'ok cart: A cart with "Sofa" gets as far as the first screen of lease-to-own.',
    "ok cors: Browsers at SHOP may call the store.",
    "ok page: The page's security policy allows what lease-to-own needs.",
  ])
})

const answers = (path: string, body: object): Case => ({ store: { [path]: { body } } })
const SOLD_OUT = { store: { "POST /store/carts": { status: 400, body: { message: "Out of stock." } } } }
const NOT_LEASABLE = { prod_1: { leasable: false, reasons: [{ message: "No brand." }] } }
const MISSING = { status: 404, body: "Cannot GET" }
const NO_SHIPPING = { shipping_options: [] }
const TOO_SMALL = answers("GET /store/lease-to-own/carts", { step: "refused", messages: [{ message: "Too small." }] })
const [US, SOFA] = ["United States", '"Sofa"']
const NONE = `No product that is available with a publishable key can be leased in ${US}:`

it.each<[string, Case, string]>([
  ["no key", { keys: [] }, "The store has no publishable key, so no storefront can call it."],
  ["a key that shows no product", answers("/store/products", { products: [] }), `${NONE} `],
  ["a store without the plugin", { store: { "/store/lease-to-own": MISSING } }, `${NONE} no reason given (404)`],
  ["unleasable products", answers("/store/lease-to-own/products", { products: NOT_LEASABLE }), `${NONE} No brand.`],
  ["no stock", SOLD_OUT, `${SOFA} cannot be added to a cart in ${US}: Out of stock. (400)`],
  ["no shipping option", answers("/store/shipping-options", NO_SHIPPING), `Nothing ships to Austin, TX (${US}).`],
  ["a refused cart", TOO_SMALL, `A cart with ${SOFA} cannot be leased: Too small.`],
])("says how far a cart gets with %s", async (_, how, says) => {
  expect((await check(how))[0]).toBe(`failed cart: ${says}`)
})

it("names the line for storeCors if the store allows another origin", async () => {
  expect(await check({ origin: "https://other.example" })).toEqual(
    expect.arrayContaining([
      "failed cors: Browsers at SHOP may not call the store at STORE, and the storefront has no route at /api/lease.",
      expect.stringContaining("Add SHOP to projectConfig.http.storeCors and restart."),
    ]),
  )
})

it("names what a proxy in front of the store removes", async () => {
  const [, line] = await check({ allows: { "access-control-allow-headers": "content-type, x-lease-key" } })
  expect(line).toBe("failed cors: Browsers at SHOP may call the store, but without: x-publishable-api-key, cookies.")
})

it.each<[string, Pages[string], string]>([
  ["gives the cart of the cookie", { body: { step: "intro" } }, "ok route: "],
  ["knows another cookie", { status: 404, body: { code: "cart_not_found" } }, "ok route: "],
  [
    "does not reach the store",
    { status: 502, body: { code: "unreachable", message: "No answer." } },
    "failed route: The storefront's server responds at SHOP/api/lease, but cannot reach the store: No answer.",
  ],
])("checks the storefront's route, which %s, instead of the store's CORS", async (_, route, start) => {
  const [, line] = await check({ route, origin: "https://other.example" })
  expect(line?.slice(0, start.length)).toBe(start)
})

const policy = (value: string) => ({ headers: { "content-security-policy": value } })
const PAGE = "page: The page's Content-Security-Policy refuses"

describe("a checkout page", () => {
  it.each<[string, Case, string[]]>([
    [
      "that refuses the store, the contract and the widget is told each line that it lacks",
      { page: policy("default-src 'self'"), widget: "https://cdn.example/widget.js" },
      [
        `failed ${PAGE} STORE.`,
        "Add STORE to its connect-src.",
        `failed ${PAGE} ${CONTRACTS}.`,
        `Add ${CONTRACTS} to its frame-src.`,
        `failed ${PAGE} https://cdn.example.`,
        "Add https://cdn.example to its script-src.",
      ],
    ],
    [
      "that limits frames needs to know the contract's origin",
      { page: policy("frame-src https://other.example"), contracts: [] },
      [
        "warning page: The page allows frames only from: https://other.example. No contract has been shown yet, so its origin is not known.",
        expect.stringContaining("Ask the operator"),
      ],
    ],
    [
      "that isolates itself shows no contract",
      { page: { headers: { "cross-origin-embedder-policy": "require-corp" } } },
      [
        "failed page: The page refuses frames from other sites (Cross-Origin-Embedder-Policy).",
        expect.stringContaining("Remove that header"),
      ],
    ],
    [
      "that redirects elsewhere is not checked",
      { page: { status: 307, headers: { location: "/us/cart" } } },
      [
        "warning page: The page responded with 307, to /us/cart, so its security policy may be different.",
        expect.stringContaining("without a cart"),
      ],
    ],
  ])("%s", async (_, how, lines) => {
    expect((await check(how)).filter((line) => !/^ok (cart|cors)/.test(line))).toEqual(lines)
  })

  it("calls its own site if the storefront has a route", async () => {
    const page = policy(`default-src 'self'; frame-src ${CONTRACTS}`)
    expect((await check({ page, route: { body: { step: "intro" } } })).at(-1)).toMatch(/^ok page: /)
  })
})

it.each([
  ["store", "STORE"],
  ["storefront", "SHOP"],
] as const)("says that the %s does not answer", async (gone, address) => {
  const line = `failed connection: The ${gone} does not respond at ${address} (ECONNREFUSED).`
  expect(await check({ gone })).toContain(line)
})
