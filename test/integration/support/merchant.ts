import { type Answer, type Http, ok } from "./http"

type Line = { id: string; product_handle: string; quantity: number; detail: { fulfilled_quantity: number } }
type Payment = { id: string; amount: number; captures: { id: string }[] }
export type MerchantOrder = {
  id: string
  status: string
  payment_status: string
  items: Line[]
  payment_collections: { id: string; payments: Payment[]; payment_sessions: { id: string; status: string }[] }[]
}

/** Units by product handle. */
export type Pieces = Record<string, number>

/** A dashboard user who clicks Medusa's own buttons over HTTP. */
export class Merchant {
  constructor(readonly http: Http) {}

  async order(orderId: string): Promise<MerchantOrder> {
    const fields =
      "status,payment_status,*items,*items.detail,*payment_collections.payments.captures,*payment_collections.payment_sessions"
    return (await ok(this.http.get(`/admin/orders/${orderId}?fields=${fields}`))).order
  }

  async payment(orderId: string): Promise<Payment> {
    const [payment] = (await this.order(orderId)).payment_collections.flatMap(({ payments }) => payments)
    if (!payment) throw new Error("the order has no payment")
    return payment
  }

  /** Creates a fulfillment of `pieces`, or of everything that isn't packed yet. */
  async pack(orderId: string, pieces?: Pieces): Promise<Answer> {
    return this.http.post(`/admin/orders/${orderId}/fulfillments`, { items: await this.lines(orderId, pieces) })
  }

  deliver(orderId: string, parcelId: string): Promise<Answer> {
    return this.http.post(`/admin/orders/${orderId}/fulfillments/${parcelId}/mark-as-delivered`)
  }

  /** Oldest first. */
  async parcels(orderId: string): Promise<{ id: string }[]> {
    const { order } = await ok(this.http.get(`/admin/orders/${orderId}?fields=*fulfillments`))
    return order.fulfillments.sort((a: { created_at: string }, b: { created_at: string }) =>
      a.created_at < b.created_at ? -1 : 1,
    )
  }

  /** Packs goods and ships them, with a label for each tracking number. Returns the fulfillment's ID. */
  async send(orderId: string, pieces?: Pieces, numbers: string[] = []): Promise<string> {
    const parcelId = await this.packed(orderId, pieces)
    const items = await this.itemsOf(orderId, parcelId)
    const labels = numbers.map((tracking_number) => ({ tracking_number, tracking_url: "#", label_url: "#" }))
    await ok(this.http.post(`/admin/orders/${orderId}/fulfillments/${parcelId}/shipments`, { items, labels }))
    return parcelId
  }

  /** Packs goods. Returns the fulfillment's ID. */
  async packed(orderId: string, pieces?: Pieces): Promise<string> {
    const before = new Set((await this.parcels(orderId)).map(({ id }) => id))
    await ok(this.pack(orderId, pieces))
    const made = (await this.parcels(orderId)).find(({ id }) => !before.has(id))
    if (!made) throw new Error("nothing was packed")
    return made.id
  }

  cancelParcel(orderId: string, parcelId: string): Promise<Answer> {
    return this.http.post(`/admin/orders/${orderId}/fulfillments/${parcelId}/cancel`)
  }

  cancel(orderId: string): Promise<Answer> {
    return this.http.post(`/admin/orders/${orderId}/cancel`)
  }

  /** Without `amount`, Medusa refunds the whole payment. */
  async refund(orderId: string, amount?: number): Promise<Answer> {
    const { id } = await this.payment(orderId)
    return this.http.post(`/admin/payments/${id}/refund`, amount === undefined ? {} : { amount })
  }

  async capture(orderId: string): Promise<Answer> {
    return this.http.post(`/admin/payments/${(await this.payment(orderId)).id}/capture`)
  }

  /** Clicks "Check status" for a payment whose authorization is pending. */
  async checkStatus(orderId: string): Promise<Answer> {
    const [session] = (await this.order(orderId)).payment_collections.flatMap(
      (collection) => collection.payment_sessions,
    )
    return this.http.post(`/admin/orders/${orderId}/payment-sessions/authorize`, { payment_session_id: session?.id })
  }

  /** Edits an order and confirms the edit. `quantities` are new quantities by handle, and `add` is additional goods by variant. */
  async edit(orderId: string, { quantities = {}, add = {} }: { quantities?: Pieces; add?: Pieces }): Promise<void> {
    await ok(this.http.post("/admin/order-edits", { order_id: orderId }))
    for (const { id, product_handle } of (await this.order(orderId)).items) {
      const quantity = quantities[product_handle]
      if (quantity !== undefined)
        await ok(this.http.post(`/admin/order-edits/${orderId}/items/item/${id}`, { quantity }))
    }
    for (const [variant_id, quantity] of Object.entries(add))
      await ok(this.http.post(`/admin/order-edits/${orderId}/items`, { items: [{ variant_id, quantity }] }))
    await ok(this.http.post(`/admin/order-edits/${orderId}/confirm`))
  }

  private async lines(orderId: string, pieces?: Pieces): Promise<{ id: string; quantity: number }[]> {
    return (await this.order(orderId)).items.flatMap(({ id, product_handle, quantity, detail }) => {
      const wanted = pieces ? (pieces[product_handle] ?? 0) : quantity - detail.fulfilled_quantity
      return wanted > 0 ? [{ id, quantity: wanted }] : []
    })
  }

  private async itemsOf(orderId: string, parcelId: string): Promise<{ id: string; quantity: number }[]> {
    const { order } = await ok(this.http.get(`/admin/orders/${orderId}?fields=*fulfillments.items`))
    const parcel = order.fulfillments.find(({ id }: { id: string }) => id === parcelId)
    return parcel.items.map(({ line_item_id, quantity }: { line_item_id: string; quantity: number }) => ({
      id: line_item_id,
      quantity,
    }))
  }
}
