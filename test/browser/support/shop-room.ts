import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Sandbox } from "lease-to-own-sandbox"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { widgetOption } from "../../../demo/lease-settings.mjs"
import { type ShopServer, startShopServer } from "../../../demo/shop-server.mjs"
import { compile } from "../../../scripts/lib/prepare.mjs"
import { eventually } from "../../integration/support/eventually"
import { describeStore, type LeaseStore } from "../../integration/support/lease-store"
import { countOpenRequests } from "./open-requests"
import { isBooked } from "./orders"

const ROOT = resolve(__dirname, "../../..")
/** Any local port: the shop gets one before the store knows it. */
const THIS_MACHINE = "/^http:\\/\\/localhost:\\d+$/"

/** The demo shop in front of a booted Medusa, and a browser for it. */
export type ShopRoom = LeaseStore & {
  shopUrl: string
  /** A fresh browser profile. */
  visit(options?: BrowserContextOptions): Promise<Page>
  /** The same at the checkout, with a sofa in the cart, an address and a delivery method. Each test has one such cart of its own. */
  visitWithCart(options?: BrowserContextOptions): Promise<Page>
}

/** Describes a suite against one store, one sandbox and one shop; the data is fresh before each test. */
export function describeShop(name: string, browser: () => Browser, suite: (room: ShopRoom) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "lease-options-"))
  const mail = join(folder, "mail.jsonl")
  afterAll(() => rmSync(folder, { recursive: true }))
  describeStore(
    name,
    (store) => {
      const room = store as ShopRoom
      let server: ShopServer
      const requests = countOpenRequests()
      afterAll(requests.end)

      beforeAll(async () => {
        const complaint = compile(ROOT)
        if (complaint) throw new Error(complaint)
        server = await startShopServer({ mail })
        const { publishableKey, regionId } = store.shop
        const { contractOrigin } = store.sandbox
        const flow = "own-form"
        server.open({ baseUrl: store.url, publishableKey, regionId, flow, contractOrigins: [contractOrigin] })
        const visit = async (options: BrowserContextOptions = {}) => {
          const context = await browser().newContext({ locale: "en-US", ...options })
          context.setDefaultTimeout(20_000)
          return context.newPage()
        }
        Object.assign(room, {
          shopUrl: server.url,
          visit,
          visitWithCart: async (options: BrowserContextOptions = {}) => {
            const shopper = store.shopper()
            if (!shopper.takeCart()) throw new Error("The cart of this test is taken already.")
            // As the shop stores it (`store.js`).
            const localStorage = [{ name: "cart_id", value: shopper.cartId }]
            const storageState = { cookies: [], origins: [{ origin: server.url, localStorage }] }
            const page = await visit({ storageState, ...options })
            await page.goto(`${server.url}/#/checkout`)
            return page
          },
        } satisfies Omit<ShopRoom, keyof LeaseStore>)
      })
      // Work still in progress in the store must not affect the next test's data: its carts have the same ids.
      afterEach(async () => {
        const contexts = browser().contexts()
        await Promise.all(contexts.map((context) => context.route("**", (route) => route.abort())))
        await eventually(
          async () => requests.open(),
          (open) => open === 0,
        )
        await Promise.all(contexts.map((context) => context.close()))
        await eventually(() => isBooked(room), Boolean)
      })
      afterAll(() => server?.close())

      suite(room)
    },
    { env: (sandbox) => ({ STORE_CORS: THIS_MACHINE, LEASE_OPTIONS: optionsFile(folder, sandbox), DEMO_MAIL: mail }) },
  )
}

/** Turns on the hosted flow, for its own page (`hosted.ts`). */
function optionsFile(folder: string, sandbox: Sandbox): string {
  const file = join(folder, "options.json")
  writeFileSync(file, JSON.stringify({ widget: widgetOption(sandbox) }))
  return file
}
