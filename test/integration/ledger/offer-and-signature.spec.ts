import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { offer, shopView } from "../../../src/modules/lease/ledger"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { ANA, cartOf, describeLedger, MINUTE, OWNER, routes } from "../support/ledger-room"

const SESSION = "payses_1"

describeLedger(
  "a contract at an account that cancels none before its lease is accepted",
  (room) => {
    it("a contract that can't be canceled unsigned is refused without a call, and canceled once signed", async () => {
      const { cart, id, url } = await room.handedOut()
      await expect(room.cancelContract(await room.lease(id), ANA)).rejects.toMatchObject({
        code: "cancel_before_accepted",
        message: expect.stringContaining("does not cancel a contract before it has accepted the lease"),
      })
      expect(room.calls()).not.toContain(routes.cancel)
      await signContract(url)
      await room.verifySignature(cart.id, OWNER)
      expect(await room.cancelContract(await room.lease(id), ANA)).toMatchObject({ status: "canceled" })
    })

    it("an order whose lease is still in Contracts Received is refused without a call, and canceled once accepted", async () => {
      const { id } = await room.placed()
      await room.becomes(await room.lease(id), "Contracts Received")
      const refused = room.cancelContract(await room.lease(id), ANA)
      await expect(refused).rejects.toMatchObject({ code: "cancel_before_accepted", kind: "unavailable" })
      expect([(await room.lease(id)).status, room.count(routes.cancel)]).toEqual(["placed", 0])
      // The service accepts the lease after the request.
      expect(await room.cancelContract(await room.lease(id), ANA)).toMatchObject({ status: "canceled" })
    })

    it("the job cancels the contract of a canceled order as soon as its lease is accepted", async () => {
      const { id } = await room.placed()
      await room.becomes(await room.lease(id), "Contracts Received")
      await room.orderChanges(id, { canceled: true })
      await room.run()
      expect([(await room.lease(id)).status, room.count(routes.cancel)]).toEqual(["placed", 0])
      await room.later(2 * MINUTE)
      expect([(await room.lease(id)).status, room.count(routes.cancel)]).toEqual(["canceled", 1])
    })

    it("a contract that is gone already counts as canceled", async () => {
      const { id } = await room.placed()
      await room.becomes(await room.lease(id), "Approved")
      expect(await room.cancelContract(await room.lease(id), ANA)).toMatchObject({ status: "canceled" })
    })
  },
  { dialect: { cancelUnsigned: false } },
)

describeLedger("offer, contract and signature", (room) => {
  const approved = async (tag?: string) => (await room.applied({ tag })).cart
  const offered = async () => (await room.offered()).cart
  /** Signed at the service, but not reported. */
  async function signed(tag?: string): Promise<CartInput> {
    const { cart, url } = await room.handedOut({ tag })
    await signContract(url)
    return cart
  }

  it("an offer stores amount, breakdown and the cart that was sent, to the cent", async () => {
    const lease = await room.leaseOf(await offered())
    expect(lease).toMatchObject({ status: "offered", amount: 43_999, currency_code: "usd" })
    expect(lease.snapshot?.cart).toMatchObject({
      orderId: lease.reference,
      deliveryCost: 10.99,
      deliveryCostSalesTax: 0,
    })
    expect(lease.snapshot?.place).toEqual({ country: "us", state: "TX" })
    // With these, a changed cart can be restored.
    expect(lease.snapshot?.articles).toEqual([expect.objectContaining({ quantity: 1 })])
    const money = Object.fromEntries((lease.pricing ?? []).map(({ name, value }) => [name, value]))
    expect(money).toMatchObject({
      invoiceTotal: 43_999,
      costOfLease: 43_999,
      initialPaymentAmount: 4900,
      ninetyDayBuyout: 46_199,
    })
  })

  it("price fields that are too large to show are logged once", async () => {
    const { service } = room.accountDeps
    const ask = service.getPricing.bind(service)
    service.getPricing = async (id) => ({ ...(await ask(id)), leftOut: ["fees.note"] })
    for (const cart of [await offered(), await offered()]) expect((await room.leaseOf(cart)).pricing).not.toBeNull()
    expect(room.logged.filter((line) => line.includes("not shown"))).toEqual([expect.stringContaining(": fees.note.")])
  })

  it("an offer over the limit is refused with both amounts, and works for a smaller cart", async () => {
    const cart = await approved("lowlimit")
    await expect(room.offer(cart, OWNER)).rejects.toMatchObject({
      code: "over_limit",
      message: expect.stringContaining("approved for up to $150.00. This cart comes to $439.99 before tax."),
    })
    expect((await room.leaseOf(cart)).status).toBe("approved")
    const smaller = { ...cartOf({ price: 99 }), id: cart.id }
    expect((await room.offer(smaller, OWNER)).status).toBe("offered")
  })

  it("an offer over an unknown limit is refused with the service's message", async () => {
    const cart = await approved("lowlimit")
    await room.rows.changeLease({ approval_amount: null })
    await expect(room.offer(cart, OWNER)).rejects.toMatchObject({
      code: "cart_refused",
      message: expect.stringContaining("the total is above the approved amount"),
    })
  })

  it("a refused offer doesn't end a lease whose contract may be signed by now", async () => {
    const cart = await signed()
    const moved = { ...cart, shipping_address: { ...cart.shipping_address, address_1: "2 Other Street" } }
    for (const route of [routes.cart, routes.pricing]) room.sandbox.fault({ route, fault: "409" })
    await expect(room.offer(moved as CartInput, OWNER)).rejects.toMatchObject({ code: "cart_refused" })
    expect((await room.leaseOf(cart)).status).toBe("signing")
    room.pass(3000)
    expect((await room.verifySignature(cart.id, OWNER)).signature).toBe("verified")
  })

  it("after an unclear offer, no contract opens until the cart is recorded again", async () => {
    const cart = await approved()
    room.sandbox.fault({ route: routes.cart, fault: "drop-after" })
    await expect(room.offer(cart, OWNER)).rejects.toMatchObject({ code: "answer_lost" })
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "no_offer" })
    expect((await room.offer(cart, OWNER)).status).toBe("offered")
  })

  it("a second tab doesn't repeat an offer", async () => {
    const cart = await approved()
    const before = await room.leaseOf(cart)
    await room.offer(cart, OWNER)
    const store = Object.assign(Object.create(room.accountDeps.store), { ofCart: async () => before })
    await expect(offer({ ...room.accountDeps, store }, cart, OWNER)).rejects.toMatchObject({ code: "busy" })
    expect(room.count(routes.cart)).toBe(1)
  })

  it("a signature that is read while another cart is being sent is read once more before the order", async () => {
    const { cart, id, shopper, url } = await room.handedOut()
    await room.attachSession(cart, SESSION, false)
    const { service } = room.accountDeps
    const recordCart = service.recordCart.bind(service)
    service.recordCart = async (application, sent) => {
      await signContract(url)
      await room.verifySignature(cart.id, shopper)
      // As the operator may in its portal. Its service then accepts the other cart.
      await service.cancelContract(application)
      return recordCart(application, sent)
    }
    await room.offer(cartOf({ id: cart.id, price: 329 }), shopper).catch(() => undefined)
    expect(await room.lease(id)).toMatchObject({ status: "signed", evidence: "verified" })
    const placing = room.checkPlaceable(cart.id, { cart, sessionId: SESSION })
    await expect(placing).rejects.toMatchObject({ code: "signature_pending" })
  })

  it.each([
    ["while another cart is being sent is kept, because it may be for that cart", true, "reported"],
    ["before another cart is sent is dropped with the earlier contract", false, "none"],
  ])("a signature that only the browser reported %s", async (_, isMeanwhile, evidence) => {
    const { cart, id, shopper } = await room.handedOut()
    room.sandbox.fault({ route: routes.pricing, fault: "no-appstatus", times: 9 })
    const report = () => room.verifySignature(cart.id, shopper, "done")
    if (!isMeanwhile) await report()
    const { service } = room.accountDeps
    const recordCart = service.recordCart.bind(service)
    service.recordCart = async (application, sent) => {
      if (isMeanwhile) await report()
      return recordCart(application, sent)
    }
    room.pass(3000)
    await room.offer(cartOf({ id: cart.id, price: 329 }), shopper)
    expect(await room.lease(id)).toMatchObject({ status: "offered", evidence })
  })

  /** A signed contract, and a cart that begins to be sent while the service is read next. */
  async function signedWhileSending() {
    const signed = await room.handedOut()
    await signContract(signed.url)
    const { service } = room.accountDeps
    const readStatus = service.readStatus.bind(service)
    service.readStatus = async (application) => {
      const reading = await readStatus(application)
      service.readStatus = readStatus
      await room.sql("update lease set fingerprint = null where id = ?", [signed.id])
      return reading
    }
    return signed
  }

  it("a page that asked while a cart began to be sent sees the signature when it asks again", async () => {
    const { id, cart } = await signedWhileSending()
    expect(await room.verifySignature(cart.id, OWNER)).toMatchObject({ signature: "not_signed" })
    expect(await room.lease(id)).toMatchObject({ status: "signing", evidence: "none" })
    room.pass(3000)
    expect(await room.verifySignature(cart.id, OWNER)).toMatchObject({ signature: "verified" })
  })

  it("a signature that the job read while a cart began to be sent is read again by the job", async () => {
    const { id } = await signedWhileSending()
    await room.enqueue(id, "read_status")
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "signing", evidence: "none" })
    expect(await room.pendingCalls(id)).toMatchObject([{ kind: "read_status", state: "due" }])
    await room.later(2 * MINUTE)
    expect(await room.lease(id)).toMatchObject({ evidence: "verified" })
  })

  it("a lease that the operator started before the store saw its signature is signed, and gets its order", async () => {
    const { id, url } = await room.handedOut()
    await signContract(url)
    await room.becomes(await room.lease(id), "Funded")
    await room.later(2 * MINUTE)
    expect(await room.lease(id)).toMatchObject({ status: "signed", evidence: "verified" })
    await room.later(10 * MINUTE)
    expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: id })
  })

  it("a failed offer releases its claim", async () => {
    const cart = await approved()
    room.sandbox.fault({ route: routes.pricing, fault: "500", times: 3 })
    await expect(room.offer(cart, OWNER)).rejects.toBeDefined()
    expect((await room.leaseOf(cart)).claim_token).toBeNull()
  })

  it("only the origin of a contract's address is stored, once", async () => {
    const { cart } = await room.handedOut()
    const { url } = await room.contract(cart, OWNER)
    const { origin, pathname, search } = new URL(url)
    expect(await room.accountDeps.store.origins.all()).toEqual([origin])
    const kept = await room.rows.text()
    expect([pathname, search].filter((part) => part && kept.includes(part))).toEqual([])
  })

  it("at most fifty origins are stored", async () => {
    const { origins } = room.accountDeps.store
    for (let at = 10; at < 65; at++) await origins.keep(`https://c${at}.sign.example/secret?token=${at}`)
    const kept = await origins.all()
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, "https://c10.sign.example", "https://c59.sign.example"])
  })

  it("a contract that is already signed is found when it is requested again", async () => {
    const cart = await signed()
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "already_signed" })
    expect(await room.leaseOf(cart)).toMatchObject({ status: "signed", evidence: "verified" })
  })

  it("a shopper reads that the service can't be reached, and that its contract can't be opened", async () => {
    const { cart } = await room.handedOut()
    for (const route of [routes.pricing, routes.contract]) room.sandbox.fault({ route, fault: "503", times: 5 })
    room.pass(3000)
    expect((await room.verifySignature(cart.id, OWNER)).signature).toBe("unreachable")
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "contract_unavailable" })
  })

  it.each(["slow", "notpaid"])(
    "an incomplete signature (%s) is read once in two seconds, however often it is checked",
    async (tag) => {
      const cart = await signed(tag)
      const before = room.count(routes.pricing)
      for (let asked = 0; asked < 5; asked++)
        expect((await room.verifySignature(cart.id, OWNER)).signature).toBe("not_signed")
      expect((await room.leaseOf(cart)).status).toBe("signing")
      expect(room.count(routes.pricing) - before).toBe(1)
      room.pass(2001)
      await room.verifySignature(cart.id, OWNER)
      expect(room.count(routes.pricing) - before).toBe(2)
    },
  )

  describe("placing", () => {
    const start = (cart: CartInput, more: { amount?: number; sessionId?: string } = {}) =>
      room.startOrder({ cart, sessionId: SESSION, ...more })

    it("placing reads the status without a browser's report, and is refused without a status", async () => {
      const cart = await signed()
      room.sandbox.fault({ route: routes.pricing, fault: "no-appstatus" })
      await expect(start(cart)).rejects.toMatchObject({ code: "no_status" })
      room.pass(3000)
      expect((await start(cart)).lease.status).toBe("placing")
    })

    it("placing is refused for another amount, and for another cart of the same amount", async () => {
      const { cart, id } = await room.signed()
      const [line] = cart.items ?? []
      const other = { ...cart, items: [{ ...line, variant_id: "variant_other" }] } as CartInput
      for (const asked of [start(cart, { amount: 43_998 }), start(cart, { amount: 44_000 }), start(other)])
        await expect(asked).rejects.toMatchObject({ code: "contract_mismatch" })
      expect((await room.lease(id)).status).toBe("signed")
    })

    it("the reason of a refused order is stored once in a row, with its parameters", async () => {
      const { cart, id } = await room.signed()
      const [line] = cart.items ?? []
      const other = { ...cart, items: [{ ...line, variant_id: "variant_other" }] } as CartInput
      const elsewhere = { ...cart, email: "mallory@shopper.example" }
      for (const asked of [other, other, elsewhere, elsewhere])
        await expect(start(asked)).rejects.toBeInstanceOf(LedgerRefusal)
      const { reference } = await room.lease(id)
      const refusals = (await room.history(id)).filter(({ type }) => type === "order_refused")
      expect(refusals.map(({ detail }) => detail)).toEqual([
        expect.objectContaining({ code: "contract_mismatch", reference }),
        expect.objectContaining({ code: "recipient_mismatch", reference, reason_code: "recipient_email" }),
      ])
    })

    it("placing belongs to one session for five minutes, which may repeat it", async () => {
      const { cart } = await room.signed()
      await start(cart)
      expect((await start(cart)).lease.status).toBe("placing")
      await expect(start(cart, { sessionId: "payses_2" })).rejects.toMatchObject({ code: "placing_elsewhere" })
      room.pass(5 * 60_000 + 1)
      expect((await start(cart, { sessionId: "payses_2" })).lease.session_id).toBe("payses_2")
    })
  })
})

describeLedger(
  "a contract for which the store requires the total cost",
  (room) => {
    const NAMELESS = { names: { totalLeasePrice: "sumA", sumOfAllPayments: "sumB" } }
    const contractOf = async (cart: CartInput) => {
      const shown = { elsewhere: null, codes: false, isOn: true }
      return (await shopView(room.accountDeps, cart, await room.leaseOf(cart), shown)).actions.contract
    }

    it("it stays closed until the service names a total, which it can be asked for again, and staff see why", async () => {
      room.sandbox.speak(NAMELESS)
      const { cart } = await room.offered()
      const refusal = { code: "no_total", message: expect.stringContaining("Nothing was signed or charged") }
      await expect(room.contract(cart, OWNER)).rejects.toMatchObject(refusal)
      expect(await contractOf(cart)).toMatchObject({ allowed: false, reason: "no_total" })
      const history = await room.history((await room.leaseOf(cart)).id)
      expect(history.map(({ type }) => type)).toContain("total_missing")
      room.sandbox.speak({})
      await room.offer(cart, OWNER)
      expect(await contractOf(cart)).toEqual({ allowed: true })
      await expect(room.contract(cart, OWNER)).resolves.toBeDefined()
      const calls = room.count(routes.cart)
      await room.offer(cart, OWNER)
      expect(room.count(routes.cart)).toBe(calls)
    })
  },
  { requireTotal: true },
)
