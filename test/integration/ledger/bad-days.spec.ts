import { signContract } from "lease-to-own-sandbox"
import { type CartInput, fingerprint } from "../../../src/lease-cart"
import { orderOfCart } from "../support/fake-medusa"
import { ANA, application, cartOf, describeLedger, MINUTE, OWNER, routes } from "../support/ledger-room"

const SESSION = "payses_1"

/** Lost responses, carts that change at the wrong moment, and a service that disagrees. */
describeLedger("bad days", (room) => {
  const state = async (cart: CartInput, name: string) => room.becomes(await room.leaseOf(cart), name)
  const placeable = (cart: CartInput) => room.checkPlaceable(cart.id, { cart, sessionId: SESSION })
  const other = (cart: CartInput, price: number): CartInput => ({ ...cartOf({ price }), id: cart.id })
  const order = (cart: CartInput, id = "order_1") => orderOfCart({ id, cartId: cart.id, asCart: cart })
  /** Signs on the service's page even though the service never confirmed the cart to us. */
  async function signAtService(cart: CartInput): Promise<void> {
    const { application_id } = await room.leaseOf(cart)
    const { url } = await room.accountDeps.service.getContract(application_id as never)
    await signContract(url)
  }

  it("the service's decision survives a moment without the database", async () => {
    const { store } = room.accountDeps
    const move = store.move.bind(store)
    let times = 1
    store.move = async (id, event, change) => {
      if (event !== "application_sent" && times-- > 0)
        throw Object.assign(new Error("terminating connection"), { code: "57P01" })
      return move(id, event, change)
    }
    const { id } = await room.applied()
    expect((await room.lease(id)).status).toBe("approved")
    expect(room.count(routes.application)).toBe(1)
  })

  it("a changed cart that is refused: the previous cart's contract stays valid", async () => {
    const { cart, url } = await room.handedOut()
    await expect(room.offer(other(cart, 5000), OWNER)).rejects.toMatchObject({ code: "over_limit" })
    await signContract(url)
    await expect(placeable(cart)).resolves.toMatchObject({ status: "signed" })
  })

  it("a changed cart offered while the signature waits for its payment is refused, and nothing is lost", async () => {
    const { cart, url } = await room.handedOut({ tag: "notpaid" })
    await signContract(url)
    await expect(room.offer(other(cart, 500), OWNER)).rejects.toMatchObject({ code: "signature_pending" })
    expect((await room.leaseOf(cart)).fingerprint).toBe(fingerprint(cart))
  })

  it.each([
    ["did not arrive", "drop-before"],
    ["did arrive", "drop-after"],
  ] as const)("a signature after an unanswered cart call that %s is for the service's cart", async (_, fault) => {
    const { cart } = await room.handedOut()
    const changed = other(cart, 500)
    room.sandbox.fault({ route: routes.cart, fault })
    await expect(room.offer(changed, OWNER)).rejects.toMatchObject({ code: "answer_lost" })
    await signAtService(cart)
    const [held, left] = fault === "drop-after" ? [changed, cart] : [cart, changed]
    await expect(placeable(left)).rejects.toMatchObject({ code: "contract_mismatch" })
    await expect(placeable(held)).resolves.toMatchObject({ amount: Math.round(Number(held.total) * 100) })
  })

  it("an unanswered cart call with the same amount, then a signature: the plugin doesn't guess which", async () => {
    const { cart } = await room.handedOut()
    const [line] = cart.items ?? []
    const twin = { ...cart, items: [{ ...line, variant_id: "variant_other" }] } as CartInput
    room.sandbox.fault({ route: routes.cart, fault: "drop-after" })
    await expect(room.offer(twin, OWNER)).rejects.toMatchObject({ code: "answer_lost" })
    await signAtService(cart)
    for (const candidate of [cart, twin])
      await expect(placeable(candidate)).rejects.toMatchObject({ code: "contract_mismatch" })
    expect((await room.leaseOf(cart)).alerts).toMatchObject([{ code: "invoice_differs" }])
  })

  it("an order that is confirmed for another sum than its contract's is held", async () => {
    const { cart, id } = await room.placed()
    const { snapshot } = await room.lease(id)
    const other = JSON.stringify({ ...snapshot, invoiceTotal: 1 })
    await room.rows.changeLease({ evidence: "reported", verified_at: null, snapshot: other }, id)
    await room.checkStatus(await room.lease(id))
    expect(await room.leaseOf(cart)).toMatchObject({ evidence: "verified", alerts: [{ code: "invoice_differs" }] })
  })

  it("a contract taken back before the signature: the cart is recorded again and another contract opens", async () => {
    const { cart } = await room.handedOut()
    await room.accountDeps.service.cancelContract((await room.leaseOf(cart)).application_id as never)
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "no_offer" })
    expect((await room.offer(cart, OWNER)).status).toBe("offered")
    await expect(room.contract(cart, OWNER)).resolves.toBeDefined()
  })

  it("an approval that ended before a contract: the lease has ended until the shopper applies again", async () => {
    const { cart } = await room.offered()
    await state(cart, "Contracts Expired")
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({
      code: "expired",
      message: expect.stringContaining("Nothing was signed or charged. Please apply again"),
    })
    expect((await room.leaseOf(cart)).status).toBe("expired")
    expect([room.count(routes.application), room.count(routes.cart)]).toEqual([1, 1])
    expect((await room.apply(application(cart))).lease.status).toBe("approved")
    expect(room.count(routes.application)).toBe(2)
  })

  const onlyApproved = (cart: CartInput) => {
    room.sandbox.speak({ rules: { cancel: "unshipped", pricingWithoutCart: "status" } })
    return state(cart, "Approved")
  }
  const DEAD = { status: "signed", alerts: [{ code: "lease_dead" }] }
  it.each<[string, (cart: CartInput) => Promise<void> | void, object]>([
    ["that has expired ends the lease", (cart) => state(cart, "Contracts Expired"), { status: "expired" }],
    ["that is only approved at the service ends the lease", onlyApproved, { status: "expired" }],
    ["that the service can't find leaves it signed, with an alert", () => room.sandbox.reset(), DEAD],
  ])("a signed contract %s, and is not ordered", async (_, takeBack, left) => {
    const { cart } = await room.signed()
    await takeBack(cart)
    room.pass(MINUTE + 1)
    await expect(placeable(cart)).rejects.toMatchObject({ code: "lease_dead" })
    expect(await room.leaseOf(cart)).toMatchObject(left)
    room.sandbox.speak({ rules: { cancel: "unshipped" } })
  })

  it("one odd reading refuses the order and doesn't block the next try", async () => {
    const { cart } = await room.signed()
    room.pass(MINUTE + 1)
    room.sandbox.fault({ route: routes.pricing, fault: "unknown-status" })
    await expect(room.startOrder({ cart, sessionId: SESSION })).rejects.toBeDefined()
    await room.startOrder({ cart, sessionId: SESSION })
    expect(await room.recordOrder(order(cart))).toMatchObject({ status: "placed", alerts: [] })
  })

  it("options and products that change after the signature don't stop the order", async () => {
    const { cart } = await room.signed()
    Object.assign(room.accountDeps.options, { minimum: 10_000, product: {} })
    await expect(placeable(cart)).resolves.toMatchObject({ status: "signed" })
  })

  it("an order that differs from the contract raises an alert, and nothing is captured", async () => {
    const { cart } = await room.signed()
    await room.startOrder({ cart, sessionId: SESSION })
    const lease = await room.recordOrder(order(other(cart, 430)))
    expect(lease?.alerts.map(({ code }) => code)).toEqual(["cart_mismatch"])
    await expect(room.checkCapturable(lease?.id ?? "", async () => null)).rejects.toMatchObject({
      message:
        "This lease needs attention first: the order differs from the signed contract. Nothing was captured. See the Lease card.",
    })
  })

  it("a second order of a lease raises an alert, and the first keeps its lease", async () => {
    const { cart, order: first } = await room.placed()
    const second = await room.recordOrder(order(cart, "order_2"))
    expect(second).toMatchObject({
      order_id: first.id,
      alerts: [{ code: "second_order", params: { order_id: "order_2" } }],
    })
  })

  it("a session that replaced another isn't removed with it", async () => {
    const { cart } = await room.applied()
    await room.attachSession(cart, "payses_old", false)
    await room.attachSession(cart, "payses_new", false)
    await room.detachSession("payses_old")
    expect((await room.leaseOf(cart)).session_id).toBe("payses_new")
  })

  it("a session opens no lease for a cart that is already an order", async () => {
    const cart = cartOf()
    await expect(room.attachSession(cart, SESSION, true)).rejects.toMatchObject({ code: "no_open_cart" })
    expect(await room.rows.leases()).toEqual([])
  })

  it.each([
    ["that is turned away (401)", "401", "result_unknown", "canceling"],
    ["that is clearly refused, and a status check after it", "409", "cancel_refused", "placed"],
  ] as const)("a cancellation whose answer was lost, and a second %s", async (_, fault, code, status) => {
    const { id } = await room.placed()
    const cancel = async () => room.cancelContract(await room.lease(id), ANA)
    room.sandbox.fault({ route: routes.cancel, fault: "500" })
    await expect(cancel()).rejects.toBeDefined()
    room.sandbox.fault({ route: routes.cancel, fault })
    await expect(cancel()).rejects.toMatchObject({ code })
    expect((await room.lease(id)).status).toBe(status)
    expect((await cancel()).status).toBe("canceled")
  })
})
