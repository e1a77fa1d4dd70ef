import { once } from "node:events"
import { connect } from "node:net"
import { applicant } from "./support/applicant"
import { customer } from "./support/customer"
import { storeRules } from "./support/lease-store"
import { logOf } from "./support/traces"

/** How Medusa's log marks errors. */
const AT_LEVEL_ERROR = '"level":"error"'
const OFF = "delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'"
const NOT_FOUND = { status: 404, body: { code: "cart_not_found" } }

/** Bad input gets a clear error, and nothing changes: not in the ledger, not at the service. */
export const badInput = storeRules("bad input", (store) => {
  const url = (cartId: string, step = "") => `/store/lease-to-own/carts/${cartId}${step}`
  const leases = () => store.sql("select status from lease")

  it("a cart of another sales channel is not found, and every cart needs a publishable key", async () => {
    const shopper = await store.filled()
    expect((await store.http.get(url(shopper.cartId))).status).toBe(400)
    await store.sql("update cart set sales_channel_id = 'sc_other' where id = ?", [shopper.cartId])
    for (const asked of [shopper.view(), shopper.apply()]) expect(await asked).toMatchObject(NOT_FOUND)
  })

  it("a cart id with impossible characters is not found at any route, and nothing is logged", async () => {
    const { http } = store.shopper()
    const event = { event: "onCancel", token: "t" }
    const log = await logOf(async () => {
      for (const step of ["", "/application", "/offer", "/contract", "/signature", "/widget", "/widget-events"])
        for (const id of ["cart_nobody", "%00", `cart_${"x".repeat(5000)}`]) {
          const answer = await (step ? http.post(url(id, step), event) : http.get(url(id)))
          expect([step, id, answer]).toMatchObject([step, id, NOT_FOUND])
        }
      const order = await http.get("/store/lease-to-own/orders/order_1%00")
      expect(order).toMatchObject({ status: 404, body: { code: "order_not_found" } })
    })
    expect(log).not.toContain(AT_LEVEL_ERROR)
  })

  it("only the signed-in customer sees an account's cart, without a lease key", async () => {
    const shopper = await customer(store, "kim@shopper.example")
    await shopper.fillCart({ email: "kim@shopper.example" })
    const anonymous = store.shopper()
    anonymous.cartId = shopper.cartId
    expect(await anonymous.view()).toMatchObject({ status: 403, body: { code: "cart_of_customer" } })
    await shopper.apply()
    await shopper.offer()
    expect(await anonymous.contract(shopper.leaseKey)).toMatchObject({ status: 403 })
    expect((await shopper.contract(null)).status).toBe(200)
  })

  it("a cart that is already an order accepts no write", async () => {
    const { shopper } = await store.ordered()
    for (const write of [shopper.apply(), shopper.offer(), shopper.contract(), shopper.signature()])
      expect(await write).toMatchObject({ status: 409, body: { code: "cart_finished" } })
  })

  it("no cart is leased in a region where the provider is disabled", async () => {
    const shopper = await store.filled()
    await store.sql(OFF)
    expect((await shopper.view()).body).toMatchObject({ step: "unavailable", reasons: [{ code: "unavailable_off" }] })
    expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: "unavailable_off" } })
  })

  it("a cart that can't be leased is refused by name, and nothing is sent", async () => {
    const shopper = await store.filled({ shipping: null })
    const { body } = await shopper.view()
    expect(body).toMatchObject({ step: "unavailable", form: null, actions: { apply: { allowed: false } } })
    expect(body.reasons).toContainEqual(expect.objectContaining({ code: "unavailable_incomplete" }))
    expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: body.actions.apply.reason } })
    expect([store.calls(), await leases()]).toEqual([[], []])
  })

  it("the form marks excluded home states, and an application from there is refused with its field", async () => {
    store.setOptions({ excludedStates: ["NJ"] })
    const shopper = await store.filled()
    const { fields } = (await shopper.view()).body.form as { fields: { path: string; options?: { value: string }[] }[] }
    const states = fields.find(({ path }) => path === "customer.homeAddress.state")?.options
    expect(states?.filter(({ value }) => ["NJ", "TX"].includes(value))).toEqual([
      { value: "NJ", label: "New Jersey", excluded: true },
      { value: "TX", label: "Texas" },
    ])
    const { customer, ...more } = applicant()
    const application = { ...more, customer: { ...customer, homeAddress: { ...customer.homeAddress, state: "NJ" } } }
    const answer = await shopper.apply(undefined, { application })
    store.setOptions({})
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "unavailable_home_state", fields: [{ field: "customer.homeAddress.state", rule: "excluded" }] },
    })
    expect([store.calls(), await leases()]).toEqual([[], []])
  })

  it("an application that is too large is refused, and nothing is sent", async () => {
    const shopper = await store.filled()
    const application = { ...applicant(), padding: "x".repeat(40_000) }
    const refused = { status: 413, body: { code: "body_too_large" } }
    expect(await shopper.apply(undefined, { application })).toMatchObject(refused)
    expect([store.calls(), await leases()]).toEqual([[], []])
  })

  it.each([
    [
      { accepted: true, version: "default-2" },
      "consent.accepted",
      "List the ids of the items of the consent that the shopper has accepted.",
    ],
    [{ accepted: ["application"] }, "consent.version", "This is missing or of the wrong type."],
  ])(
    "a consent in another shape is refused with what to send, and nothing is sent: %j",
    async (consent, field, message) => {
      const shopper = await store.filled()
      const { status, body } = await shopper.apply(undefined, { consent })
      expect([status, body.code]).toEqual([400, "body_invalid"])
      expect(body.fields).toEqual([{ field, rule: "invalid_type", message }])
      expect([store.calls(), await leases()]).toEqual([[], []])
    },
  )

  it("an application whose upload breaks off changes nothing and logs nothing", async () => {
    const shopper = await store.filled()
    const log = await logOf(async () => {
      for (let time = 0; time < 3; time++)
        await breakOff(store.url, url(shopper.cartId, "/application"), store.shop.publishableKey)
      await shopper.view()
    })
    expect(log).not.toContain(AT_LEVEL_ERROR)
    expect(await leases()).toEqual([])
  })

  it("a step out of order is refused with what to do first, as the view does", async () => {
    const shopper = await store.filled()
    for (const step of [shopper.offer(), shopper.contract()])
      expect(await step).toMatchObject({ status: 409, body: { code: "no_application" } })
    await shopper.apply()
    expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: "application_open" } })
    expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "no_offer" } })
    await shopper.offer()
    await shopper.startPayment()
    expect(await shopper.complete()).toMatchObject({ status: 400, body: { type: "not_allowed", code: "not_signed" } })
    expect(await store.sql('select id from "order"')).toEqual([])
    await shopper.addItem("lamp")
    const { actions } = (await shopper.view()).body
    expect(actions).toMatchObject({
      apply: { allowed: false, reason: "application_open" },
      offer: { allowed: true },
      contract: { allowed: false, reason: "cart_changed" },
      place: { allowed: false, reason: "not_signed" },
    })
    expect((await shopper.contract()).body.code).toBe(actions.contract.reason)
    expect((await shopper.offer()).status).toBe(200)
  })
})

/** Sends a part of a body and hangs up; resolves once the connection is gone on both sides. */
async function breakOff(storeUrl: string, path: string, publishableKey: string): Promise<void> {
  const { hostname, port } = new URL(storeUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  const headers = [
    ...[`POST ${path} HTTP/1.1`, `host: ${hostname}`, `x-publishable-api-key: ${publishableKey}`],
    ...["content-type: application/json", "content-length: 1000"],
  ]
  socket.write(`${headers.join("\r\n")}\r\n\r\n{"application":`)
  // Another request takes as long as the route needs to begin reading.
  await fetch(`${storeUrl}/health`)
  socket.resetAndDestroy()
  await once(socket, "close")
}
