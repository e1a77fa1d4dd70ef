import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { APPLICANT, applicant } from "./support/applicant"
import { customer } from "./support/customer"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"
import { logOf } from "./support/traces"

/** How Medusa's log begins a line that somebody should look at. */
const AT_LEVEL_ERROR = '"level":"error"'

/** Bad input gets a clear error, and nothing changes: not in the ledger, not at the service. */
export const badInput = storeRules("bad input", (store) => {
  const url = (cartId: string, step = "") => `/store/lease-to-own/carts/${cartId}${step}`
  const apply = (shopper: Shopper, body: unknown) => shopper.http.post(url(shopper.cartId, "/application"), body)
  const good = () => ({
    application: applicant(),
    consent: { accepted: true, version: "default-2" },
    attemptId: randomUUID(),
  })
  const leases = () => store.sql("select status from lease")

  describe("the cart", () => {
    it("that does not exist is not found", async () => {
      const shopper = store.shopper()
      expect(await shopper.http.get(url("cart_nobody"))).toMatchObject({
        status: 404,
        body: { code: "cart_not_found" },
      })
    })

    it("of another sales channel is not found", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await store.sql("update cart set sales_channel_id = 'sc_other' where id = ?", [shopper.cartId])
      expect(await shopper.look()).toMatchObject({ status: 404, body: { code: "cart_not_found" } })
      expect(await shopper.apply()).toMatchObject({ status: 404 })
    })

    it("is not shown without a publishable key", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      expect((await store.http.get(url(shopper.cartId))).status).toBe(400)
    })

    it("of an account is for its signed-in customer only, who needs no lease key", async () => {
      const shopper = await customer(store, "kim@shopper.example")
      await shopper.fillCart({ email: "kim@shopper.example" })
      const anonymous = store.shopper()
      anonymous.cartId = shopper.cartId

      expect(await anonymous.look()).toMatchObject({ status: 403, body: { code: "cart_of_customer" } })
      await shopper.apply()
      await shopper.offer()
      expect(await anonymous.contract(shopper.leaseKey)).toMatchObject({ status: 403 })
      expect((await shopper.contract(null)).status).toBe(200)
    })

    it("that is an order already takes no write", async () => {
      const { shopper } = await store.ordered()
      for (const write of [shopper.apply(), shopper.offer(), shopper.contract(), shopper.signature()])
        expect(await write).toMatchObject({ status: 409, body: { code: "cart_finished" } })
    })

    it("in a region without the provider gets no lease", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await store.sql("delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'")
      expect((await shopper.look()).body).toMatchObject({ step: "unavailable", reasons: [{ code: "unavailable_off" }] })
      expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: "unavailable_off" } })
      expect(await leases()).toEqual([])
    })

    it("in a region from which the provider was taken meanwhile can still have its signature read", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.sign()
      await store.sql("delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'")
      expect((await shopper.signature()).body).toMatchObject({ signature: "verified", status: "signed", step: "ready" })
    })

    it.each([
      ["without an address and delivery", { shipping: null }, "unavailable_incomplete"],
      [
        "with an item that is not leasable",
        { items: [{ handle: "gift-card" }, { handle: "sofa" }] },
        "unavailable_items",
      ],
    ])("%s is refused by name, and nothing is sent", async (_, wish, code) => {
      const shopper = store.shopper()
      await shopper.fillCart(wish)
      const { body } = await shopper.look()
      expect(body).toMatchObject({ step: "unavailable", form: null, can: { apply: { allowed: false, reason: code } } })
      expect(await shopper.apply()).toMatchObject({ status: 409, body: { code } })
      expect(store.calls()).toEqual([])
      expect(await leases()).toEqual([])
    })

    it("in another currency is refused", async () => {
      const shopper = store.shopper()
      await shopper.fillCart({ regionId: store.shop.otherRegionId, address: { country_code: "de", province: null } })
      const codes = (await shopper.look()).body.reasons.map(({ code }: { code: string }) => code)
      expect(codes).toEqual(expect.arrayContaining(["unavailable_currency", "unavailable_place"]))
    })
  })

  describe("signs that no text has", () => {
    it("in a cart's id are not found, and leave the log as it is", async () => {
      const shopper = store.shopper()
      const event = { event: "onCancel", token: "t" }
      const log = await logOf(async () => {
        for (const step of ["", "/application", "/offer", "/contract", "/signature", "/widget", "/widget-events"])
          for (const id of ["%00", "cart_1%00", `cart_${"x".repeat(5000)}`]) {
            const address = `/store/lease-to-own/carts/${id}${step}`
            const { status, body } = await (step ? shopper.http.post(address, event) : shopper.http.get(address))
            expect({ step, status, code: body.code }).toEqual({ step, status: 404, code: "cart_not_found" })
          }
      })
      expect(log).not.toContain(AT_LEVEL_ERROR)
    })

    it("in an order's id are not found", async () => {
      const { http } = store.shopper()
      expect(await http.get("/store/lease-to-own/orders/order_1%00")).toMatchObject({
        status: 404,
        body: { code: "order_not_found" },
      })
    })

    it.each([
      ["an attempt's name", "/application", () => ({ ...good(), attemptId: "attempt-\0-0123456789" })],
      [
        "half a sign in an attempt's name",
        "/application",
        () => ({ ...good(), attemptId: "attempt-\ud800-0123456789" }),
      ],
      ["a widget's token", "/widget-events", () => ({ event: "onCancel", token: "\0" })],
    ])("in %s are refused by field", async (_, step, body) => {
      const shopper = store.shopper()
      await shopper.fillCart()
      const answer = await shopper.http.post(url(shopper.cartId, step), body())
      expect(answer).toMatchObject({ status: 400, body: { code: "body_invalid", fields: [expect.anything()] } })
      expect(await leases()).toEqual([])
    })
  })

  it("an upload that breaks off changes nothing and writes nothing into the log", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    const log = await logOf(async () => {
      for (let time = 0; time < 3; time++)
        await breakOff(store.url, url(shopper.cartId, "/application"), store.shop.publishableKey)
      await shopper.look()
    })
    expect(log).not.toContain(AT_LEVEL_ERROR)
    expect(await leases()).toEqual([])
  })

  describe("the application", () => {
    const BROKEN = [
      ["is missing", { application: undefined }, "body_invalid"],
      ["is a text", { application: "everything" }, "form_invalid"],
      ["is a list", { application: [APPLICANT] }, "form_invalid"],
      ["has no consent", { consent: undefined }, "body_invalid"],
      ["has a consent that was not given", { consent: { accepted: false, version: "default-2" } }, "body_invalid"],
      ["consents to an older text", { consent: { accepted: true, version: "0" } }, "consent_required"],
      ["has no attempt id", { attemptId: undefined }, "body_invalid"],
      ["has a short attempt id", { attemptId: "1" }, "body_invalid"],
    ] as const

    it("that is broken is refused, with the fields named", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      for (const [what, change, code] of BROKEN) {
        const { status, body } = await apply(shopper, { ...good(), ...change })
        expect({ what, status, code: body.code }).toEqual({ what, status: 400, code })
        expect(body.fields[0]).toEqual({
          field: expect.any(String),
          rule: expect.any(String),
          message: expect.any(String),
        })
        expect(store.calls()).toEqual([])
        expect(await leases()).toEqual([])
      }
    })

    it("that is larger than any form is refused unread", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      const body = { ...good(), application: { ...applicant(), padding: "x".repeat(40_000) } }
      expect(await apply(shopper, body)).toMatchObject({ status: 413, body: { code: "body_too_large" } })
    })

    it("that is no object of JSON is refused in words", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      for (const body of ["{", "null", "[]", '"text"', "12"]) {
        const answer = await apply(shopper, body)
        expect([body, answer.status, answer.body.code]).toEqual([body, 400, "body_invalid"])
      }
    })

    it("a second time while one is open is refused", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.apply()
      expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: "application_open" } })
    })
  })

  describe("what may be done, as the view says", () => {
    it("is what the routes then do", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.toOffer()
      await shopper.addItem("lamp")
      const { can } = (await shopper.look()).body
      expect(can).toMatchObject({
        apply: { allowed: false, reason: "application_open" },
        offer: { allowed: true },
        contract: { allowed: false, reason: "cart_changed" },
        place: { allowed: false, reason: "not_signed" },
      })
      expect((await shopper.contract()).body.code).toBe(can.contract.reason)
      expect((await shopper.offer()).status).toBe(200)
    })
  })

  describe("steps out of order", () => {
    it("are refused with what to do first", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      expect(await shopper.offer()).toMatchObject({ status: 409, body: { code: "no_application" } })
      expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "no_application" } })
      await shopper.apply()
      expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "no_offer" } })
      await shopper.offer()
      await shopper.startPayment()
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { type: "not_allowed", code: "not_signed" } })
      expect(await store.sql('select id from "order"')).toEqual([])
    })

    it("open no contract without the lease key or with a wrong one", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.toOffer()
      for (const key of [null, "", "wrong"])
        expect(await shopper.contract(key)).toMatchObject({ status: 403, body: { code: "contract_key" } })
      expect(await shopper.signature({}, null)).toMatchObject({ status: 403 })
      expect(store.calls()).not.toContain("GET /application/contract")
    })

    it("take no hint that is not one of ours", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      const hint = "<script>alert(1)</script>"
      const answer = await shopper.signature({ hint })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).not.toContain("script")
    })
  })

  describe("the service", () => {
    it.each([
      ["refuses the credentials", "401", 503, "service_unreachable"],
      ["is too busy", "429", 503, "service_busy"],
    ] as const)("that %s is said so, and the application can be sent again", async (_, fault, status, code) => {
      const shopper = store.shopper()
      await shopper.fillCart()
      store.sandbox.fault({ route: "POST /application", fault })
      expect(await shopper.apply()).toMatchObject({ status, body: { code } })
      expect((await shopper.apply()).body.status).toBe("approved")
    })

    it.each(["500", "502-html", "half-body", "drop-after", "empty", "wrong-content-type"] as const)(
      "that answers nonsense (%s) leaves the application undecided, in words",
      async (fault) => {
        const shopper = store.shopper()
        await shopper.fillCart()
        store.sandbox.fault({ route: "POST /application", fault })
        const { status, body } = await shopper.apply()
        expect(status).toBe(200)
        if (fault === "wrong-content-type") expect(body.status).toBe("approved")
        else expect(body).toMatchObject({ step: "undecided", messages: [{ code: "undecided" }] })
      },
    )
  })
})

/** Sends a part of a body and hangs up; resolves once the connection is gone on both sides. */
async function breakOff(storeUrl: string, path: string, publishableKey: string): Promise<void> {
  const { hostname, port } = new URL(storeUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `host: ${hostname}`,
      `x-publishable-api-key: ${publishableKey}`,
      "content-type: application/json",
      "content-length: 1000",
      "",
      '{"application":',
    ].join("\r\n"),
  )
  // Time for the route to begin reading is what another request takes.
  await fetch(`${storeUrl}/health`)
  socket.resetAndDestroy()
  await once(socket, "close")
}
