import { randomBytes } from "node:crypto"
import { type SpecCart, toReferenceCart } from "../../index"
import type { Seen } from "../connection"
import type { Finding, Written } from "../finding"
import { refusedFields } from "./refuse"
import type { Room } from "./room"

/** The test item, with its price in dollars. There are two units, so one can be returned separately. */
export const ARTICLE = { identifier: "TEST-1", unitPrice: 200, quantity: 2 } as const
/** The price of both units, in dollars. */
export const PRICE = ARTICLE.unitPrice * ARTICLE.quantity

/** Returns a cart without tax, which every format supports. The order ID is always new, because some services refuse a repeated one. */
function newCart(): SpecCart {
  return {
    orderId: `CONFORMANCE-${randomBytes(6).toString("hex")}`,
    deliveryCost: 0,
    deliveryCostSalesTax: 0,
    items: [{ brand: "Test", description: "Test item", category: "Furniture", ...ARTICLE, tax: 0, condition: "new" }],
  }
}

type Format = "spec" | "reference"

/** The options for each format. The reference's cart has no field for tax, so the operator charges tax on the lease payments. */
const FORMATS: Record<Format, Written> = {
  spec: { cartFormat: "spec" },
  reference: { cartFormat: "reference", salesTax: "by_operator" },
}
type Recorded = { findings: Finding[]; taken: boolean }

const asNumber: Finding = {
  ...{ row: "1 applicationId", of: "in bodies", assumed: "text", seen: "number", verdict: "differs" },
  write: { dialect: { applicationIdFormat: "number" } },
}

/** Sends the cart in the configured format. Tries the other format, or a numeric ID, only after a clear refusal. */
export async function recordCart(room: Room, id: string): Promise<Recorded> {
  const { connection } = room
  const assumed = connection.settings.cartFormat
  const row = { row: "4 shape", assumed } as const
  const other: Format = assumed === "spec" ? "reference" : "spec"
  const asText = connection.settings
  const isNumeric = Number.isSafeInteger(Number(id))
  let format: Format = assumed
  let seen = await sendCart(room, id, format)
  const refused = `${format}: ${seen.status} ${refusedFields(seen).slice(0, 3).join(", ")}`.trim()
  if (isNumeric && isAbout(seen, "applicationId")) {
    connection.adopt(asNumber)
    seen = await sendCart(room, id, format)
  }
  if (isClearNo(seen)) {
    format = other
    seen = await sendCart(room, id, format)
  }
  // This refusal names no field, so the ID may be the problem. Try a numeric one.
  if (isNumeric && isClearNo(seen) && connection.settings === asText && refusedFields(seen).length === 0) {
    connection.adopt(asNumber)
    for (format of [assumed, other]) {
      seen = await sendCart(room, id, format)
      if (!isClearNo(seen)) break
    }
    if (isClearNo(seen)) connection.settings = asText
  }
  if (seen.status >= 300) {
    const advice = "Ask the operator for the cart's fields."
    if (isClearNo(seen)) room.journal.write({ about: "kept", id })
    return { taken: false, findings: [{ ...row, seen: refused, verdict: "differs", advice }] }
  }
  const shape: Finding =
    format === assumed
      ? { ...row, seen: format, verdict: "same" }
      : { ...row, seen: `${refused}; ${format} is accepted`, verdict: "differs", write: FORMATS[format] }
  const date = {
    row: "4 deliveryDate",
    assumed: "can be omitted",
    seen: "accepted without it",
    verdict: "same",
  } as const
  const findings = [shape, ...(connection.settings === asText ? [] : [asNumber]), date, answerOf(seen)]
  return { taken: true, findings }
}

function sendCart({ connection, journal }: Room, id: string, format: Format): Promise<Seen> {
  const cart = newCart()
  journal.write({ about: "cart", id })
  const body = connection.bodyOf(id, format === "spec" ? cart : toReferenceCart(cart))
  const path = connection.path("/application/cart")
  return connection.ask({ name: `POST cart, ${format}`, method: "POST", path, body })
}

/** True if the service clearly refused the body, so a different one may be sent. A 4xx that names fields is always such a refusal. */
function isClearNo(seen: Seen): boolean {
  const { status } = seen
  return status === 400 || status === 422 || (status > 400 && status < 500 && refusedFields(seen).length > 0)
}

function isAbout(seen: Seen, field: string): boolean {
  return isClearNo(seen) && refusedFields(seen).join() === field
}

function answerOf({ status, json, shape }: Seen): Finding {
  const row = { row: "4 response", assumed: "200, with the pricing" } as const
  if (json === undefined)
    return { ...row, seen: `${status}, empty`, verdict: "new", speaks: { answers: { cart: "empty" } } }
  const isPricing = "invoiceTotal" in shape || "appStatus.status" in shape
  return { ...row, seen: `${status}, ${isPricing ? "the pricing" : "JSON"}`, verdict: isPricing ? "same" : "new" }
}
