import { APPLICANT_SECRETS } from "./support/applicant"
import { customer } from "./support/customer"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

/** The applicant owns the lease. Others who know the cart learn only that it is in progress. */
export const owners = storeRules("who owns a lease", (store) => {
  /** Fields about a person or a decision, null or empty for others. */
  const TELLING = ["status", "flow", "reference", "order_id", "offer", "form", "poll_after_ms"]
  const REFUSED = { status: 403, body: { code: "contract_key" } }

  function expectNothingTold(body: Record<string, unknown>, shopper: Record<string, unknown>) {
    expect(body.step).toBe("in_progress")
    expect(TELLING.filter((key) => (body[key] ?? null) !== null)).toEqual([])
    expect(body).toMatchObject({ reasons: [], messages: [{ code: "contract_key", params: {} }] })
    const codes = Object.values(body.actions as Record<string, { reason: string }>).map(({ reason }) => reason)
    expect(new Set(codes)).toEqual(new Set(["contract_key"]))
    expect(JSON.stringify(body)).not.toContain(String(shopper.reference))
    expect(APPLICANT_SECRETS.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([])
  }
  /** Medusa writes the account's email address on the cart. */
  async function takenOver({ cartId }: Shopper, email: string): Promise<Shopper> {
    const taker = await customer(store, email)
    expect((await taker.http.post(`/store/carts/${cartId}/customer`)).status).toBe(200)
    return Object.assign(taker, { cartId })
  }

  it("everybody sees the form of a cart without an application, even after a refused form", async () => {
    const shopper = await store.filled()
    store.sandbox.fault({ route: "POST /application", fault: "validation-403" })
    await shopper.apply()
    const { body } = await shopper.view(null)
    expect(body).toMatchObject({ step: "intro", status: null, reference: null })
    expect(body.form.fields.length).toBeGreaterThan(10)
  })

  it("a customer who takes over a cart gets nothing, and the guest keeps the lease", async () => {
    const guest = await store.filled()
    const { body } = await guest.apply()
    await guest.offer()
    const taker = await takenOver(guest, "mallory@shopper.example")
    for (const key of [null, "wrong", "x".repeat(5000)]) {
      expectNothingTold((await taker.view(key)).body, body)
      for (const asked of [taker.offer(key), taker.contract(key), taker.signature({ hint: "done" }, key)])
        expect(await asked).toMatchObject(REFUSED)
    }
    await taker.startPayment()
    expect(await taker.complete()).toMatchObject({ status: 400, body: { code: "order_not_ready" } })
    // Another email address is another recipient, so another offer.
    await guest.offer()
    expect((await guest.contract()).body).toMatchObject({ url: expect.stringContaining("http") })
  })

  it.each([
    ["goes on", false],
    ["closes the page", true],
  ])("a guest who signs in after the signature and %s orders their own lease once", async (_, leaves) => {
    const guest = await store.filled()
    await guest.toSignature()
    const member = Object.assign(await takenOver(guest, "ana@shopper.example"), { leaseKey: guest.leaseKey })
    await member.view()
    if (leaves) await store.pass("5 minutes")
    else await member.startPayment()
    await store.andWait<unknown>("order.placed", () => (leaves ? store.runJob() : member.complete()))
    const [order] = await store.sql('select id, customer_id, email from "order"')
    expect(order).toMatchObject({ customer_id: expect.stringMatching(/^cus_/), email: "ana@shopper.example" })
    const leases = await store.sql("select status, order_id, alerts from lease")
    expect(leases).toEqual([{ status: "placed", order_id: order?.id, alerts: [] }])
    expect(store.calls().filter((call) => call === "POST /application")).toHaveLength(1)
  })
})
