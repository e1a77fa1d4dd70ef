import type { IncomingMessage } from "node:http"
import { z } from "zod"
import { personKey, submitApplication } from "./calls/application"
import { notLeasable, readSpecCart, recordCart, SpecCartFields } from "./calls/cart"
import { openContract } from "./calls/contract"
import { issueOneTimeUrls, obfuscatedId } from "./calls/one-time"
import { paths, widgetCards } from "./defaults"
import { widgetFaults } from "./faults"
import { date, lines, object, optionalText, parseFields, wholeBody } from "./fields"
import { jsonReply, problemReply, type Reply, readStep } from "./http"
import { isOkToDeliver, type Lease, move } from "./lease"
import { asProblem, Problem } from "./problem"
import { esignUrl } from "./views"
import { widgetPage } from "./widget-page"
import { widgetScript } from "./widget-script"
import { findLease, type WidgetSession, type WidgetSuccess, type World } from "./world"

/** The virtual card, for the fields of siteConfig (spec 2.9). */
export type WidgetCard = Record<keyof (typeof widgetCards.billing & typeof widgetCards.good) | "name", string>

const anObject = { error: "must be an object" }
const ItemSchema = z.strictObject({ ...SpecCartFields.item, deliveryDate: date.optional() }, anObject)
const CartSchema = z.strictObject({ ...SpecCartFields.cart, items: lines(ItemSchema) }, anObject)
type Cart = z.input<typeof CartSchema>

const texts = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, optionalText]))
const address = object(texts("line1 line2 city state zip country")).optional()
const CustomerSchema = object({
  ...texts("id firstName lastName email phone"),
  address: object({ shipping: address, billing: address }).optional(),
})
const OpenSchema = wholeBody({ cart: CartSchema, customer: CustomerSchema.optional(), resume: optionalText })

/**
 * Opens the widget for a cart (spec 2.7) and returns its first screen. Throws a `validation` Problem unless the cart is exactly the specification's:
 * no unknown fields, no applicationId, no empty deliveryDate. `resume` is the token of an earlier session in this tab, which may have a signed lease
 * for the same cart.
 */
function openWidget(world: World, body: unknown): { token: string; phase: "application" | "card" } {
  const { resume = "" } = parseFields(OpenSchema, body)
  // Use the cart as it was sent, because parsed amounts are in cents.
  const { cart } = body as Pick<WidgetSession, "cart">
  const earlier = world.widgets.get(resume)
  if (earlier && isSameCart(earlier.cart, cart) && isSigned(world, earlier))
    return { token: earlier.token, phase: "card" }
  const token = world.tokens.secret()
  world.widgets.set(token, { token, cart })
  return { token, phase: "application" }
}

function findSession(world: World, token: string): WidgetSession {
  const session = world.widgets.get(token)
  if (!session) throw new Problem("not-found", "The application in this window has ended. Open it again from the shop.")
  return session
}

function leaseOf(world: World, { applicationId }: WidgetSession): Lease {
  if (applicationId === undefined) throw new Problem("wrong-state", "Send the application first.")
  return findLease(world, applicationId)
}

const PersonSchema = z.object({ customer: z.object({ ssn: z.string() }) })

/** Finds the same applicant's signed lease for the same cart from another tab or an earlier visit. */
function signedBefore(world: World, session: WidgetSession, body: unknown): WidgetSession | undefined {
  const { data } = PersonSchema.safeParse(body)
  const leases = data && world.people.get(personKey(world, data.customer.ssn))
  const isOwn = (each: WidgetSession) => leases?.some(({ applicationId }) => applicationId === each.applicationId)
  return [...world.widgets.values()].find(
    (each) => isOwn(each) && isSigned(world, each) && isSameCart(each.cart, session.cart),
  )
}

/** Submits the application, as the API does (reference 3), and returns the payload for onApplicationSubmitResponse (spec 6.2). */
function applyInWidget(world: World, session: WidgetSession, body: unknown) {
  const earlier = signedBefore(world, session, body)
  if (earlier?.applicationId) {
    Object.assign(session, { applicationId: earlier.applicationId, success: earlier.success })
    return { status: "APP_APPROVED", leaseId: obfuscatedId(world, earlier.applicationId) }
  }
  const { applicationId } = submitApplication(world, { body: { store: ownStore, ...Object(body) } })
  const { state } = findLease(world, applicationId)
  if (state === "Denied") return { status: "APP_DENIED" }
  session.applicationId = applicationId
  const isApproved = state === "Approved" || state === "Contracts"
  return { status: isApproved ? "APP_APPROVED" : "APP_PENDING", leaseId: obfuscatedId(world, applicationId) }
}

/** The store's number, which the widget adds to each application. */
const ownStore = { operatorMerchantId: 1 }

/**
 * Records the part of the cart that can be leased (spec 2.3) and opens its contract. `apart` contains the other lines (reference 12), with the amount
 * that each adds to what is due today. `url` is null if the contract is already signed. Throws what the API throws, even if no line can be leased,
 * and a Problem for the input `widgetfails`.
 */
function contractInWidget(world: World, session: WidgetSession) {
  const lease = leaseOf(world, session)
  if (isSigned(world, session)) return { url: null, apart: [] }
  if (lease.scenario === "widgetfails" || world.faults.take("widget", widgetFaults.contract))
    throw new Problem("server", "The application can't continue, because the service failed. Nothing was charged.")
  const setsApart = world.settings.dialect.rules.widgetLines === "apart"
  const isApart = ({ identifier, category }: Cart["items"][number]) =>
    setsApart && notLeasable(lease, { sku: identifier, category }) !== undefined
  const cart = session.cart as Cart
  const { items } = cart
  const leased = items.filter((item) => !isApart(item))
  const { applicationId } = lease
  const body = { ...cart, items: leased.length ? leased : items, applicationId, store: ownStore }
  recordCart(world, { body }, readSpecCart)
  const contract = openContract(world, lease)
  // Send the messages to the widget's own page, which frames the contract.
  contract.merchantOrigin = world.addresses.contractOrigin
  contract.inWidget = true
  const apart = items.filter(isApart).map(({ description, unitPrice, tax, quantity }) => ({
    description,
    amount: Math.round((unitPrice * quantity + tax) * 100) / 100,
  }))
  return { url: esignUrl(world, contract), apart }
}

const isSameCart = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function isSigned(world: World, { applicationId = "" }: WidgetSession): boolean {
  const contract = world.leases.get(applicationId)?.contract
  return contract?.phase === "complete" && contract.inWidget === true
}

/** Returns the card and the payload for onSuccess, the same ones each time. Throws `wrong-state` if the contract isn't signed yet. */
function cardInWidget(world: World, session: WidgetSession): { card: WidgetCard; success: WidgetSuccess } {
  const lease = leaseOf(world, session)
  if (!isSigned(world, session)) throw new Problem("wrong-state", "The contract is not signed yet.")
  // Accept the lease if this dialect's service would have processed it by now (reference 9).
  const isThrough = world.settings.dialect.rules.widgetSuccess === "accepted"
  if (isThrough && lease.state === "Contracts Received" && isOkToDeliver(lease))
    move(lease, "accept", world.clock.now(), "Lease accepted")
  session.success ??= successOf(world, lease)
  const numbers = lease.scenario === "cardrefused" ? widgetCards.refused : widgetCards.good
  return { card: { ...widgetCards.billing, ...numbers, name: lease.signerName }, success: session.success }
}

function successOf(world: World, lease: Lease): WidgetSuccess {
  const urls = issueOneTimeUrls(world, lease)
  const fault = world.faults.take("widget", widgetFaults.success)
  if (fault === "no-urls") return { id: urls.id }
  if (fault !== "foreign-urls") return urls
  const moved = (text: string) => text.replace(world.addresses.apiOrigin, "https://elsewhere.example")
  return Object.fromEntries(Object.entries(urls).map(([name, text]) => [name, moved(text)]))
}

/** Returns undefined if the connection is to be cut. */
function script({ faults, settings }: World): Reply | undefined {
  const fault = faults.take("widget", widgetFaults.script)
  if (fault === "script-blocked") return undefined
  const headers = { "content-type": "text/javascript; charset=utf-8", "x-content-type-options": "nosniff" }
  const text = fault === "script-empty" ? "" : widgetScript
  return { status: 200, headers, text, afterMs: fault === "script-slow" ? settings.slowMs : 0 }
}

const steps: Record<string, (world: World, session: WidgetSession, body: unknown) => unknown> = {
  application: applyInWidget,
  contract: contractInWidget,
  card: cardInWidget,
}

/** Performs a step, or opens the widget if there is no token. The widget's own journal records the step without its body. */
async function takeStep(world: World, request: IncomingMessage, token: string, action: string): Promise<Reply> {
  const path = `${paths.widget}/sessions${token && `/…/${action}`}`
  const endEntry = world.widgetJournal.open(world.clock.now(), "POST", path)
  try {
    const { origin } = request.headers
    if (origin && origin !== world.addresses.contractOrigin)
      throw new Problem("forbidden", "Only the widget's own page can send steps.")
    const body = await readStep(request)
    const answer = token ? steps[action]?.(world, findSession(world, token), body) : openWidget(world, body)
    endEntry({ status: 200, done: true }, "done")
    return jsonReply(200, answer)
  } catch (error) {
    const problem = asProblem(error)
    endEntry({ status: problem.status, done: false, code: problem.code }, problem.code)
    return problemReply(problem)
  }
}

/**
 * Handles the widget's requests for its script, for the page in its frame, and for that page's steps (reference 12). Returns undefined if the
 * connection is to be cut.
 */
export async function answerWidget(world: World, request: IncomingMessage, url: URL): Promise<Reply | undefined> {
  const path = url.pathname.slice(paths.widget.length)
  const step = /^\/sessions(?:\/([\w-]+)\/(application|contract|card))?$/.exec(path)
  if (request.method === "POST" && step) return takeStep(world, request, step[1] ?? "", step[2] ?? "")
  if (request.method === "GET" && path === ".js") return script(world)
  if (request.method === "GET" && path === "/page") {
    const language = url.searchParams.get("language") === "es" ? "es" : "en"
    return widgetPage(world.settings.merchantOrigin, language)
  }
  throw new Problem("not-found", "There is nothing here. Shops open the widget with its script.")
}
