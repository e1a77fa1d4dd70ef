import {
  blockingOf,
  type CallKind,
  decideCalls,
  ENDED,
  isExclusive,
  isOpen,
  isOpenPayment,
  type LeaseEventName,
  LeaseEvents,
  type LeaseRecord,
  outcomesOf,
  piecesBack,
  reducedBy,
  restOf,
  whyNot,
} from "../support/ledger"
import { type Rule, replacementRules, successorOf } from "./replacement-rules"
import { paidBy, toOrder } from "./support/shop-order"
import {
  at,
  each,
  eventsOf,
  historyOf,
  IN_FORCE,
  orderOf,
  pendingCallsOf,
  resolvedByHand,
  serviceOf,
  told,
  type World,
} from "./support/world"

const HOUR = 3600_000
/** Statuses that explain a contract in force. */
const HOLDS = ["signed", "placing", "placed", "delivered", "canceling", "returning"]
/** Statuses that no longer have an application. */
const NO_APPLICATION = [...ENDED, "denied"]
const CALLS = {
  cancel_contract: "DELETE /application/contract",
  confirm_delivery: "POST /application/cart/delivery",
  return_lease: "POST /application/return",
} as const
type Call = keyof typeof CALLS
const ASKED: Record<Call, string> = {
  cancel_contract: "cancel_requested",
  confirm_delivery: "delivery_requested",
  return_lease: "return_requested",
}
const REACHED: Record<Call, readonly string[]> = {
  cancel_contract: ["canceled"],
  confirm_delivery: ["delivered", "returning", "returned"],
  return_lease: ["returned"],
}
/** History entries that a lease can have only once. */
const ONCE_IN_HISTORY = ["order_placed", "canceled", "delivery_confirmed", "returned"]

export const rules: Rule[] = [
  { name: "each call takes effect once", when: "always", broken: effectiveTwice },
  { name: "no call is repeated after it took effect", when: "always", broken: repeatedBlindly },
  { name: "a one-time URL takes effect once", when: "always", broken: linkTwice },
  { name: "every call goes to the lease's own account", when: "always", broken: wrongAccount },
  { name: "a part is returned only as often as requested", when: "always", broken: partsTwice },
  { name: "no order is placed without evidence of the signature", when: "always", broken: withoutEvidence },
  { name: "no contract counts as signed that nobody signed", when: "always", broken: neverSigned },
  { name: "a lease has at most one exclusive call open", when: "always", broken: twoExclusive },
  { name: "an approval belongs to one lease", when: "always", broken: heldTwice },
  { name: "no application is sent without consent", when: "always", broken: withoutConsent },
  { name: "no contract is abandoned while its order may still be placed", when: "always", broken: givenUpTooSoon },
  { name: "the history has each event once", when: "always", broken: toldTwice },
  { name: "events are emitted in order", when: "always", broken: outOfOrder },
  { name: "every order that isn't canceled is recorded", when: "atRest", broken: orderUnknown },
  { name: "every signed lease has an outcome or an alert", when: "atRest", broken: unexplained },
  { name: "Medusa's amounts equal the ledger's, or there is an alert", when: "atRest", broken: moneyApart },
  { name: "the ledger agrees with the service, or there is an alert", when: "atRest", broken: otherStory },
  {
    name: "the service has each hosted lease's order number and delivery date, or there is an alert",
    when: "atRest",
    broken: linkForgotten,
  },
  {
    name: "the service, the ledger and Medusa agree on returned parts, or there is an alert",
    when: "atRest",
    broken: partsApart,
  },
  { name: "every event is emitted", when: "atRest", broken: untold },
  { name: "no call that is due is forgotten", when: "atRest", broken: forgotten },
  { name: "no call is both done and due", when: "atRest", broken: doneAndDue },
  { name: "every state has a way out", when: "atRest", broken: withoutExit },
  ...replacementRules,
]

/** The rules currently broken, one per line. */
export function brokenRules(world: World, { atRest }: { atRest: boolean }): string[] {
  return rules
    .filter(({ when }) => atRest || when === "always")
    .flatMap(({ name, broken }) => broken(world).map((what) => `${name}: ${what}`))
}

/** The service restores an approval after a cancellation, so an application is canceled once for each lease that had it. */
function leasesOf(world: World, applicationId: string): number {
  return world.leases.filter(({ application_id }) => application_id === applicationId).length
}

function effects(world: World, applicationId: string, call: Call) {
  return world.journal.filter(
    (entry) => entry.done && entry.applicationId === applicationId && entry.route === CALLS[call],
  )
}

/** A return that the service received and refused had no effect. */
function effectiveTwice(world: World): string[] {
  return world.service.flatMap(({ applicationId, history, returns }) => {
    const canceled = effects(world, applicationId, "cancel_contract").length
    const delivered = effects(world, applicationId, "confirm_delivery").length
    const allowed = Math.max(1, leasesOf(world, applicationId))
    return [
      canceled > allowed && `canceled ${canceled} times`,
      delivered > 1 && `delivered ${delivered} times`,
      returns.filter(({ whole }) => whole).length > 1 && "returned as a whole more than once",
      history.filter(({ what }) => what.startsWith("Whole order returned")).length > 1 &&
        "returned twice by its history",
    ].flatMap((what) => (what ? [`application of ${referenceOf(world, applicationId)}: ${what}`] : []))
  })
}

function referenceOf(world: World, applicationId: string): string {
  return world.leases.find(({ application_id }) => application_id === applicationId)?.reference ?? "nobody"
}

const LINKS = ["POST /update-order", "POST /update-delivery"]

/** According to the service's journal, each address was used successfully once. */
function linkTwice(world: World): string[] {
  const taken = world.journal.filter(({ route, done }) => done && LINKS.includes(route ?? ""))
  const whats = taken.map(({ route, applicationId }) => `${route} of application ${applicationId}`)
  const twice = new Set(whats.filter((what, place) => whats.indexOf(what) !== place))
  return [...twice].map((what) => `${what} took effect more than once`)
}

function linkForgotten(world: World): string[] {
  const hosted = world.leases.filter((lease) => lease.flow === "hosted" && lease.evidence !== "none" && !told(lease))
  const want = { [LINKS[0] ?? ""]: ["placed", "delivered"], [LINKS[1] ?? ""]: ["delivered"] }
  return Object.entries(want).flatMap(([route, statuses]) => {
    const needed = hosted.filter(({ status }) => statuses.includes(status)).length
    const taken = world.journal.filter((entry) => entry.done && entry.route === route).length
    return taken < needed ? [`${route} took effect ${taken} times for ${needed} leases`] : []
  })
}

/** Staff may request a call again after learning that it didn't take effect. */
function repeatedBlindly(world: World): string[] {
  return each(world, (lease) => {
    const id = lease.application_id
    if (!id || leasesOf(world, id) > 1) return null
    const types = historyOf(world, lease).map(({ type }) => type)
    if (types.includes("retried")) return null
    const again = (Object.keys(CALLS) as Call[]).filter((call) => {
      if (types.filter((type) => type === ASKED[call]).length > 1) return false
      const sent = world.journal.filter(({ applicationId, route }) => applicationId === id && route === CALLS[call])
      if (call === "return_lease") return repeatedReturn(world, lease, sent.filter(isWhole))
      const first = sent.findIndex(({ done }) => done)
      return first >= 0 && first < sent.length - 1
    })
    return again.length ? `${again.join(", ")} sent again after it had taken effect` : null
  })
}

/** A refused return also counts as finished, so the successful one must be the last. */
function repeatedReturn(world: World, lease: LeaseRecord, sent: { done: boolean }[]): boolean {
  const { returns = [] } = serviceOf(world, lease) ?? {}
  const last = returns.some(({ whole }) => whole) ? sent.map(({ done }) => done).lastIndexOf(true) : -1
  return last >= 0 && last < sent.length - 1
}

function isWhole({ body }: { body?: unknown }): boolean {
  return (body as { merchandiseItems?: unknown } | undefined)?.merchandiseItems === undefined
}

/** The total in cents of the lines that the service returned or reduced. */
function partsAt(world: World, lease: LeaseRecord): number[] {
  const { returns = [] } = serviceOf(world, lease) ?? {}
  return returns.filter(({ whole }) => !whole).map(({ amount }) => Math.round(amount * 100))
}

/** The service has each partial return once, and only those that the ledger recorded or sent. */
function partsTwice(world: World): string[] {
  return each(world, (lease) => {
    // One application may have had several leases.
    const all = world.leases.filter(({ application_id }) => application_id === lease.application_id)
    if (all.some((each) => resolvedByHand(world, each))) return null
    const sent = all.flatMap((each) => pendingCallsOf(world, each)).filter((call) => call.sent && isOpen(call))
    const known = [
      ...all.flatMap(({ reductions }) => reductions ?? []),
      ...sent.flatMap(({ detail }) => detail.reduction ?? []),
    ].map(({ amount }) => amount)
    const strange = partsAt(world, lease).filter((amount) => {
      const at = known.indexOf(amount)
      if (at >= 0) known.splice(at, 1)
      return at < 0
    })
    return strange.length > 0 && `the service took ${strange.join(", ")} cents off that were not asked for`
  })
}

/** The service has the rest of the lease, Medusa refunded the same amount, and no more units were returned there than arrived in the store. */
function partsApart(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    if (lease.flow === "hosted" || lease.status !== "delivered" || !order) return null
    if (told(lease) || resolvedByHand(world, lease)) return null
    const { reductions } = lease
    const taken = partsAt(world, lease)
    if (String(taken) !== String((reductions ?? []).map(({ amount }) => amount)))
      return `the service took ${taken} cents off, the ledger ${JSON.stringify(reductions)}`
    const left = Math.round((serviceOf(world, lease)?.cart?.invoiceTotal ?? 0) * 100)
    if (left !== restOf(lease)) return `the service has ${left} cents left, the ledger ${restOf(lease)}`
    const refunded = paidBy(order, lease).reduce((sum, payment) => sum + payment.refunded, 0)
    if (refunded !== reducedBy(reductions)) return `Medusa gave ${refunded} cents back`
    return piecesBack(reductions) > order.returned && `only ${order.returned} pieces came back`
  })
}

/** No service receives another account's application or credentials. */
function wrongAccount(world: World): string[] {
  const accounts = new Map(world.leases.map(({ application_id, account_id }) => [application_id, account_id]))
  return world.journal.flatMap(({ account_id, applicationId = null, route, code, status, fault, line }) => {
    const strange = applicationId !== null && accounts.has(applicationId) && accounts.get(applicationId) !== account_id
    // A service's journal names only its own applications. A probe requests the price of one that doesn't exist.
    const unknown = code === "not-found" && route !== "GET /application/cart/pricing"
    if (strange || unknown) return [`${line} went to ${account_id ?? "the account at the top"}`]
    return status === 401 && fault !== "401" ? [`${line} came with another login`] : []
  })
}

function withoutEvidence(world: World): string[] {
  const placed = each(world, (lease) => {
    if (!["placed", "delivered"].includes(lease.status)) return null
    if (!orderOf(world, lease)) return "is placed without an order"
    return lease.evidence === "none" && "is placed without a signature"
  })
  const paid = world.orders.flatMap((order) => {
    return order.payments.flatMap(({ captured, refunded, leaseId }) => {
      if (captured <= refunded) return []
      const lease = world.leases.find(({ id, order_id }) => order_id === order.id && id === leaseId)
      if (!lease) return [`${order.id} is captured and no lease knows of it`]
      const sure = lease.evidence === "verified" || lease.evidence === "attested"
      return sure ? [] : [`${at(lease)}: is captured on evidence "${lease.evidence}"`]
    })
  })
  return [...placed, ...paid]
}

/** A verified lease is signed at the service, even when the responses of two applications are swapped. */
function neverSigned(world: World): string[] {
  return each(world, (lease) => {
    if (lease.evidence !== "verified" || lease.flow === "hosted") return null
    const signed = serviceOf(world, lease)?.history.some(({ what }) => what.startsWith("Contract signed"))
    return signed === false && "is verified, and the service has no signature"
  })
}

function twoExclusive(world: World): string[] {
  return each(world, (lease) => {
    const open = pendingCallsOf(world, lease).filter((call) => isExclusive(call.kind) && isOpen(call))
    return open.length > 1 && `has ${open.map(({ kind }) => kind).join(" and ")} open`
  })
}

/** Only one lease has an application, no matter how many times the approval moved between carts. */
function heldTwice(world: World): string[] {
  return world.service.flatMap(({ applicationId }) => {
    const holders = world.leases.filter(
      ({ application_id, status }) => application_id === applicationId && !NO_APPLICATION.includes(status),
    )
    return holders.length > 1 ? [`${holders.map(at).join(" and ")} hold application ${applicationId}`] : []
  })
}

/** An approval moved from another cart includes its consent. */
function withoutConsent(world: World): string[] {
  return each(world, (lease) => {
    if (!lease.application_id || lease.flow === "hosted") return null
    const agreed = historyOf(world, lease).some(({ detail }) => detail.consent_version)
    return !agreed && "has an application, and no one agreed to it"
  })
}

/** Only the job gives up: without an order only after trying to place it, or because of another method only if that one has paid the order. */
function givenUpTooSoon(world: World): string[] {
  return each(world, (lease) => {
    if (lease.order_id || !["canceling", "canceled"].includes(lease.status) || resolvedByHand(world, lease)) return null
    const call = pendingCallsOf(world, lease).find(({ kind }) => kind === "cancel_contract")
    if (call?.actor !== "system") return null
    const order = world.orders.find(({ cartId }) => cartId === lease.cart_id)
    if (call.detail.cause === "ordered_otherwise")
      return !(order?.paidOtherwise || order?.canceled) && "is given up for an unpaid order"
    const untried = call.detail.cause === "abandoned" && lease.signed_at !== null && !world.tried.has(lease.id)
    return untried && "is given up before any attempt to place its order"
  })
}

function toldTwice(world: World): string[] {
  return each(world, (lease) => {
    const types = historyOf(world, lease).map(({ type }) => type)
    const twice = ONCE_IN_HISTORY.filter((type) => types.filter((other) => other === type).length > 1)
    return twice.length > 0 && `tells ${twice.join(", ")} more than once`
  })
}

function orderUnknown(world: World): string[] {
  return world.orders.flatMap((order) => {
    const open = order.payments.some(isOpenPayment)
    // A canceled order may still have an open payment.
    if (order.canceled ? !open : !order.payments.length && !order.awaitingSession) return []
    if (world.leases.some(({ order_id }) => order_id === order.id)) return []
    const ofCart = world.leases.filter(({ cart_id }) => cart_id === order.cartId)
    return ofCart.some(told) ? [] : [`${order.id} of ${ofCart.map(at).join(", ") || "nobody"}`]
  })
}

function unexplained(world: World): string[] {
  const late = world.now.getTime() - world.options.abandonAfter - HOUR
  const here = each(world, (lease) => {
    const waits = lease.status === "signed" || lease.status === "placing"
    return (
      waits && (lease.signed_at ?? lease.status_at).getTime() < late && !told(lease) && "signed, and nothing came of it"
    )
  })
  const there = world.service.flatMap(({ applicationId, state }) => {
    if (!IN_FORCE.includes(state)) return []
    const leases = world.leases.filter(({ application_id }) => application_id === applicationId)
    // The widget's leases have a different id from their application's.
    if (!leases.length && world.leases.some(({ flow }) => flow === "hosted")) return []
    const known = leases.some((lease) => HOLDS.includes(lease.status) || told(lease) || resolvedByHand(world, lease))
    return known ? [] : [`the service has ${state} for ${leases.map(at).join(", ") || "no lease of ours"}`]
  })
  return [...here, ...there]
}

function moneyApart(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    if (!order || told(lease)) return null
    const payments = paidBy(order, lease)
    const held = payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
    // Its payment stays until the new contract's payment replaces it. If the new contract ends unsigned, an alert is raised there.
    const next = successorOf(world, lease)
    if (next?.order_id && (!ENDED.includes(next.status) || told(next)) && next.placed_at === null) return null
    if (ENDED.includes(lease.status)) return held !== 0 && `is over, and ${held} cents are held`
    if (!["placed", "delivered"].includes(lease.status)) return null
    const rest = restOf(lease)
    if (held === rest) return null
    if (payments.some(({ captured }) => captured)) return `${held} cents are held instead of ${rest}`
    const waits = lease.evidence === "reported" || (world.options.captureOn === "delivery" && lease.status === "placed")
    const isDue = pendingCallsOf(world, lease).some(({ kind, state }) => kind === "capture_payment" && state === "due")
    return !waits && !isDue && "its payment is neither captured nor due"
  })
}

/** The service's possible statuses for each of our statuses that is certain. */
const STORIES: Partial<Record<LeaseRecord["status"], readonly string[]>> = {
  placed: ["Contracts Received", "Lease Accepted"],
  delivered: ["Funded"],
  returned: ["Returned"],
  signed: ["Contracts Received", "Lease Accepted"],
}

function otherStory(world: World): string[] {
  return each(world, (lease) => {
    const state = serviceOf(world, lease)?.state
    if (!state || told(lease) || resolvedByHand(world, lease)) return null
    const shared = leasesOf(world, lease.application_id ?? "") > 1
    if (ENDED.includes(lease.status) && lease.status !== "returned")
      return !shared && IN_FORCE.includes(state) && `is over, and the service says ${state}`
    // A signature reported by the browser: the service gives no status, or the first payment is pending.
    if (lease.evidence === "reported") return null
    const may = STORIES[lease.status]
    return may && !may.includes(state) && `the service says ${state}`
  })
}

/** Events may repeat, but their first occurrences are in order. */
function outOfOrder(world: World): string[] {
  return each(world, (lease) => {
    const sequence = eventsOf(world, lease).map((event) => event.sequence)
    const first = sequence.filter((number, place) => sequence.indexOf(number) === place)
    return first.some((number, place) => number < (first[place - 1] ?? 0)) && `was told in the order ${sequence}`
  })
}

/** History entries that are published, and their events. */
const ON_BUS: Record<string, LeaseEventName> = {
  application_sent: LeaseEvents.APPLIED,
  approval_taken: LeaseEvents.APPROVED,
  contract_replaced: LeaseEvents.CONTRACT_REPLACED,
  contract_handed_out: LeaseEvents.SIGNING,
  order_placed: LeaseEvents.PLACED,
  delivery_confirmed: LeaseEvents.DELIVERED,
  returned: LeaseEvents.RETURNED,
  canceled: LeaseEvents.CANCELED,
  lease_expired: LeaseEvents.EXPIRED,
  alert_raised: LeaseEvents.NEEDS_ATTENTION,
}

function untold(world: World): string[] {
  return each(world, (lease) => {
    if (world.unannounced.has(lease.id)) return "still has something to tell the bus"
    const names = new Set(eventsOf(world, lease).map(({ name }) => name))
    const missing = historyOf(world, lease).filter(({ type }) => ON_BUS[type] && !names.has(ON_BUS[type]))
    return missing.length > 0 && `did not tell the bus ${missing.map(({ type }) => type).join(", ")}`
  })
}

/** Decides the calls again, and checks the simplest rules independently. */
function forgotten(world: World): string[] {
  return each(world, (lease) => {
    const pendingCalls = pendingCallsOf(world, lease)
    const order = world.orders.find(({ cartId }) => cartId === lease.cart_id) ?? null
    const known = { order: order && toOrder(order, lease), recipientDiffers: false, cart: null }
    const open = (kind: CallKind) => pendingCalls.some((call) => call.kind === kind && isOpen(call))
    const busy = pendingCalls.some((call) => isExclusive(call.kind) && isOpen(call))
    const facts = { ...known, lease, pendingCalls, now: world.now }
    const decision = decideCalls(facts, world.options)
    const lost = decision.calls.filter(({ kind }) => !open(kind) && !(busy && isExclusive(kind)))
    if (lost.length) return `${lost.map(({ kind }) => kind).join(", ")} is due and has no row`
    const overdue = pendingCalls.filter(
      ({ state, due_at }) => (state === "due" || state === "running") && due_at <= world.now,
    )
    if (overdue.length) return `${overdue.map(({ kind }) => kind).join(", ")} is due and never made`
    if (told(lease)) return null
    const own = lease.order_id !== null && lease.order_id === order?.id
    if (!own || lease.status !== "placed") return null
    if (order.canceled && !open("cancel_contract")) return "its order is canceled, and its contract is still in force"
    const sure = lease.evidence !== "reported" && !blockingOf(lease.alerts)
    const delivered = order.deliveredAt !== null && world.options.confirmDeliveryOn === "delivered"
    // If staff closed the call, the lease is listed among the deliveries to confirm.
    const listed = resolvedByHand(world, lease) && lease.to_confirm_since !== null
    const left = sure && delivered && !open("confirm_delivery") && !listed
    return left && "its goods are delivered, and neither the service nor a person is told"
  })
}

function doneAndDue(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    const payments = order ? paidBy(order, lease) : []
    const paid = payments.length > 0 && payments.every(({ captured, canceled }) => captured || canceled)
    const done = pendingCallsOf(world, lease).filter((call) => {
      if (!isOpen(call)) return false
      if (call.kind in REACHED) return REACHED[call.kind as Call].includes(lease.status)
      if (call.kind === "capture_payment") return paid
      if (call.kind === "replace_payment") return lease.placed_at !== null
      if (call.kind === "cancel_order") return order?.canceled === true
      return call.kind === "place_order" && lease.order_id !== null
    })
    return done.length > 0 && `${done.map(({ kind, state }) => `${kind} (${state})`).join(", ")} is done and due`
  })
}

/** The lease has ended, or something can advance it: the job, a pending call, the shopper's next step or a decision by staff. */
function withoutExit(world: World): string[] {
  return each(world, (lease) => {
    const { status } = lease
    if (ENDED.includes(status) || status === "denied") return null
    const pendingCalls = pendingCallsOf(world, lease).filter(isOpen)
    if (status === "submitting") return "it is forgotten that a form went out"
    if (status === "canceling" && !pendingCalls.some(({ kind }) => kind === "cancel_contract"))
      return "it is never canceled"
    if (status === "returning" && !pendingCalls.some(({ kind }) => kind === "return_lease"))
      return "it is never returned"
    if (pendingCalls.some(({ state }) => state === "unknown") && !told(lease))
      return "a call is unknown and no one was told"
    const shopper = (["apply", "offer", "contract", "place"] as const).some((action) => !whyNot(action, status))
    const person = outcomesOf(lease).some((outcome) => outcome !== "nothing")
    return !shopper && !person && !pendingCalls.length && !lease.reconcile_at && "nothing leads on from here"
  })
}
