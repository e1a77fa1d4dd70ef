import type { LeaseView, Offer, OfferSummary } from "../../../packages/storefront/src/index"
import type { LeaseEstimate, ProductLeaseView } from "../../../packages/storefront/src/message"
import type { OrderLease } from "../../../packages/storefront/src/order"
import { aView } from "./local-store"

export const offer: Offer = {
  ...{ currency: "usd", cash_price: 500, taxed_by: "in_cart", before_tax: false, summary: null, items: [], lines: [] },
  ...{ labels: {}, disclosure: null, priced_at: "2026-11-23T00:00:00Z" },
}
/** The figures of an offer with sales tax that is due at signing. */
export const summary: OfferSummary = {
  ...{ cashPrice: 454, costOfLease: 453.78, total: 907.78, allPayments: 27, months: 12 },
  ...{ dueToday: 86.46, payments: 26, each: 33.03, last: null, every: "biWeekly" },
  tax: { amount: 37.46, dueToday: 37.46, isFees: false },
  ...{ totalWithTax: 945.24, earlyPurchase: null },
}
export const approved = aView({ status: "approved", step: "offer" })
export const offered = aView({ status: "offered", step: "offer", offer })
export const signing = aView({ status: "signing", step: "offer", offer })
export const pending = aView({ status: "pending", step: "undecided", poll_after_ms: 2000 })
export const ready = aView({ status: "signed", step: "ready", offer })
export const placed = aView({ status: null, step: "placed", order_id: "order_1" })

export const contract = { url: "https://sign.example.com/c/1", origins: ["https://sign.example.com"] }
export const order = { type: "order", order: { id: "order_1" } }
export const signed = (view: LeaseView, signature: string) => ({ ...view, signature })
export const refusal = (status: number, code: string, message: string, more = {}) => ({
  status,
  body: { type: "x", code, message, ...more },
})
export const offline = new TypeError("fetch failed")

export const approval = { amount: 3000, currency: "usd", until: "2027-02-24", ends_soon: false, elsewhere: false }
export const cart = {
  total: 500,
  currency_code: "usd",
  email: "ana@example.com",
  shipping_address: { first_name: "Ana", province: "us-tx" },
}
export const operator = { name: "Harbor Leasing", contact: "555 0100" }
export const product: ProductLeaseView = {
  ...{ leasable: true, reasons: [], estimate: null, zip: null, operator, test: false },
  limits: { minimum: null, maximum: null, currency: "usd" },
}
/** An example of a product's cost. */
export const estimate: LeaseEstimate = {
  ...{ currency: "usd", cashPrice: 499.9, excludes: ["delivery", "sales_tax"], conditions: ["new"] },
  ...{ dueToday: 49, payments: 26, each: 33.03, every: "biWeekly", total: 907.78, months: null, allPayments: 27 },
  disclosure: { en: "An example.", es: "Un ejemplo." },
  labels: {},
}
/** The answer to a page's list of products, all like this one. */
export const listed = (ids: string[], one: ProductLeaseView = product) => {
  const { estimate: _, zip: _zip, ...region } = one
  return { ...region, products: Object.fromEntries(ids.map((id) => [id, one])) }
}
export const orderLease: OrderLease = {
  ...{ status: "placed", reference: "L-ABCDEFGH12345", test: false, flow: "api", operator },
  status_message: { code: "order_lease_signed", params: {}, message: "Signed." },
  ...{ messages: [], delivery_date: null, offer: null, sign_cart_id: null, separate_cart: null },
}
