import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import type { LeaseRecord, Order } from "../../../src/modules/lease/ledger"
import { hashLeaseKey } from "../../../src/modules/lease/rules/keys"
import { orderOfCart } from "../support/fake-medusa"
import { ANA, application, cartOf, DAY, describeLedger, livingIn, MINUTE, STRANGER } from "../support/ledger-room"

const PAGE = "https://shop.example/lease?cart={cartId}"
const CASH = { heldByOthers: true, heldElsewhere: 43_999 }

describeLedger(
  "a lease that staff offer by link, for an order that nobody has paid",
  (room) => {
    let cart: CartInput
    let order: Order
    let shopper: { leaseKey: string }
    beforeEach(async () => {
      cart = cartOf()
      order = orderOfCart({ cartId: cart.id, asCart: cart, sessions: [], payments: [] })
      room.medusa.orders.set(cart.id, order)
      room.medusa.hears([cart])
      shopper = keyOf(await room.signingLink(await open(), ANA))
    })
    const keyOf = (link: string) => ({
      leaseKey: new URLSearchParams(new URL(link).hash.slice(1)).get("lease-key") ?? "",
    })
    const open = () => room.openByLink({ cart, orderId: order.id, displayId: 1 }, ANA)
    const current = async () => (await room.accountDeps.store.ofOrder(order.id)) as LeaseRecord
    const codes = async () => (await current()).alerts.map(({ code }) => code)
    const apply = (by = shopper) => room.apply(application(cart, undefined, { shopper: by }))
    const reconcileAfter = async (ms = DAY) => {
      room.pass(ms)
      await room.rows.changeLease({ reconcile_at: room.accountDeps.now() })
      await room.run()
    }
    async function handOut(): Promise<string> {
      await apply()
      await room.offer(cart, shopper)
      return (await room.contract(cart, shopper)).url
    }
    it("a link is made once, and its key still opens the lease after an unanswered form", async () => {
      expect((await open()).id).toBe((await current()).id)
      room.sandbox.fault({ route: "POST /application", fault: "drop-after" })
      await apply()
      room.pass(2 * MINUTE)
      await apply()
      expect(await room.offer(cart, shopper)).toMatchObject({ status: "offered" })
    })

    it("someone who lives in an excluded state reads to ask the store, and the order waits as before", async () => {
      const options = room.accountDeps.options as { excludedStates: string[] }
      options.excludedStates = ["NJ"]
      const refused = { code: "replacement_home_state", fields: [{ rule: "excluded_order" }] }
      await expect(room.apply(livingIn("NJ", application(cart, undefined, { shopper })))).rejects.toMatchObject(refused)
      expect([room.calls(), (await current()).status]).toEqual([[], "open"])
    })

    it("nobody without the link may apply, take the order over or bring another approval to it", async () => {
      const no = { code: "contract_key" }
      await expect(apply(STRANGER as never)).rejects.toMatchObject(no)
      await expect(room.takeApproval(cart, STRANGER)).rejects.toMatchObject(no)
      expect(await current()).toMatchObject({ status: "open", order_id: order.id })
    })

    it("after too many applications, the customer is referred to the store, because the order can't be paid here otherwise", async () => {
      room.sandbox.fault({ route: "POST /application", fault: "validation-403", times: 100 })
      const send = () => apply().catch((error: { code: string; message: string }) => error)
      let last = await send()
      while ("code" in last && last.code !== "too_many_for_order") last = await send()
      expect(last).toMatchObject({ kind: "too_many", message: expect.stringContaining("ask the store") })
    })

    it.each<[string, () => Promise<unknown>]>([
      ["before the application", async () => {}],
      ["after a denial", () => room.rows.changeLease({ status: "denied" })],
      ["after an approval", () => apply()],
      ["after an offer", () => apply().then(() => room.offer(cart, shopper))],
    ])("%s, staff withdraw the link, and the next one is another's", async (_, before) => {
      await before()
      const withdrawn = await room.withdrawLink(await current(), ANA)
      expect(withdrawn).toMatchObject({ status: "superseded" })
      await expect(room.contract(cart, shopper)).rejects.toMatchObject({ code: "not_approved" })
      const next = await open()
      expect(next).toMatchObject({ status: "open", order_id: order.id, lease_key_hashes: [] })
      expect(await room.signingLink(next, ANA)).not.toContain(shopper.leaseKey)
    })

    /** A draft order's link, withdrawn while a contract may still be signed. Returns the applicant's own key. */
    async function withdrawnBesideContract(): Promise<{ leaseKey: string }> {
      await room.withdrawLink(await current(), ANA)
      cart = cartOf({ id: order.id })
      shopper = keyOf(await room.signingLink(await open(), ANA))
      const { leaseKey } = await apply()
      await room.offer(cart, shopper)
      await room.contract(cart, shopper)
      cart = cartOf({ id: order.id, price: 300 })
      await room.offer(cart, shopper)
      expect(await room.withdrawLink(await current(), ANA)).toMatchObject({ status: "offered", order_id: null })
      return { leaseKey }
    }

    it("a link that was withdrawn beside an earlier contract stays dead, and its successor is for the applicant alone", async () => {
      const applicant = await withdrawnBesideContract()
      const stranger = { code: "contract_key" }
      await expect(room.contract(cart, shopper)).rejects.toMatchObject(stranger)
      const link = await room.signingLink(await open(), ANA)
      expect(link).toBe(PAGE.replace("{cartId}", order.id))
      await expect(room.contract(cart, shopper)).rejects.toMatchObject(stranger)
      expect((await room.contract(cart, applicant)).url).toContain("http")
    })

    it("an account that opens a link gets no approval by it, neither after a withdrawal nor after the order is canceled", async () => {
      const visitor = { customerId: "cus_visitor" }
      const visits = async () => room.adopt(await current(), { ...shopper, ...visitor })
      const takes = () => room.takeApproval(cartOf(), visitor)
      await apply()
      expect(await visits()).toMatchObject({ customer_id: null })
      await withdrawnBesideContract()
      await expect(takes()).rejects.toMatchObject({ code: "no_approval" })
      await room.signingLink(await open(), ANA)
      await visits()
      await room.endBeforeOrder(await current(), ANA)
      await expect(takes()).rejects.toMatchObject({ code: "no_approval" })
    })

    it("a person whose form was refused on the cart before is a stranger to its link", async () => {
      await room.withdrawLink(await current(), ANA)
      room.sandbox.fault({ route: "POST /application", fault: "validation-403" })
      const { leaseKey } = await room.apply(application(cart)).catch(() => ({ leaseKey: "" }))
      expect(leaseKey).toBe("")
      await room.rows.changeLease({ lease_key_hashes: [hashLeaseKey("left")], customer_id: "cus_left" })
      const next = await open()
      for (const by of [{ leaseKey: "left" }, { customerId: "cus_left" }])
        await expect(room.contract(cart, by)).rejects.toMatchObject({ code: "contract_key" })
      expect(next.status).toBe("open")
    })

    it("no one without the link can apply in place of a customer with an unanswered application", async () => {
      room.sandbox.fault({ route: "POST /application", fault: "drop-after" })
      await apply()
      room.pass(DAY)
      await expect(apply(STRANGER as never)).rejects.toMatchObject({ code: "contract_key" })
      expect(await current()).toMatchObject({ status: "undecided" })
    })

    it("an order paid otherwise and signed at the same moment is charged once, with an alert", async () => {
      const url = await handOut()
      await signContract(url)
      Object.assign(order, CASH)
      await room.verifySignature(cart.id, shopper)
      await reconcileAfter(MINUTE)
      expect(await codes()).toEqual(["paid_otherwise"])
      expect(room.medusa.made).toEqual([])
      Object.assign(order, { heldByOthers: false, heldElsewhere: 0 })
      await reconcileAfter(MINUTE)
      expect(await current()).toMatchObject({ status: "placed", alerts: [] })
    })

    it("canceling the order ends the link, and cancels its contract", async () => {
      await handOut()
      await room.endBeforeOrder(await current(), ANA)
      expect(await current()).toMatchObject({ status: "canceled" })
    })

    it("an order isn't canceled while its application is being sent", async () => {
      await room.rows.changeLease({ status: "submitting" })
      await expect(room.endBeforeOrder(await current(), ANA)).rejects.toMatchObject({ code: "busy" })
    })

    it("an order whose cart the customer is leasing in the shop is not offered by link", async () => {
      const begun = await room.applied()
      const link = { cart: begun.cart, orderId: "order_2", displayId: 8 }
      await expect(room.openByLink(link, ANA)).rejects.toMatchObject({ code: "lease_link_taken" })
    })
  },
  { contractLink: PAGE },
)
