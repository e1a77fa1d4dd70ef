import { randomUUID } from "node:crypto"
import { signContract } from "lease-to-own-sandbox"
import type { SeededShop } from "../../../demo/seed"
import type { WidgetAnswer } from "../../../src/api/types"
import { applicant } from "./applicant"
import { type Answer, type Http, ok } from "./http"

export const ADDRESS = {
  first_name: "Robin",
  last_name: "Sample",
  address_1: "12 Elm Street",
  city: "Austin",
  province: "TX",
  postal_code: "78701",
  country_code: "us",
  phone: "5125550147",
}

/** A cart to fill: by default one sofa, shipped to an address in Austin. */
export type CartWish = {
  items?: { handle: string; quantity?: number }[]
  shipping?: string | null
  address?: object
  email?: string
  regionId?: string
}

/** Fills in the cart's defaults. Leaves an omitted region undefined, which means the shop's own. */
export function spelledOut({
  items = [{ handle: "sofa" }],
  shipping = "standard",
  address = {},
  email = "robin@shopper.example",
  regionId,
}: CartWish) {
  return {
    items: items.map(({ handle, quantity = 1 }) => ({ handle, quantity })),
    shipping,
    address,
    email,
    regionId,
  }
}

/** A shopper with a browser, who uses the store only over HTTP and keeps a cart ID and a lease key. */
export class Shopper {
  cartId = ""
  leaseKey: string | undefined
  widgetToken: string | undefined

  constructor(
    readonly http: Http,
    private readonly shop: SeededShop,
    private readonly prepared?: { take(wish: CartWish): string | undefined },
    private readonly begin: <T>(name: string, work: () => Promise<T>) => Promise<T> = (_name, work) => work(),
  ) {}

  /** Returns a shopper with another cart in a browser without a key: the same person on another device, or someone else. */
  async another(wish: CartWish = {}): Promise<Shopper> {
    const other: Shopper = Object.assign(Object.create(Shopper.prototype), this, { leaseKey: undefined })
    await other.fillCart({ items: [{ handle: "lamp" }], ...wish })
    return other
  }

  /** Gets a cart with goods, address and delivery, ready for payment. Uses a prepared cart if there is one. */
  async fillCart(wish: CartWish = {}): Promise<void> {
    if (!this.takeCart(wish)) await this.fillNewCart(wish)
  }

  /** Uses a prepared cart, and returns whether there was one. */
  takeCart(wish: CartWish = {}): boolean {
    const ready = this.prepared?.take(wish)
    if (ready) this.cartId = ready
    return ready !== undefined
  }

  private async fillNewCart(wish: CartWish): Promise<void> {
    const { items, shipping, address, email, regionId } = spelledOut(wish)
    const { cart } = await ok(
      this.http.post("/store/carts", {
        region_id: regionId ?? this.shop.regionId,
        email,
        shipping_address: { ...ADDRESS, ...address },
        items: items.map(({ handle, quantity }) => ({ variant_id: this.shop.variantIds[handle], quantity })),
      }),
    )
    this.cartId = cart.id
    if (shipping) await this.ship(shipping)
  }

  async ship(code: string): Promise<void> {
    await ok(
      this.http.post(`/store/carts/${this.cartId}/shipping-methods`, { option_id: this.shop.shippingOptionIds[code] }),
    )
  }

  async addItem(handle: string, quantity = 1): Promise<void> {
    await ok(
      this.http.post(`/store/carts/${this.cartId}/line-items`, { variant_id: this.shop.variantIds[handle], quantity }),
    )
  }

  /** This browser's key to its application. The widget's token also serves as one. */
  get key(): string | undefined {
    return this.leaseKey ?? this.widgetToken
  }

  /** Returns an HTTP client that sends this browser's key, or `key` if given. Null sends no key. */
  as(key: string | null | undefined = this.key): Http {
    return key === undefined || key === null ? this.http : this.http.with({ "x-lease-key": key })
  }

  view(key?: string | null): Promise<Answer> {
    return this.as(key).get(this.lease())
  }

  async apply(tag?: string, more: object = {}): Promise<Answer> {
    const answer = await this.as().post(this.lease("application"), {
      application: applicant(tag),
      consent: { accepted: ["application"], version: "default-2" },
      idempotencyKey: randomUUID(),
      ...more,
    })
    if (answer.body?.leaseKey) this.leaseKey = answer.body.leaseKey
    return answer
  }

  offer(key?: string | null): Promise<Answer> {
    return this.as(key).post(this.lease("offer"))
  }

  contract(key?: string | null, body?: object): Promise<Answer> {
    return this.as(key).post(this.lease("contract"), body)
  }

  signature(body: object = { hint: "done" }, key?: string | null): Promise<Answer> {
    return this.as(key).post(this.lease("signature"), body)
  }

  /** Opens the operator's widget and keeps its token. */
  async widget(key?: string | null): Promise<Answer> {
    const answer = await this.as(key).post(this.lease("widget"))
    if (answer.body?.token) this.widgetToken = answer.body.token
    return answer
  }

  widgetEvent(event: string, payload?: unknown, more: object = {}): Promise<Answer> {
    return this.http.post(this.lease("widget-events"), { token: this.widgetToken, event, payload, ...more })
  }

  /** Creates the payment collection and session, as every storefront does. Returns the session. */
  async startPayment(
    provider = "pp_lease-to-own",
    data: object = {},
  ): Promise<{ id: string; data: Record<string, unknown> }> {
    const { payment_collection } = await ok(this.http.post("/store/payment-collections", { cart_id: this.cartId }))
    const sessions = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const started = await ok(this.http.post(sessions, { provider_id: provider, data }))
    return started.payment_collection.payment_sessions[0]
  }

  complete(): Promise<Answer> {
    return this.as().post(`/store/carts/${this.cartId}/complete`)
  }

  /** Signs and submits the contract, as a shopper would in the frame. */
  async signAt(url: string): Promise<void> {
    await signContract(url)
  }

  /** Goes from an approval through the offer and the contract to the signature. Returns the response to the signature check. */
  async signOffer(): Promise<Answer> {
    await ok(this.offer())
    await this.signAt((await ok(this.contract())).url)
    return this.signature()
  }

  /** Opens a signing link from staff. */
  follow(link: string): this {
    const { searchParams, hash } = new URL(link)
    const leaseKey = new URLSearchParams(hash.slice(1)).get("lease-key") ?? undefined
    return Object.assign(this, { cartId: searchParams.get("cart") ?? "", leaseKey })
  }

  toApproval(tag?: string): Promise<void> {
    return this.once(`approved ${tag}`, async () => void (await ok(this.apply(tag))))
  }

  toOffer(tag?: string): Promise<void> {
    return this.once(`offered ${tag}`, async () => {
      await this.toApproval(tag)
      await ok(this.offer())
    })
  }

  /** Goes from a filled cart to the contract. Returns the contract's URL. */
  toContract(tag?: string): Promise<string> {
    return this.once(`handed out ${tag}`, async () => {
      await this.toOffer(tag)
      return (await ok(this.contract())).url
    })
  }

  /** Goes from a filled cart to a contract signed at the service, before the store has checked it. */
  sign(tag?: string): Promise<void> {
    return this.once(`signed ${tag}`, async () => this.signAt(await this.toContract(tag)))
  }

  /** Goes from a filled cart to a signature that the store has verified. */
  toSignature(tag?: string): Promise<void> {
    return this.once(`signed and read ${tag}`, async () => {
      await this.sign(tag)
      await ok(this.signature())
    })
  }

  /** Goes from a filled cart to a verified signature and a payment session, one step before the order. */
  readyToOrder(tag?: string): Promise<void> {
    return this.once(`ready to order ${tag}`, async () => {
      await this.toSignature(tag)
      await this.startPayment()
    })
  }

  /** Opens the operator's widget for a filled cart. Returns the response. */
  toWidget(): Promise<WidgetAnswer> {
    return this.once("in the widget", () => ok(this.widget()))
  }

  /** Performs `steps`, or restores their result if another test started with the same steps and cart. */
  private async once<T>(name: string, steps: () => Promise<T>): Promise<T> {
    const { answer, ...keys } = await this.begin(`${name} ${this.cartId}`, async () => {
      const answer = await steps()
      return { answer, leaseKey: this.leaseKey, widgetToken: this.widgetToken }
    })
    Object.assign(this, keys)
    return answer
  }

  private lease(step = ""): string {
    return `/store/lease-to-own/carts/${this.cartId}${step && `/${step}`}`
  }
}
