import { Modules } from "@medusajs/framework/utils"
import { CANCEL, LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import type { Pieces } from "./support/merchant"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"
import type { Shopper } from "./support/shopper"

const PAGE = "https://shop.example/lease?cart={cartId}"

type Edited = { orderId: string; signedTotal: number; total: number; cartId: string; leaseKey: string | undefined }
/** Medusa's answers, in major units. */
type Sum = { amount: number | string }
type Payment = Sum & { captures?: Sum[]; refunds?: Sum[]; canceled_at: string | null }

/** An order that was edited after signing gets a new contract, ships nothing before that is signed, and its books are exact afterward. */
const rules = (captureOn: "order" | "delivery") =>
  storeRules(
    `edited orders, captured on ${captureOn}`,
    (store) => {
      const desk = new LeaseDesk(store)
      afterEach(() => jest.restoreAllMocks())
      const onOrder = captureOn === "order"
      const leasesOf = (orderId: string) =>
        store.sql("select id, status from lease where order_id = ? order by created_at", [orderId])
      const statuses = async (orderId: string) => (await leasesOf(orderId)).map(({ status }) => status)
      const totalOf = async (orderId: string): Promise<number> =>
        (await store.admin.get(`/admin/orders/${orderId}?fields=total`)).body.order.total
      const later = async (interval = "1 hour") => {
        await store.pass(interval)
        await store.look()
      }

      async function edit(quantities: Pieces, before = async (_orderId: string) => {}): Promise<Edited> {
        const { order, shopper } = await store.ordered(SOFA_AND_CHAIRS)
        await before(order.id)
        await store.merchant.edit(order.id, { quantities })
        await store.look()
        const { cartId, leaseKey } = shopper
        return { orderId: order.id, signedTotal: order.total, total: await totalOf(order.id), cartId, leaseKey }
      }
      const withShopper = ({ cartId, leaseKey, ...order }: Edited) => ({
        ...order,
        shopper: Object.assign(store.shopper(), { cartId, leaseKey }),
      })
      /** An order by lease that was edited: `total` is what it comes to now. */
      const edited = async (quantities: Pieces = { chair: 3 }) => withShopper(await edit(quantities))
      async function replace(order: Edited): Promise<Edited> {
        expect(await desk.act(order.orderId, "replace_contract")).toMatchObject({ result: "done" })
        return order
      }
      const replaced = async () =>
        withShopper(await store.begin("edited, contract replaced", async () => replace(await edit({ chair: 3 }))))

      async function sign(shopper: Shopper) {
        const offered = await shopper.offer()
        if (offered.status >= 400) throw new Error(JSON.stringify(offered.body))
        await shopper.signAt((await shopper.contract()).body.url)
        return shopper.signature()
      }
      const cut = (on: object, name: string) =>
        jest.spyOn(on as never, name as never).mockImplementation((() => Promise.reject(new Error("cut"))) as never)

      /** Medusa's books of an order: what its payments hold, and what the order says is paid and open. */
      async function books(orderId: string) {
        const parts = ["", ".captures", ".refunds"].map((part) => `*payment_collections.payments${part}`)
        const fields = ["total", "payment_status", "summary.*", "credit_line_total", ...parts]
        const { order } = (await store.admin.get(`/admin/orders/${orderId}?fields=${fields}`)).body
        const collections: { payments: Payment[] }[] = order.payment_collections
        const sum = (rows: Sum[] = []) => rows.reduce((all, { amount }) => all + Number(amount), 0)
        const payments = collections
          .flatMap(({ payments }) => payments)
          .map(({ amount, captures, refunds, canceled_at }) => ({
            ...{ amount: Number(amount), captured: sum(captures), refunded: sum(refunds) },
            canceled: canceled_at !== null,
          }))
          .sort((a, b) => b.refunded - a.refunded || Number(b.canceled) - Number(a.canceled))
        return { payments, pending: order.summary.pending_difference, credits: Number(order.credit_line_total) }
      }
      /** Sums booked with an order; `sum` of it all. */
      async function booked(orderId: string) {
        const rows = await store.sql(
          "select reference, amount from order_transaction where order_id = ? and deleted_at is null order by created_at",
          [orderId],
        )
        const sum = rows.reduce((all, { amount }) => all + Number(amount), 0)
        return { references: rows.map(({ reference }) => reference), sum }
      }
      /** A payment that holds nothing any more. */
      const given = (amount: number) => ({
        ...{ amount, captured: onOrder ? amount : 0, refunded: onOrder ? amount : 0 },
        canceled: !onOrder,
      })
      /** The books after the replacement: the former payment holds nothing, the new one is for the whole order. */
      const exact = (signedTotal: number, total: number) => ({
        payments: [given(signedTotal), { amount: total, captured: onOrder ? total : 0, refunded: 0, canceled: false }],
        pending: onOrder ? 0 : total,
        credits: 0,
      })

      it.each([["more", { chair: 3 }] as const, ...(onOrder ? [["less", { chair: 1 }] as const] : [])])(
        "that come to %s go on with a new contract, signed by a link",
        async (_, quantities) => {
          const { orderId, signedTotal, total } = await edited(quantities)
          expect(await desk.card(orderId)).toMatchObject({
            state: "amount_differs",
            next_step: { code: "replace_contract", action: "replace_contract" },
            can: { signing_link: { allowed: false, reason: "signing_link_none" } },
          })
          const waiting = { state: "replacing", next_step: { code: "send_signing_link" } }
          expect(await desk.act(orderId, "replace_contract")).toMatchObject({ result: "done", lease: waiting })
          expect(desk.count(CANCEL)).toBe(1)
          expect(await statuses(orderId)).toEqual(["cancelled", "approved"])
          const held = { status: 400, body: { code: "ship_before_new_contract" } }
          expect(await store.merchant.pack(orderId)).toMatchObject(held)
          if (onOrder) {
            const refusal = { status: 400, body: { code: "refund_replaced" } }
            expect(await store.merchant.refund(orderId)).toMatchObject(refusal)
          } else expect((await store.merchant.capture(orderId)).status).toBe(400)
          expect((await books(orderId)).credits).toBe(0)

          const { link } = (await desk.act(orderId, "signing_link")) as { link: string }
          const shopper = Object.assign(store.shopper(), {
            cartId: new URL(link).searchParams.get("cart") ?? "",
            leaseKey: new URLSearchParams(new URL(link).hash.slice(1)).get("lease-key") ?? undefined,
          })
          const no = { allowed: false }
          expect((await shopper.look()).body).toMatchObject({
            step: "offer",
            messages: [{ code: "contract_replaced" }],
            can: { offer: { allowed: true }, place: no, apply: no, widget: no },
          })
          expect((await sign(shopper)).body).toMatchObject({ signature: "verified" })
          expect((await desk.lease(orderId)).amount).toBe(Math.round(total * 100))
          await store.look()
          expect(await books(orderId)).toEqual(exact(signedTotal, total))
          expect(await statuses(orderId)).toEqual(["cancelled", "placed"])
          expect(await desk.card(orderId)).toMatchObject({ state: "accepted", attention: [] })
          expect((await shopper.look()).body).toMatchObject({ step: "placed", order_id: orderId })
          const [former] = await leasesOf(orderId)
          expect((await store.ledger.byId(String(former?.id)))?.attention).toEqual([])
          await desk.delivered(orderId)
          expect(await desk.lease(orderId)).toMatchObject({ status: "delivered", attention: [] })
        },
      )

      it("whose order is canceled while a new contract is out have that canceled, and hold no money", async () => {
        const { orderId, shopper, signedTotal } = await replaced()
        await shopper.offer()
        await shopper.contract()
        const lease = await desk.lease(orderId)
        expect((await store.merchant.cancel(orderId)).status).toBe(200)
        await store.look()
        await later("3 minutes")
        expect(await store.ledger.byId(lease.id)).toMatchObject({ status: "cancelled", attention: [] })
        expect((await books(orderId)).payments).toEqual([given(signedTotal)])
        expect((await shopper.contract()).status).toBeGreaterThanOrEqual(400)
      })

      if (onOrder) more()

      function more(): void {
        it("are signed by the browser that signed first, and by no other, which learns nothing and starts no payment", async () => {
          const { orderId, shopper } = await replaced()
          const stranger = store.shopper()
          stranger.cartId = shopper.cartId
          const start = async (provider_id: string) => {
            const open = (await store.merchant.order(orderId)).payment_collections.at(-1)
            const path = `/store/payment-collections/${open?.id}/payment-sessions`
            return (await stranger.http.post(path, { provider_id, data: {} })).status
          }
          expect((await stranger.look()).body).toMatchObject({ step: "placed", status: null })
          for (const asked of [stranger.offer(), stranger.contract()]) expect((await asked).status).toBe(403)
          expect(await start("pp_lease-to-own")).toBe(400)
          expect((await sign(shopper)).body).toMatchObject({ signature: "verified" })
          await store.look()
          expect((await desk.lease(orderId)).status).toBe("placed")
          for (const provider of ["pp_lease-to-own", "pp_system_default"]) expect(await start(provider)).toBe(400)
        })

        it("say so, and nothing of a cart, where they come to more than is approved, or only the browser reports the signature", async () => {
          const { orderId, shopper } = await replaced()
          const place = { allowed: false, reason: "order_placed" }
          await store.sql("update lease set approval_amount = 15000 where status = 'approved'")
          expect((await shopper.look()).body).toMatchObject({
            step: "over_limit",
            approval: { amount: 150 },
            messages: [{ code: "contract_replaced" }],
            can: { place },
          })
          await store.sql("update lease set approval_amount = null where status = 'approved'")
          await shopper.offer()
          await shopper.signAt((await shopper.contract()).body.url)
          desk.noStatus()
          expect((await shopper.signature()).body).toMatchObject({ step: "confirming", signature: "no_status" })
          const confirming = { step: "confirming", messages: [{ code: "awaiting" }], can: { place } }
          expect((await shopper.look()).body).toMatchObject(confirming)
          await desk.act(orderId, "attest", { note: "The operator says so." })
          await store.look()
          expect((await shopper.look()).body).toMatchObject({ step: "placed", order_id: orderId })
        })

        it("are paid exactly once, wherever the work on Medusa's books is cut off", async () => {
          const { orderId, signedTotal, total, shopper } = await replaced()
          const orders = store.container.resolve(Modules.ORDER)
          const payments = store.container.resolve(Modules.PAYMENT)
          const cuts: [object, string][] = [
            [payments, "refundPayment"],
            [orders, "addOrderTransactions"],
            [payments, "createPaymentSession"],
            [payments, "authorizePaymentSession"],
            [store.ledger, "recordOrder"],
          ]
          const fail = (() => Promise.reject(new Error("cut"))) as never
          const spies = cuts.map(([on, name]) => jest.spyOn(on as never, name as never).mockImplementationOnce(fail))
          await sign(shopper)
          for (const _ of cuts) await later()
          expect(spies.every((spy) => spy.mock.calls.length > 1)).toBe(true)
          expect((await desk.lease(orderId)).status).toBe("placed")
          await store.look()
          expect(await books(orderId)).toEqual(exact(signedTotal, total))
        })

        it("that are canceled after a refund that was cut off before it was booked have it booked", async () => {
          const { orderId, shopper, signedTotal } = await replaced()
          const booking = cut(store.container.resolve(Modules.ORDER), "addOrderTransactions")
          await sign(shopper)
          await store.look()
          booking.mockRestore()
          expect((await books(orderId)).payments).toMatchObject([{ captured: signedTotal, refunded: signedTotal }])
          expect(await booked(orderId)).toEqual({ references: ["capture"], sum: signedTotal })
          expect((await store.merchant.cancel(orderId)).status).toBe(200)
          for (let looks = 0; looks < 2; looks += 1) await later()
          expect(await booked(orderId)).toEqual({ references: ["capture", "refund"], sum: 0 })
          expect((await books(orderId)).payments).toMatchObject([{ captured: signedTotal, refunded: signedTotal }])
          expect(await statuses(orderId)).toEqual(["cancelled", "cancelled"])
          expect((await desk.card(orderId)).attention).toEqual([])
        })

        describe("with a capture of the former payment that hangs", () => {
          /** A capture as core leaves it between its row and our answer, begun so long ago. `land` lets it end. */
          async function hanging(began: string) {
            let land = async () => {}
            const order = await edit({ chair: 3 }, async (orderId) => {
              land = await hang(orderId, began)
            })
            return { ...withShopper(await replace(order)), land }
          }
          async function hang(orderId: string, began: string) {
            const { id } = await store.merchant.payment(orderId)
            const orders = store.container.resolve(Modules.ORDER)
            const rows = await orders.listOrderTransactions({ order_id: orderId })
            await orders.deleteOrderTransactions(rows.map(({ id }) => id))
            await store.sql("update payment set captured_at = null where id = ?", [id])
            const then = "update capture set created_at = now() - ?::interval where payment_id = ?"
            await store.sql(then, [began, id])
            return async () => {
              await store.sql("update payment set captured_at = now() where id = ?", [id])
              await orders.addOrderTransactions(
                rows.map(({ order_id, amount, currency_code, reference, reference_id }) => ({
                  ...{ order_id, amount, currency_code, reference, reference_id },
                })),
              )
            }
          }

          it("give that back once it has landed", async () => {
            const { orderId, shopper, signedTotal, total, land } = await hanging("1 minute")
            await sign(shopper)
            await store.look()
            expect((await books(orderId)).payments).toMatchObject([{ captured: signedTotal, refunded: 0 }])
            await land()
            await later()
            expect(await books(orderId)).toEqual(exact(signedTotal, total))
          })

          it("book one whose process died, and give it back", async () => {
            const { orderId, shopper, signedTotal, total } = await hanging("1 hour")
            await sign(shopper)
            await store.look()
            const { references, sum } = await booked(orderId)
            expect(references.sort()).toEqual(["capture", "capture", "refund"])
            expect(sum).toBeCloseTo(total, 5)
            expect(await books(orderId)).toEqual(exact(signedTotal, total))
          })
        })

        it("that are edited once more before or while their payment is replaced keep it until the sums agree, and get another contract", async () => {
          const { orderId, signedTotal, shopper } = await replaced()
          const locking = store.container.resolve(Modules.LOCKING)
          const acquire = locking.acquire.bind(locking)
          const lock = jest.spyOn(locking, "acquire").mockImplementation(async (keys, args) => {
            if (args?.ownerId?.startsWith("lease-to-own:") && [keys].flat().includes(orderId)) {
              lock.mockRestore()
              await store.merchant.edit(orderId, { quantities: { chair: 4 } })
            }
            return acquire(keys, args)
          })
          await sign(shopper)
          const kept = { captured: signedTotal, refunded: 0, canceled: false }
          expect((await books(orderId)).payments).toEqual([expect.objectContaining(kept)])
          await later()
          const next_step = { code: "replace_contract" }
          expect(await desk.card(orderId)).toMatchObject({ state: "amount_differs", next_step })
          expect(await desk.act(orderId, "replace_contract")).toMatchObject({ result: "done" })
          await sign(shopper)
          await store.look()
          expect(await books(orderId)).toEqual(exact(signedTotal, await totalOf(orderId)))
          expect(await statuses(orderId)).toEqual(["cancelled", "cancelled", "placed"])
        })

        it("of which another method has paid the difference give that back with the signature, and owe nothing to anybody", async () => {
          const { orderId, signedTotal, total, shopper } = await edited()
          const { payment_collections } = await store.merchant.order(orderId)
          const open = payment_collections.find(({ payments }) => !payments.length)
          const markAsPaid = `/admin/payment-collections/${open?.id}/mark-as-paid`
          expect((await store.admin.post(markAsPaid, { order_id: orderId })).status).toBe(200)
          await desk.act(orderId, "replace_contract")
          await sign(shopper)
          await store.look()
          const difference = total - signedTotal
          const { payments, ...rest } = await books(orderId)
          expect(rest).toEqual({ pending: 0, credits: 0 })
          const held = payments.map(({ captured, refunded }) => captured - refunded)
          expect(held.sort((a, b) => a - b)).toEqual([0, 0, total])
          const back = payments.find(({ amount }) => Math.abs(amount - difference) < 0.001)
          expect(back?.refunded).toBeCloseTo(difference, 5)
          expect(await desk.card(orderId)).toMatchObject({ state: "accepted", attention: [] })

          // A capture of that method that lands only now, on the payment that was canceled.
          const other = "select id from payment where provider_id = 'pp_system_default'"
          await store.sql(`delete from refund where payment_id in (${other})`)
          await store.sql(`update payment set canceled_at = now() where id in (${other})`)
          await store.look()
          expect((await desk.card(orderId)).attention).toMatchObject([{ code: "money_differs" }])
        })

        it("keep their payment from refunds as long as the new contract is not in its place", async () => {
          const { orderId, shopper } = await edited()
          const refusal = { status: 400, body: { code: "refund_replaced" } }
          store.sandbox.fault({ route: CANCEL, fault: "drop-after" })
          await desk.act(orderId, "replace_contract")
          expect((await desk.lease(orderId)).status).toBe("cancelling")
          expect(await store.merchant.refund(orderId)).toMatchObject(refusal)
          await later()
          expect(await statuses(orderId)).toEqual(["cancelled", "approved"])
          const payments = store.container.resolve(Modules.PAYMENT)
          const busy = cut(payments, "authorizePaymentSession")
          const refund = cut(payments, "refundPayment")
          await sign(shopper)
          refund.mockRestore()
          expect(await store.merchant.refund(orderId)).toMatchObject(refusal)
          expect((await books(orderId)).credits).toBe(0)
          for (let tries = 0; tries < 3; tries += 1) await later()
          expect((await desk.card(orderId)).attention).toMatchObject([{ code: "capture_open" }])
          busy.mockRestore()
          await later("3 hours")
          expect(await desk.card(orderId)).toMatchObject({ state: "accepted", attention: [] })
        })

        it("whose first payment never came get their first one by the new contract", async () => {
          const { orderId, ...kept } = await desk.awaits()
          await store.merchant.edit(orderId, { quantities: { sofa: 2 } })
          await store.look()
          const total = await totalOf(orderId)
          expect(await desk.act(orderId, "replace_contract")).toMatchObject({ result: "done" })
          await desk.statusAgain()
          await sign(Object.assign(store.shopper(), kept))
          await store.look()
          expect((await desk.lease(orderId)).status).toBe("placed")
          const first = { amount: total, captured: total, refunded: 0, canceled: false }
          expect((await books(orderId)).payments).toEqual([first])
        })
      }
    },
    { contractLink: PAGE, captureOn },
  )

export const editedOrders = rules("order")
export const editedOrdersCapturedOnDelivery = rules("delivery")
