import { currentOf, dueOf, operatorsId, type PayoutLease } from "../../modules/lease/ledger"
import type { PayoutLine } from "./lines"

/** The lists of leases that are in the files. */
export type List = "matched" | "short" | "over"

/** A lease's facts for the lists and the report. Small, because a million of them may be in memory. */
export type LeaseFacts = Pick<PayoutLease, "reference" | "status" | "flow"> & {
  order: number | null
  operator_id: string | null
  currency: string
  /** In cents. */
  due: number
  delivered: string | null
  /** The date of the cancellation or return. */
  ended: string | null
}

export function factsOf(lease: PayoutLease): LeaseFacts {
  const { reference, status, flow, delivered_on, changed_on } = lease
  return {
    ...{ reference, status, flow, order: lease.order_display_id, operator_id: operatorsId(lease) },
    ...{ currency: lease.currency_code, due: dueOf(lease), delivered: delivered_on },
    ended: status === "canceled" || status === "returned" ? changed_on : null,
  }
}

const NOTHING: ReadonlyMap<string, number> = new Map()

/** The sums of the files' lines about one lease, in cents. */
export class Total {
  paid = 0
  fees = 0
  lines = 0
  /** The date of the last payment. */
  day: string | null = null
  private negative: Map<string, number> | undefined

  constructor(readonly lease: LeaseFacts) {}

  add({ paid, fee, day, reason }: PayoutLine): void {
    this.paid += paid
    this.fees += fee
    this.lines += 1
    if (paid > 0 && day && (!this.day || day > this.day)) this.day = day
    if (paid - fee >= 0 || !reason) return
    this.negative ??= new Map()
    this.negative.set(reason, (this.negative.get(reason) ?? 0) + paid - fee)
  }

  /** The sums of negative lines, by reason. */
  get taken(): ReadonlyMap<string, number> {
    return this.negative ?? NOTHING
  }

  get difference(): number {
    return this.paid - this.lease.due
  }

  get list(): List {
    if (this.difference < 0) return "short"
    return this.difference > 0 ? "over" : "matched"
  }
}

type Named = Pick<PayoutLine, "lease" | "order">

const ORDER_NUMBER = /^#?\s*(\d{1,9})$/

/** Returns an order's display ID as operators write it, `1042` or `#1042`. Null if the text is something else. */
export function orderNumberOf(text: string): number | null {
  const number = ORDER_NUMBER.exec(text)?.[1]
  return number === undefined ? null : Number(number)
}

/** Finds a line's lease by its lease cell (the operator's ID or our reference), or else by its order cell (our reference or the display ID). */
export class LeaseNames {
  private readonly byName = new Map<string, PayoutLease[]>()

  constructor(leases: readonly PayoutLease[]) {
    for (const lease of leases)
      for (const name of namesOf(lease)) this.byName.set(name, [...(this.byName.get(name) ?? []), lease])
  }

  /** Returns the lease that a line is about, or undefined. Returns another account's lease only if this account has none. */
  leaseOf(named: Named, account_id: string | null): PayoutLease | undefined {
    const found = wantedBy(named).map((names) => names.flatMap((name) => this.byName.get(name) ?? []))
    const own = found.map((leases) => leases.filter((lease) => lease.account_id === account_id))
    return currentOf([...own, ...found].find((leases) => leases.length > 0) ?? [])
  }
}

/** Returns a lease's names as keys that begin with their kind, because an operator's ID may look like an order's display ID. */
function namesOf({ application_id, hosted_id, reference, order_display_id: number }: PayoutLease): Set<string> {
  const ids = [application_id, hosted_id].flatMap((id) => (id === null ? [] : `id ${id.toLowerCase()}`))
  return new Set([...ids, `reference ${reference.toLowerCase()}`, ...(number === null ? [] : [`order ${number}`])])
}

/** Returns the names to find a line's lease by: those in its lease cell, then those in its order cell. An empty cell matches no lease. */
function wantedBy({ lease, order }: Named): string[][] {
  const [ofLease, ofOrder] = [lease.toLowerCase(), order.toLowerCase()]
  return [
    [`id ${ofLease}`, `reference ${ofLease}`],
    [`reference ${ofOrder}`, `order ${orderNumberOf(order)}`],
  ]
}
