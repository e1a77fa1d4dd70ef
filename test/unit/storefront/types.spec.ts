import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ts from "typescript"
import { TSC } from "../../../scripts/lib/compile.mjs"

const ROOT = join(__dirname, "../../..")
const STOREFRONT = join(ROOT, "packages/storefront")

/** A shop that takes something of each entry. */
const CONSUMER = `
import { createLeaseClient, fetchTransport, type LeaseView } from "lease-to-own-storefront"
import { en } from "lease-to-own-storefront/en"
import { es, messageEs, orderEs } from "lease-to-own-storefront/es"
import { createLeaseFlow, type LeaseState } from "lease-to-own-storefront/flow"
import { createHostedCheckout, type HostedLeaseEnd, type HostedState, startHostedLease } from "lease-to-own-storefront/hosted"
import { type CheckoutState, createLeaseCheckout, type Screen, screenOf } from "lease-to-own-storefront/screens"
import { createLeaseRoute, finishLease, type LeaseStore, retrieveLease, retrieveLeaseMessage, retrieveOrderLease } from "lease-to-own-storefront/next"
import { createLeaseMessage, type LeaseMessage } from "lease-to-own-storefront/message"
import { createLeaseOrder, type OrderLease } from "lease-to-own-storefront/order"
import { type LeaseCheckoutElement } from "lease-to-own-storefront/elements"
import "lease-to-own-storefront/message-element"
import "lease-to-own-storefront/hosted-element"

const transport = fetchTransport({ baseUrl: "https://shop.example.com", publishableKey: "pk_1" })
const client = createLeaseClient({ cartId: "cart_1", transport, dictionary: es })
const flow = createLeaseFlow({ client, readCart: async () => ({ total: 1 }), onPlaced: (orderId: string | null) => orderId })
export const state: LeaseState<{ total: number }> = flow.state
export const view: LeaseView | null = state.view
export const total: number | undefined = state.cart?.total
const shopFlow = createLeaseFlow({ client, readCart: async () => ({ total: 1, currency_code: "usd", id: "cart_1" }), onPlaced: () => undefined })
const checkout = createLeaseCheckout({ flow: shopFlow, client, dictionary: en, onOther: () => undefined, onCart: () => undefined })
export const screen: Screen = screenOf({ state: shopFlow.state }, { dictionary: en })
export const pressed: Promise<void> = checkout.press("start")
export const words: string[] = [en, es].map((dictionary) => dictionary.say("buttons", "apply"))
export const message: Promise<LeaseMessage> = createLeaseMessage({ transport, words: messageEs }).read("prod_1", "reg_1")
export const order: Promise<OrderLease | null> = createLeaseOrder({ transport, words: orderEs }).read("order_1")
export const end: Promise<HostedLeaseEnd> = startHostedLease({ client })
const card = { isFilled: () => true, clear: () => undefined, tokenize: async () => null }
const hosted = createHostedCheckout({ client, dictionary: en, card, amount: "$1.00", pay: async (token: string) => token, onPlaced: (orderId) => orderId, onOther: () => undefined, onCart: () => undefined })
export const shownCard: HostedState["card"] = hosted.state.card
export const shownAlike: CheckoutState[] = [checkout.state, hosted.state]
const signedIn = async (): Promise<{ authorization: string } | Record<string, never>> => ({})
declare const setting: string | undefined
const store: LeaseStore = { backendUrl: setting, publishableKey: "pk_1", getCartId: async () => "cart_1", getHeaders: signedIn }
export const { GET, POST } = createLeaseRoute(store)
export const first: Promise<LeaseView | null> = retrieveLease(store)
export const lease: Promise<OrderLease | null> = retrieveOrderLease("order_1", { ...store, words: orderEs })
export const said: Promise<LeaseMessage | null> = retrieveLeaseMessage("prod_1", "reg_1", { ...store, words: messageEs })
export const shown: Promise<string> = finishLease(null, { ...store, removeCartId: () => {}, showOrder: (id) => id ?? "/" })
export const element: LeaseCheckoutElement = Object.assign(document.createElement("lease-checkout"), { client, cartId: "cart_1" })
element.addEventListener("lease-placed", ({ detail }) => detail.orderId?.length)
document.createElement("lease-message").message = null
document.createElement("lease-hosted").pay = async (token: string) => token
document.createElement("lease-status").lease = null
// @ts-expect-error the types are there: an id is a text
element.cartId = 1
// @ts-expect-error the types are there: this is no task
export const task: typeof state.busy = "bake"
`

const RESOLUTIONS: Record<string, ts.CompilerOptions> = {
  node10: { moduleResolution: ts.ModuleResolutionKind.Node10, module: ts.ModuleKind.ES2022 },
  node16: { moduleResolution: ts.ModuleResolutionKind.Node16, module: ts.ModuleKind.Node16 },
  bundler: { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ES2022 },
}

let shop: string

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), "shop-"))
  const installed = join(shop, "node_modules/lease-to-own-storefront")
  mkdirSync(installed, { recursive: true })
  execFileSync(process.execPath, [join(ROOT, TSC), "-p", STOREFRONT, "--outDir", join(installed, "dist")])
  cpSync(join(STOREFRONT, "package.json"), join(installed, "package.json"))
  writeFileSync(join(shop, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(shop, "shop.ts"), CONSUMER)
})
afterAll(() => rmSync(shop, { recursive: true }))

test.each(Object.keys(RESOLUTIONS))("a shop finds the types of every entry with moduleResolution %s", (name) => {
  const options = {
    ...RESOLUTIONS[name],
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    types: [],
    skipDefaultLibCheck: true,
  }
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([join(shop, "shop.ts")], options))
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([])
})

test("the shop above takes something of every entry", () => {
  const { exports } = JSON.parse(readFileSync(join(STOREFRONT, "package.json"), "utf8"))
  const entries = Object.keys(exports).filter((entry) => !/json$|css$/.test(entry))
  const missing = entries.filter((entry) => !CONSUMER.includes(`"lease-to-own-storefront${entry.slice(1)}"`))
  expect(missing).toEqual([])
})
