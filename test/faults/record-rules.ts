import { LeaseEvents, type LeaseRecord } from "../../src/modules/lease/ledger"
import type { LeaseEventName } from "../../src/modules/lease/rules/announcements"
import { successorOf } from "./replacement-rules"
import { rules } from "./rules"
import type { RecordedWorld as World } from "./support/records"
import { each, hasAlert, orderOf, pendingCallsOf, type Rules, violations } from "./support/world"

/** History entries that a lease can have only once. */
const ONCE_IN_HISTORY = ["order_placed", "canceled", "delivery_confirmed", "returned"]

/** Rules about what only the tables and the service's journal record. */
const recordRules: Rules<World> = {
  always: {
    "a one-time URL takes effect once": linkTwice,
    "every call goes to the lease's own account": wrongAccount,
    "a placed lease has an order": withoutOrder,
    "no application is sent without consent": withoutConsent,
    "no contract is abandoned while its order may still be placed": givenUpTooSoon,
    "the history has each event once": recordedTwice,
    "events are emitted in order": outOfOrder,
    "no shopper is told that a replaced lease is canceled": mailedAsCanceled,
  },
  atRest: {
    "the service has each hosted lease's order number and delivery date, or there is an alert": linkForgotten,
    "every event is emitted": unannounced,
  },
}

/** All rules of the fault tests. */
export const allRules: Rules<World>[] = [...rules, recordRules]

/** The rules currently broken, one per line. */
export function brokenRules(world: World): string[] {
  return [...violations(world, allRules)].map(({ rule, what }) => `${rule}: ${what}`)
}

const historyOf = (world: World, { id }: LeaseRecord) => world.history.get(id) ?? []
const eventsOf = (world: World, { id }: LeaseRecord) => world.events.get(id) ?? []

const LINKS = ["POST /update-order", "POST /update-delivery"]

/** According to the service's journal, each address was used successfully once. */
function linkTwice(world: World): string[] {
  const taken = world.journal.filter(({ route, done }) => done && LINKS.includes(route ?? ""))
  const whats = taken.map(({ route, applicationId }) => `${route} of application ${applicationId}`)
  const twice = new Set(whats.filter((what, place) => whats.indexOf(what) !== place))
  return [...twice].map((what) => `${what} took effect more than once`)
}

/** In a simulated life, a slow completion may take its order back after it was recorded, and staff may record a lease that has none. */
function withoutOrder(world: World): string[] {
  const isPlaced = ({ status }: LeaseRecord) => status === "placed" || status === "delivered"
  return each(world, (lease) => isPlaced(lease) && !orderOf(world, lease) && "is placed without an order")
}

function linkForgotten(world: World): string[] {
  const hosted = world.leases.filter(
    (lease) => lease.flow === "hosted" && lease.evidence !== "none" && !hasAlert(lease),
  )
  const want = { [LINKS[0] ?? ""]: ["placed", "delivered"], [LINKS[1] ?? ""]: ["delivered"] }
  return Object.entries(want).flatMap(([route, statuses]) => {
    const needed = hosted.filter(({ status }) => statuses.includes(status)).length
    const taken = world.journal.filter((entry) => entry.done && entry.route === route).length
    return taken < needed ? [`${route} took effect ${taken} times for ${needed} leases`] : []
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

/** An approval moved from another cart includes its consent. */
function withoutConsent(world: World): string[] {
  return each(world, (lease) => {
    if (!lease.application_id || lease.flow === "hosted") return null
    const agreed = historyOf(world, lease).some(({ detail }) => detail.consent_version)
    return !agreed && "has an application, and no one agreed to it"
  })
}

/** Only the job gives up a lease: one without an order only after trying to place it, and one for another method only once that method has paid. */
function givenUpTooSoon(world: World): string[] {
  return each(world, (lease) => {
    if (lease.order_id || !["canceling", "canceled"].includes(lease.status) || world.resolved.has(lease.id)) return null
    const call = pendingCallsOf(world, lease).find(({ kind }) => kind === "cancel_contract")
    if (call?.actor !== "system") return null
    const order = world.orders.find(({ cartId }) => cartId === lease.cart_id)
    if (call.detail.cause === "ordered_otherwise")
      return !(order?.heldByOthers || order?.canceled) && "is given up for an unpaid order"
    const untried = call.detail.cause === "abandoned" && lease.signed_at !== null && !world.tried.has(lease.id)
    return untried && "is given up before any attempt to place its order"
  })
}

function recordedTwice(world: World): string[] {
  return each(world, (lease) => {
    const types = historyOf(world, lease).map(({ type }) => type)
    const twice = ONCE_IN_HISTORY.filter((type) => types.filter((other) => other === type).length > 1)
    return twice.length > 0 && `has ${twice.join(", ")} more than once`
  })
}

/** If the order was canceled in the meantime, the contract has ended and is no longer replaced. */
function mailedAsCanceled(world: World): string[] {
  return each(world, (lease) => {
    const isMailed = world.mails.some(
      ({ template, reference }) => template === "lease-to-own.canceled" && reference === lease.reference,
    )
    return isMailed && Boolean(successorOf(world, lease)?.order_id) && "is mailed as canceled"
  })
}

/** Events may repeat, but their first occurrences are in order. */
function outOfOrder(world: World): string[] {
  return each(world, (lease) => {
    const sequence = eventsOf(world, lease).map((event) => event.sequence)
    const first = sequence.filter((number, place) => sequence.indexOf(number) === place)
    return first.some((number, place) => number < (first[place - 1] ?? 0)) && `was emitted in the order ${sequence}`
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

function unannounced(world: World): string[] {
  return each(world, (lease) => {
    if (world.unannounced.has(lease.id)) return "still has an event to emit"
    const names = new Set(eventsOf(world, lease).map(({ name }) => name))
    const missing = historyOf(world, lease).filter(({ type }) => ON_BUS[type] && !names.has(ON_BUS[type]))
    return missing.length > 0 && `did not emit ${missing.map(({ type }) => type).join(", ")}`
  })
}
