import { z } from "zod"
import { personKey, submitApplication } from "./calls/application"
import { notLeasable, recordWidgetCart, SpecCartFields } from "./calls/cart"
import { esignUrl, openContract } from "./calls/contract"
import { issueOneTimeUrls, obfuscatedId } from "./calls/one-time"
import { widgetCards } from "./defaults"
import { date, optionalText, parseFields, said } from "./fields"
import type { Lease } from "./lease"
import { isOkToDeliver, move } from "./lifecycle"
import { Problem } from "./problem"
import { findLease, WidgetSession, WidgetSuccess, type World } from "./world"

/** The widget's next screen. */
export type WidgetPhase = "application" | "card"
export type WidgetApplicationStatus = "APP_APPROVED" | "APP_DENIED" | "APP_PENDING"

/** The virtual card as it goes into the fields of siteConfig (spec 2.9). */
export type WidgetCard = Record<
  "cardNumber" | "cvv" | "expiration" | "name" | "address" | "city" | "state" | "zip",
  string
>

const anObject = { error: "must be an object" }
const ItemSchema = z.strictObject({ ...SpecCartFields.item, deliveryDate: date.optional() }, anObject)
const CartSchema = z.strictObject(
  {
    ...SpecCartFields.cart,
    items: z.array(ItemSchema, { error: said("a list") }).min(1, "must hold one line or more"),
  },
  anObject,
)
const AddressSchema = z.looseObject(
  {
    line1: optionalText,
    line2: optionalText,
    city: optionalText,
    state: optionalText,
    zip: optionalText,
    country: optionalText,
  },
  anObject,
)
const CustomerSchema = z.looseObject(
  {
    id: optionalText,
    firstName: optionalText,
    lastName: optionalText,
    email: optionalText,
    phone: optionalText,
    address: z
      .looseObject({ shipping: AddressSchema.optional(), billing: AddressSchema.optional() }, anObject)
      .optional(),
  },
  anObject,
)
const OpenSchema = z.looseObject(
  { cart: CartSchema, customer: CustomerSchema.optional(), resume: optionalText },
  { error: "must be a JSON object" },
)

/**
 * Opens the widget for a cart (spec 2.7). Throws a `validation` Problem on a cart that is not exactly the spec's: no unknown members, no
 * applicationId, no empty deliveryDate. `resume`: the token of an earlier opening in this tab; a signed lease of the same cart is
 * found again by it.
 */
export function openWidget(world: World, body: unknown): { session: WidgetSession; phase: WidgetPhase } {
  const { resume } = parseFields(OpenSchema, body)
  const given = (body as { cart: Record<string, unknown> }).cart
  const earlier = resume === undefined ? undefined : world.widgets.get(resume)
  if (earlier && isSameCart(earlier, given) && isSigned(world, earlier)) {
    return { session: earlier, phase: "card" }
  }
  const session: WidgetSession = { token: world.tokens.secret(), cart: given }
  world.widgets.set(session.token, session)
  return { session, phase: "application" }
}

/** The session of a token. Throws `not-found` where there is none. */
export function findWidget(world: World, token: string): WidgetSession {
  const session = world.widgets.get(token)
  if (!session) throw new Problem("not-found", "The application in this window has ended. Open it again from the shop.")
  return session
}

function leaseOf(world: World, { applicationId }: WidgetSession): Lease {
  if (applicationId === undefined) throw new Problem("wrong-state", "Send the application first.")
  return findLease(world, applicationId)
}

const PersonSchema = z.object({ customer: z.object({ ssn: z.string() }) })

/** The same person's signed lease of the same cart: from another tab, or after the page was closed. */
function signedBefore(world: World, session: WidgetSession, body: unknown): WidgetSession | undefined {
  const person = PersonSchema.safeParse(body)
  const leases = person.success ? (world.people.get(personKey(world, person.data.customer.ssn)) ?? []) : []
  return [...world.widgets.values()].find(
    (each) =>
      leases.some(({ applicationId }) => applicationId === each.applicationId) &&
      isSigned(world, each) &&
      isSameCart(each, session.cart),
  )
}

/** The application (the API's body, reference 3) and what onApplicationSubmitResponse tells of it (spec 6.2). */
export function applyInWidget(
  world: World,
  session: WidgetSession,
  body: unknown,
): { status: WidgetApplicationStatus; leaseId?: string } {
  const earlier = signedBefore(world, session, body)
  if (earlier?.applicationId) {
    Object.assign(session, { applicationId: earlier.applicationId, success: earlier.success })
    return { status: "APP_APPROVED", leaseId: obfuscatedId(world, earlier.applicationId) }
  }
  const answer = submitApplication(world, { query: new URLSearchParams(), body: { store: ownStore, ...Object(body) } })
  const { state } = findLease(world, answer.applicationId)
  if (state === "Denied") return { status: "APP_DENIED" }
  session.applicationId = answer.applicationId
  const leaseId = obfuscatedId(world, answer.applicationId)
  const isApproved = state === "Approved" || state === "Contracts"
  return { status: isApproved ? "APP_APPROVED" : "APP_PENDING", leaseId }
}

/** The widget knows whose page it is in. */
const ownStore = { operatorMerchantId: 1 }

/** A line that is not leased, and what it adds to the amount due today, in dollars. */
export type LineApart = { description: string; amount: number }

/**
 * Records the leasable part of the cart (spec 2.3) and opens its contract; `apart`: the other lines (reference 12). `url` null where it is
 * signed already. Throws what the API throws, where no line can be leased as well, and the failure of the input `widgetfails`.
 */
export function contractInWidget(world: World, session: WidgetSession): { url: string | null; apart: LineApart[] } {
  const lease = leaseOf(world, session)
  if (isSigned(world, session)) return { url: null, apart: [] }
  const isBroken = lease.scenario === "widgetfails" || world.faults.takeForWidget("contract") !== undefined
  if (isBroken) throw new Problem("server", "The application cannot go on: the service failed. Nothing was charged.")
  const { applicationId } = lease
  const { items } = CartLinesSchema.parse(session.cart)
  const setsApart = world.settings.dialect.rules.widgetLines === "apart"
  const isApart = ({ identifier, category }: CartItem) =>
    setsApart && notLeasable(lease, { sku: identifier, category }) !== undefined
  const leased = items.filter((item) => !isApart(item))
  const body = { ...session.cart, items: leased.length ? leased : items, applicationId, store: ownStore }
  recordWidgetCart(world, body)
  const contract = openContract(world, lease)
  // The page around the contract's frame is the widget's own.
  contract.merchantOrigin = world.addresses.contractOrigin
  contract.inWidget = true
  return { url: esignUrl(world, contract), apart: items.filter(isApart).map(toLineApart) }
}

/** The cart as it was checked when the widget was opened. */
const CartLinesSchema = z.object({
  items: z.array(
    z.looseObject({
      description: z.string(),
      identifier: z.string(),
      category: z.string(),
      unitPrice: z.number(),
      tax: z.number(),
      quantity: z.number(),
    }),
  ),
})
type CartItem = z.infer<typeof CartLinesSchema>["items"][number]

function toLineApart({ description, unitPrice, tax, quantity }: CartItem): LineApart {
  return { description, amount: Math.round((unitPrice * quantity + tax) * 100) / 100 }
}

function isSameCart({ cart }: WidgetSession, other: WidgetSession["cart"]): boolean {
  return JSON.stringify(cart) === JSON.stringify(other)
}

function isSigned(world: World, { applicationId }: WidgetSession): boolean {
  const lease = applicationId === undefined ? undefined : world.leases.get(applicationId)
  return lease?.contract?.phase === "complete" && lease.contract.inWidget === true
}

/** The card and the end of the widget, once the contract is signed; the same each time. Throws `wrong-state` before. */
export function cardInWidget(world: World, session: WidgetSession): { card: WidgetCard; success: WidgetSuccess } {
  const lease = leaseOf(world, session)
  if (!isSigned(world, session)) throw new Problem("wrong-state", "The contract is not signed yet.")
  // The service is through with it by now (reference 9).
  const isThrough = world.settings.dialect.rules.widgetSuccess === "accepted"
  if (isThrough && lease.state === "Contracts Received" && isOkToDeliver(lease))
    move(lease, "settle", world.clock.now(), "Lease accepted")
  session.success ??= successOf(world, lease)
  const refused = lease.scenario === "cardrefused"
  const card = { ...widgetCards.billing, ...(refused ? widgetCards.refused : widgetCards.good), name: lease.signerName }
  return { card, success: session.success }
}

function successOf(world: World, lease: Lease): WidgetSuccess {
  const urls = issueOneTimeUrls(world, lease)
  const fault = world.faults.takeForWidget("success")
  if (fault === "no-urls") return { id: urls.id }
  if (fault !== "foreign-urls") return urls
  const moved = (url: string) => `https://elsewhere.example${new URL(url).pathname}${new URL(url).search}`
  return {
    id: urls.id,
    deliveryConfirmationUrl: moved(urls.deliveryConfirmationUrl),
    orderConfirmationUrl: moved(urls.orderConfirmationUrl),
  }
}
