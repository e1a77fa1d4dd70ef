import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { hashLeaseKey, LeaseList, type LeaseRecord, type OrderState, type Outcome } from "../../support/ledger"
import { placeOrder } from "../support/fake-medusa"
import { application, cartOf, describeLedger, OWNER, STRANGER, signedLease } from "../support/ledger-room"

const DELETE = "DELETE /application/contract"
const CART = "POST /application/cart"
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ANA = { by: "merchant", id: "user_ana" } as const
const ROBIN = { email: "robin@shopper.example" }
const NOTE = "The operator says so on the phone."
const PAGE = "https://shop.example/lease?cart={cartId}"

describeLedger(
  "the new contract of an order that was edited after signing",
  (room) => {
    let cart: CartInput
    /** The order as it is after the edit, read as a cart. */
    let edited: CartInput
    let order: OrderState
    let former: LeaseRecord
    beforeEach(async () => {
      cart = cartOf()
      const id = await signedLease(room, cart)
      order = await placeOrder(room, { cart })
      await room.run()
      edited = { ...cartOf({ price: 479 }), id: cart.id }
      order.total = 48_999
      former = await room.lease(id)
    })
    const current = async () => (await room.ledger.store.ofOrder(order.id)) as LeaseRecord
    const replace = () => room.replaceContract(former, { order: edited, actor: ANA })
    const codes = async () => (await current()).attention.map(({ code }) => code)
    const leases = () => room.sql("select status from lease order by created_at")
    const made = () => room.medusa.made.map(({ call }) => call)
    const look = async (ms = DAY) => {
      room.pass(ms)
      await room.sql("update lease set look_at = ?", [room.ledger.now()])
      await room.run()
    }
    const history = async (lease: LeaseRecord) =>
      (await room.ledger.store.histories.of(lease.id)).map(({ type, detail }) => ({ type, detail }))
    const mails = async () => {
      await room.announce()
      await room.sendNotices(room.medusa, () => false)
      return room.medusa.mails.map(({ template }) => template.replace("lease-to-own.", ""))
    }
    const byPerson = async (outcome: Outcome, { id } = former) => {
      const lease = await room.lease(id)
      const seen = lease.attention.map(({ code }) => code)
      return room.settle(lease, { outcome, note: NOTE, seen, actor: ANA })
    }
    async function handOut(): Promise<string> {
      await room.offer(edited, OWNER)
      return (await room.contract(edited, OWNER)).url
    }
    const becomes = (state: string) => room.becomes(former, state)

    it("takes the approval, the account and the order along, and nothing of the contract", async () => {
      expect(await replace()).toMatchObject({ id: former.id, status: "cancelled" })
      const lease = await current()
      const { application_id, attempt_hash, approval_amount, approved_until, customer_id, order_id } = former
      expect(lease).toMatchObject({
        ...{ application_id, attempt_hash, approval_amount, approved_until, customer_id, order_id },
        ...{ status: "approved", evidence: "none", fingerprint: null, snapshot: null, amount: null },
        ...{ session_id: null, contract_at: null, signed_at: null, placed_at: null, attention: [] },
      })
      expect(lease.reference).not.toBe(former.reference)
      const [opened, replaced] = await history(lease)
      expect([opened?.type, replaced?.type]).toEqual(["lease_opened", "contract_replaced"])
      expect(replaced?.detail).toMatchObject({ from: former.reference, consent_version: "default-2" })
      await room.run()
      expect(room.medusa.made.map(({ call }) => call)).toEqual(["capture_payment"])
      expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 0 }])
    })

    it("is signed for the order as it is now, and its payment replaced, once", async () => {
      await replace()
      await expect(room.checkShippable(await current(), cart)).rejects.toMatchObject({
        code: "ship_before_new_contract",
      })
      await signContract(await handOut())
      await room.verifySignature(cart.id, OWNER)
      await room.run()
      await look()
      expect(await current()).toMatchObject({ status: "placed", amount: 48_999, attention: [] })
      expect(made()).toEqual(["capture_payment", "replace_payment", "capture_payment"])
      expect(order.payments).toMatchObject([{ captured: 48_999 }])
      await expect(room.checkShippable(await current(), cart)).resolves.toBeUndefined()
      expect(await leases()).toEqual([{ status: "cancelled" }, { status: "placed" }])
    })

    it("is not paid for while the order comes to another sum, and is replaced once more", async () => {
      await replace()
      await signContract(await handOut())
      order.total = 50_000
      await room.verifySignature(cart.id, OWNER)
      await room.run()
      expect(await codes()).toEqual(["amount_differs"])
      expect(made()).not.toContain("replace_payment")
      const second = await current()
      edited = { ...cartOf({ price: 489.01 }), id: cart.id }
      await room.replaceContract(second, { order: edited, actor: ANA })
      await signContract(await handOut())
      await room.verifySignature(cart.id, OWNER)
      await room.run()
      expect(await leases()).toEqual([{ status: "cancelled" }, { status: "cancelled" }, { status: "placed" }])
      expect(await current()).toMatchObject({ amount: 50_000, attention: [] })
      expect(await room.lease(second.id)).toMatchObject({ status: "cancelled", attention: [] })
    })

    describe("after a cancellation without an answer", () => {
      beforeEach(async () => {
        room.sandbox.fault({ route: DELETE, fault: "drop-after" })
        await expect(replace()).rejects.toMatchObject({ code: "result_unknown" })
        expect(await leases()).toEqual([{ status: "cancelling" }])
      })

      it("is opened when a person says that the contract is canceled, and not when it stands", async () => {
        await byPerson("cancelled")
        expect(await leases()).toEqual([{ status: "cancelled" }, { status: "approved" }])
        await look()
        expect(room.count(DELETE)).toBe(1)
        expect(await codes()).toEqual([])
      })

      it("is never opened once a person has said that the contract stands: canceled later, it leaves money that a person hears of", async () => {
        await byPerson("nothing")
        expect(await leases()).toEqual([{ status: "placed" }])
        await byPerson("cancelled")
        expect(await leases()).toEqual([{ status: "cancelled" }])
        await look(5 * MINUTE)
        expect(await codes()).toEqual(["money_differs"])
      })

      it("is not opened when a person says that the lease is active", async () => {
        await byPerson("delivered")
        await look()
        expect(await leases()).toEqual([{ status: "delivered" }])
      })

      it("is dropped where the order was canceled meanwhile, and the approval is free for another cart", async () => {
        Object.assign(order, { cancelled: true, cancelledAt: room.ledger.now() })
        await look(2 * MINUTE)
        await look()
        const lease = (await room.ledger.store.ofCart(cart.id)) as LeaseRecord
        expect(lease).toMatchObject({ status: "approved", order_id: null, attention: [] })
        const other = cartOf({ price: 250 })
        expect(await room.takeApproval(other, OWNER)).toMatchObject({ cart_id: other.id, status: "offered" })
      })
    })

    it("that was handed out before its order was canceled is read on: signed all the same, it is canceled", async () => {
      await replace()
      await handOut()
      await room.offer({ ...cartOf({ price: 469 }), id: cart.id }, OWNER)
      Object.assign(order, { cancelled: true, cancelledAt: room.ledger.now() })
      await look(MINUTE)
      const { id } = (await room.ledger.store.ofCart(cart.id)) as LeaseRecord
      expect(await room.lease(id)).toMatchObject({ status: "offered", order_id: null })
      await becomes("Lease Accepted")
      for (const minutes of [2, 3, 10, 10]) {
        room.pass(minutes * MINUTE)
        await room.run()
      }
      expect(await room.lease(id)).toMatchObject({ status: "cancelled" })
      expect(room.count(DELETE)).toBe(2)
    })

    describe("when the operator refuses the cancellation", () => {
      it("is not opened: the signed contract stands, and the person who asked is told", async () => {
        room.sandbox.fault({ route: DELETE, fault: "409" })
        await expect(replace()).rejects.toMatchObject({ code: "cancel_refused" })
        await look()
        expect(await leases()).toEqual([{ status: "placed" }])
        expect(await codes()).toEqual(["amount_differs"])
        expect(await current()).toMatchObject({ id: former.id, placed_at: former.placed_at })
      })

      it("after an attempt without an answer, an alert says so", async () => {
        room.sandbox.fault({ route: DELETE, fault: "drop-before" })
        await expect(replace()).rejects.toMatchObject({ code: "result_unknown" })
        room.sandbox.fault({ route: DELETE, fault: "409" })
        await look(2 * MINUTE)
        expect(await leases()).toEqual([{ status: "placed" }])
        expect(await codes()).toContain("cancel_failed")
      })

      it("of a signed new contract, that one stands unplaced", async () => {
        await replace()
        await signContract(await handOut())
        order.total = 50_000
        await room.verifySignature(cart.id, OWNER)
        room.sandbox.fault({ route: DELETE, fault: "409" })
        const again = room.replaceContract(await current(), { order: edited, actor: ANA })
        await expect(again).rejects.toMatchObject({ code: "cancel_refused" })
        expect(await current()).toMatchObject({ status: "signed", placed_at: null })
      })
    })

    it("is refused before anything is sent where the approval does not reach, or is over", async () => {
      const dear = { ...cartOf({ price: 3_500 }), id: cart.id }
      const over = room.replaceContract(former, { order: dear, actor: ANA })
      await expect(over).rejects.toMatchObject({ code: "replace_over_limit" })
      await room.sql("update lease set approved_until = ?", [new Date(0)])
      former = await room.lease(former.id)
      await expect(replace()).rejects.toMatchObject({ code: "replace_approval_over" })
      expect(room.count(DELETE)).toBe(0)
    })

    it("at a service without a status is paid for once a person says that it is signed", async () => {
      await replace()
      await signContract(await handOut())
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus", times: 20 })
      expect(await room.verifySignature(cart.id, OWNER, "done")).toMatchObject({ signature: "no_status" })
      await look(2 * MINUTE)
      expect(await current()).toMatchObject({ status: "signing", evidence: "reported" })
      expect(made()).not.toContain("replace_payment")
      await room.attest(await current(), { note: NOTE, actor: ANA })
      await room.run()
      expect(await current()).toMatchObject({ status: "placed", evidence: "attested", amount: 48_999 })
    })

    it("is canceled by a person's word, and what its payment had begun in Medusa's books is finished all the same", async () => {
      await replace()
      await signContract(await handOut())
      room.medusa.refuse.replace_payment = new Error("cut off")
      await room.verifySignature(cart.id, OWNER)
      await room.run()
      await byPerson("cancelled", await current())
      delete room.medusa.refuse.replace_payment
      await look()
      expect(made()).toContain("replace_payment")
      expect(await leases()).toEqual([{ status: "cancelled" }, { status: "cancelled" }])
      await look()
      const open = await room.sql("select kind from lease_task where state in ('due', 'running', 'unknown')")
      expect(open).toEqual([])
    })

    describe("whose cart the service does not take", () => {
      beforeEach(async () => {
        await replace()
        room.sandbox.fault({ route: CART, fault: "409" })
        await expect(room.offer(edited, OWNER)).rejects.toMatchObject({ code: "replacement_refused" })
      })

      it("is not over: a person is told, and it may be tried again", async () => {
        for (const ms of [2 * MINUTE, DAY]) {
          await look(ms)
          expect(await current()).toMatchObject({ status: "approved", attention: [{ code: "replacement_ended" }] })
        }
        expect(await room.offer(edited, OWNER)).toMatchObject({ status: "offered" })
        await look(2 * MINUTE)
        expect(await codes()).toEqual([])
      })

      it("ends with its order, and no alert stays", async () => {
        await room.cancelReplacement(await current(), ANA)
        await look()
        expect(order.cancelled).toBe(true)
        expect(await room.ledger.store.ofCart(cart.id)).toMatchObject({
          status: "approved",
          order_id: null,
          attention: [],
        })
      })
    })

    describe("tells its shopper no words of a cart", () => {
      const OTHER_WAY = /payment method|cart\b|[Aa]pply/

      it("where the order comes to more than is approved", async () => {
        await replace()
        const dear = { ...cartOf({ price: 3_500 }), id: cart.id }
        const refused = await room.offer(dear, OWNER).catch((error) => error)
        expect(refused).toMatchObject({
          code: "replacement_over_limit",
          params: { approved: "$3,000.00" },
          message: expect.not.stringMatching(OTHER_WAY),
        })
        expect(refused.message).toMatch(/Nothing was signed, and your order is kept\. Ask the store/)
      })

      it("where the order cannot be leased as it is now, or its contract not be opened", async () => {
        await replace()
        const bare = { ...edited, items: [] }
        await expect(room.offer(bare, OWNER)).rejects.toMatchObject({ code: "replacement_unavailable" })
        await room.offer(edited, OWNER)
        room.sandbox.fault({ route: "GET /application/contract", fault: "500", times: 5 })
        const opened = room.contract(edited, OWNER)
        await expect(opened).rejects.toMatchObject({ code: "replacement_unavailable", kind: "unavailable" })
      })

      it("where it is signed already", async () => {
        await replace()
        await signContract(await handOut())
        await room.verifySignature(cart.id, OWNER)
        await expect(room.offer(edited, OWNER)).rejects.toMatchObject({ code: "replacement_signed" })
      })
    })

    describe("that is never signed", () => {
      const ended = async () => {
        await look()
        expect(await codes()).toEqual(["replacement_ended"])
        await expect(room.checkShippable(await current(), cart)).rejects.toMatchObject({ code: "ship_over" })
        expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 0 }])
        Object.assign(order, { cancelled: true, cancelledAt: room.ledger.now() })
        await look()
        expect(await codes()).toEqual([])
        expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 43_999 }])
      }

      it("has a person told when its approval is over, until the order is canceled", async () => {
        await replace()
        await becomes("Approval Expired")
        await expect(room.offer(edited, OWNER)).rejects.toMatchObject({ code: "replacement_refused" })
        await look()
        expect(await codes()).toEqual(["replacement_ended"])
        const shipped = room.checkShippable(await current(), cart)
        await expect(shipped).rejects.toMatchObject({ code: "ship_before_new_contract" })
        expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 0 }])
        Object.assign(order, { cancelled: true, cancelledAt: room.ledger.now() })
        await look()
        await look()
        expect(await room.ledger.store.ofCart(cart.id)).toMatchObject({ order_id: null, attention: [] })
        expect(order.payments).toMatchObject([{ captured: 43_999, refunded: 43_999 }])
      })

      it("ends with the contract that is out, of whose time its shopper is told", async () => {
        await replace()
        await handOut()
        await becomes("Contracts Expired")
        await expect(room.contract(edited, OWNER)).rejects.toMatchObject({ code: "replacement_expired" })
        await ended()
      })

      it("does not keep its order where the service cancels no unsigned contract, and is canceled once it is signed", async () => {
        await replace()
        const url = await handOut()
        room.sandbox.fault({ route: DELETE, fault: "409", times: 2 })
        expect(await room.cancelReplacement(await current(), ANA)).toMatchObject({ status: "signing" })
        Object.assign(order, { cancelled: true, cancelledAt: room.ledger.now() })
        await look(2 * MINUTE)
        expect(await current()).toMatchObject({ status: "signing" })
        await signContract(url)
        await look()
        await look()
        expect(await current()).toMatchObject({ status: "cancelled" })
        expect(room.sandbox.lease(former.application_id ?? "")?.state).toBe("Approved")
      })
    })

    it("has a person told of goods that left past the guard", async () => {
      await replace()
      Object.assign(order, { shipped: true, shippedAt: room.ledger.now() })
      await look()
      expect(await codes()).toEqual(["shipped_unconfirmed"])
      await signContract(await handOut())
      await room.verifySignature(cart.id, OWNER)
      await room.run()
      await look()
      expect(await codes()).toEqual([])
    })

    describe("keeps the approval", () => {
      const other = cartOf({ price: 250 })

      it("from another cart of the same customer", async () => {
        await replace()
        await expect(room.takeApproval(other, OWNER)).rejects.toMatchObject({ code: "no_approval" })
        expect(room.count(CART)).toBe(1)
      })

      it("from another application, which the service answers with it", async () => {
        await replace()
        const again = application(other, undefined, { shopper: { customerId: "cus_other" } })
        await expect(room.apply(again)).rejects.toMatchObject({ code: "application_other_order" })
        expect(await current()).toMatchObject({ status: "approved", application_id: former.application_id })
      })

      it("from a new application on its finished cart", async () => {
        await replace()
        await expect(room.apply(application(edited))).rejects.toMatchObject({ code: "application_open" })
      })
    })

    describe("is told", () => {
      it("to the shopper, by an e-mail with a link whose key is kept as its hash alone", async () => {
        await mails()
        room.medusa.mails.length = 0
        await replace()
        room.pass(2 * 60 * MINUTE)
        expect(await mails()).toEqual(["new_contract"])
        const [{ to, content, data } = {} as never] = room.medusa.mails
        const { reference, lease_key_hashes } = await current()
        expect(to).toBe(ROBIN.email)
        expect(data.reference).toBe(reference)
        const [link = "", key = ""] = content.text.match(/https:\/\/\S+#lease-key=(\S+)/) ?? []
        expect(link).toBe(`${PAGE.replace("{cartId}", cart.id)}#lease-key=${key}`)
        expect(lease_key_hashes).toContain(hashLeaseKey(key))
        const tables = ["lease", "lease_event", "lease_task", "lease_announcement"]
        for (const table of tables) expect(JSON.stringify(await room.sql(`select * from ${table}`))).not.toContain(key)
        expect(room.logged.join()).not.toContain(key)
        expect(await room.offer(edited, { leaseKey: key })).toMatchObject({ status: "offered" })
        await expect(room.offer(edited, STRANGER)).rejects.toMatchObject({ kind: "forbidden" })
      })

      it("to the shopper by no e-mail once it is signed, or its order canceled", async () => {
        await replace()
        await signContract(await handOut())
        await room.verifySignature(cart.id, OWNER)
        expect(await mails()).toEqual([])
      })

      it("to the shopper by no e-mail once its order is canceled, but that the contract is", async () => {
        await replace()
        await room.cancelReplacement(await current(), ANA)
        room.pass(2 * 60 * MINUTE)
        expect(await mails()).toEqual(["canceled"])
      })

      it("to other plugins, beside the end of the contract before", async () => {
        await replace()
        await room.announce()
        const { id } = await current()
        const of = (leaseId: string) => room.emitted.filter(({ data }) => data.id === leaseId).map(({ name }) => name)
        expect(of(id)).toEqual(["lease.contract_replaced"])
        expect(of(former.id).at(-1)).toBe("lease.canceled")
      })

      it("by the link of staff, the same however often it is asked for, until it is signed", async () => {
        await replace()
        const before = (await current()).lease_key_hashes
        const link = await room.signingLink(await current(), ANA)
        for (let times = 0; times < 5; times++) expect(await room.signingLink(await current(), ANA)).toBe(link)
        const key = link.split("#lease-key=")[1] ?? ""
        expect((await current()).lease_key_hashes).toEqual([...before, hashLeaseKey(key)])
        await signContract(await handOut())
        await room.verifySignature(cart.id, OWNER)
        await expect(room.signingLink(await current(), ANA)).rejects.toMatchObject({ code: "signing_link_none" })
      })
    })

    describe("and the lease before", () => {
      const exported = async () => {
        const rows: Record<string, unknown>[] = []
        for await (const row of room.exportPerson(ROBIN)) rows.push(row)
        return rows.filter(({ table }) => table === "lease").map(({ status }) => status)
      }
      const erase = () => room.erasePerson(ROBIN, { actor: ANA })

      it("are exported, and erased together once the order is over", async () => {
        await replace()
        expect((await exported()).sort()).toEqual(["approved", "cancelled"])
        expect(await room.countPerson(ROBIN)).toMatchObject({ leases: 2 })
        const { reference } = await current()
        expect(await erase()).toEqual({ leases: 0, kept: [{ reference, status: "approved", why: "undelivered" }] })
        await handOut()
        await room.cancelContract(await current(), ANA)
        expect(await erase()).toEqual({ leases: 2, kept: [] })
        expect(await room.sql("select email, lease_key_hashes from lease")).toEqual([
          { email: null, lease_key_hashes: [] },
          { email: null, lease_key_hashes: [] },
        ])
      })

      it("are found by the number of their order, and apart by their status", async () => {
        await replace()
        const list = new LeaseList(room.knex, "UTC")
        const found = async (filters: Parameters<LeaseList["page"]>[0]) =>
          (await list.page(filters, { limit: 10 })).leases.map(({ status }) => status).sort()
        expect(await found({ search: "1" })).toEqual(["approved", "cancelled"])
        expect(await found({ status: ["approved"] })).toEqual(["approved"])
        expect(await found({ tab: "without_order" })).toEqual([])
        await becomes("Approval Expired")
        await expect(room.offer(edited, OWNER)).rejects.toMatchObject({ code: "replacement_refused" })
        await look()
        expect(await found({ tab: "needs_attention" })).toEqual(["approved"])
      })
    })

    it("leaves the lease before without an alert, though somebody who saw it signed wants it canceled", async () => {
      await replace()
      const late = room.cancelContract(former, ANA, { cancel_order: true })
      await expect(late).rejects.toMatchObject({ kind: "not_allowed" })
      await look()
      expect(await room.lease(former.id)).toMatchObject({ status: "cancelled", attention: [] })
    })
  },
  { contractLink: PAGE, notices: { shoppers: { store: "Harbor & Home" } } },
)
