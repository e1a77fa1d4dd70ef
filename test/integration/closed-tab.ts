import { Modules } from "@medusajs/framework/utils"
import { type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { failingCompletion } from "./support/failing-completion"
import { storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"

const CANCEL = "DELETE /application/contract"
/** Shoppers who want one article at once. */
const MANY = 3

/** Shoppers who signed and went away, and processes that died on the way to the order: no lease is signed and lost. */
export const closedTab = storeRules("a signed lease without an order", (store) => {
  /** Work that happens while another provider is asked for a payment. */
  const slowCard: { asked: (() => Promise<void>) | null } = { asked: null }
  beforeEach(() => {
    failingCompletion.behindPayment = false
    slowCard.asked = null
    const payments = store.container.resolve(Modules.PAYMENT)
    const authorize = payments.authorizePaymentSession.bind(payments)
    jest.spyOn(payments, "authorizePaymentSession").mockImplementation(async (...args) => {
      const { asked } = slowCard
      slowCard.asked = null
      await asked?.()
      return authorize(...args)
    })
  })
  afterEach(() => jest.restoreAllMocks())

  /** Signed at the service; the store has not looked yet. */
  async function signedAt(items = [{ handle: "sofa" }]) {
    const shopper = store.shopper()
    await shopper.fillCart({ items })
    await shopper.sign()
    return shopper
  }
  /** The store knows of the signature, and the payment was chosen. */
  async function signed() {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.readyToOrder()
    return shopper
  }
  /** `steps` behind the signature, which several tests begin with by this name. */
  async function signedThen(name: string, steps: (shopper: Shopper) => Promise<unknown>) {
    const kept = await store.begin(name, async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.toSignature()
      await steps(shopper)
      return { cartId: shopper.cartId, leaseKey: shopper.leaseKey }
    })
    return Object.assign(store.shopper(), kept)
  }
  const paidOtherwise = () => signedThen("other method", (shopper) => shopper.startPayment("pp_system_default"))
  const changed = () =>
    signedThen("cart changed", async (shopper) => {
      await shopper.startPayment()
      await shopper.addItem("lamp")
    })
  const leaseOf = async ({ cartId }: Shopper) => (await store.ledger.leftOfCart(cartId)) as LeaseRecord
  const until = (shopper: Shopper, wanted: LeaseRecord["status"]) =>
    eventually(
      () => leaseOf(shopper),
      ({ status }) => status === wanted,
    )
  const codes = async (shopper: Shopper) => (await leaseOf(shopper)).attention.map(({ code }) => code)
  async function takeOut(shopper: Shopper, handle: string) {
    const { body } = await shopper.http.get(`/store/carts/${shopper.cartId}`)
    const line = body.cart.items.find((item: { product_handle: string }) => item.product_handle === handle)
    await shopper.http.delete(`/store/carts/${shopper.cartId}/line-items/${line.id}`)
  }
  const deletes = () => store.calls().filter((call) => call === CANCEL)
  const orders = () => store.sql('select id from "order" where deleted_at is null')
  const captured = async () =>
    Number((await store.sql("select sum(amount) as sum from capture where deleted_at is null"))[0]?.sum)
  /** Holds core's lock on the stock of an article, which it waits five seconds for, while `work` lasts. */
  async function whileStockIsHeld<T>(handle: string, work: () => Promise<T>): Promise<T> {
    const [stock] = await store.sql(
      "select inventory_item_id from product_variant_inventory_item where variant_id = ?",
      [store.shop.variantIds[handle]],
    )
    const locking = store.container.resolve(Modules.LOCKING)
    const held: [string, { ownerId: string }] = [String(stock?.inventory_item_id), { ownerId: "the test" }]
    await locking.acquire(...held)
    return work().finally(() => locking.release(...held))
  }
  /** Does `work` between the judgment of a cart and core's own lock on it. */
  function beforeTheLock(work: () => Promise<unknown>) {
    const locking = store.container.resolve(Modules.LOCKING)
    const acquire = locking.acquire.bind(locking)
    jest.spyOn(locking, "acquire").mockImplementationOnce(async (...args) => {
      await work()
      return acquire(...args)
    })
  }
  async function jobAfter(interval: string) {
    await store.pass(interval)
    await store.runJob()
  }

  /** The time to order is over: the job tries once more, and gives up on its second look after that. */
  async function jobGivesUp() {
    await jobAfter("25 hours")
    await jobAfter("2 minutes")
  }

  describe("whose shopper closed the tab", () => {
    it("is found by reading the contract, and then ordered", async () => {
      const shopper = await signedAt()
      await shopper.startPayment()
      await jobAfter("3 minutes")
      expect(await leaseOf(shopper)).toMatchObject({ status: "signed", evidence: "verified" })
      expect(await orders()).toEqual([])

      await jobAfter("3 minutes")
      expect(await until(shopper, "placed")).toMatchObject({ status: "placed", attention: [] })
      const [order] = await orders()
      const { total } = (await store.admin.get(`/admin/orders/${order?.id}?fields=total`)).body.order
      expect(await eventually(captured, (sum) => sum === total)).toBe(total)
      expect((await shopper.look()).body).toMatchObject({ step: "placed", order_id: order?.id })
    })

    it.each<[string, (shopper: Shopper) => Promise<unknown>]>([
      ["before choosing how to pay", async (shopper) => shopper.toSignature()],
      [
        "after a change of the total, with which Medusa deletes its sessions",
        async (shopper) => {
          await shopper.readyToOrder()
          await shopper.ship("express")
          await shopper.ship("standard")
        },
      ],
    ])("%s is ordered with a session that the job makes", async (_when, begin) => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await begin(shopper)
      await jobAfter("3 minutes")
      expect((await until(shopper, "placed")).status).toBe("placed")
      expect(await orders()).toHaveLength(1)
    })

    it("is ordered once by many processes", async () => {
      const shopper = await signed()
      await store.pass("3 minutes")
      await Promise.all([store.runJob(), store.runJob(), store.runJob()])
      expect((await until(shopper, "placed")).status).toBe("placed")
      expect(await orders()).toHaveLength(1)
    })

    it("is ordered once with a shopper who comes back at that moment", async () => {
      const shopper = await signed()
      await store.pass("3 minutes")
      await Promise.all([store.runJob(), shopper.complete(), store.runJob()])
      expect((await until(shopper, "placed")).status).toBe("placed")
      expect(await orders()).toHaveLength(1)
      expect((await shopper.complete()).body.type).toBe("order")
    })

    it("is not ordered before the shopper had the time to", async () => {
      const shopper = await signed()
      await jobAfter("1 minute")
      expect((await leaseOf(shopper)).status).toBe("signed")
      expect(await orders()).toEqual([])
    })

    it("is ordered on the payment that a completion left behind, when a later step of it had failed", async () => {
      const shopper = await signed()
      failingCompletion.behindPayment = true
      await shopper.complete()
      failingCompletion.behindPayment = false
      expect(await orders()).toEqual([])
      await jobAfter("3 minutes")
      expect((await until(shopper, "placed")).status).toBe("placed")
      expect(await store.sql("select id from payment where deleted_at is null")).toHaveLength(1)
      const [order] = await orders()
      const paid = await eventually(
        () => store.merchant.order(String(order?.id)),
        ({ payment_status }) => payment_status === "captured",
      )
      expect(paid.payment_status).toBe("captured")
    })
  })

  describe("that core turns away", () => {
    it("is told in words that nothing is lost, and ordered at the job's next run", async () => {
      const shopper = await signed()
      await store.pass("3 minutes")
      failingCompletion.behindPayment = true
      const { status, body } = await shopper.complete()
      expect({ status, body }).toEqual({
        status: 503,
        body: { type: "unexpected_state", code: "order_delayed", message: expect.stringContaining("Nothing is lost") },
      })
      failingCompletion.behindPayment = false
      await store.runJob()
      expect((await until(shopper, "placed")).status).toBe("placed")
      expect(await orders()).toHaveLength(1)
    })

    it("because many want one article at once, is told so, and each has its order at the job's next run, once", async () => {
      const shoppers: Shopper[] = []
      for (let made = 0; made < MANY; made += 1) shoppers.push(await signed())
      await store.pass("3 minutes")
      const answers = await whileStockIsHeld("sofa", () => Promise.all(shoppers.map((shopper) => shopper.complete())))
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(shoppers.map(() => [503, "order_delayed"]))
      expect(new Set(answers.map(({ body }) => body.message))).toEqual(
        new Set([expect.stringMatching(/very busy.*Nothing is lost.*will place the order within/)]),
      )
      expect(await orders()).toEqual([])

      await store.runJob()
      const leases = await Promise.all(shoppers.map((shopper) => until(shopper, "placed")))
      expect(leases).toEqual(shoppers.map(() => expect.objectContaining({ status: "placed", attention: [] })))
      const placed = await orders()
      expect(leases.map(({ order_id }) => order_id).sort()).toEqual(placed.map(({ id }) => id).sort())
      expect(await store.sql("select id from payment where deleted_at is null and canceled_at is null")).toHaveLength(
        MANY,
      )
      expect(deletes()).toEqual([])
    })

    it("says core's own reason where there is one", async () => {
      const shopper = await signed()
      await store.sql("update inventory_level set stocked_quantity = 0, raw_stocked_quantity = ?", [
        JSON.stringify({ value: "0" }),
      ])
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { type: "not_allowed" } })
    })

    it("leaves core's words alone for a cart that another method pays", async () => {
      const shopper = await paidOtherwise()
      failingCompletion.behindPayment = true
      expect(await shopper.complete()).toMatchObject({ status: 500, body: { type: "unknown_error" } })
    })
  })

  describe("that cannot be ordered", () => {
    const unorderable: [string, () => Promise<Shopper>][] = [
      ["because the cart was changed", changed],
      [
        "because the cart was changed at an equal total",
        async () => {
          const shopper = await signed()
          const shipping_address = { ...ADDRESS, province: "OH" }
          await shopper.http.post(`/store/carts/${shopper.cartId}`, { shipping_address })
          return shopper
        },
      ],
    ]

    async function isCanceledInTheEnd(shopper: Shopper) {
      await jobAfter("3 minutes")
      expect(await codes(shopper)).toEqual(["signed_without_order"])
      expect((await leaseOf(shopper)).status).toBe("signed")
      expect(deletes()).toEqual([])

      await jobGivesUp()
      expect(await until(shopper, "cancelled")).toMatchObject({ status: "cancelled", order_id: null })
      expect(deletes()).toHaveLength(1)
      expect(await orders()).toEqual([])
      await jobAfter("3 minutes")
      expect(await codes(shopper)).toEqual([])
    }

    it.each(unorderable)("%s is shown to a person, and canceled in the end", async (_why, begin) => {
      await isCanceledInTheEnd(await begin())
    })

    it("because another method was chosen is shown to a person, and canceled in the end, but not that method's session", async () => {
      const shopper = await paidOtherwise()
      await isCanceledInTheEnd(shopper)
      expect(await store.sql("select provider_id from payment_session where deleted_at is null")).toEqual([
        { provider_id: "pp_system_default" },
      ])
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      expect(body.type).toBe("order")
    })

    it("can still be ordered by the shopper while the job tries", async () => {
      const shopper = await changed()
      await jobAfter("3 minutes")
      await takeOut(shopper, "lamp")
      await shopper.startPayment()
      expect((await store.andWait("order.placed", () => shopper.complete())).body.type).toBe("order")
      expect(await until(shopper, "placed")).toMatchObject({ status: "placed", attention: [] })
    })
  })

  describe("that is given up", () => {
    const halfFinished = () => completedHalf("completed half", async () => {})
    const givenUp = () =>
      completedHalf("completed half, given up", async (shopper) => {
        await jobGivesUp()
        await until(shopper, "cancelled")
      })

    /** A completion that always fails behind the authorization, then `steps`. */
    async function completedHalf(name: string, steps: (shopper: Shopper) => Promise<void>) {
      const shopper = await signedThen(name, async (shopper) => {
        await shopper.startPayment()
        failingCompletion.behindPayment = true
        await shopper.complete()
        await jobAfter("3 minutes")
        expect(await store.sql("select canceled_at from payment where deleted_at is null")).toEqual([
          { canceled_at: null },
        ])
        await steps(shopper)
      })
      failingCompletion.behindPayment = true
      return shopper
    }

    it("takes back what a completion that failed has left of a payment", async () => {
      await givenUp()
      await jobAfter("3 minutes")
      expect(await store.sql("select canceled_at from payment where deleted_at is null")).toEqual([
        { canceled_at: expect.any(Date) },
      ])
      expect(await store.sql("select id from payment_session where deleted_at is null")).toEqual([])
      expect(deletes()).toHaveLength(1)
    })

    it("stays when its shopper comes back at that moment, whose payment was authorized before", async () => {
      const shopper = await halfFinished()
      await jobAfter("25 hours")
      await store.pass("2 minutes")
      failingCompletion.behindPayment = false
      beforeTheLock(() => store.runJob())
      expect((await store.andWait("order.placed", () => shopper.complete())).body.type).toBe("order")
      expect(await until(shopper, "placed")).toMatchObject({ status: "placed", attention: [] })
      expect(deletes()).toEqual([])
    })

    it("is given up as before when core refuses that shopper", async () => {
      const shopper = await halfFinished()
      await jobAfter("25 hours")
      failingCompletion.behindPayment = false
      const empty = JSON.stringify({ value: "0" })
      await store.sql("update inventory_level set stocked_quantity = 0, raw_stocked_quantity = ?", [empty])
      let meanwhile: string | undefined
      beforeTheLock(async () => {
        meanwhile = (await leaseOf(shopper)).status
      })
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { type: "not_allowed" } })
      expect(meanwhile).toBe("placing")
      expect((await until(shopper, "signed")).status).toBe("signed")
      await jobGivesUp()
      // Core may still hold its lock on the cart it has just refused. The call then waits for its next turn.
      const next = async () => {
        await jobAfter("5 minutes")
        return leaseOf(shopper)
      }
      expect((await eventually(next, ({ status }) => status === "cancelled")).status).toBe("cancelled")
    })

    it("cannot be ordered while it is being canceled, and is read back when the answer was lost", async () => {
      const shopper = await changed()
      store.sandbox.fault({ route: CANCEL, fault: "drop-after" })
      await jobGivesUp()
      expect((await leaseOf(shopper)).status).toBe("cancelling")
      await shopper.startPayment()
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "lease_dead" } })
      await jobAfter("2 minutes")
      expect((await until(shopper, "cancelled")).status).toBe("cancelled")
      expect(deletes()).toHaveLength(1)
    })

    it("is either ordered or canceled when the shopper comes back at that moment, never both", async () => {
      const shopper = await changed()
      await jobAfter("25 hours")
      await store.pass("2 minutes")
      await takeOut(shopper, "lamp")
      await shopper.startPayment()
      const [{ body }] = await Promise.all([shopper.complete(), store.runJob()])
      const lease = await eventually(
        () => leaseOf(shopper),
        ({ status }) => status === "placed" || status === "cancelled",
      )
      const ordered = body.type === "order"
      expect({ status: lease.status, deletes: deletes().length, orders: (await orders()).length }).toEqual(
        ordered ? { status: "placed", deletes: 0, orders: 1 } : { status: "cancelled", deletes: 1, orders: 0 },
      )
    })

    it("leaves alone what another lease of the same cart has begun to pay", async () => {
      const shopper = await changed()
      await jobGivesUp()
      const old = await until(shopper, "cancelled")
      await shopper.readyToOrder()
      failingCompletion.behindPayment = true
      await shopper.complete()
      await store.pass("3 minutes")
      await store.sql("update lease set look_at = now() where id = ?", [old.id])
      await store.runJob()
      const owed = (await store.ledger.tasks(old.id)).map(({ kind }) => kind)
      expect(owed).not.toContain("close_payment")
      expect(await store.sql("select canceled_at from payment where deleted_at is null")).toEqual([
        { canceled_at: null },
      ])
    })

    it("does not let another lease of the cart be ordered on the payment that it left", async () => {
      const shopper = await givenUp()
      failingCompletion.behindPayment = false
      await shopper.sign()
      await shopper.signature()
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "payment_closing" } })
      expect(await orders()).toEqual([])

      await jobAfter("3 minutes")
      await jobAfter("3 minutes")
      expect(await until(shopper, "placed")).toMatchObject({ status: "placed", attention: [] })
      const [order] = await orders()
      const paid = await eventually(
        () => store.merchant.order(String(order?.id)),
        ({ payment_status }) => payment_status === "captured",
      )
      expect(paid.payment_status).toBe("captured")
    })

    it("frees the cart for another lease, and has no say in that one's order", async () => {
      const shopper = await givenUp()
      const old = await leaseOf(shopper)
      failingCompletion.behindPayment = false
      await shopper.readyToOrder()
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      expect(body.type).toBe("order")
      const lease = (await store.ledger.ofOrder(body.order.id)) as LeaseRecord
      expect(lease.id).not.toBe(old.id)
      await store.pass("3 minutes")
      await store.look()
      await store.look()
      expect(await store.ledger.byId(old.id)).toMatchObject({ status: "cancelled", attention: [] })
      expect(await store.ledger.byId(lease.id)).toMatchObject({ status: "placed", attention: [] })
      const paid = await eventually(
        () => store.merchant.order(body.order.id),
        ({ payment_status }) => payment_status === "captured",
      )
      expect(paid.payment_status).toBe("captured")
    })
  })

  describe("whose order was not recorded", () => {
    /** The order is there; its event never came. */
    async function unrecorded() {
      const { order, shopper } = await store.ordered()
      await store.sql(
        "update lease set status = 'placing', order_id = null, order_display_id = null, placed_at = null, status_at = now(), look_at = now()",
      )
      await store.sql("delete from lease_task")
      return { shopper, orderId: order.id }
    }

    it("is placed by the job, once the order is old enough to stand", async () => {
      const { shopper, orderId } = await unrecorded()
      await jobAfter("4 minutes")
      expect((await leaseOf(shopper)).status).toBe("placing")
      await jobAfter("2 minutes")
      expect(await until(shopper, "placed")).toMatchObject({ order_id: orderId, attention: [] })
      expect(await orders()).toHaveLength(1)
    })

    it("because another method pays it, is canceled, and a person hears of it until then", async () => {
      const shopper = await paidOtherwise()
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      await store.sql("update lease set attention = '[]', status = 'signed', cancelled_at = null")
      await store.sql("delete from lease_task")
      expect(body.type).toBe("order")
      await jobAfter("6 minutes")
      expect((await leaseOf(shopper)).attention.map(({ code }) => code)).toEqual(["paid_otherwise"])
      await jobAfter("2 minutes")
      expect((await until(shopper, "cancelled")).attention).toEqual([])
    })

    it("because a card is being asked for minutes, is kept, and ordered when that card was declined", async () => {
      const shopper = await paidOtherwise()
      const declined = new Error("the card was declined")
      slowCard.asked = async () => {
        for (const interval of ["6 minutes", "2 minutes", "20 minutes", "2 minutes"]) await jobAfter(interval)
        throw declined
      }
      await shopper.complete()
      expect(await orders()).toEqual([])
      expect(deletes()).toEqual([])
      expect((await leaseOf(shopper)).status).toBe("signed")
      await shopper.startPayment()
      await jobAfter("20 minutes")
      expect(await until(shopper, "placed")).toMatchObject({ attention: [] })
      expect(deletes()).toEqual([])
    })

    it("because its process died before the payment, is shown to a person, who cancels the order and the contract with it", async () => {
      const { shopper, orderId } = await unrecorded()
      await store.sql("delete from capture")
      await store.sql("delete from payment")
      await store.sql("update payment_session set status = 'pending', authorized_at = null")
      await jobAfter("6 minutes")
      expect(await leaseOf(shopper)).toMatchObject({ status: "signed", order_id: null })
      expect(await codes(shopper)).toEqual(["signed_without_order"])

      expect((await store.merchant.cancel(orderId)).status).toBe(200)
      expect(await leaseOf(shopper)).toMatchObject({ status: "cancelled", order_id: orderId, attention: [] })
      expect(deletes()).toHaveLength(1)
    })
  })
})
