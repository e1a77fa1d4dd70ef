import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { owedOf, type Shopper, whyKept } from "../../support/ledger"
import { applicant } from "../support/applicant"
import { eventually } from "../support/eventually"
import { widgetOptions } from "../support/hosted-lease"
import {
  application,
  cartOf,
  describeLedger,
  handedOut,
  OWNER,
  offered,
  openedWidget,
  STRANGER,
} from "../support/ledger-room"

const DAY = 24 * 3600_000
const CART = "POST /application/cart"

describeLedger("an approval goes to another cart of the same customer", (room) => {
  const of = async (cart: CartInput) => (await room.ledger.store.ofCart(cart.id)) ?? never()
  const use = (cart: CartInput, shopper: Shopper = OWNER) => room.takeApproval(cart, shopper)

  async function approved(cart = cartOf()): Promise<CartInput> {
    await room.apply(application(cart))
    return cart
  }

  /** The carts whose leases hold the application: never more than one. */
  async function holders(): Promise<unknown[]> {
    const rows = await room.sql(
      "select cart_id from lease where application_id is not null and status not in ('superseded', 'cancelled', 'expired', 'denied')",
    )
    return rows.map(({ cart_id }) => cart_id)
  }

  it.each([
    ["approved", approved],
    ["offered", async () => (await offered(room)).cart],
    ["handed out as a contract", async () => (await handedOut(room)).cart],
  ])("that was %s, without a new application", async (_, begin) => {
    const old = await begin()
    const before = await of(old)
    const cart = cartOf({ price: 250 })
    expect((await room.approvalFor(cart, OWNER))?.id).toBe(before.id)
    const lease = await use(cart)
    expect(lease).toMatchObject({
      status: "offered",
      cart_id: cart.id,
      amount: 26099,
      application_id: before.application_id,
      approval_amount: before.approval_amount,
      approved_until: before.approved_until,
      customer_id: OWNER.customerId,
      contract_at: before.contract_at,
    })
    expect(lease.reference).not.toBe(before.reference)
    expect(await of(old)).toMatchObject({ status: "superseded", claim_token: null })
    expect(room.count("POST /application")).toBe(1)
    expect(await holders()).toEqual([cart.id])
  })

  it("and leads to its order, with the goods of the new cart in the contract", async () => {
    await handedOut(room)
    const cart = cartOf({ price: 250 })
    await use(cart)
    const { url } = await room.contract(cart, OWNER)
    await room.attachSession(cart, "payses_2", false)
    await signContract(url)
    const { lease } = await room.verifySignature(cart.id, OWNER)
    expect(lease).toMatchObject({ status: "signed", evidence: "verified", amount: 26099 })
  })

  it("and the contract of the old cart cannot be signed any more", async () => {
    const { url } = await handedOut(room)
    await use(cartOf({ price: 250 }))
    await expect(signContract(url)).rejects.toBeDefined()
  })

  it("and a contract that was handed out keeps its guards: it is read on, and not erased before its end", async () => {
    const { cart: old } = await handedOut(room)
    const { contract_at } = await of(old)
    const cart = cartOf({ price: 250 })
    const lease = await use(cart)
    expect(lease.contract_at).toEqual(contract_at)
    expect(whyKept({ lease, openCalls: 0, delivered: false }, room.ledger.now())).toBe("contract")
    const owed = owedOf({ lease, order: null, cart: null, tasks: [] }, room.ledger.options, room.ledger.now())
    expect([...owed.calls, owed.lookAt].some(Boolean)).toBe(true)
    room.pass(1000)
    await room.contract(cart, OWNER)
    const types = (await room.ledger.store.histories.of(lease.id)).map(({ type }) => type)
    expect(types.filter((type) => type === "contract_handed_out")).toHaveLength(1)
  })

  it("and while a contract's address is on its way: the other cart's is not shown", async () => {
    const { cart: old } = await offered(room)
    const { service } = room.ledger
    const get = jest.spyOn(service, "getContract").mockImplementationOnce(async (id) => {
      await use(cartOf({ price: 250 }))
      return service.getContract(id)
    })
    const shown = room.contract(old, OWNER)
    await expect(shown).rejects.toMatchObject({ code: "cart_changed" })
    get.mockRestore()
    expect((await of(old)).status).toBe("superseded")
  })

  it("and back again, any number of times", async () => {
    const { cart: first } = await offered(room)
    const second = cartOf({ price: 250 })
    await use(second)
    await use(first)
    await use(second)
    expect(await holders()).toEqual([second.id])
    expect(room.count("POST /application")).toBe(1)
  })

  it("asked for twice, as after a lost answer, is answered as it stands", async () => {
    await offered(room)
    const cart = cartOf({ price: 250 })
    const first = await use(cart)
    expect((await use(cart)).id).toBe(first.id)
    expect(room.count(CART)).toBe(2)
  })

  it("and keeps what was agreed to, and where it came from, in the history of both", async () => {
    const { cart: old } = await offered(room)
    const before = await of(old)
    const lease = await use(cartOf())
    const [given] = (await room.ledger.store.histories.of(before.id)).filter(({ type }) => type === "application_sent")
    const taken = (await room.ledger.store.histories.of(lease.id)).find(({ type }) => type === "approval_taken")
    expect(taken?.detail).toEqual({
      from: before.reference,
      consent_version: given?.detail.consent_version,
      consent_language: given?.detail.consent_language,
      consent_text: given?.detail.consent_text,
    })
    const moved = (await room.ledger.store.histories.of(before.id)).find(({ type }) => type === "approval_moved")
    expect(moved).toMatchObject({ actor: "shopper", detail: { to: lease.reference } })
    // From the second cart to a third, the consent still goes along.
    const third = await use(cartOf())
    expect((await room.ledger.store.histories.consent(third.id))?.consent_version).toBe(given?.detail.consent_version)
  })

  it("and not the lease keys of the old cart", async () => {
    const old = cartOf()
    const { leaseKey } = await room.apply(application(old))
    const cart = cartOf()
    await use(cart)
    await expect(room.contract(cart, { leaseKey })).rejects.toMatchObject({ code: "contract_key" })
    await expect(room.contract(old, { leaseKey })).rejects.toMatchObject({ code: "not_approved" })
  })

  describe("is refused in words, and nothing has moved,", () => {
    const cart = cartOf()

    it.each([
      ["for somebody else", {}, STRANGER, "no_approval"],
      ["for another account", {}, { customerId: "cus_other" }, "no_approval"],
      ["for a cart in another currency", { currency_code: "cad" }, OWNER, "no_approval"],
    ])("%s", async (_, change, shopper, code) => {
      const { cart: old } = await offered(room)
      expect(await room.approvalFor(cartOf(change), shopper)).toBeNull()
      await expect(use(cartOf(change), shopper)).rejects.toMatchObject({ code })
      expect(await holders()).toEqual([old.id])
    })

    it.each([
      ["denied", "denied", "no_approval"],
      ["waiting for a decision", "pending", "pending"],
    ])("while it is %s", async (_, tag, code) => {
      const old = cartOf()
      await room.apply(application(old, tag))
      await expect(use(cart)).rejects.toMatchObject({ code })
    })

    it("while a process works on it", async () => {
      const { cart: old } = await offered(room)
      const { id } = await of(old)
      const until = new Date(Date.now() + 60_000)
      await room.ledger.store.set(id, { claim_token: "other", claimed_until: until }, { actor: { by: "system" } })
      await expect(use(cart)).rejects.toMatchObject({ code: "busy" })
      expect(await of(old)).toMatchObject({ status: "offered", claim_token: "other" })
    })

    it("once it is signed, also where only the service knows that", async () => {
      const { cart: old, url } = await handedOut(room)
      await signContract(url)
      await expect(use(cart)).rejects.toMatchObject({ code: "application_other_order" })
      expect(await of(old)).toMatchObject({ status: "signed", evidence: "verified" })
      expect(await room.ledger.store.ofCart(cart.id)).toBeNull()
      await expect(use(cart)).rejects.toMatchObject({ code: "application_other_order" })
      expect(await holders()).toEqual([old.id])
    })

    it.each([
      ["signed, and the first payment is not there yet", { contracts_received_at: new Date() }],
      ["reported as signed by the browser", { evidence: "reported", service_status: "" }],
    ] as const)("while it is %s, and another is used first", async (_, set) => {
      const { cart: old } = await handedOut(room)
      await room.ledger.store.set((await of(old)).id, set, { actor: { by: "system" } })
      expect(await room.approvalFor(cart, OWNER)).toBeNull()
      await expect(use(cart)).rejects.toMatchObject({ code: "signature_pending" })
      expect(await of(old)).toMatchObject({ status: "signing", claim_token: null })
      expect(room.count(CART)).toBe(1)
      const small = cartOf({ price: 100 })
      await room.apply({ ...application(small, "lowlimit"), application: otherPerson("lowlimit") })
      expect((await room.approvalFor(cart, OWNER))?.cart_id).toBe(small.id)
    })

    it("when the signature is heard of while the service takes the new cart", async () => {
      const { cart: old } = await handedOut(room)
      const { service } = room.ledger
      const record = jest.spyOn(service, "recordCart").mockImplementationOnce(async (...given) => {
        const set = { contracts_received_at: new Date() }
        await room.ledger.store.set((await of(old)).id, set, { actor: { by: "system" } })
        return service.recordCart(...given)
      })
      await expect(use(cart)).rejects.toMatchObject({ code: "signature_pending" })
      record.mockRestore()
      expect(await of(old)).toMatchObject({ status: "signing", claim_token: null })
      expect(await holders()).toEqual([old.id])
    })

    it("once its end is over, as it is kept", async () => {
      await offered(room)
      room.pass(90 * DAY)
      expect(await room.approvalFor(cart, OWNER)).toBeNull()
      await expect(use(cart)).rejects.toMatchObject({ code: "expired" })
    })

    it("once its end is over, as the service says first", async () => {
      const old = cartOf()
      await room.apply(application(old, "expired"))
      await expect(use(cart)).rejects.toMatchObject({ code: "expired" })
      expect((await of(old)).status).toBe("expired")
      await expect(use(cart)).rejects.toMatchObject({ code: "no_approval" })
    })

    it("for more than was approved, with both sums", async () => {
      const old = cartOf({ price: 100 })
      await room.apply(application(old, "lowlimit"))
      await room.offer(old, OWNER)
      await expect(use(cart)).rejects.toMatchObject({
        code: "over_limit",
        params: { approved: "$150.00", total: "$439.99" },
      })
      expect(await of(old)).toMatchObject({ status: "offered", claim_token: null })
      // The service still holds the cart from before.
      expect((await of(old)).fingerprint).not.toBeNull()
    })

    it("while the service does not answer, and goes on when it does", async () => {
      const { cart: old } = await offered(room)
      room.sandbox.fault({ route: CART, fault: "drop-after" })
      await expect(use(cart)).rejects.toMatchObject({ kind: "unknown" })
      expect(await of(old)).toMatchObject({ status: "offered", fingerprint: null, claim_token: null })
      expect(await use(cart)).toMatchObject({ status: "offered" })
      expect(await holders()).toEqual([cart.id])
    })

    it("for a cart that has an application of its own", async () => {
      await offered(room)
      const other = cartOf({ email: "kim@shopper.example" })
      await room.apply({ ...application(other), application: otherPerson("denied") })
      await expect(use(other)).rejects.toMatchObject({ code: "denied" })
      await expect(use(other, STRANGER)).rejects.toMatchObject({ code: "contract_key" })
    })
  })

  it("of two approvals the one for most money is used", async () => {
    const small = cartOf({ price: 100 })
    await room.apply(application(small, "lowlimit"))
    const large = cartOf({ price: 100 })
    await room.apply({ ...application(large), application: otherPerson() })
    const lease = await use(cartOf())
    expect(lease.application_id).toBe((await of(large)).application_id)
    expect((await of(small)).status).toBe("approved")
  })
})

describeLedger(
  "an approval comes to a cart on which the operator's widget was opened",
  (room) => {
    const open = (cart: CartInput, shopper: Shopper) => openedWidget(room, cart, shopper)
    let cart: CartInput
    beforeEach(async () => {
      await room.apply(application(cartOf()))
      cart = cartOf({ price: 250 })
    })

    it("by its own shopper, whose widget gives way", async () => {
      await open(cart, OWNER)
      const lease = await room.takeApproval(cart, OWNER)
      expect(lease).toMatchObject({ way: "application", status: "offered" })
      const all = await room.sql("select way, status from lease where cart_id = ? order by created_at", [cart.id])
      expect(all).toEqual([
        { way: "widget", status: "superseded" },
        { way: "application", status: "offered" },
      ])
    })

    it("waits for another writer who locks both leases in the order of their ids, and neither ends in a deadlock", async () => {
      const { store, service } = room.ledger
      await open(cart, OWNER)
      const ids = (await room.sql("select id from lease order by id")).map(({ id }) => String(id))
      expect(await store.ofCart(cart.id)).toMatchObject({ id: ids[1], way: "widget" })
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      let other: Promise<void> | undefined
      const pricing = jest.spyOn(service, "getPricing").mockImplementationOnce(async (...given) => {
        await new Promise<void>((held) => {
          other = store.transaction(async (writer) => {
            await writer.lock(ids.slice(0, 1))
            held()
            await eventually(
              () => room.sql(waiting),
              (rows) => rows.length > 0,
            )
            await writer.lock(ids.slice(1))
          })
        })
        return service.getPricing(...given)
      })
      const moved = room.takeApproval(cart, OWNER)
      expect(await moved).toMatchObject({ status: "offered", way: "application" })
      await other
      pricing.mockRestore()
    })

    it("not while somebody else has it open, and the service hears nothing", async () => {
      await open(cart, { leaseKey: "another-browser-0123456789" })
      await expect(room.takeApproval(cart, OWNER)).rejects.toMatchObject({ code: "widget_elsewhere" })
      expect(room.calls()).not.toContain(CART)
    })
  },
  widgetOptions,
)

describeLedger("an approval ends", (room) => {
  const now = () => room.ledger.now().getTime()
  const until = async (cart: CartInput) =>
    (await room.ledger.store.ofCart(cart.id))?.approved_until?.getTime() ?? Number.NaN

  it("90 days after it was given, where the service does not say", async () => {
    const cart = cartOf()
    await room.apply(application(cart))
    expect(Math.abs((await until(cart)) - now() - 90 * DAY)).toBeLessThan(60_000)
  })

  it("when the service says", async () => {
    const { service } = room.ledger
    const end = new Date(now() + 30 * DAY)
    const submit = jest
      .spyOn(service, "submitApplication")
      .mockImplementationOnce(async (form) => ({ ...(await service.submitApplication(form)), approvedUntil: end }))
    const cart = cartOf()
    await room.apply(application(cart))
    submit.mockRestore()
    expect(await until(cart)).toBe(end.getTime())
  })

  it("when it would have ended, though the service answers it again to a new application", async () => {
    const first = cartOf()
    await room.apply(application(first))
    const end = await until(first)
    room.pass(20 * DAY)
    const second = cartOf()
    await room.apply(application(second))
    expect(await until(second)).toBe(end)
  })

  it("counts from the decision where that came later", async () => {
    const cart = cartOf()
    const { lease } = await room.apply(application(cart, "pending"))
    expect(lease.approved_until).toBeNull()
    room.pass(5 * DAY)
    await room.becomes(lease, "Approved")
    await room.offer(cart, OWNER)
    expect(Math.abs((await until(cart)) - now() - 90 * DAY)).toBeLessThan(60_000)
  })
})

function otherPerson(tag?: string) {
  const { customer, ...form } = applicant(tag)
  return { ...form, customer: { ...customer, ssn: "219-09-9998" } }
}

function never(): never {
  throw new Error("There is no lease.")
}
