import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { type LeaseRecord, offer } from "../../support/ledger"
import {
  application,
  cartOf,
  describeLedger,
  handedOut,
  OWNER,
  offered as offeredBy,
  STRANGER,
} from "../support/ledger-room"
import { LEDGER_TABLES } from "../support/migrations"

const CART_CALL = "POST /application/cart"

const MERCHANT = { by: "merchant", id: "user_1" } as const

describeLedger(
  "a contract at an account that cancels none before its lease is accepted",
  (room) => {
    it("is not canceled unsigned, in words and without a call, and is once it is signed", async () => {
      const { cart, url } = await handedOut(room)
      const lease = async () => (await room.currentLease(cart.id)) as LeaseRecord
      await expect(room.cancelContract(await lease(), MERCHANT)).rejects.toMatchObject({
        code: "cancel_before_accepted",
        message: expect.stringContaining("cancels no contract before its lease is accepted"),
      })
      expect(room.calls()).not.toContain("DELETE /application/contract")
      await signContract(url)
      await room.verifySignature(cart.id, OWNER)
      expect(await room.cancelContract(await lease(), MERCHANT)).toMatchObject({ status: "cancelled" })
    })
  },
  { wire: { cancelUnsigned: false } },
)

describeLedger("offer, contract and signature", (room) => {
  async function approved(tag?: string): Promise<CartInput> {
    const cart = cartOf()
    await room.apply(application(cart, tag))
    return cart
  }
  const offered = async (tag?: string) => (await offeredBy(room, undefined, tag)).cart
  async function signed(tag?: string): Promise<CartInput> {
    const { cart, url } = await handedOut(room, undefined, tag)
    await signContract(url)
    return cart
  }
  const leaseOf = (cart: CartInput) => room.currentLease(cart.id) as Promise<LeaseRecord>

  describe("an offer", () => {
    it("keeps amount, breakdown and what was sent, to the cent", async () => {
      const cart = await offered()
      const lease = await leaseOf(cart)
      expect(lease).toMatchObject({ status: "offered", amount: 43_999, currency_code: "usd" })
      expect(lease.snapshot?.cart).toMatchObject({
        orderId: lease.reference,
        deliveryCost: 10.99,
        deliveryCostSalesTax: 0,
      })
      // By these a changed cart can be put back.
      expect(lease.snapshot?.articles).toEqual([expect.objectContaining({ quantity: 1 })])
      const money = Object.fromEntries((lease.pricing ?? []).map(({ name, value }) => [name, value]))
      expect(money).toMatchObject({
        invoiceTotal: 43_999,
        costOfLease: 43_999,
        initialPaymentAmount: 4900,
        ninetyDayBuyout: 46_199,
      })
    })

    it("names in the log, once, what of the price is too large to be shown", async () => {
      const { service } = room.ledger
      const ask = service.getPricing.bind(service)
      jest
        .spyOn(service, "getPricing")
        .mockImplementation(async (id) => ({ ...(await ask(id)), leftOut: ["fees.note"] }))
      for (const cart of [await offered(), await offered()]) expect((await leaseOf(cart)).pricing).not.toBeNull()
      expect(room.logged.filter((line) => line.includes("not shown"))).toEqual([
        expect.stringContaining(": fees.note."),
      ])
    })

    it("makes no call when the service holds this cart already", async () => {
      const cart = await offered()
      await room.offer(cart, OWNER)
      expect(room.count(CART_CALL)).toBe(1)
    })

    it("is refused before an approval", async () => {
      await expect(room.offer(cartOf(), OWNER)).rejects.toMatchObject({ code: "no_application" })
    })

    it("over the limit is refused with both sums and can be made again for a smaller cart", async () => {
      const cart = await approved("lowlimit")
      expect(await leaseOf(cart)).toMatchObject({ approval_amount: 15_000 })
      await expect(room.offer(cart, OWNER)).rejects.toMatchObject({
        code: "over_limit",
        message: expect.stringContaining("approved for up to $150.00. This cart comes to $439.99 before tax."),
      })
      expect((await leaseOf(cart)).status).toBe("approved")
      const smaller = { ...cartOf({ price: 99 }), id: cart.id }
      expect((await room.offer(smaller, OWNER)).status).toBe("offered")
    })

    it("over an unknown limit is refused in the service's words", async () => {
      const cart = await approved("lowlimit")
      await room.sql("update lease set approval_amount = null")
      await expect(room.offer(cart, OWNER)).rejects.toMatchObject({
        code: "cart_refused",
        message: expect.stringContaining("the total is above the approved amount"),
      })
    })

    it("of a decision that came later turns pending into offered", async () => {
      const cart = await approved("pending")
      await expect(room.offer(cart, OWNER)).rejects.toMatchObject({ code: "pending" })
      expect((await leaseOf(cart)).status).toBe("pending")
      await room.becomes(await leaseOf(cart), "Approved")
      expect((await room.offer(cart, OWNER)).status).toBe("offered")
    })

    it("after the approval expired ends the lease, and the shopper may apply again", async () => {
      const cart = await approved("expired")
      await expect(room.offer(cart, OWNER)).rejects.toMatchObject({ code: "expired" })
      expect((await leaseOf(cart)).status).toBe("expired")
      expect((await room.apply(application(cart))).lease.status).toBe("approved")
    })

    it("that the service refuses ends no lease whose contract was handed out: it may be signed by now", async () => {
      const cart = await signed()
      const other = {
        ...cart,
        shipping_address: { ...cart.shipping_address, address_1: "2 Other Street" },
      } as CartInput
      for (const route of [CART_CALL, "GET /application/cart/pricing"]) room.sandbox.fault({ route, fault: "409" })
      await expect(room.offer(other, OWNER)).rejects.toMatchObject({ code: "cart_refused" })
      expect((await leaseOf(cart)).status).toBe("signing")
      room.pass(3000)
      expect((await room.verifySignature(cart.id, OWNER)).signature).toBe("verified")
    })

    it.each(["drop-after", "500"] as const)(
      "with an unclear answer (%s) opens no contract until the cart was recorded again",
      async (fault) => {
        const cart = await approved()
        room.sandbox.fault({ route: CART_CALL, fault })
        await expect(room.offer(cart, OWNER)).rejects.toMatchObject({ code: "answer_lost" })
        await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "no_offer" })
        expect((await room.offer(cart, OWNER)).status).toBe("offered")
      },
    )

    it("is made once when asked twice at once: the other waits its turn", async () => {
      const cart = await approved()
      const results = await Promise.allSettled([room.offer(cart, OWNER), room.offer(cart, OWNER)])
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []))
      expect(room.count(CART_CALL)).toBe(1)
      expect(refused.every((code) => code === "busy")).toBe(true)
    })

    it("is not made again by a tab that looked before another one was answered", async () => {
      const cart = await approved()
      const before = await leaseOf(cart)
      await room.offer(cart, OWNER)
      const store = Object.assign(Object.create(room.ledger.store), { ofCart: async () => before })
      await expect(offer({ ...room.ledger, store }, cart, OWNER)).rejects.toMatchObject({ code: "busy" })
      expect(room.count(CART_CALL)).toBe(1)
    })

    it("gives its claim back when it fails", async () => {
      const cart = await approved()
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "500", times: 3 })
      await expect(room.offer(cart, OWNER)).rejects.toBeDefined()
      expect((await leaseOf(cart)).claim_token).toBeNull()
    })
  })

  describe("a contract", () => {
    it("is not opened for a stranger, a wrong key or a changed cart", async () => {
      const cart = await offered()
      await expect(room.contract(cart, STRANGER)).rejects.toMatchObject({ code: "contract_key" })
      const wrong = { leaseKey: "x".repeat(43) }
      await expect(room.contract(cart, wrong)).rejects.toMatchObject({ code: "contract_key", kind: "forbidden" })
      const changed = { ...cartOf({ price: 430 }), id: cart.id }
      await expect(room.contract(changed, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
      expect(room.count("GET /application/contract")).toBe(0)
    })

    it("keeps nothing of its address but the origin, once", async () => {
      const cart = await offered()
      await room.contract(cart, OWNER)
      const { url } = await room.contract(cart, OWNER)
      const { origin, pathname, search } = new URL(url)
      expect(await room.ledger.store.origins.all()).toEqual([origin])
      const tables = await Promise.all(LEDGER_TABLES.map((table) => room.sql(`select * from ${table}`)))
      expect([pathname, search].filter((part) => part && JSON.stringify(tables).includes(part))).toEqual([])
    })

    it("keeps fifty origins at most, where each contract has a host of its own", async () => {
      const { origins } = room.ledger.store
      for (let at = 10; at < 65; at++) await origins.keep(`https://c${at}.sign.example/secret?token=${at}`)
      const kept = await origins.all()
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, "https://c10.sign.example", "https://c59.sign.example"])
    })

    it("that cannot be fetched is said so, and fetched the next time", async () => {
      const cart = await offered()
      room.sandbox.fault({ route: "GET /application/contract", fault: "503", times: 3 })
      await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "contract_unavailable" })
      await expect(room.contract(cart, OWNER)).resolves.toBeDefined()
    })

    it("that is signed already is found out when it is asked for again", async () => {
      const cart = await signed()
      await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "already_signed" })
      expect(await leaseOf(cart)).toMatchObject({ status: "signed", evidence: "verified" })
    })
  })

  describe("a signature", () => {
    it("is verified by the service's word alone", async () => {
      const cart = await offered()
      await room.contract(cart, OWNER)
      room.pass(3000)
      const { signature, lease } = await room.verifySignature(cart.id, OWNER, "done")
      expect(signature).toBe("not_signed")
      expect(lease).toMatchObject({ status: "signing", evidence: "reported" })
    })

    it.each(["slow", "notpaid"])(
      "that is not complete (%s) costs one call in two seconds, however often it is asked",
      async (tag) => {
        const cart = await signed(tag)
        const before = room.count("GET /application/cart/pricing")
        for (let asked = 0; asked < 5; asked++)
          expect((await room.verifySignature(cart.id, OWNER)).signature).toBe("not_signed")
        expect((await leaseOf(cart)).status).toBe("signing")
        expect(room.count("GET /application/cart/pricing") - before).toBe(1)
        room.pass(2001)
        await room.verifySignature(cart.id, OWNER)
        expect(room.count("GET /application/cart/pricing") - before).toBe(2)
      },
    )

    it("that cannot be read back is called so", async () => {
      const cart = await signed()
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus" })
      expect((await room.verifySignature(cart.id, OWNER, "done")).signature).toBe("no_status")
    })

    it("asked of a service that is down is an outcome, not an error", async () => {
      const cart = await signed()
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "503", times: 3 })
      expect((await room.verifySignature(cart.id, OWNER)).signature).toBe("unreachable")
    })
  })

  describe("placing", () => {
    const session = "payses_1"
    async function verified(): Promise<CartInput> {
      const cart = await signed()
      await room.verifySignature(cart.id, OWNER)
      return cart
    }

    it("makes no call within a minute of the verification, and one after it", async () => {
      const cart = await verified()
      const before = room.calls().length
      await room.checkPlaceable({ cart, sessionId: session, amount: 43_999 })
      expect(room.calls()).toHaveLength(before)
      room.pass(60_001)
      await room.checkPlaceable({ cart, sessionId: session, amount: 43_999 })
      expect(room.calls()).toHaveLength(before + 1)
    })

    it("looks for itself when the browser never said that the contract is signed", async () => {
      const cart = await signed()
      expect((await room.startOrder({ cart, sessionId: session })).lease.status).toBe("placing")
    })

    it("is refused before the signature", async () => {
      const cart = await offered()
      await room.contract(cart, OWNER)
      await expect(room.startOrder({ cart, sessionId: session })).rejects.toMatchObject({ code: "not_signed" })
    })

    it("is refused for another sum than was signed", async () => {
      const cart = await verified()
      await expect(room.startOrder({ cart, sessionId: session, amount: 43_998 })).rejects.toMatchObject({
        code: "contract_mismatch",
      })
    })

    it("is refused for another cart of the same sum", async () => {
      const cart = await verified()
      const [line] = cart.items ?? []
      const other = { ...cart, items: [{ ...line, variant_id: "variant_other" }] } as CartInput
      await expect(room.startOrder({ cart: other, sessionId: session })).rejects.toMatchObject({
        code: "contract_mismatch",
      })
      expect((await leaseOf(cart)).status).toBe("signed")
    })

    it("belongs to one session, which may enter it again, until five minutes have passed", async () => {
      const cart = await verified()
      await room.startOrder({ cart, sessionId: session })
      await expect(room.startOrder({ cart, sessionId: session })).resolves.toMatchObject({
        lease: { status: "placing" },
      })
      await expect(room.startOrder({ cart, sessionId: "payses_2" })).rejects.toMatchObject({
        code: "placing_elsewhere",
      })
      room.pass(5 * 60_000 + 1)
      await expect(room.startOrder({ cart, sessionId: "payses_2" })).resolves.toMatchObject({
        lease: { session_id: "payses_2" },
      })
    })

    it("is refused, and a person told, when the service says that the contract is void", async () => {
      const cart = await verified()
      await room.ledger.service.cancelContract((await leaseOf(cart)).application_id as never)
      room.pass(60_001)
      await expect(room.startOrder({ cart, sessionId: session })).rejects.toMatchObject({ code: "lease_dead" })
      expect((await leaseOf(cart)).attention).toMatchObject([{ code: "lease_dead" }])
    })

    it("is refused while the answers carry no status", async () => {
      const cart = await signed()
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus" })
      await expect(room.startOrder({ cart, sessionId: session })).rejects.toMatchObject({ code: "no_status" })
    })

    it("is refused with a service that is down, and possible again with the same signature", async () => {
      const cart = await verified()
      room.pass(60_001)
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "503", times: 3 })
      await expect(room.startOrder({ cart, sessionId: session })).rejects.toMatchObject({ code: "service_unreachable" })
      await expect(room.startOrder({ cart, sessionId: session })).resolves.toMatchObject({
        lease: { status: "placing" },
      })
    })
  })
})
