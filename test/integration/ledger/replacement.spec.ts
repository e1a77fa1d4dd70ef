import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import type { LeaseRecord, Order } from "../../../src/modules/lease/ledger"
import { hashLeaseKey } from "../../../src/modules/lease/rules/keys"
import { LeaseList } from "../../../src/modules/lease/tables/lease-list"
import {
  ANA,
  application,
  cartOf,
  DAY,
  describeLedger,
  HOUR,
  MINUTE,
  OWNER,
  routes,
  STRANGER,
} from "../support/ledger-room"

const ROBIN = { email: "robin@shopper.example" }
const PAGE = "https://shop.example/lease?cart={cartId}"

describeLedger(
  "the new contract of an order that was edited after signing",
  (room) => {
    let cart: CartInput
    /** The edited order, read as a cart. */
    let edited: CartInput
    let order: Order
    let former: LeaseRecord
    beforeEach(async () => {
      const placed = await room.placed()
      ;({ cart, order } = placed)
      await room.run()
      edited = { ...cartOf({ price: 479 }), id: cart.id }
      order.total = 48_999
      former = await room.lease(placed.id)
    })
    const current = async () => (await room.accountDeps.store.ofOrder(order.id)) as LeaseRecord
    const replace = () => room.replaceContract(former, { order: edited, actor: ANA })
    const codes = async () => (await current()).alerts.map(({ code }) => code)
    const reconcileAfter = async (ms = DAY) => {
      room.pass(ms)
      await room.rows.changeLease({ reconcile_at: room.accountDeps.now() })
      await room.run()
    }
    const cancelOrder = () => Object.assign(order, { canceled: true, canceledAt: room.accountDeps.now() })
    const mails = async () => {
      await room.announce()
      await room.sendNotices(room.medusa, () => false)
      return room.medusa.mails.map(({ template }) => template.replace("lease-to-own.", ""))
    }
    async function handOut(): Promise<string> {
      await room.offer(edited, OWNER)
      return (await room.contract(edited, OWNER)).url
    }
    async function sign(): Promise<void> {
      await signContract(await handOut())
      await room.verifySignature(cart.id, OWNER)
    }
    const becomes = (state: string) => room.becomes(former, state)

    it("staff who resolve a lease while its new contract is requested must reload, and the new contract opens then", async () => {
      room.sandbox.fault({ route: routes.cancel, fault: "drop-after" })
      await replace().catch(() => {})
      const resolve = (lease: LeaseRecord) => {
        const acknowledged = lease.alerts.map(({ code }) => code)
        return room.markResolved(lease, {
          outcome: "canceled",
          note: "The operator says so on the phone.",
          acknowledged,
          actor: ANA,
        })
      }
      await expect(resolve(former)).rejects.toMatchObject({ code: "state_changed" })
      await resolve(await room.lease(former.id))
      expect((await room.rows.leases()).map(({ status }) => status)).toEqual(["canceled", "approved"])
    })

    it("a new contract keeps the approval, the account and the order, and nothing of the old contract", async () => {
      expect(await replace()).toMatchObject({ id: former.id, status: "canceled" })
      const lease = await current()
      const { application_id, idempotency_key_hash, approval_amount, approved_until, customer_id, order_id } = former
      expect(lease).toMatchObject({
        ...{ application_id, idempotency_key_hash, approval_amount, approved_until, customer_id, order_id },
        ...{ status: "approved", evidence: "none", fingerprint: null, snapshot: null, amount: null },
        ...{ session_id: null, contract_at: null, signed_at: null, placed_at: null, alerts: [] },
      })
      expect(lease.reference).not.toBe(former.reference)
      const [opened, replaced] = await room.history(lease.id)
      expect([opened?.type, replaced?.type]).toEqual(["lease_opened", "contract_replaced"])
      expect(replaced?.detail).toMatchObject({ from: former.reference, consent_version: "default-2" })
      await room.run()
      expect(room.medusa.made.map(({ call }) => call)).toEqual(["capture_payment"])
      expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 0 }])
    })

    it("a new contract over the limit, or after the approval's end, is refused before anything is sent", async () => {
      const dear = { ...cartOf({ price: 3_500 }), id: cart.id }
      const over = room.replaceContract(former, { order: dear, actor: ANA })
      await expect(over).rejects.toMatchObject({ code: "replace_over_limit" })
      await room.rows.changeLease({ approved_until: new Date(0) })
      former = await room.lease(former.id)
      await expect(replace()).rejects.toMatchObject({ code: "replace_approval_over" })
      expect(room.count(routes.cancel)).toBe(0)
    })

    it("a new contract whose cart the service refuses raises an alert and can be tried again", async () => {
      await replace()
      room.sandbox.fault({ route: routes.cart, fault: "409" })
      await expect(room.offer(edited, OWNER)).rejects.toMatchObject({ code: "replacement_refused" })
      for (const ms of [2 * MINUTE, DAY]) {
        await reconcileAfter(ms)
        expect(await current()).toMatchObject({ status: "approved", alerts: [{ code: "replacement_ended" }] })
      }
      expect(await room.offer(edited, OWNER)).toMatchObject({ status: "offered" })
      await reconcileAfter(2 * MINUTE)
      expect(await codes()).toEqual([])
    })

    const OVER_LIMIT = { code: "replacement_over_limit", params: { approved: "$3,000.00" } }
    it.each<[what: string, refusal: object, ask: () => Promise<unknown>]>([
      ["comes to more than approved", OVER_LIMIT, () => room.offer({ ...cartOf({ price: 3500 }), id: cart.id }, OWNER)],
      ["can't be leased now", { code: "replacement_unavailable" }, () => room.offer({ ...edited, items: [] }, OWNER)],
      ["is signed already", { code: "replacement_signed" }, () => sign().then(() => room.offer(edited, OWNER))],
    ])("the shopper of an edited order reads no cart message when the order %s", async (_, refusal, ask) => {
      await replace()
      const message = expect.not.stringMatching(/payment method|cart\b|[Aa]pply/)
      await expect(ask()).rejects.toMatchObject({ ...refusal, message })
    })

    it.each([
      ["its approval has ended", "Approval Expired", "replacement_refused", "ship_before_new_contract"],
      ["its contract has expired", "Contracts Expired", "replacement_expired", "ship_over"],
    ])("an alert is open while %s, until the order is canceled and refunded", async (_, state, code, why) => {
      await replace()
      if (code === "replacement_expired") await handOut()
      await becomes(state)
      await expect(handOut()).rejects.toMatchObject({ code })
      await reconcileAfter()
      expect(await codes()).toEqual(["replacement_ended"])
      await expect(room.checkShippable(await current(), order)).rejects.toMatchObject({ code: why })
      expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 0 }])
      cancelOrder()
      await reconcileAfter()
      await reconcileAfter()
      expect((await room.leaseOf(cart)).alerts).toEqual([])
      expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 43_999 }])
    })

    it("an unsigned contract that can't be canceled doesn't block its order, and is canceled once signed", async () => {
      await replace()
      const url = await handOut()
      room.sandbox.fault({ route: routes.cancel, fault: "409", times: 2 })
      expect(await room.endBeforeOrder(await current(), ANA)).toMatchObject({ status: "signing" })
      cancelOrder()
      await reconcileAfter(2 * MINUTE)
      expect(await current()).toMatchObject({ status: "signing" })
      await signContract(url)
      await reconcileAfter()
      await reconcileAfter()
      expect(await current()).toMatchObject({ status: "canceled" })
      expect(room.sandbox.lease(former.application_id ?? "")?.state).toBe("Approved")
    })

    const applyAsOther = () => room.apply(application(cartOf(), undefined, { shopper: { customerId: "cus_other" } }))
    it.each<[from: string, code: string, ask: () => Promise<unknown>]>([
      ["another cart of the same customer", "no_approval", () => room.takeApproval(cartOf({ price: 250 }), OWNER)],
      ["another application, which the service answers with it", "application_other_order", applyAsOther],
      ["a new application on its finished cart", "application_open", () => room.apply(application(edited))],
    ])("the approval of an edited order is kept from %s", async (_, code, ask) => {
      await replace()
      await expect(ask()).rejects.toMatchObject({ code })
      expect(room.count(routes.cart)).toBe(1)
      expect(await current()).toMatchObject({ status: "approved", application_id: former.application_id })
    })

    it("the shopper gets an email with a link whose key is stored only as a hash", async () => {
      await mails()
      room.medusa.mails.length = 0
      await replace()
      room.pass(2 * HOUR)
      expect(await mails()).toEqual(["new_contract"])
      const [{ to, content, data } = {} as never] = room.medusa.mails
      const { reference, signing_link_hash } = await current()
      expect(to).toBe(ROBIN.email)
      expect(data.reference).toBe(reference)
      // Medusa stores this, and shows it to anyone who may read notifications.
      expect(JSON.stringify(data)).not.toContain("lease-key")
      const [link = "", key = ""] = content.text.match(/https:\/\/\S+#lease-key=(\S+)/) ?? []
      expect(link).toBe(`${PAGE.replace("{cartId}", cart.id)}#lease-key=${key}`)
      expect(signing_link_hash).toBe(hashLeaseKey(key))
      expect((await room.rows.text()) + room.logged.join()).not.toContain(key)
      expect(await room.offer(edited, { leaseKey: key })).toMatchObject({ status: "offered" })
      await expect(room.offer(edited, STRANGER)).rejects.toMatchObject({ kind: "forbidden" })
    })

    const erase = () => room.erasePerson(ROBIN, { actor: ANA })

    it("both leases of an edited order are exported, and erased together once the order has ended", async () => {
      await replace()
      expect(await room.countPerson(ROBIN)).toMatchObject({ leases: 2 })
      const { reference } = await current()
      expect(await erase()).toEqual({ leases: 0, kept: [{ reference, status: "approved", why: "undelivered" }] })
      await handOut()
      await room.cancelContract(await current(), ANA)
      expect(await erase()).toEqual({ leases: 2, kept: [] })
      const erased = { email: null, lease_key_hashes: [], signing_link_hash: null }
      expect(await room.rows.leases()).toMatchObject([erased, erased])
    })

    it("both leases of an edited order are found by its number, and not among leases without an order", async () => {
      await replace()
      const list = new LeaseList(room.knex, "UTC")
      const found = async (filters: Parameters<LeaseList["page"]>[0]) =>
        (await list.page(filters, { limit: 10 })).leases.map(({ status }) => status).sort()
      expect(await found({ search: "1" })).toEqual(["approved", "canceled"])
      expect(await found({ tab: "without_order" })).toEqual([])
    })

    it("the former lease gets no alert, even if someone requests its cancellation", async () => {
      await replace()
      const late = room.cancelContract(former, ANA, { cancel_order: true })
      await expect(late).rejects.toMatchObject({ kind: "not_allowed" })
      await reconcileAfter()
      expect(await room.lease(former.id)).toMatchObject({ status: "canceled", alerts: [] })
    })
  },
  {
    contractLink: PAGE,
    notices: { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } },
  },
)
