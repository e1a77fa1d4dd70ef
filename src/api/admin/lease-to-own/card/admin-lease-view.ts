import type { CardSources, LeaseRecord, ListedLease, leaseCard } from "../../../../modules/lease/ledger"
import type { AdminLeaseView, LeaseName, Money } from "../../../admin-types"

/** Returns the JSON for the Lease card, with amounts in major units. */
export function toAdminLeaseView(sources: CardSources, shown: ReturnType<typeof leaseCard>): AdminLeaseView {
  const { lease, order } = sources
  const { alerts, next_step, reduced, ...card } = shown
  const inMajorUnits = <T extends { amount?: number }>({ amount, ...rest }: T) => ({
    ...rest,
    ...(amount !== undefined && { amount: money(amount, lease.currency_code) }),
  })
  return {
    ...inBrief(lease),
    ...card,
    alerts: alerts.map(inMajorUnits),
    next_step: next_step && inMajorUnits(next_step),
    order: order && { id: order.id, display_id: order.displayId },
    replaces: nameOf(sources.former),
    replaced_by: nameOf(sources.next),
    reduced: reduced && { ...reduced, rest: money(reduced.rest, lease.currency_code) },
    order_total: order && money(order.total, order.asCart.currency_code),
  }
}

function nameOf(lease: LeaseRecord | null): LeaseName | null {
  return lease && { id: lease.id, reference: lease.reference }
}

/** Returns the fields that the Lease card shares with the list's rows. */
export function inBrief(lease: ListedLease | LeaseRecord) {
  const { id, reference, email, flow, test, account_id, amount, currency_code } = lease
  const leased = amount === null ? null : money(amount, currency_code)
  return { id, reference, email, flow, test, ...(account_id !== null && { account_id }), leased }
}

export function money(amountInCents: number, currency_code: string): Money {
  return { amount: amountInCents / 100, currency_code }
}

/** Converts a sum of leases' amounts in cents. */
export function moneyOfSum({ amount, currency_code }: { amount: number; currency_code: string }): Money {
  return money(amount, currency_code)
}
