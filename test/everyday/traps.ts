import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow, completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "../integration/support/eventually"
import { failingCompletion } from "../integration/support/failing-completion"
import { storeRules } from "../integration/support/lease-store"
import { ADDRESS, type Shopper } from "../integration/support/shopper"

/** Habits of Medusa that would break a promise if the plugin trusted them (docs/decisions.md). */
export const traps = storeRules("traps of Medusa", (store) => {
  describe("cart changed after the signature, at an equal total", () => {
    /** Another state with the same tax rate: Medusa keeps the payment session, because the total is the same. */
    async function moveTo(shopper: Shopper, province: string) {
      const { body } = await shopper.http.post(`/store/carts/${shopper.cartId}`, {
        shipping_address: { ...ADDRESS, province },
      })
      return body.cart.total
    }

    it("is refused at completion, in words, and nothing is placed", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      const { body } = await shopper.http.get(`/store/carts/${shopper.cartId}`)
      expect(await moveTo(shopper, "OH")).toBe(body.cart.total)
      expect(await shopper.complete()).toMatchObject({
        status: 400,
        body: {
          type: "not_allowed",
          code: "contract_mismatch",
          message: expect.stringContaining("has changed since you signed"),
        },
      })
      expect((await shopper.look()).body).toMatchObject({ step: "contract_mismatch" })
      expect(await store.sql('select id from "order"')).toEqual([])
    })

    it("is refused by the provider too, when code completes the cart", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      await moveTo(shopper, "OH")
      const { errors } = await completeCartWorkflow(store.container).run({
        input: { id: shopper.cartId },
        throwOnError: false,
      })
      expect(errors[0]?.error.message).toContain("has changed since you signed")
    })

    it("can be completed again once the cart is restored", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      await moveTo(shopper, "OH")
      await shopper.complete()
      await moveTo(shopper, "TX")
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      expect(body.type).toBe("order")
    })
  })

  describe("who gets the goods, changed after the signature at an equal total", () => {
    const goTo = (shopper: Shopper, change: object) =>
      shopper.http.post(`/store/carts/${shopper.cartId}`, { shipping_address: { ...ADDRESS, ...change } })

    it("is refused at completion by route and by code, and ordered once it is put back", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      await goTo(shopper, { last_name: "Thief", address_1: "666 Drop Street" })
      expect(await shopper.complete()).toMatchObject({
        status: 400,
        body: { code: "recipient_mismatch", message: expect.stringContaining("now has a different street address") },
      })
      expect((await shopper.look()).body).toMatchObject({
        step: "contract_mismatch",
        messages: [{ code: "recipient_mismatch" }],
        can: { place: { allowed: false, reason: "recipient_mismatch" } },
      })
      const completion = completeCartWorkflow(store.container).run({
        input: { id: shopper.cartId },
        throwOnError: false,
      })
      expect((await completion).errors[0]?.error.message).toContain("now has a different street address")
      expect(await store.sql('select id from "order"')).toEqual([])
      await goTo(shopper, { address_1: "12 ELM street.", phone: "+1 512 555 0147" })
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      expect(body.type).toBe("order")
    })

    it("asks for a new offer before the signature", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.apply()
      await shopper.offer()
      await goTo(shopper, { address_1: "5 Other Street" })
      expect((await shopper.look()).body).toMatchObject({ step: "cart_changed", cart_in_sync: false })
      expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "cart_changed" } })
      await shopper.offer()
      expect((await shopper.contract()).status).toBe(200)
    })

    it("holds the goods of a placed order, however it was changed, until it is put back", async () => {
      const { order } = await store.ordered()
      const goTo = (address_1: string) =>
        store.admin.post(`/admin/orders/${order.id}`, { shipping_address: { ...ADDRESS, address_1 } })
      const codes = async () => (await store.ledger.ofOrder(order.id))?.attention.map(({ code }) => code)
      await store.andWait("order.updated", () => goTo("666 Drop Street"))
      await eventually(codes, (all) => all?.includes("recipient_differs") === true)
      expect(await store.merchant.pack(order.id)).toMatchObject({ status: 400, body: { code: "ship_attention" } })
      await store.andWait("order.updated", () => goTo(ADDRESS.address_1))
      expect((await store.merchant.pack(order.id)).status).toBe(200)
      expect(await codes()).toEqual([])
    })
  })

  it("keeps another cart's lease out of reach of a spoofed session id", async () => {
    const victim = store.shopper()
    await victim.fillCart()
    await victim.readyToOrder()
    const [{ session_id: stolen }] = (await store.sql("select session_id from lease")) as [{ session_id: string }]

    const thief = store.shopper()
    await thief.fillCart({ email: "thief@shopper.example" })
    const session = await thief.startPayment("pp_lease-to-own", { session_id: stolen, lease_id: "lease_stolen" })
    expect(session.data.session_id).toBe(session.id)
    expect(await thief.complete()).toMatchObject({ status: 400, body: { code: "no_application" } })
    expect(await store.sql("select status from lease where session_id = ?", [stolen])).toEqual([{ status: "signed" }])
  })

  it("opens no lease and keeps no e-mail address for payments that a storefront starts on its own, which then order what is signed", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    const session = await shopper.startPayment()
    await shopper.startPayment()
    await Promise.all([shopper.startPayment(), shopper.startPayment()].map((started) => started.catch(() => undefined)))
    await shopper.look()
    await shopper.ship("express")
    const started = await shopper.startPayment()
    expect(session.data).toEqual({ session_id: session.id })
    for (const table of ["lease", "lease_event", "lease_attempt", "lease_asking"])
      expect(await store.sql(`select id from ${table}`)).toEqual([])
    expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "no_application" } })

    await shopper.sign()
    const { body } = await store.andWait("order.placed", () => shopper.complete())
    expect(body.type).toBe("order")
    expect(await store.sql("select session_id, status from lease")).toEqual([
      { session_id: started.id, status: "placed" },
    ])
  })

  it("keeps the signed lease when the total changes and Medusa deletes its sessions", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.readyToOrder()
    await shopper.ship("express")
    await shopper.ship("standard")
    expect((await shopper.look()).body).toMatchObject({ status: "signed", step: "ready" })
    await shopper.startPayment()
    const { body } = await store.andWait("order.placed", () => shopper.complete())
    expect(body.type).toBe("order")
  })

  it("places one good order after a completion that failed behind the authorization", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.readyToOrder()
    failingCompletion.behindPayment = true
    const failed = await shopper.complete()
    failingCompletion.behindPayment = false
    expect(failed.body.type).not.toBe("order")
    expect(store.calls()).not.toContain("DELETE /application/contract")
    expect((await shopper.look()).body).toMatchObject({
      status: "signed",
      step: "order_failed",
      can: { place: { allowed: true } },
      messages: [{ code: "order_failed_signed", message: expect.stringContaining("could not finish the order") }],
    })

    const { body } = await store.andWait("order.placed", () => shopper.complete())
    expect(body.type).toBe("order")
    const lease = await store.ledger.ofOrder(body.order.id)
    expect(lease).toMatchObject({ status: "placed", attention: [] })
    const order = await store.admin.get(`/admin/orders/${body.order.id}?fields=payment_status,total`)
    expect(order.body.order.payment_status).toBe("captured")
  })

  it("makes one order of many completions at once", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.readyToOrder()
    const answers = await store.andWait("order.placed", () => Promise.all([1, 2, 3, 4].map(() => shopper.complete())))
    const orders = new Set(answers.flatMap(({ body }) => (body.type === "order" ? [body.order.id] : [])))
    expect(orders.size).toBe(1)
    expect(await store.sql("select status from lease")).toEqual([{ status: "placed" }])
  })

  it("refuses a new session on the payment of a placed lease order, and keeps the placed one", async () => {
    const { order, shopper } = await store.ordered()
    const [session] = await store.sql("select id from payment_session where deleted_at is null")
    expect(await repost(shopper, "pp_system_default")).toMatchObject({
      status: 400,
      body: { code: "store_payment_locked" },
    })
    expect(await store.ledger.ofOrder(order.id)).toMatchObject({ status: "placed", session_id: session?.id })
    expect(await store.sql("select id from payment_session where deleted_at is null")).toHaveLength(1)
  })

  it("refuses it too while the order's event is lost, however long ago that was", async () => {
    const { shopper } = await store.ordered()
    await store.sql("update lease set status = 'placing', order_id = null, status_at = now() - interval '6 minutes'")
    expect(await repost(shopper, "pp_system_default")).toMatchObject({
      status: 400,
      body: { code: "store_payment_locked" },
    })
    expect(await store.sql("select id from payment_session where deleted_at is null")).toHaveLength(1)
  })

  it("lets another method pay an order whose lease is canceled, but no second lease begin", async () => {
    const { order, shopper } = await store.ordered()
    await store.admin.post(`/admin/orders/${order.id}/cancel`)
    expect(await repost(shopper, "pp_lease-to-own")).toMatchObject({
      status: 400,
      body: { code: "store_payment_locked" },
    })
    expect((await repost(shopper, "pp_system_default")).body.code).not.toBe("store_payment_locked")
    expect(await store.sql("select status from lease")).toEqual([{ status: "cancelled" }])
  })

  it("deletes a payment session of a placed lease without a word to the service or a change of the lease", async () => {
    const { order } = await store.ordered()
    const before = await store.ledger.ofOrder(order.id)
    const calls = store.calls().length
    await store.container.resolve(Modules.PAYMENT).deletePaymentSession(before?.session_id ?? "")
    // The job's next look lies elsewhere by now; nothing else has changed.
    expect(await store.ledger.ofOrder(order.id)).toEqual({ ...before, look_at: expect.any(Date) })
    expect(store.calls()).toHaveLength(calls)
  })

  it("knows the payment of a placed lease, and closes it, after its session was deleted", async () => {
    const { order } = await store.ordered()
    const [payment] = await store.sql("select amount from payment")
    const lease = await store.ledger.ofOrder(order.id)
    await store.container.resolve(Modules.PAYMENT).deletePaymentSession(lease?.session_id ?? "")
    store.sandbox.fault({ route: "DELETE /application/contract", fault: "503", times: 2 })
    await store.andWait("order.canceled", () =>
      cancelOrderWorkflow(store.container).run({ input: { order_id: order.id } }),
    )
    for (const _minute of [1, 2, 3]) {
      await store.pass("3 minutes")
      await store.runJob()
    }
    expect(await store.ledger.ofOrder(order.id)).toMatchObject({ status: "cancelled", attention: [] })
    expect(await store.sql("select amount from refund where deleted_at is null")).toEqual([payment])
  })

  /** Starts a new session on the collection, as anybody with its id can. */
  async function repost(shopper: Shopper, provider_id: string) {
    const [collection] = await store.sql("select id from payment_collection")
    return shopper.http.post(`/store/payment-collections/${collection?.id}/payment-sessions`, { provider_id })
  }

  it("refuses the dashboard's routes to start, settle or drop the payment of an order by lease", async () => {
    const { order } = await store.ordered()
    const [collection] = await store.sql("select id from payment_collection")
    const route = `/admin/payment-collections/${collection?.id}`
    const refused = { status: 400, body: { code: "store_payment_locked" } }
    const other = { provider_id: "pp_system_default" }
    expect(await store.admin.post(`${route}/payment-sessions`, other)).toMatchObject(refused)
    expect(await store.admin.post(`${route}/mark-as-paid`, { order_id: order.id })).toMatchObject(refused)
    const sessions = await store.sql("select provider_id from payment_session where deleted_at is null")
    expect(sessions).toEqual([{ provider_id: "pp_lease-to-own" }])
  })

  it("notices an order paid by another method while a lease is signed, and cancels the contract", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.sign()
    await shopper.signature()
    await shopper.startPayment("pp_system_default")
    const { body } = await store.andWait("order.placed", () => shopper.complete())
    expect(body.type).toBe("order")
    await store.pass("6 minutes")
    await store.runJob()
    expect(await store.ledger.ofCart(shopper.cartId)).toMatchObject({
      status: "signed",
      attention: [{ code: "paid_otherwise", params: { order_id: body.order.id } }],
    })
    await store.pass("2 minutes")
    await store.runJob()
    expect(await store.ledger.ofCart(shopper.cartId)).toMatchObject({ status: "cancelled", attention: [] })
    expect(store.calls().filter((call) => call.startsWith("DELETE"))).toHaveLength(1)
  })
})
