import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import type { LeaseRecord, Shopper } from "../../../src/modules/lease/ledger"
import { eventually } from "../support/eventually"
import { widgetOptions } from "../support/hosted-lease"
import { cartOf, DAY, describeLedger, MINUTE, OWNER, openedWidget, routes, STRANGER } from "../support/ledger-room"

const OTHER_PERSON = { ssn: "219-09-9998" }

describeLedger(
  "an approval",
  (room) => {
    const use = (cart: CartInput, shopper: Shopper = OWNER) => room.takeApproval(cart, shopper)
    const smaller = () => cartOf({ price: 250 })

    /** The carts whose leases hold the application: never more than one. */
    async function holders(): Promise<string[]> {
      const holding = ({ application_id, status }: LeaseRecord) =>
        application_id !== null && !["superseded", "canceled", "expired", "denied"].includes(status)
      return (await room.rows.leases()).filter(holding).map(({ cart_id }) => cart_id)
    }

    it.each([
      ["approved", () => room.applied()],
      ["offered", () => room.offered()],
      ["handed out as a contract", () => room.handedOut()],
    ])("an approval that was %s moves to another cart without a new application", async (_, begin) => {
      const { id } = await begin()
      const before = await room.lease(id)
      const cart = smaller()
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
      expect(await room.lease(id)).toMatchObject({ status: "superseded", claim_token: null })
      expect(room.count(routes.application)).toBe(1)
      expect(await holders()).toEqual([cart.id])
    })

    it("a moved approval leads to an order with the new cart's goods, and the old contract can't be signed", async () => {
      const { url: old } = await room.handedOut()
      const cart = smaller()
      await use(cart)
      await expect(signContract(old)).rejects.toBeDefined()
      const { url } = await room.contract(cart, OWNER)
      await room.attachSession(cart, "payses_2", false)
      await signContract(url)
      const { lease } = await room.verifySignature(cart.id, OWNER)
      expect(lease).toMatchObject({ status: "signed", evidence: "verified", amount: 26099 })
    })

    it("a key that a browser sends beside the customer's login opens nothing by itself", async () => {
      await room.applied()
      const cart = smaller()
      const leaseKey = "planted".repeat(6)
      await use(cart, { ...OWNER, leaseKey })
      await expect(room.contract(cart, { leaseKey })).rejects.toMatchObject({ code: "contract_key" })
    })

    it("an approval that moves while a contract is fetched hides the other cart's contract", async () => {
      const { cart: old, id } = await room.offered()
      const { service } = room.accountDeps
      const get = jest.spyOn(service, "getContract").mockImplementationOnce(async (id) => {
        await use(smaller())
        return service.getContract(id)
      })
      const shown = room.contract(old, OWNER)
      await expect(shown).rejects.toMatchObject({ code: "cart_changed" })
      get.mockRestore()
      expect((await room.lease(id)).status).toBe("superseded")
    })

    it("moving an approval twice returns the same lease", async () => {
      await room.offered()
      const cart = smaller()
      const first = await use(cart)
      expect((await use(cart)).id).toBe(first.id)
      expect(room.count(routes.cart)).toBe(2)
    })

    it("a moved approval keeps its consent and its origin in both histories", async () => {
      const before = await room.lease((await room.offered()).id)
      const lease = await use(cartOf())
      const entry = async (id: string, type: string) => (await room.history(id)).find((each) => each.type === type)
      const given = await entry(before.id, "application_sent")
      const { attempt: _, ...consent } = given?.detail ?? {}
      expect((await entry(lease.id, "approval_taken"))?.detail).toEqual({ from: before.reference, ...consent })
      expect(await entry(before.id, "approval_moved")).toMatchObject({
        ...{ actor: "shopper", detail: { to: lease.reference } },
      })
      // The consent also moves on to a third cart.
      const third = await use(cartOf())
      expect((await room.accountDeps.store.histories.consent(third.id))?.consent_version).toBe(
        given?.detail.consent_version,
      )
    })

    it("a moved approval leaves the old cart's lease keys behind", async () => {
      const { cart: old, leaseKey } = await room.applied()
      const cart = cartOf()
      await use(cart)
      await expect(room.contract(cart, { leaseKey })).rejects.toMatchObject({ code: "contract_key" })
      await expect(room.contract(old, { leaseKey })).rejects.toMatchObject({ code: "not_approved" })
    })

    describe("moving an approval is refused, and nothing has moved,", () => {
      const cart = cartOf()

      it.each([
        ["for someone else", {}, STRANGER, "no_approval"],
        ["for another account", {}, { customerId: "cus_other" }, "no_approval"],
        ["for a cart in another currency", { currency_code: "cad" }, OWNER, "no_approval"],
      ])("%s", async (_, change, shopper, code) => {
        const { cart: old } = await room.offered()
        expect(await room.approvalFor(cartOf(change), shopper)).toBeNull()
        await expect(use(cartOf(change), shopper)).rejects.toMatchObject({ code })
        expect(await holders()).toEqual([old.id])
      })

      it.each([
        ["denied", "denied", "no_approval"],
        ["waiting for a decision", "pending", "pending"],
      ])("while it is %s", async (_, tag, code) => {
        await room.applied({ tag })
        await expect(use(cart)).rejects.toMatchObject({ code })
      })

      it("while a process works on it", async () => {
        const { id } = await room.offered()
        const until = new Date(Date.now() + MINUTE)
        await room.accountDeps.store.set(
          id,
          { claim_token: "other", claimed_until: until },
          { actor: { by: "system" } },
        )
        await expect(use(cart)).rejects.toMatchObject({ code: "busy" })
        expect(await room.lease(id)).toMatchObject({ status: "offered", claim_token: "other" })
      })

      it("once it is signed, even if only the service knows that", async () => {
        const { cart: old, id, url } = await room.handedOut()
        await signContract(url)
        await expect(use(cart)).rejects.toMatchObject({ code: "application_other_order" })
        expect(await room.lease(id)).toMatchObject({ status: "signed", evidence: "verified" })
        expect(await room.accountDeps.store.ofCart(cart.id)).toBeNull()
        await expect(use(cart)).rejects.toMatchObject({ code: "application_other_order" })
        expect(await holders()).toEqual([old.id])
      })

      it.each([
        ["signed, with the first payment pending", { contracts_received_at: new Date() }],
        ["reported as signed by the browser", { evidence: "reported", service_status: "" }],
      ] as const)("while it is %s, and another is used first", async (_, set) => {
        const { id } = await room.handedOut()
        await room.rows.changeLease(set, id)
        expect(await room.approvalFor(cart, OWNER)).toBeNull()
        await expect(use(cart)).rejects.toMatchObject({ code: "signature_pending" })
        expect(await room.lease(id)).toMatchObject({ status: "signing", claim_token: null })
        expect(room.count(routes.cart)).toBe(1)
        const { cart: small } = await room.applied({ ...OTHER_PERSON, cart: cartOf({ price: 100 }), tag: "lowlimit" })
        expect((await room.approvalFor(cart, OWNER))?.cart_id).toBe(small.id)
      })

      it("when the signature arrives while the service records the new cart", async () => {
        const { cart: old, id } = await room.handedOut()
        const { service } = room.accountDeps
        const record = jest.spyOn(service, "recordCart").mockImplementationOnce(async (...given) => {
          await room.rows.changeLease({ contracts_received_at: new Date() }, id)
          return service.recordCart(...given)
        })
        await expect(use(cart)).rejects.toMatchObject({ code: "signature_pending" })
        record.mockRestore()
        expect(await room.lease(id)).toMatchObject({ status: "signing", claim_token: null })
        expect(await holders()).toEqual([old.id])
      })

      it("after its end at the service", async () => {
        const { id } = await room.applied({ tag: "expired" })
        await expect(use(cart)).rejects.toMatchObject({ code: "expired" })
        expect((await room.lease(id)).status).toBe("expired")
        await expect(use(cart)).rejects.toMatchObject({ code: "no_approval" })
      })

      it("for a cart with its own application", async () => {
        await room.offered()
        const { cart: other } = await room.applied({
          ...{ ...OTHER_PERSON, cart: cartOf({ email: "kim@shopper.example" }), tag: "denied" },
        })
        await expect(use(other)).rejects.toMatchObject({ code: "denied" })
        await expect(use(other, STRANGER)).rejects.toMatchObject({ code: "contract_key" })
      })
    })

    it("of two approvals, the larger one is used", async () => {
      const small = await room.applied({ cart: cartOf({ price: 100 }), tag: "lowlimit" })
      const large = await room.applied({ ...OTHER_PERSON, cart: cartOf({ price: 100 }) })
      const lease = await use(cartOf())
      expect(lease.application_id).toBe((await room.lease(large.id)).application_id)
      expect((await room.lease(small.id)).status).toBe("approved")
    })

    describe("a cart on which the operator's widget was opened", () => {
      const open = (cart: CartInput, shopper: Shopper) => openedWidget(room, cart, shopper)
      let cart: CartInput
      beforeEach(async () => {
        await room.applied()
        cart = cartOf({ price: 250 })
      })

      it("an approval replaces its own shopper's widget", async () => {
        await open(cart, OWNER)
        const lease = await room.takeApproval(cart, OWNER)
        expect(lease).toMatchObject({ flow: "api", status: "offered" })
        const all = (await room.rows.leases()).filter(({ cart_id }) => cart_id === cart.id)
        expect(all).toMatchObject([
          { flow: "hosted", status: "superseded" },
          { flow: "api", status: "offered" },
        ])
      })

      it("moving an approval waits for another writer of both leases without a deadlock", async () => {
        const { store, service } = room.accountDeps
        await open(cart, OWNER)
        const ids = (await room.rows.leases()).map(({ id }) => id).sort()
        expect(await store.ofCart(cart.id)).toMatchObject({ id: ids[1], flow: "hosted" })
        let other: Promise<void> | undefined
        const pricing = jest.spyOn(service, "getPricing").mockImplementationOnce(async (...given) => {
          await new Promise<void>((held) => {
            other = store.transaction(async (writer) => {
              await writer.lock(ids.slice(0, 1))
              held()
              await eventually(() => room.rows.isAnyoneWaiting(), Boolean)
              await writer.lock(ids.slice(1))
            })
          })
          return service.getPricing(...given)
        })
        expect(await room.takeApproval(cart, OWNER)).toMatchObject({ status: "offered", flow: "api" })
        await other
        pricing.mockRestore()
      })

      it("an approval can't move while someone else has the widget open, and no call is made", async () => {
        await open(cart, { leaseKey: "another-browser-0123456789" })
        await expect(room.takeApproval(cart, OWNER)).rejects.toMatchObject({ code: "widget_elsewhere" })
        expect(room.calls()).not.toContain(routes.cart)
      })
    })

    const now = () => room.accountDeps.now().getTime()
    const until = async ({ id }: { id: string }) => (await room.lease(id)).approved_until?.getTime() ?? Number.NaN

    it("an approval ends when the service says", async () => {
      const { service } = room.accountDeps
      const end = new Date(now() + 30 * DAY)
      const submit = jest
        .spyOn(service, "submitApplication")
        .mockImplementationOnce(async (form) => ({ ...(await service.submitApplication(form)), approvedUntil: end }))
      expect(await until(await room.applied())).toBe(end.getTime())
      submit.mockRestore()
    })

    it("an approval returned to a new application ends when it would have ended", async () => {
      const end = await until(await room.applied())
      room.pass(20 * DAY)
      expect(await until(await room.applied())).toBe(end)
    })

    it("a later decision starts the approval's time", async () => {
      const { cart, id } = await room.applied({ tag: "pending" })
      expect((await room.lease(id)).approved_until).toBeNull()
      room.pass(5 * DAY)
      await room.becomes(await room.lease(id), "Approved")
      await room.offer(cart, OWNER)
      expect(Math.abs((await until({ id })) - now() - 90 * DAY)).toBeLessThan(MINUTE)
    })
  },
  widgetOptions,
)
