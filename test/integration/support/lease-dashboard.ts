import type { ActionAnswer, ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import type { LeaseRecord } from "../../../src/modules/lease/ledger"
import { eventually } from "./eventually"
import { type Answer, ok } from "./http"
import type { LeaseStore } from "./lease-store"
import type { Pieces } from "./merchant"
import type { Shopper } from "./shopper"

export const PRICING = "GET /application/cart/pricing"
export const CANCEL = "DELETE /application/contract"
export const CONFIRM = "POST /application/cart/delivery"
export const AVAILABILITY = "POST /application/return/availability"
export const RETURN = "POST /application/return"

/** Matches a text with the operator's contact from `medusa-config.ts` and the ID to quote. */
export const WHOM = expect.stringMatching(/Sandbox Leasing \(help@leasing\.example, ID \S+\)/)

type Items = { handle: string; quantity?: number }[]

/** Calls the plugin's admin routes as a dashboard user does, and places the orders that tests of those routes need. */
export class LeaseDashboard {
  constructor(private readonly store: LeaseStore) {}

  /** Places an order by lease, records it and captures the payment. `tag` selects the sandbox's outcome. Returns the order's ID. */
  async placed({ items, tag }: { items?: Items; tag?: string } = {}): Promise<string> {
    return (await this.store.ordered(items && { items }, tag)).order.id
  }

  /**
   * Creates an order whose signature only the browser reported. The service's responses have no status until `statusAgain` is called. Returns the
   * order's ID.
   */
  async awaiting(how?: { signed: boolean }): Promise<string> {
    return (await this.awaits(how)).orderId
  }

  /**
   * Creates the same order as `awaiting` and also returns its shopper. If `signed` is false, the contract isn't signed at the service. The browser
   * reports a signature either way.
   */
  async awaits({ signed } = { signed: true }): Promise<Pick<Shopper, "cartId" | "leaseKey"> & { orderId: string }> {
    const { store } = this
    const awaits = await store.begin(`an order that awaits, ${signed}`, async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      if (signed) await shopper.sign()
      else await shopper.toContract()
      this.noStatus()
      const { body } = await shopper.signature()
      if (body.signature !== "no_status") throw new Error(JSON.stringify(body))
      await shopper.startPayment()
      const { body: completed } = await store.andWait("order.placed", () => shopper.complete())
      if (completed.type !== "order") throw new Error(JSON.stringify(completed))
      await this.statusAgain()
      return { orderId: completed.order.id, cartId: shopper.cartId, leaseKey: shopper.leaseKey }
    })
    this.noStatus()
    return awaits
  }

  noStatus(): void {
    this.store.sandbox.fault({ route: PRICING, fault: "no-appstatus", times: 1000 })
  }

  async statusAgain(): Promise<void> {
    await fetch(`${this.store.sandbox.controlUrl}/faults`, { method: "DELETE" })
  }

  /** Ships an order, or only `pieces` of it, and marks the goods as delivered. Waits until the lease has been updated. */
  async delivered(orderId: string, pieces?: Pieces): Promise<void> {
    const { store } = this
    const parcel = await store.merchant.send(orderId, pieces)
    await store.andWait("delivery.created", () => store.merchant.deliver(orderId, parcel))
    await store.reconcile()
  }

  /** Sends goods back to the store in Medusa. Returns the return's display ID. */
  async receiveBack(orderId: string, pieces: Pieces, { damaged = false } = {}): Promise<number> {
    const { admin, merchant } = this.store
    const order = await merchant.order(orderId)
    const items = order.items.flatMap(({ id, product_handle }) =>
      pieces[product_handle] ? [{ id, quantity: pieces[product_handle] }] : [],
    )
    const { stock_locations } = await ok(admin.get("/admin/stock-locations?fields=id"))
    const made = await ok(admin.post("/admin/returns", { order_id: orderId, location_id: stock_locations[0].id }))
    const { id, display_id } = made.return
    await ok(admin.post(`/admin/returns/${id}/request-items`, { items }))
    await ok(admin.post(`/admin/returns/${id}/request`))
    await ok(admin.post(`/admin/returns/${id}/receive`))
    await ok(admin.post(`/admin/returns/${id}/${damaged ? "dismiss" : "receive"}-items`, { items }))
    await ok(admin.post(`/admin/returns/${id}/receive/confirm`))
    return display_id
  }

  /** Returns the lines of the CSV export, by column. No cell may contain a comma. */
  async exported(): Promise<Record<string, string>[]> {
    const file: string = await ok(this.store.admin.get("/admin/lease-to-own/leases/export"))
    const [names = [], ...lines] = file
      .trim()
      .split("\r\n")
      .map((line) => line.split(","))
    return lines.map((cells) => Object.fromEntries(cells.map((cell, place) => [names[place], cell])))
  }

  async card(orderId: string): Promise<AdminLeaseView> {
    return (await ok(this.store.admin.get(`/admin/lease-to-own/orders/${orderId}`))).lease
  }

  /** Returns the order's card once `holds` is true for it. */
  cardWhen(orderId: string, holds: (card: AdminLeaseView) => boolean): Promise<AdminLeaseView> {
    return eventually(() => this.card(orderId), holds)
  }

  async lease(orderId: string): Promise<LeaseRecord> {
    const lease = await this.store.ledger.ofOrder(orderId)
    if (!lease) throw new Error("the order has no lease")
    return lease
  }

  async post(orderId: string, action: ActionKey, body: unknown = {}): Promise<Answer> {
    const { id } = await this.lease(orderId)
    return this.store.admin.post(`/admin/lease-to-own/leases/${id}/actions/${action}`, body)
  }

  /** Takes an action on an order's lease. `mark_resolved` acknowledges the current alerts. */
  async act(orderId: string, action: ActionKey, body: object = {}): Promise<ActionAnswer> {
    const acknowledged = action === "mark_resolved" && (await this.shownAlerts(orderId))
    return ok(this.post(orderId, action, { ...(acknowledged && { acknowledged }), ...body }))
  }

  /** Returns the current alerts, as the dashboard sends them back. */
  async shownAlerts(orderId: string): Promise<string[]> {
    return (await this.card(orderId)).alerts.map(({ code, mark }) => (mark ? `${code}:${mark}` : code))
  }

  /** Returns how many times a route of the service was called. */
  count(call: string): number {
    return this.store.calls().filter((made) => made === call).length
  }
}
