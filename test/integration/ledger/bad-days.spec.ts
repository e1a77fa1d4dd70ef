import { signContract } from "lease-to-own-sandbox"
import { type CartInput, fingerprint } from "../../../src/lease-cart"
import {
  apply,
  attachSession,
  cancelContract,
  checkCapturable,
  checkPlaceable,
  contract,
  currentLease,
  detachSession,
  type LeaseRecord,
  offer,
  recordOrder,
  runOwed,
  startOrder,
  verifySignature,
} from "../../support/ledger"
import { medusaRoom } from "../support/fake-medusa"
import { application, cartOf, describeLedger, OWNER } from "../support/ledger-room"

const APPLY = "POST /application"
const CART_CALL = "POST /application/cart"
const DELETE = "DELETE /application/contract"
const PRICING = "GET /application/cart/pricing"
const SESSION = "payses_1"

/** Days when answers are lost, carts change at the wrong moment, and the other side has another story. */
describeLedger("bad days", (room) => {
  const leaseOf = (cart: CartInput) => currentLease(room.ledger, cart.id) as Promise<LeaseRecord>
  const sent = (call: string) => room.calls().filter((made) => made === call).length
  const state = async (cart: CartInput, name: string) => {
    const url = `${room.sandbox.controlUrl}/leases/${(await leaseOf(cart)).application_id}/state`
    const headers = { "content-type": "application/json" }
    await fetch(url, { method: "POST", headers, body: JSON.stringify({ state: name }) })
  }
  const other = (cart: CartInput, price: number): CartInput => ({ ...cartOf({ price }), id: cart.id })

  async function withContract(tag?: string): Promise<{ cart: CartInput; url: string }> {
    const cart = cartOf()
    await apply(room.ledger, application(cart, tag))
    await offer(room.ledger, cart, OWNER)
    return { cart, url: (await contract(room.ledger, cart, OWNER)).url }
  }
  async function signed(): Promise<CartInput> {
    const { cart, url } = await withContract()
    await signContract(url)
    await verifySignature(room.ledger, cart.id, OWNER)
    return cart
  }
  const order = (cart: CartInput, id = "order_1") => ({
    id,
    displayId: 7,
    cartId: cart.id,
    sessionIds: [SESSION],
    fingerprint: fingerprint(cart) ?? null,
  })
  async function placed(): Promise<CartInput> {
    const cart = await signed()
    await attachSession(room.ledger, cart, SESSION, false)
    await startOrder(room.ledger, { cart, sessionId: SESSION })
    await recordOrder(room.ledger, order(cart))
    return cart
  }

  describe("the database is gone while the service answers", () => {
    const gone = Object.assign(new Error("terminating connection"), { code: "57P01" })
    /** Fails the next writes of an application's answer. */
    function failing(times: number, error: Error) {
      const { store } = room.ledger
      const move = store.move.bind(store)
      store.move = async (id, event, change) => {
        if (event !== "application_sent" && times-- > 0) throw error
        return move(id, event, change)
      }
    }

    it("for a moment: the decision is kept", async () => {
      const cart = cartOf()
      failing(1, gone)
      expect((await apply(room.ledger, application(cart))).lease.status).toBe("approved")
      expect(sent("POST /application")).toBe(1)
    })

    it("for good: the application does not stay in progress, and can be sent again", async () => {
      const cart = cartOf()
      failing(1, new Error("the process was ended"))
      await expect(apply(room.ledger, application(cart))).rejects.toThrow("the process was ended")
      expect((await leaseOf(cart)).status).toBe("submitting")
      room.pass(3 * 60_000)
      await runOwed(room.ledger, medusaRoom(room))
      expect((await room.ledger.store.ofCart(cart.id))?.status).toBe("undecided")
      room.pass(2 * 60_000)
      expect((await apply(room.ledger, application(cart))).lease.status).toBe("approved")
    })
  })

  describe("a changed cart is offered", () => {
    it("after the old contract was signed in another tab: the signature stands for the old cart", async () => {
      const { cart, url } = await withContract()
      await signContract(url)
      await expect(offer(room.ledger, other(cart, 500), OWNER)).rejects.toMatchObject({ code: "already_signed" })
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).resolves.toMatchObject({
        status: "signed",
      })
    })

    it("and refused: the contract of the cart before stays good", async () => {
      const { cart, url } = await withContract()
      await expect(offer(room.ledger, other(cart, 5000), OWNER)).rejects.toMatchObject({ code: "over_limit" })
      await signContract(url)
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).resolves.toMatchObject({
        status: "signed",
      })
    })

    it("while the signature waits for its payment: says so, and loses nothing", async () => {
      const { cart, url } = await withContract("notpaid")
      await signContract(url)
      await expect(offer(room.ledger, other(cart, 500), OWNER)).rejects.toMatchObject({ code: "signature_pending" })
      expect((await leaseOf(cart)).fingerprint).toBe(fingerprint(cart))
    })

    it("without an answer, did not arrive, and the old contract is signed: it stands for the old cart", async () => {
      const { cart, url } = await withContract()
      room.sandbox.fault({ route: CART_CALL, fault: "drop-before" })
      await expect(offer(room.ledger, other(cart, 500), OWNER)).rejects.toMatchObject({ code: "answer_lost" })
      await signContract(url)
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).resolves.toMatchObject({ amount: 43_999 })
    })

    it("without an answer, did arrive, and its contract is signed: it stands for the new cart", async () => {
      const { cart } = await withContract()
      const changed = other(cart, 500)
      room.sandbox.fault({ route: CART_CALL, fault: "drop-after" })
      await expect(offer(room.ledger, changed, OWNER)).rejects.toMatchObject({ code: "answer_lost" })
      const { url } = await room.ledger.service.getContract((await leaseOf(cart)).application_id as never)
      await signContract(url)
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).rejects.toMatchObject({
        code: "contract_mismatch",
      })
      await expect(checkPlaceable(room.ledger, { cart: changed, sessionId: SESSION })).resolves.toMatchObject({
        amount: 51_099,
      })
    })

    it("without an answer, with the same amount, and signed: the plugin does not guess which", async () => {
      const { cart } = await withContract()
      const [line] = cart.items ?? []
      const twin = { ...cart, items: [{ ...line, variant_id: "variant_other" }] } as CartInput
      room.sandbox.fault({ route: CART_CALL, fault: "drop-after" })
      await expect(offer(room.ledger, twin, OWNER)).rejects.toMatchObject({ code: "answer_lost" })
      const { url } = await room.ledger.service.getContract((await leaseOf(cart)).application_id as never)
      await signContract(url)
      for (const candidate of [cart, twin])
        await expect(checkPlaceable(room.ledger, { cart: candidate, sessionId: SESSION })).rejects.toMatchObject({
          code: "contract_mismatch",
        })
      expect((await leaseOf(cart)).attention).toMatchObject([{ code: "invoice_differs" }])
    })
  })

  describe("the service took a contract back", () => {
    it("before the signature: the cart is recorded again and another contract is opened", async () => {
      const { cart } = await withContract()
      await room.ledger.service.cancelContract((await leaseOf(cart)).application_id as never)
      await expect(contract(room.ledger, cart, OWNER)).rejects.toMatchObject({ code: "no_offer" })
      expect((await offer(room.ledger, cart, OWNER)).status).toBe("offered")
      await expect(contract(room.ledger, cart, OWNER)).resolves.toBeDefined()
    })

    it("or ended the approval, before a contract was opened: the lease is over, and nothing was sent again until the shopper applies", async () => {
      const cart = cartOf()
      await apply(room.ledger, application(cart))
      await offer(room.ledger, cart, OWNER)
      await state(cart, "Contracts Expired")
      await expect(contract(room.ledger, cart, OWNER)).rejects.toMatchObject({
        code: "expired",
        message: expect.stringContaining("Nothing was signed or charged. Please apply again"),
      })
      expect((await leaseOf(cart)).status).toBe("expired")
      expect([sent(APPLY), sent(CART_CALL)]).toEqual([1, 1])
      expect((await apply(room.ledger, application(cart))).lease.status).toBe("approved")
      expect((await offer(room.ledger, cart, OWNER)).status).toBe("offered")
      expect(sent(APPLY)).toBe(2)
    })

    it("after the signature, and says so: the lease is over and the shopper may apply again", async () => {
      const cart = await signed()
      await state(cart, "Contracts Expired")
      room.pass(60_001)
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).rejects.toMatchObject({
        code: "lease_dead",
      })
      expect((await leaseOf(cart)).status).toBe("expired")
      await expect(apply(room.ledger, application(cart))).resolves.toBeDefined()
    })

    it("after the signature, and answers 'not found': nothing signed is thrown away", async () => {
      const cart = await signed()
      room.sandbox.reset()
      room.pass(60_001)
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).rejects.toMatchObject({
        code: "lease_dead",
      })
      expect(await leaseOf(cart)).toMatchObject({ status: "signed", attention: [{ code: "lease_dead" }] })
    })
  })

  it("one odd reading refuses the order, and leaves nothing that blocks the next try", async () => {
    const cart = await signed()
    await attachSession(room.ledger, cart, SESSION, false)
    room.pass(60_001)
    room.sandbox.fault({ route: PRICING, fault: "unknown-status" })
    await expect(startOrder(room.ledger, { cart, sessionId: SESSION })).rejects.toBeDefined()
    await startOrder(room.ledger, { cart, sessionId: SESSION })
    expect(await recordOrder(room.ledger, order(cart))).toMatchObject({ status: "placed", attention: [] })
  })

  describe("options and products change after the signature", () => {
    it("and the signed cart can be ordered all the same", async () => {
      const cart = await signed()
      room.ledger.options.minimum = 10_000
      room.ledger.options.product = {}
      await expect(checkPlaceable(room.ledger, { cart, sessionId: SESSION })).resolves.toMatchObject({
        status: "signed",
      })
    })
  })

  describe("an order", () => {
    it("is recorded once, however often it is told", async () => {
      const cart = await placed()
      const again = await recordOrder(room.ledger, order(cart))
      expect(again).toMatchObject({ status: "placed", order_id: "order_1", attention: [] })
      const history = await room.ledger.store.histories.of((await leaseOf(cart)).id)
      expect(history.filter(({ type }) => type === "order_placed")).toHaveLength(1)
    })

    it("that differs from the contract is raised, and nothing is captured", async () => {
      const cart = await signed()
      await attachSession(room.ledger, cart, SESSION, false)
      await startOrder(room.ledger, { cart, sessionId: SESSION })
      const lease = await recordOrder(room.ledger, { ...order(cart), fingerprint: "another" })
      expect(lease?.attention.map(({ code }) => code)).toEqual(["cart_mismatch"])
      await expect(checkCapturable(room.ledger, lease?.id ?? "")).rejects.toMatchObject({
        message:
          "This lease needs attention first: the order differs from the signed contract. Nothing was captured. See the Lease card.",
      })
    })

    it("that is the second on one lease is raised, and the first keeps its lease", async () => {
      const cart = await placed()
      const second = await recordOrder(room.ledger, order(cart, "order_2"))
      expect(second).toMatchObject({
        order_id: "order_1",
        attention: [{ code: "second_order", params: { order_id: "order_2" } }],
      })
    })

    it("that is recorded beside another at once leaves one placed and one raised as second", async () => {
      const cart = await signed()
      await attachSession(room.ledger, cart, SESSION, false)
      await startOrder(room.ledger, { cart, sessionId: SESSION })
      await Promise.all([
        recordOrder(room.ledger, order(cart, "order_1")),
        recordOrder(room.ledger, order(cart, "order_2")),
      ])
      expect((await leaseOf(cart)).attention.map(({ code }) => code)).toEqual(["second_order"])
    })

    it("belongs to the session that was placing", async () => {
      const cart = await signed()
      await startOrder(room.ledger, { cart, sessionId: SESSION })
      await expect(checkPlaceable(room.ledger, { cart, sessionId: "payses_2" })).rejects.toMatchObject({
        code: "placing_elsewhere",
      })
    })
  })

  describe("a session", () => {
    it("that was replaced meanwhile is not forgotten with the old one", async () => {
      const cart = cartOf()
      await apply(room.ledger, application(cart))
      await attachSession(room.ledger, cart, "payses_old", false)
      await attachSession(room.ledger, cart, "payses_new", false)
      await detachSession(room.ledger, "payses_old")
      expect((await leaseOf(cart)).session_id).toBe("payses_new")
    })

    it("opens no lease for a cart that is an order already", async () => {
      const cart = cartOf()
      await expect(attachSession(room.ledger, cart, SESSION, true)).rejects.toMatchObject({ code: "no_open_cart" })
      expect(await room.sql("select id from lease")).toEqual([])
    })
  })

  describe("a cancellation whose answer was lost", () => {
    const MERCHANT = { by: "merchant", id: "user_1" } as const
    async function lost(): Promise<CartInput> {
      const cart = await placed()
      room.sandbox.fault({ route: DELETE, fault: "timeout" })
      await expect(cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).rejects.toMatchObject({
        code: "result_unknown",
      })
      return cart
    }

    it("is found done at the next try, without a second DELETE", async () => {
      const cart = await lost()
      expect((await cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).status).toBe("cancelled")
      expect(sent(DELETE)).toBe(1)
    })

    it.each(["401", "429"] as const)("stays open when the next DELETE is turned away (%s)", async (fault) => {
      const cart = await placed()
      room.sandbox.fault({ route: DELETE, fault: "500" })
      await expect(cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).rejects.toBeDefined()
      room.sandbox.fault({ route: DELETE, fault })
      await expect(cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).rejects.toMatchObject({
        code: "result_unknown",
      })
      expect((await leaseOf(cart)).status).toBe("cancelling")
      expect((await cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).status).toBe("cancelled")
    })

    it("goes back to placed by a clear refusal and a look behind it", async () => {
      const cart = await placed()
      room.sandbox.fault({ route: DELETE, fault: "500" })
      await expect(cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).rejects.toBeDefined()
      room.sandbox.fault({ route: DELETE, fault: "409" })
      await expect(cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).rejects.toMatchObject({
        code: "cancel_refused",
      })
      expect((await leaseOf(cart)).status).toBe("placed")
    })

    it("because this process died can be gone on with once the claim has ended", async () => {
      const cart = await placed()
      const until = new Date(room.ledger.now().getTime() + 30_000)
      await room.sql("update lease set status = 'cancelling'")
      await room.sql(
        `insert into lease_task (id, lease_id, kind, state, attempts, due_at, claim_token, sent, detail)
         select 'task_dead', id, 'cancel_contract', 'running', 1, ?, 'dead', true, '{}' from lease`,
        [until],
      )
      await expect(cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).rejects.toMatchObject({ code: "busy" })
      room.pass(31_000)
      expect((await cancelContract(room.ledger, await leaseOf(cart), MERCHANT)).status).toBe("cancelled")
    })
  })

  describe("applications", () => {
    it("of one requester for many carts at once are not more than allowed", async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () => apply(room.ledger, application(cartOf(), "denied"))),
      )
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
      expect(sent("POST /application")).toBe(3)
    })

    it("give a good key to each of many repetitions at once", async () => {
      const cart = cartOf()
      const input = application(cart)
      const answers = await Promise.all([1, 2, 3].map(() => apply(room.ledger, input)))
      await offer(room.ledger, cart, OWNER)
      for (const { leaseKey } of answers) await expect(contract(room.ledger, cart, { leaseKey })).resolves.toBeDefined()
    })

    it("that the service refused say so when the same attempt comes again", async () => {
      const input = application(cartOf())
      room.sandbox.fault({ route: "POST /application", fault: "validation-403" })
      // It names no field of our form, so that none can be marked.
      await expect(apply(room.ledger, input)).rejects.toMatchObject({ code: "service_refused" })
      await expect(apply(room.ledger, input)).rejects.toMatchObject({ code: "attempt_refused" })
      expect(sent("POST /application")).toBe(1)
    })
  })

  it("an unreadable signature is asked for once in two seconds, and called unreadable each time", async () => {
    const { cart, url } = await withContract()
    await signContract(url)
    room.sandbox.fault({ route: PRICING, fault: "no-appstatus", times: 5 })
    const before = sent(PRICING)
    for (let asked = 0; asked < 3; asked++)
      expect((await verifySignature(room.ledger, cart.id, OWNER)).signature).toBe("no_status")
    expect(sent(PRICING) - before).toBe(1)
  })
})
