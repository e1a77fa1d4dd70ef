import { Modules } from "@medusajs/framework/utils"
import { ledgerDepsOf } from "../../src/modules/lease"
import { books as sums } from "./support/books"
import { CANCEL, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import type { Pieces } from "./support/merchant"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const PAGE = "https://shop.example/lease?cart={cartId}"

/** Medusa's responses, in major units. */
type Sum = { amount: number | string }
type Payment = Sum & { captures?: Sum[]; refunds?: Sum[]; canceled_at: string | null }

/** An order that was edited after signing gets a new contract, ships nothing before that is signed, and its books are exact afterward. */
const rules = (captureOn: "order" | "delivery", options = { contractLink: PAGE, captureOn }) =>
  storeRules(
    `edited orders, captured on ${captureOn}`,
    (store) => {
      const dashboard = new LeaseDashboard(store)
      afterEach(() => jest.restoreAllMocks())
      const onOrder = captureOn === "order"
      const statuses = async (orderId: string) => {
        const rows = await store.sql("select status from lease where order_id = ? order by created_at", [orderId])
        return rows.map(({ status }) => status)
      }
      const totalOf = async (orderId: string): Promise<number> =>
        (await store.admin.get(`/admin/orders/${orderId}?fields=total`)).body.order.total
      const later = async (interval = "1 hour") => {
        await store.pass(interval)
        await store.reconcile()
      }

      /** An edited order by lease; `total`: its new total. */
      async function edit(quantities: Pieces = { chair: 3 }, before = async (_orderId: string) => {}) {
        const { order, shopper } = await store.ordered(SOFA_AND_CHAIRS)
        await before(order.id)
        await store.merchant.edit(order.id, { quantities })
        await store.reconcile()
        const { cartId, leaseKey } = shopper
        return { orderId: order.id, signedTotal: order.total, total: await totalOf(order.id), cartId, leaseKey }
      }
      type Edited = Awaited<ReturnType<typeof edit>>
      const withShopper = ({ cartId, leaseKey, ...order }: Edited) => ({
        ...order,
        shopper: Object.assign(store.shopper(), { cartId, leaseKey }),
      })
      async function replace(order: Edited) {
        expect(await dashboard.act(order.orderId, "replace_contract")).toMatchObject({ result: "done" })
        return order
      }
      const replaced = async () =>
        withShopper(await store.begin("edited, contract replaced", async () => replace(await edit())))

      /** Medusa's books of an order: what its payments hold, and the order's paid and pending totals. */
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
        const { held } = await sums(store, orderId)
        return { payments, pending: order.summary.pending_difference, credits: Number(order.credit_line_total), held }
      }
      /** A payment that no longer holds anything. */
      const given = (amount: number) => ({
        ...{ amount, captured: onOrder ? amount : 0, refunded: onOrder ? amount : 0 },
        canceled: !onOrder,
      })
      /** The books after the replacement: the former payment holds nothing, the new one is for the whole order. */
      const exact = (signedTotal: number, total: number) => ({
        payments: [given(signedTotal), { amount: total, captured: onOrder ? total : 0, refunded: 0, canceled: false }],
        ...{ pending: onOrder ? 0 : total, credits: 0, held: onOrder ? expect.closeTo(total, 5) : 0 },
      })

      it.each([["more", { chair: 3 }] as const, ...(onOrder ? [["less", { chair: 1 }] as const] : [])])(
        "an edited order that comes to %s gets a new contract, signed by a link",
        async (_, quantities) => {
          const { orderId, signedTotal, total } = await edit(quantities)
          const waiting = { state: "replacing", next_step: { code: "send_signing_link" } }
          expect(await dashboard.act(orderId, "replace_contract")).toMatchObject({ result: "done", lease: waiting })
          expect(dashboard.count(CANCEL)).toBe(1)
          expect(await statuses(orderId)).toEqual(["canceled", "approved"])
          const held = { status: 400, body: { code: "ship_before_new_contract" } }
          expect(await store.merchant.pack(orderId)).toMatchObject(held)
          if (onOrder) {
            const refusal = { status: 400, body: { code: "refund_replaced" } }
            expect(await store.merchant.refund(orderId)).toMatchObject(refusal)
          } else expect((await store.merchant.capture(orderId)).status).toBe(400)
          expect((await books(orderId)).credits).toBe(0)

          const { link } = (await dashboard.act(orderId, "signing_link")) as { link: string }
          const shopper = store.shopper().follow(link)
          const no = { allowed: false }
          const actions = { offer: { allowed: true }, place: no, apply: no, widget: no }
          expect((await shopper.view()).body).toMatchObject({ step: "offer", actions })
          expect((await shopper.signOffer()).body).toMatchObject({ signature: "verified" })
          expect((await dashboard.lease(orderId)).amount).toBe(Math.round(total * 100))
          await store.reconcile()
          expect(await books(orderId)).toEqual(exact(signedTotal, total))
          expect(await statuses(orderId)).toEqual(["canceled", "placed"])
          expect(await dashboard.card(orderId)).toMatchObject({ state: "accepted", alerts: [] })
          expect((await shopper.view()).body).toMatchObject({ step: "placed", order_id: orderId })
          await dashboard.delivered(orderId)
          expect(await dashboard.lease(orderId)).toMatchObject({ status: "delivered", alerts: [] })
        },
      )

      it("canceling an edited order cancels its new contract too, and no money is held", async () => {
        const { orderId, shopper, signedTotal } = await replaced()
        await shopper.offer()
        await shopper.contract()
        const lease = await dashboard.lease(orderId)
        expect((await store.merchant.cancel(orderId)).status).toBe(200)
        await store.reconcile()
        await later("3 minutes")
        expect(await store.ledger.byId(lease.id)).toMatchObject({ status: "canceled", alerts: [] })
        expect((await books(orderId)).payments).toEqual([given(signedTotal)])
        expect((await shopper.contract()).status).toBeGreaterThanOrEqual(400)
      })

      if (onOrder) more()

      function more(): void {
        it("an edited order is signed only by the browser that signed first; others learn nothing and start no payment", async () => {
          const { orderId, shopper } = await replaced()
          const stranger = store.shopper()
          stranger.cartId = shopper.cartId
          const start = async (provider_id: string) => {
            const open = (await store.merchant.order(orderId)).payment_collections.at(-1)
            const path = `/store/payment-collections/${open?.id}/payment-sessions`
            return (await stranger.http.post(path, { provider_id, data: {} })).status
          }
          expect((await stranger.view()).body).toMatchObject({ step: "placed", status: null })
          for (const asked of [stranger.offer(), stranger.contract()]) expect((await asked).status).toBe(403)
          expect(await start("pp_lease-to-own")).toBe(400)
          expect((await shopper.signOffer()).body).toMatchObject({ signature: "verified" })
          await store.reconcile()
          expect((await dashboard.lease(orderId)).status).toBe("placed")
          for (const provider of ["pp_lease-to-own", "pp_system_default"]) expect(await start(provider)).toBe(400)
        })

        it("an edited order over the limit, or signed only by the browser's report, gets a message that fits an order", async () => {
          const { orderId, shopper } = await replaced()
          const actions = { place: { allowed: false, reason: "order_placed" } }
          const messages = [{ code: "contract_replaced" }]
          await store.sql("update lease set approval_amount = 15000 where status = 'approved'")
          const over = { step: "over_limit", approval: { amount: 150 }, messages, actions }
          expect((await shopper.view()).body).toMatchObject(over)
          await store.sql("update lease set approval_amount = null where status = 'approved'")
          await shopper.offer()
          await shopper.signAt((await shopper.contract()).body.url)
          dashboard.noStatus()
          expect((await shopper.signature()).body).toMatchObject({ step: "confirming", signature: "no_status" })
          const confirming = { step: "confirming", messages: [{ code: "awaiting" }], actions }
          expect((await shopper.view()).body).toMatchObject(confirming)
          await dashboard.act(orderId, "attest", { note: "The operator says so." })
          await store.reconcile()
          expect((await shopper.view()).body).toMatchObject({ step: "placed", order_id: orderId })
        })

        it("an edited order is paid exactly once, wherever the work on Medusa's books is cut off", async () => {
          const { orderId, signedTotal, total, shopper } = await replaced()
          const orders = store.container.resolve(Modules.ORDER)
          const payments = store.container.resolve(Modules.PAYMENT)
          const leases = ledgerDepsOf(store.container).store
          const move = leases.move.bind(leases)
          const cut = () => Promise.reject(new Error("cut"))
          const spies = [
            jest.spyOn(payments, "createPaymentSession").mockImplementationOnce(cut),
            jest.spyOn(payments, "authorizePaymentSession").mockImplementationOnce(cut),
            jest.spyOn(payments, "refundPayment").mockImplementationOnce(cut),
            jest.spyOn(orders, "addOrderTransactions").mockImplementationOnce(cut),
          ]
          let recorded = 0
          jest.spyOn(leases, "move").mockImplementation(async (id, event, change) => {
            if (event === "order_placed" && ++recorded === 1) return cut()
            return move(id, event, change)
          })
          await shopper.signOffer()
          for (let tries = 0; tries <= spies.length; tries += 1) await later()
          for (const spy of spies) expect(spy.mock.calls.length).toBeGreaterThan(1)
          expect(recorded).toBeGreaterThan(1)
          expect((await dashboard.lease(orderId)).status).toBe("placed")
          await store.reconcile()
          expect(await books(orderId)).toEqual(exact(signedTotal, total))
        })

        /** An order's capture as core leaves it between its row and our response, begun this long ago. Returns what lets it end. */
        async function hang(orderId: string, began: string) {
          const { id } = await store.merchant.payment(orderId)
          const orders = store.container.resolve(Modules.ORDER)
          const rows = await orders.listOrderTransactions({ order_id: orderId })
          await orders.deleteOrderTransactions(rows.map(({ id }) => id))
          await store.sql("update payment set captured_at = null where id = ?", [id])
          await store.sql("update capture set created_at = now() - ?::interval where payment_id = ?", [began, id])
          return async () => {
            await store.sql("update payment set captured_at = now() where id = ?", [id])
            const booked = rows.map(({ order_id, amount, currency_code, reference, reference_id }) => ({
              ...{ order_id, amount, currency_code, reference, reference_id },
            }))
            await orders.addOrderTransactions(booked)
          }
        }

        it.each([
          ["once it has landed", "1 minute"],
          ["booked before where its process died", "1 hour"],
        ])("a hanging capture of an edited order's former payment is refunded, %s", async (_when, began) => {
          let land = async () => {}
          const order = await edit(undefined, async (orderId) => {
            land = await hang(orderId, began)
          })
          const { orderId, signedTotal, total, shopper } = withShopper(await replace(order))
          await shopper.signOffer()
          await store.reconcile()
          if (began === "1 minute") {
            expect((await books(orderId)).payments).toMatchObject([{ captured: signedTotal, refunded: 0 }])
            await land()
            await later()
          }
          expect(await books(orderId)).toEqual(exact(signedTotal, total))
        })

        it("an order edited again during the replacement keeps its payment until the totals agree, and gets another contract", async () => {
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
          await shopper.signOffer()
          const kept = { captured: signedTotal, refunded: 0, canceled: false }
          expect((await books(orderId)).payments).toEqual([expect.objectContaining(kept)])
          await later()
          const next_step = { code: "replace_contract" }
          expect(await dashboard.card(orderId)).toMatchObject({ state: "amount_differs", next_step })
          expect(await dashboard.act(orderId, "replace_contract")).toMatchObject({ result: "done" })
          await shopper.signOffer()
          await store.reconcile()
          expect(await books(orderId)).toEqual(exact(signedTotal, await totalOf(orderId)))
          expect(await statuses(orderId)).toEqual(["canceled", "canceled", "placed"])
        })

        it("when another method has paid an edit's difference, that is refunded with the new signature", async () => {
          const { orderId, signedTotal, total, shopper } = withShopper(await edit())
          const { payment_collections } = await store.merchant.order(orderId)
          const open = payment_collections.find(({ payments }) => !payments.length)
          const markAsPaid = `/admin/payment-collections/${open?.id}/mark-as-paid`
          expect((await store.admin.post(markAsPaid, { order_id: orderId })).status).toBe(200)
          await dashboard.act(orderId, "replace_contract")
          await shopper.signOffer()
          await store.reconcile()
          const difference = total - signedTotal
          const { payments, ...rest } = await books(orderId)
          expect(rest).toMatchObject({ pending: 0, credits: 0 })
          const held = payments.map(({ captured, refunded }) => captured - refunded)
          expect(held.sort((a, b) => a - b)).toEqual([0, 0, total])
          const back = payments.find(({ amount }) => Math.abs(amount - difference) < 0.001)
          expect(back?.refunded).toBeCloseTo(difference, 5)
          expect(await dashboard.card(orderId)).toMatchObject({ state: "accepted", alerts: [] })

          // That method's capture arrives only now, on the canceled payment.
          const other = "select id from payment where provider_id = 'pp_system_default'"
          await store.sql(`delete from refund where payment_id in (${other})`)
          await store.sql(`update payment set canceled_at = now() where id in (${other})`)
          await store.reconcile()
          expect((await dashboard.card(orderId)).alerts).toMatchObject([{ code: "money_differs" }])
        })

        it("a refund is refused while it is unknown whether the contract was canceled for a new one", async () => {
          const { orderId } = await edit()
          store.sandbox.fault({ route: CANCEL, fault: "drop-after" })
          await dashboard.act(orderId, "replace_contract")
          expect((await dashboard.lease(orderId)).status).toBe("canceling")
          const refusal = { status: 400, body: { code: "refund_replaced" } }
          expect(await store.merchant.refund(orderId)).toMatchObject(refusal)
          await later()
          expect(await statuses(orderId)).toEqual(["canceled", "approved"])
        })

        it("an edited order without a first payment gets it with the new contract", async () => {
          const { orderId, ...kept } = await dashboard.awaits()
          await store.merchant.edit(orderId, { quantities: { sofa: 2 } })
          await store.reconcile()
          const total = await totalOf(orderId)
          expect(await dashboard.act(orderId, "replace_contract")).toMatchObject({ result: "done" })
          await dashboard.statusAgain()
          await Object.assign(store.shopper(), kept).signOffer()
          await store.reconcile()
          expect((await dashboard.lease(orderId)).status).toBe("placed")
          const first = { amount: total, captured: total, refunded: 0, canceled: false }
          expect((await books(orderId)).payments).toEqual([first])
        })

        it("a failure of the store's own check is reported as such, and the signed contract remains valid", async () => {
          const { orderId } = await edit()
          store.setOptions({ ...options, beforeContract: () => Promise.reject(new Error("no fraud score")) })
          const answer = await dashboard.act(orderId, "replace_contract")
          store.setOptions(options)
          expect(answer).toMatchObject({ result: "refused", refusal: { code: "not_checked" } })
          expect(await statuses(orderId)).toEqual(["placed"])
        })
      }
    },
    options,
  )

export const editedOrders = rules("order")
export const editedOrdersCapturedOnDelivery = rules("delivery")
