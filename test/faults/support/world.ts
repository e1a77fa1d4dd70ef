import type { JournalEntry, LeaseRecordView } from "lease-to-own-sandbox"
import { type HistoryRecord, type LeaseOptions, type LeaseRecord, type PendingCall } from "../../support/ledger"
import type { Room } from "./room"
import type { ShopOrder } from "./shop-order"

export type ShopOrderOfCart = ShopOrder & { cartId: string }

/** The state of the ledger, the shop and the service at one moment. */
export type World = {
  now: Date
  /** The store's clock was set back. */
  isTurned: boolean
  options: LeaseOptions
  leases: LeaseRecord[]
  /** By lease id, newest first. */
  pendingCalls: Map<string, PendingCall[]>
  /** Leases whose order the job has tried to place. */
  tried: Set<string>
  /** By lease id, oldest first. */
  history: Map<string, HistoryRecord[]>
  /** Events on the bus, by lease id, in their order. */
  events: Map<string, { lease_id: string; name: string; event_id: string; sequence: number }[]>
  /** Leases with events that haven't been sent yet. */
  unannounced: Set<string>
  orders: ShopOrderOfCart[]
  /** E-mails to shoppers. */
  mails: { template: string; reference: string }[]
  service: LeaseRecordView[]
  /** Every call that reached an account's service, oldest first. */
  journal: (JournalEntry & { account_id: string | null })[]
}

export async function readWorld(room: Room): Promise<World> {
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
    now: room.now(),
    isTurned: room.isTurned,
    options: room.main.ledger.options,
    leases: leases as unknown as LeaseRecord[],
    pendingCalls: byLease(pendingCalls as unknown as PendingCall[]),
    tried: new Set(tried.map(({ lease_id }) => String(lease_id))),
    history: byLease(history as unknown as HistoryRecord[]),
    events: byLease(events as { lease_id: string; name: string; event_id: string; sequence: number }[]),
    unannounced: new Set(unannounced.map(({ lease_id }) => String(lease_id))),
    orders,
    mails: mails as World["mails"],
    service: room.services.flatMap(({ sandbox }) => sandbox.leases()),
    journal: room.services.flatMap(({ account_id, sandbox }) =>
      sandbox.journal().map((entry) => ({ ...entry, account_id })),
    ),
  }
}

function byLease<T extends { lease_id: string }>(rows: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.lease_id, [...(groups.get(row.lease_id) ?? []), row])
  return groups
}

export const pendingCallsOf = (world: World, { id }: LeaseRecord) => world.pendingCalls.get(id) ?? []
export const eventsOf = (world: World, { id }: LeaseRecord) => world.events.get(id) ?? []
export const historyOf = (world: World, { id }: LeaseRecord) => world.history.get(id) ?? []
export const orderOf = (world: World, { order_id }: LeaseRecord) =>
  world.orders.find(({ id }) => id === order_id) ?? null
export const serviceOf = (world: World, { application_id }: LeaseRecord) =>
  world.service.find(({ applicationId }) => applicationId === application_id) ?? null

/** The service's statuses with a contract in force. */
export const IN_FORCE = ["Contracts Received", "Lease Accepted", "Funded"]

export const told = (lease: LeaseRecord) => lease.alerts.length > 0
export const resolvedByHand = (world: World, lease: LeaseRecord) =>
  historyOf(world, lease).some(({ type }) => type === "resolved_by_hand")
const codes = (lease: LeaseRecord) => lease.alerts.map(({ code }) => code).join(", ") || "no alerts"
export const at = (lease: LeaseRecord) => `${lease.reference} (${lease.status}, ${codes(lease)})`

export function each(world: World, broken: (lease: LeaseRecord) => string | false | null | undefined): string[] {
  return world.leases.flatMap((lease) => {
    const what = broken(lease)
    return what ? [`${at(lease)}: ${what}`] : []
  })
}
