import type { JournalEntry, LeaseRecordView } from "lease-to-own-sandbox"
import type { LeaseRecord, PendingCall } from "../../../src/modules/lease/ledger"
import type { HistoryRecord } from "../../../src/modules/lease/rules/records"
import type { Room } from "./room"
import type { Effect, ServiceLease, World } from "./world"

type Entry = JournalEntry & { account_id: string | null }
type BusEvent = { lease_id: string; name: string; event_id: string; sequence: number }

/** What the tables of a room, and its services, record. */
export type Records = Pick<World, "now" | "isTurned" | "options" | "leases" | "pendingCalls" | "orders"> & {
  /** Leases whose order the job has tried to place. */
  tried: Set<string>
  /** By lease id, oldest first. */
  history: Map<string, HistoryRecord[]>
  /** Events on the bus, by lease id, in their order. */
  events: Map<string, BusEvent[]>
  /** Leases with events that haven't been sent yet. */
  unannounced: Set<string>
  /** Emails to shoppers. */
  mails: { template: string; reference: string }[]
  /** The services' leases, and every call that reached an account's service, oldest first. */
  views: LeaseRecordView[]
  journal: Entry[]
}
export type RecordedWorld = World & Records

export async function readRecords(room: Room): Promise<Records> {
  const [leases, pendingCalls, history, tried, events, unannounced, orders, mails] = await Promise.all([
    room.sql("select * from lease order by created_at"),
    room.sql("select * from lease_pending_call where deleted_at is null order by created_at desc, id desc"),
    room.sql("select * from lease_event order by seq"),
    room.sql("select distinct lease_id from lease_pending_call where kind = 'place_order' and attempts > 0"),
    room.sql("select lease_id, name, event_id, sequence from shop_event order by place"),
    room.sql("select lease_id from lease_announcement where bus_at is not null"),
    room.main.shop.orders(),
    room.sql("select template, data->>'reference' as reference from shop_mail"),
  ])
  return {
    ...{ now: room.now(), isTurned: room.isTurned, options: room.main.ledger.accounts.first.options, orders },
    leases: leases as unknown as LeaseRecord[],
    pendingCalls: byLease(pendingCalls as unknown as PendingCall[]),
    tried: new Set(tried.map(({ lease_id }) => String(lease_id))),
    history: byLease(history as unknown as HistoryRecord[]),
    events: byLease(events as BusEvent[]),
    unannounced: new Set(unannounced.map(({ lease_id }) => String(lease_id))),
    mails: mails as Records["mails"],
    views: room.services.flatMap(({ sandbox }) => sandbox.leases()),
    journal: room.services.flatMap(({ account_id, sandbox }) =>
      sandbox.journal().map((entry) => ({ ...entry, account_id })),
    ),
  }
}

/** The world of these records. */
export function worldOf(records: Records, { isAtRest }: { isAtRest: boolean }): RecordedWorld {
  const { leases, history, views } = records
  const having = (is: (entry: HistoryRecord) => boolean) => leases.filter(({ id }) => history.get(id)?.some(is))
  const idsWith = (type: HistoryRecord["type"]) => new Set(having((entry) => entry.type === type).map(({ id }) => id))
  return {
    ...{ ...records, isIdle: isAtRest, isAtRest, isLongAtRest: isAtRest },
    ...{ resolved: idsWith("resolved_by_hand"), sentAgain: idsWith("retried") },
    successorsOf: ({ reference }) =>
      having(({ type, detail }) => type === "contract_replaced" && detail.from === reference),
    service: views.map((view) => serviceLease(view, records)),
  }
}

function byLease<T extends { lease_id: string }>(rows: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.lease_id, [...(groups.get(row.lease_id) ?? []), row])
  return groups
}

const CALLS: Record<Effect, { route: string; requested: HistoryRecord["type"] }> = {
  cancel_contract: { route: "DELETE /application/contract", requested: "cancel_requested" },
  confirm_delivery: { route: "POST /application/cart/delivery", requested: "delivery_requested" },
  return_lease: { route: "POST /application/return", requested: "return_requested" },
}

function serviceLease(
  { applicationId, state, history: entries, returns, cart }: LeaseRecordView,
  { leases, history, journal }: Records,
): ServiceLease {
  const wrote = (begins: string) => entries.filter(({ what }) => what.startsWith(begins)).length
  const sent = (call: Effect) =>
    journal.filter((entry) => entry.applicationId === applicationId && entry.route === CALLS[call].route)
  const whole = returns.filter((one) => one.whole).length
  const ids = leases.filter(({ application_id }) => application_id === applicationId).map(({ id }) => id)
  const isRepeated = (call: Effect) => {
    // A new contract, or a new request by a person, may repeat a call.
    const requests = ids.flatMap((id) => history.get(id) ?? []).filter(({ type }) => type === CALLS[call].requested)
    if (ids.length > 1 || requests.length > 1) return false
    const calls = call === "return_lease" ? sent(call).filter(isWhole) : sent(call)
    const done = calls.map((entry) => entry.done)
    // A refused return also counts as finished, so the successful one must be the last.
    const effect = call === "return_lease" ? (whole ? done.lastIndexOf(true) : -1) : done.indexOf(true)
    return effect >= 0 && effect < calls.length - 1
  }
  return {
    ...{ applicationId, status: state, hasStatus: true, isSigned: wrote("Contract signed") > 0, elsewhere: false },
    left: Math.round((cart?.invoiceTotal ?? 0) * 100),
    parts: returns.filter((one) => !one.whole).map(({ amount }) => Math.round(amount * 100)),
    contracts: Math.max(1, ids.length),
    effects: {
      cancel_contract: sent("cancel_contract").filter(({ done }) => done).length,
      confirm_delivery: sent("confirm_delivery").filter(({ done }) => done).length,
      // A return that the service received and refused had no effect.
      return_lease: Math.max(whole, wrote("Whole order returned")),
    },
    repeated: (Object.keys(CALLS) as Effect[]).filter(isRepeated),
  }
}

function isWhole({ body }: { body?: unknown }): boolean {
  return (body as { merchandiseItems?: unknown } | undefined)?.merchandiseItems === undefined
}
