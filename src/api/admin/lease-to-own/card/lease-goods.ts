import { dateIn } from "../../../../lease-cart"
import { isOutdated } from "../../../../modules/lease/card/facts"
import { deliveryDays, returnDays } from "../../../../modules/lease/rules/delivery"
import type { AdminLeaseView } from "../../../admin-types"
import { iso } from "./lease-facts"
import type { Sources } from "./lease-sources"

/** How far the delivery is, what was told of it and by whom, and which days a person may confirm now. */
export function deliveryOf(sources: Sources, timeZone: string, now: Date): AdminLeaseView["delivery"] {
  const { lease, order } = sources
  const count = { pieces: order?.delivery.pieces ?? 0, delivered: order?.delivery.delivered ?? 0 }
  const completed = order?.delivery.deliveredAt ?? null
  return {
    ...count,
    completed_on: completed ? (dateIn(completed, timeZone) ?? null) : null,
    confirmed: confirmedOf(sources),
    ...deliveryDays({ placedAt: lease.placed_at, count, timeZone, now }),
  }
}

function confirmedOf({ lease, newest, names }: Sources): AdminLeaseView["delivery"]["confirmed"] {
  if (!lease.delivered_at) return null
  const settled = newest.get("settled")
  const byHand = settled?.detail.outcome === "delivered" ? settled : undefined
  // Who asked for the confirmation, or said that it was made elsewhere; null when the service was the first to know.
  const asked = byHand ?? newest.get("delivery_asked")
  const actor = asked?.actor_id ? names.get(asked.actor_id) : undefined
  return {
    date: lease.delivery_date,
    at: iso(lease.delivered_at),
    by: asked?.actor ?? "service",
    ...(actor && { actor }),
  }
}

/** Returned goods, whether the service allows a return, and the possible days of it. */
export function returnedOf(sources: Sources, timeZone: string, now: Date): AdminLeaseView["returned"] {
  const { lease, order, lastReturn, returnCheck } = sources
  const received = lastReturn?.receivedAt
  return {
    pieces: order?.delivery.returned ?? 0,
    display_id: lastReturn?.displayId ?? null,
    received_on: received ? (dateIn(received, timeZone) ?? null) : null,
    checked:
      returnCheck && !isOutdated(returnCheck, lease)
        ? { eligible: returnCheck.eligible, at: iso(returnCheck.at) }
        : null,
    ...returnDays({ placedAt: lease.placed_at, timeZone, now }),
  }
}
