import { APPLICANT_SECRETS } from "./support/applicant"
import { customer } from "./support/customer"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

/** Who applied owns the lease. Others who know the cart learn that it is in progress, and no more. */
export const owners = storeRules("who owns a lease", (store) => {
  /** Fields that tell of a person or of a decision; all are null or empty for others. */
  const TELLING = ["status", "way", "reference", "order_id", "offer", "form", "poll_after_ms"]

  function expectNothingTold(body: Record<string, unknown>, shopper: Record<string, unknown>) {
    expect(body.step).toBe("in_progress")
    expect(Object.fromEntries(TELLING.map((key) => [key, body[key] ?? null]))).toEqual(
      Object.fromEntries(TELLING.map((key) => [key, null])),
    )
    expect(body).toMatchObject({ reasons: [], messages: [{ code: "contract_key", params: {} }] })
    const codes = Object.values(body.can as Record<string, { reason: string }>).map(({ reason }) => reason)
    expect(new Set(codes)).toEqual(new Set(["contract_key"]))
    expect(JSON.stringify(body)).not.toContain(String(shopper.reference))
    expect(APPLICANT_SECRETS.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([])
  }

  it.each(["approved", "denied", "pending"])("tells a stranger the same of an application that is %s", async (tag) => {
    const shopper = store.shopper()
    await shopper.fillCart()
    const { body } = await shopper.apply(tag)
    expect((await shopper.look()).body).toMatchObject({ status: tag, reference: body.reference })
    for (const key of [null, "wrong", "x".repeat(5000)]) expectNothingTold((await shopper.look(key)).body, body)
    await shopper.startPayment()
    const stranger = await shopper.as(null).post(`/store/carts/${shopper.cartId}/complete`)
    expect(stranger).toMatchObject({ status: 400, body: { code: "not_signed" } })
    for (const asked of [shopper.offer(null), shopper.contract(null), shopper.signature({ hint: "done" }, null)])
      expect(await asked).toMatchObject({ status: 403, body: { code: "contract_key" } })
  })

  it("shows everybody the form of a cart without an application, also after a refused form", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    store.sandbox.fault({ route: "POST /application", fault: "validation-403" })
    await shopper.apply()
    expect((await shopper.look(null)).body).toMatchObject({ step: "intro", status: null, reference: null })
    expect((await shopper.look(null)).body.form.fields.length).toBeGreaterThan(10)
  })

  it("gives a planted attempt no key of the application that came after it", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    const stranger = store.shopper()
    stranger.cartId = shopper.cartId
    const attemptId = "planted-before-the-shopper"
    store.sandbox.fault({ route: "POST /application", fault: "409" })
    expect((await stranger.apply(undefined, { attemptId })).status).toBe(409)
    await shopper.apply()
    await shopper.offer()
    expect(await stranger.apply(undefined, { attemptId, application: {} })).toMatchObject({
      status: 400,
      body: { code: "attempt_refused" },
    })
    expect(stranger.leaseKey).toBeUndefined()
  })

  describe("when another customer takes over the cart", () => {
    async function takenOver(applied: Shopper): Promise<Shopper> {
      const taker = await customer(store, "mallory@shopper.example")
      taker.cartId = applied.cartId
      const taken = await taker.http.post(`/store/carts/${applied.cartId}/customer`)
      expect(taken.status).toBe(200)
      return taker
    }

    it("gives that customer nothing, and leaves a guest what they had", async () => {
      const guest = store.shopper()
      await guest.fillCart()
      const { body } = await guest.apply()
      await guest.offer()
      const taker = await takenOver(guest)
      expectNothingTold((await taker.look()).body, body)
      for (const asked of [taker.offer(), taker.contract(), taker.signature()])
        expect(await asked).toMatchObject({ status: 403, body: { code: "contract_key" } })
      // Medusa has written the taker's e-mail address on the cart: another recipient, so another offer.
      await guest.offer()
      expect((await guest.contract()).body).toMatchObject({ url: expect.stringContaining("http") })
    })

    it("gives that customer nothing of another account's lease", async () => {
      const owner = await customer(store, "kim@shopper.example")
      await owner.fillCart()
      await owner.apply()
      await owner.offer()
      const taker = await takenOver(owner)
      expect(await taker.contract()).toMatchObject({ status: 403 })
      await owner.offer(null)
      expect((await owner.contract(null)).body).toMatchObject({ url: expect.stringContaining("http") })
    })
  })

  describe("a guest who signs in goes on with their own lease, and orders it once", () => {
    /** Medusa has written the account's e-mail address on the cart. */
    async function signedIn(guest: Shopper): Promise<Shopper> {
      const member = await customer(store, "ana@shopper.example")
      const { cartId, leaseKey } = guest
      expect((await member.http.post(`/store/carts/${cartId}/customer`)).status).toBe(200)
      return Object.assign(member, { cartId, leaseKey })
    }
    async function expectOrdered(ordering: () => Promise<unknown>): Promise<void> {
      await store.andWait("order.placed", ordering)
      const [order] = await store.sql('select id, customer_id, email from "order"')
      expect(order).toMatchObject({ customer_id: expect.stringMatching(/^cus_/), email: "ana@shopper.example" })
      const leases = await store.sql("select status, order_id, attention from lease")
      expect(leases).toEqual([{ status: "placed", order_id: order?.id, attention: [] }])
      expect(store.calls().filter((call) => call === "POST /application")).toHaveLength(1)
    }

    it("between the offer and the contract", async () => {
      const guest = store.shopper()
      await guest.fillCart()
      await guest.toOffer()
      const member = await signedIn(guest)
      expect((await member.look()).body.step).toBe("offer")
      await member.signAt((await member.contract()).body.url)
      await member.signature()
      await member.startPayment()
      await expectOrdered(() => member.complete())
    })

    it("after the signature", async () => {
      const guest = store.shopper()
      await guest.fillCart()
      await guest.toSignature()
      const member = await signedIn(guest)
      await member.startPayment()
      await expectOrdered(() => member.complete())
    })

    it("after the signature, closing the page", async () => {
      const guest = store.shopper()
      await guest.fillCart()
      await guest.toSignature()
      await (await signedIn(guest)).look()
      await store.pass("5 minutes")
      await expectOrdered(() => store.runJob())
    })
  })

  it("a customer who takes over a signed cart orders nothing of it, and the refusal names the e-mail address", async () => {
    const guest = store.shopper()
    await guest.fillCart()
    await guest.readyToOrder()
    const taker = await customer(store, "mallory@shopper.example")
    taker.cartId = guest.cartId
    expect((await taker.http.post(`/store/carts/${guest.cartId}/customer`)).status).toBe(200)
    const { status, body } = await taker.complete()
    expect([status, body.code, body.params.reason_code]).toEqual([400, "recipient_mismatch", "recipient_email"])
    expect(body.message).toContain("a different e-mail address")
    expect(await store.sql('select id from "order"')).toEqual([])
  })
})
