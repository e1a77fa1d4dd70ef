import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow, completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { CANCEL } from "../integration/support/lease-dashboard"
import { storeRules } from "../integration/support/lease-store"
import { ADDRESS, type Shopper } from "../integration/support/shopper"

/** Behavior of Medusa that would break a guarantee if the plugin relied on it (`docs/adr/README.md`). */
export const traps = storeRules("traps of Medusa", (store) => {
  async function ready(): Promise<Shopper> {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.readyToOrder()
    return shopper
  }
  const goTo = (shopper: Shopper, change: object) =>
    shopper.http.post(`/store/carts/${shopper.cartId}`, { shipping_address: { ...ADDRESS, ...change } })
  async function expectOrder(shopper: Shopper): Promise<string> {
    const { body } = await store.andWait("order.placed", () => shopper.complete())
    expect(body.type).toBe("order")
    return body.order.id
  }
  const totalOf = async ({ http, cartId }: Shopper) => (await http.get(`/store/carts/${cartId}`)).body.cart.total
  const orders = () => store.sql('select id from "order"')
  const sessions = () => store.sql("select provider_id from payment_session where deleted_at is null")
  const OURS = [{ provider_id: "pp_lease-to-own" }]

  it.each([
    // Another state with the same tax rate: Medusa keeps the payment session, because the total is the same.
    ["cart", { province: "OH" }, {}, "contract_mismatch", "has changed since you signed"],
    [
      "recipient",
      { last_name: "Thief", address_1: "666 Drop Street" },
      { address_1: "12 ELM street.", phone: "+1 512 555 0147" },
      "recipient_mismatch",
      "now has a different street address",
    ],
  ])(
    "another %s after the signature, at an equal total, is refused by route and by code, and ordered once it is put back",
    async (_, change, back, code, words) => {
      const shopper = await ready()
      const total = await totalOf(shopper)
      await goTo(shopper, change)
      expect(await totalOf(shopper)).toBe(total)
      const body = { type: "not_allowed", code, message: expect.stringContaining(words) }
      expect(await shopper.complete()).toMatchObject({ status: 400, body })
      expect((await shopper.view()).body).toMatchObject({
        step: "contract_mismatch",
        actions: { place: { allowed: false, reason: code } },
      })
      const input = { id: shopper.cartId }
      const { errors } = await completeCartWorkflow(store.container).run({ input, throwOnError: false })
      expect(errors[0]?.error.message).toContain(words)
      expect(await orders()).toEqual([])
      await goTo(shopper, back)
      await expectOrder(shopper)
    },
  )

  it("a spoofed session id keeps another cart's lease out of reach", async () => {
    await ready()
    const [{ session_id: stolen } = { session_id: "" }] = await store.sql("select session_id from lease")
    const thief = store.shopper()
    await thief.fillCart({ email: "thief@shopper.example" })
    const session = await thief.startPayment("pp_lease-to-own", { session_id: stolen, lease_id: "lease_stolen" })
    expect(session.data.session_id).toBe(session.id)
    expect(await thief.complete()).toMatchObject({ status: 400, body: { code: "no_application" } })
    expect(await store.sql("select status from lease where session_id = ?", [stolen])).toEqual([{ status: "signed" }])
  })

  it("payments that a storefront starts itself open no lease and keep no email address, and then order what is signed", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    const session = await shopper.startPayment()
    await Promise.all([shopper.startPayment(), shopper.startPayment()].map((started) => started.catch(() => undefined)))
    await shopper.view()
    await shopper.ship("express")
    const started = await shopper.startPayment()
    expect(session.data).toEqual({ session_id: session.id })
    for (const table of ["lease", "lease_event", "lease_submission", "lease_request_count"])
      expect(await store.sql(`select id from ${table}`)).toEqual([])
    expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "no_application" } })
    await shopper.sign()
    await expectOrder(shopper)
    const leases = await store.sql("select session_id, status from lease")
    expect(leases).toEqual([{ session_id: started.id, status: "placed" }])
  })

  it("a change of the total, with which Medusa deletes its sessions, keeps the signed lease", async () => {
    const shopper = await ready()
    await shopper.ship("express")
    await shopper.ship("standard")
    expect((await shopper.view()).body).toMatchObject({ status: "signed", step: "ready" })
    await shopper.startPayment()
    await expectOrder(shopper)
  })

  it("no session is started on the payment of an order by lease, by a shopper or the dashboard, even if its event was lost", async () => {
    const { order, shopper } = await store.ordered()
    const before = await store.ledger.ofOrder(order.id)
    const refused = { status: 400, body: { code: "store_payment_locked" } }
    const [collection] = await store.sql("select id from payment_collection")
    const route = `/admin/payment-collections/${collection?.id}`
    expect(await repost(shopper, "pp_system_default")).toMatchObject(refused)
    const other = { provider_id: "pp_system_default" }
    expect(await store.admin.post(`${route}/payment-sessions`, other)).toMatchObject(refused)
    expect(await store.admin.post(`${route}/mark-as-paid`, { order_id: order.id })).toMatchObject(refused)
    expect(await store.ledger.ofOrder(order.id)).toMatchObject({ status: "placed", session_id: before?.session_id })
    await store.sql("update lease set status = 'placing', order_id = null, status_at = now() - interval '6 minutes'")
    expect(await repost(shopper, "pp_system_default")).toMatchObject(refused)
    expect(await sessions()).toEqual(OURS)
  })

  it("another method may pay an order whose lease is canceled, but no second lease begins", async () => {
    const { order, shopper } = await store.ordered()
    await store.merchant.cancel(order.id)
    const refused = { status: 400, body: { code: "store_payment_locked" } }
    expect(await repost(shopper, "pp_lease-to-own")).toMatchObject(refused)
    expect((await repost(shopper, "pp_system_default")).body.code).not.toBe("store_payment_locked")
    expect(await store.sql("select status from lease")).toEqual([{ status: "canceled" }])
  })

  it("a deleted payment session changes nothing for a placed lease, whose payment is still known and closed", async () => {
    const { order } = await store.ordered()
    const [payment] = await store.sql("select amount from payment")
    const before = await store.ledger.ofOrder(order.id)
    const calls = store.calls().length
    await store.container.resolve(Modules.PAYMENT).deletePaymentSession(before?.session_id ?? "")
    // Only the time of the next reconciliation has changed.
    expect(await store.ledger.ofOrder(order.id)).toEqual({ ...before, reconcile_at: expect.any(Date) })
    expect(store.calls()).toHaveLength(calls)
    store.sandbox.fault({ route: CANCEL, fault: "503", times: 2 })
    const input = { order_id: order.id }
    await store.andWait("order.canceled", () => cancelOrderWorkflow(store.container).run({ input }))
    await store.jobAfter("3 minutes", "3 minutes", "3 minutes")
    expect(await store.ledger.ofOrder(order.id)).toMatchObject({ status: "canceled", alerts: [] })
    expect(await store.sql("select amount from refund where deleted_at is null")).toEqual([payment])
  })

  /** Starts a new session on the collection, as anyone with its id can. */
  async function repost(shopper: Shopper, provider_id: string) {
    const [collection] = await store.sql("select id from payment_collection")
    return shopper.http.post(`/store/payment-collections/${collection?.id}/payment-sessions`, { provider_id })
  }

  it("an order that another method pays while a lease is signed is noticed, and the contract canceled", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.toSignature()
    await shopper.startPayment("pp_system_default")
    const orderId = await expectOrder(shopper)
    await store.jobAfter("6 minutes")
    const alerts = [{ code: "paid_otherwise", params: { order_id: orderId } }]
    expect(await store.ledger.ofCart(shopper.cartId)).toMatchObject({ status: "signed", alerts })
    await store.jobAfter("2 minutes")
    expect(await store.ledger.ofCart(shopper.cartId)).toMatchObject({ status: "canceled", alerts: [] })
    expect(store.calls().filter((call) => call === CANCEL)).toHaveLength(1)
  })
})
