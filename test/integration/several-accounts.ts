import type { Sandbox } from "lease-to-own-sandbox"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"
import { listenIn, loginOf, mapleOf, portOf, startOther } from "./support/two-accounts"

const SETUP = "/admin/lease-to-own/setup"
const MAPLE = { accepted: ["application"], version: "maple/default-2" }

/** One store, two operators. */
export const severalAccounts = storeRules("a store with several accounts", (store) => {
  const dashboard = new LeaseDashboard(store)
  let other: Sandbox
  const accounts = () => [{ id: "maple", for: { region: store.shop.regionId }, ...mapleOf(other) }]

  beforeAll(async () => {
    other = await startOther()
  })
  afterAll(async () => {
    store.setOptions({})
    await other.close()
  })
  beforeEach(() => {
    other.reset()
    store.setOptions({ accounts: accounts() })
  })

  /** From the consent for the other operator to the recorded order. */
  async function orders(shopper: Shopper): Promise<string> {
    expect((await shopper.apply(undefined, { consent: MAPLE })).body).toMatchObject({ status: "approved" })
    await shopper.signOffer()
    await shopper.startPayment()
    const { id } = await store.order(shopper)
    await store.runJob()
    return id
  }
  /** The other operator is used after the first one's denial. */
  function secondLook(more: object = {}): void {
    store.setOptions({ secondLook: "maple", accounts: [{ id: "maple", ...mapleOf(other), ...more }] })
  }

  it("a cart is leased only with the operator whose account matches it, from the first screen to the delivery", async () => {
    const { heard, end } = listenIn()
    const shopper = await store.filled()
    expect((await shopper.view()).body).toMatchObject({
      step: "intro",
      operator: { name: "Maple Leasing" },
      consent: { version: "maple/default-2", items: [{ text: expect.stringContaining("Maple Leasing") }] },
    })
    expect(await shopper.apply()).toMatchObject({ status: 400, body: { code: "consent_required" } })
    const orderId = await orders(shopper)
    expect((await store.admin.get(`/admin/lease-to-own/orders/${orderId}`)).body.lease).toMatchObject({
      account_id: "maple",
      operator: { name: "Maple Leasing", contact: "help@maple.example" },
    })
    expect((await store.admin.get("/admin/lease-to-own/leases")).body.leases).toEqual([
      expect.objectContaining({ account_id: "maple" }),
    ])
    expect(await dashboard.act(orderId, "check_status")).toMatchObject({ result: "done" })
    expect(await dashboard.act(orderId, "cancel_contract")).toMatchObject({ result: "done" })
    end()
    const calls = heard.filter(({ port }) => [portOf(other), portOf(store.sandbox)].includes(port))
    expect(new Set(calls.map((call) => JSON.stringify(call)))).toEqual(
      new Set([JSON.stringify({ port: portOf(other), authorization: loginOf(other) })]),
    )
  })

  it("the settings page shows each account without secrets", async () => {
    const { body } = await store.admin.get(SETUP)
    expect(body.accounts).toMatchObject([
      { id: null, carts: null, settings: { operator: { name: "Sandbox Leasing" } } },
      { id: "maple", carts: { region: [store.shop.regionId] }, settings: { operator: { name: "Maple Leasing" } } },
    ])
    expect(JSON.stringify(body)).not.toMatch(/maple-secret|sandbox-secret/)
    expect((await store.admin.post("/admin/lease-to-own/connection-check")).body.accounts).toMatchObject([
      { account_id: null, result: "reached" },
      { account_id: "maple", result: "reached" },
    ])
  })

  it("a region without an account is reported, and its carts are refused without a call", async () => {
    const nothing = { baseUrl: undefined, username: undefined, password: undefined, operator: undefined }
    store.setOptions({ ...nothing, accounts: [{ ...accounts()[0], for: { currency: "eur" } }] })
    const shopper = await store.filled()
    const refused = { code: "unavailable_account", message: expect.stringContaining("not offered for this region") }
    expect((await shopper.view()).body).toMatchObject({ step: "unavailable", reasons: [refused], form: null })
    expect((await shopper.apply(undefined, { consent: MAPLE })).body).toMatchObject({ code: "unavailable_account" })
    expect(other.journal()).toEqual([])
    const { items } = (await store.admin.get(SETUP)).body
    const left = { code: "accounts_left_out", message: expect.stringContaining(store.shop.regionId) }
    expect(items.find(({ key }: { key: string }) => key === "accounts")).toMatchObject(left)
  })

  it("after a denial, a second operator is offered, which learns nothing before consent and nobody else sees", async () => {
    secondLook()
    const shopper = await store.filled()
    expect((await shopper.apply("denied")).body).toMatchObject({
      ...{ status: "denied", step: "intro", operator: { name: "Maple Leasing" } },
      ...{ consent: { version: "maple/default-2" }, actions: { apply: { allowed: true } } },
      messages: [
        {
          code: "second_look",
          params: { operator: "Maple Leasing", former: "Sandbox Leasing", contact: "help@leasing.example" },
          message: expect.stringContaining("Maple Leasing, which is a different company"),
        },
      ],
    })
    expect((await shopper.view(null)).body).toMatchObject({ step: "in_progress", messages: [{ code: "contract_key" }] })
    expect(other.journal()).toEqual([])
    expect((await store.admin.get(SETUP)).body.accounts[0]).toMatchObject({ id: null, second_look: "maple" })
    const placed = { step: "placed", order_id: await orders(shopper) }
    expect(store.sandbox.journal()).toHaveLength(1)
    expect((await shopper.view()).body).toMatchObject({ ...placed, operator: { name: "Maple Leasing" } })
    // The second operator's name would reveal the denial.
    const seen = (await shopper.view(null)).body
    expect(seen).toMatchObject({ ...placed, status: null, reference: null, operator: { name: "Sandbox Leasing" } })
    expect(JSON.stringify(seen)).not.toMatch(/maple/i)
  })

  it("a denial is final if the second operator doesn't lease such carts", async () => {
    secondLook({ minimum: 100_000 })
    expect((await (await store.filled()).apply("denied")).body).toMatchObject({
      step: "denied",
      operator: { name: "Sandbox Leasing" },
      messages: [{ code: "denied", params: { operator: "Sandbox Leasing" } }],
    })
  })
})
