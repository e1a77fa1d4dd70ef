import { isDeepStrictEqual } from "node:util"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import { type CallKind, isClosed, isOpen, type LeaseRecord, type PendingCall } from "../../../src/modules/lease/ledger"
import type { RaisedAlertCode } from "../../../src/modules/lease/rules/alert-codes"
import { clearedOnEntering } from "../../../src/modules/lease/rules/alerts"
import {
  type ClaimedCall,
  EXCLUSIVE_KINDS,
  isExclusive,
  isUnderWay,
  requestedDetail,
} from "../../../src/modules/lease/rules/pending-calls"
import type { Actor, HistoryEntry, HistoryRecord } from "../../../src/modules/lease/rules/records"
import { type LeaseEventType, transitions } from "../../../src/modules/lease/rules/state-machine"
import { leftColumns } from "../../../src/modules/lease/tables/pending-call-store"
import { type Moment, set } from "./moment"

type Store = AccountDeps["store"]
type PendingCalls = Store["pendingCalls"]
/** The methods of a store that these rows implement, with the same arguments and results. */
type Rows<Of> = {
  [Name in keyof Of]?: Of[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Answer | Promise<Answer>
    : Rows<Of[Name]>
}
type Guard = NonNullable<Parameters<Store["set"]>[2]["guard"]>

/** A new lease in mode `test`, as the tables store it. */
export function newLease(columns: Partial<LeaseRecord> & Pick<LeaseRecord, "id" | "status_at">): LeaseRecord {
  return {
    ...{ session_id: null, order_id: null, order_display_id: null, linked_at: null, email: null, test: true },
    ...{
      sales_channel_id: null,
      account_id: null,
      application_id: null,
      service_status: null,
      checked_at: null,
      verified_at: null,
      amount: null,
    },
    ...{ fingerprint: null, recipient_hash: null, snapshot: null, sent: null, pricing: null, priced_at: null },
    ...{
      customer_id: null,
      idempotency_key_hash: null,
      approval_amount: null,
      approved_until: null,
      completions: null,
    },
    ...{ contract_at: null, contracts_received_at: null, signed_at: null, placed_at: null, canceled_at: null },
    ...{ delivery_date: null, delivered_at: null, returned_at: null, to_confirm_since: null, accepted_order: null },
    ...{ reductions: null, hosted_id: null, order_link: null, delivery_link: null, success_digest: null },
    ...{ widget_approved_at: null, widget_tokens: null, reconcile_at: null, reconcile_failures: 0, claim_token: null },
    ...{ signing_link_nonce: null, signing_link_hash: null, claimed_until: null, held_at: null, erased_at: null },
    ...{ lease_key_hashes: [], alerts: [], created_at: columns.status_at },
    ...{ reference: "L-1", cart_id: "cart_1", currency_code: "usd" },
    ...({ flow: "api", status: "open", evidence: "none" } as const),
    ...columns,
  } as LeaseRecord
}

/** The ledger's tables as plain rows: the effect of each statement of `LeaseStore` on one cart's leases, without announcements. */
export function rowsOf(m: Moment) {
  const now = () => new Date(m.now)
  const find = (id: string) => [m.lease, ...m.former].find((lease) => lease.id === id) ?? null
  const write = (id: string, columns: Partial<LeaseRecord>): LeaseRecord | null => {
    const change = (lease: LeaseRecord) => (lease.id === id ? { ...lease, ...columns } : lease)
    set(m, m.lease.id === id ? { lease: change(m.lease) } : { former: m.former.map(change) })
    return find(id)
  }
  const append = (lease_id: string, actor: Actor, entries: readonly HistoryEntry[] = []) => {
    const rows = entries.map((entry) => {
      const more = { seq: 0, actor: actor.by, actor_id: actor.id ?? null, created_at: now() }
      return {
        id: "",
        lease_id,
        ...more,
        type: entry.type,
        detail: "detail" in entry ? entry.detail : {},
      } as HistoryRecord
    })
    set(m, { history: [...m.history, ...rows] })
  }
  const holds = (id: string, { status, unclaimed, placingSession, ...columns }: Guard = {}) => {
    const lease = find(id)
    return (
      lease !== null &&
      (!status || status.includes(lease.status)) &&
      (!unclaimed || lease.claimed_until === null || lease.claimed_until < now()) &&
      (!placingSession || lease.status !== "placing" || lease.session_id === placingSession) &&
      Object.entries(columns).every(([name, value]) => value === undefined || lease[name as "id"] === value)
    )
  }
  const without = ({ alerts }: LeaseRecord, codes: readonly RaisedAlertCode[]) =>
    alerts.filter(({ code }) => !codes.includes(code))
  const enter = (id: string, event: LeaseEventType, set: Partial<LeaseRecord> = {}) => {
    const { to } = transitions[event]
    const lease = find(id)
    if (!lease) return null
    const status_at = to === lease.status ? lease.status_at : now()
    return write(id, {
      status: to,
      status_at,
      reconcile_at: now(),
      alerts: without(lease, clearedOnEntering(to)),
      ...set,
    })
  }
  const change = (id: string, columns: Partial<PendingCall>) => {
    m.pendingCalls = m.pendingCalls.map((call) => (call.id === id ? { ...call, ...columns } : call))
    return m.pendingCalls.find((call) => call.id === id) as ClaimedCall
  }
  const held = ({ id, claim_token }: ClaimedCall) =>
    m.pendingCalls.find((call) => call.id === id && call.claim_token === claim_token && call.state === "running")
  const ofLease = (id: string) => m.pendingCalls.filter((call) => call.lease_id === id)
  /** The unique indexes: one open call of a kind, and one of the exclusive kinds. */
  const rivals = (lease: string, kind: CallKind) =>
    ofLease(lease).filter(
      (call) => isOpen(call) && (call.kind === kind || (isExclusive(kind) && isExclusive(call.kind))),
    )
  const newId = (name: string) => {
    m.ids += 1
    return `${name}${m.ids}`
  }
  const add = (lease_id: string, kind: CallKind, columns: Partial<PendingCall>): ClaimedCall | null => {
    if (rivals(lease_id, kind).length) return null
    const empty = { attempts: 0, claim_token: null, sent: false, last_error: null, finished_at: null }
    const row = { ...empty, id: newId("#"), lease_id, kind, created_at: now(), ...columns } as ClaimedCall
    m.pendingCalls = [row, ...m.pendingCalls]
    return row
  }
  const claim = (ms: number) => {
    return { state: "running" as const, claim_token: newId("#"), due_at: new Date(m.now + ms) }
  }
  const isUnmoved = ({ id, reconcile_at }: LeaseRecord) => find(id)?.reconcile_at?.getTime() === reconcile_at?.getTime()
  const remove = (gone: (call: PendingCall) => boolean) =>
    set(m, { pendingCalls: m.pendingCalls.filter((call) => !gone(call)) })

  const pendingCalls = {
    ofLease,
    ofLeases: (ids) => m.pendingCalls.filter((call) => ids.includes(call.lease_id)),
    enqueue: (id, kind, { dueAt, detail = {}, actor }) =>
      add(id, kind, { detail, actor: actor.by, actor_id: actor.id ?? null, state: "due", due_at: dueAt ?? now() }),
    overtake: (id, kind) => {
      const isRival = (call: PendingCall) => call.lease_id === id && call.kind !== kind && isExclusive(call.kind)
      if (isExclusive(kind)) remove((call) => isRival(call) && call.state === "due" && !call.sent)
    },
    take: (id, kind, { detail, actor, ms }) => {
      const kinds = isExclusive(kind) ? EXCLUSIVE_KINDS : [kind]
      const open = ofLease(id).filter((call) => kinds.includes(call.kind) && isOpen(call))
      if (open.some((call) => call.state === "running" && call.due_at > now())) return "busy"
      const others = open.filter((call) => call.kind !== kind)
      if (others.some(({ sent }) => sent)) return "unknown"
      if (others.length) pendingCalls.overtake(id, kind)
      const own = open.find((call) => call.kind === kind)
      const row = { detail, actor: actor.by, actor_id: actor.id ?? null, attempts: 1, ...claim(ms) }
      if (!own) return add(id, kind, row) ?? "busy"
      const taken = requestedDetail(own, detail)
      return change(own.id, { ...claim(ms), attempts: own.attempts + 1, detail: taken as PendingCall["detail"] })
    },
    claimDue: ({ kinds, limit, ms }) =>
      dueOf(m)
        .filter(({ kind }) => kinds.includes(kind))
        .sort((a, b) => a.due_at.getTime() - b.due_at.getTime())
        .slice(0, limit)
        .map(({ id, attempts }) => change(id, { ...claim(ms), attempts: attempts + 1 })),
    write: (call, { error, ...left }) => {
      if (!held(call)) return false
      change(call.id, { ...(leftColumns(left, now()) as Partial<PendingCall>), last_error: error ?? null })
      return true
    },
    note: (call, last_error) => void (held(call) && change(call.id, { last_error })),
    drop: (call) => void (held(call) && remove(({ id }) => id === call.id)),
    resolveByHand: ({ id }, outcome) => {
      const call = m.pendingCalls.find((one) => one.id === id)
      if (!call || !(["due", "unknown", "refused"].includes(call.state) || call.due_at <= now())) return false
      const over = { state: "resolved_by_hand" as const, sent: false, claim_token: null, finished_at: now() }
      change(id, { ...over, detail: { ...call.detail, outcome } })
      return true
    },
    again: ({ id, detail }, { sendAgain }) => {
      const call = m.pendingCalls.find((one) => one.id === id)
      if (!call || !["due", "unknown", "refused"].includes(call.state)) return false
      if (rivals(call.lease_id, call.kind).some((other) => other.id !== id)) throw twice()
      if (sendAgain) m.sentAgain = true
      const due = { state: "due" as const, due_at: now(), finished_at: null }
      change(id, { ...due, ...(sendAgain && { detail: { ...detail, send_again: true } }) })
      return true
    },
  } satisfies Rows<PendingCalls>

  const submissions = {
    leaseOf: (_cart, idempotencyKeyHash) =>
      find(m.submissions.find((sent) => sent.idempotencyKeyHash === idempotencyKeyHash)?.leaseId ?? ""),
    lock: () => {},
    add: ({ idempotencyKeyHash, leaseId }) => {
      if (m.submissions.some((sent) => sent.idempotencyKeyHash === idempotencyKeyHash)) throw twice()
      set(m, { submissions: [...m.submissions, { idempotencyKeyHash, leaseId, at: m.now }] })
    },
    remove: (_cart, idempotencyKeyHash) =>
      set(m, { submissions: m.submissions.filter((sent) => sent.idempotencyKeyHash !== idempotencyKeyHash) }),
    count: (_cart, _requester, since) => {
      const lately = m.submissions.filter(({ at }) => at > since.getTime()).length
      const ofCart = { ofCart: m.submissions.length, ofCartFromHere: m.submissions.length }
      return { ...ofCart, ofPerson: lately, ofNetwork: lately, ofMailbox: lately }
    },
  } satisfies Rows<Store["submissions"]>

  const steps = {
    write: (call, { call: columns, lasts = 0, event, guard: { application, ...guard } = {}, set, history, actor }) => {
      const own = held(call)
      const id = call.lease_id
      const isAllowed =
        holds(id, guard) &&
        (!event || holds(id, { status: transitions[event].from })) &&
        (!application || find(id)?.application_id === application)
      if (!own || !isAllowed || (lasts > 0 && own.due_at.getTime() <= m.now + lasts)) return null
      append(id, actor, history)
      change(call.id, "state" in columns ? { ...(leftColumns(columns, now()) as object) } : columns)
      if (event) return enter(id, event, set)
      return set ? write(id, set as Partial<LeaseRecord>) : find(id)
    },
  } satisfies Rows<Store["steps"]>

  const store = {
    pendingCalls,
    submissions,
    steps,
    holds: { isHeld: () => false },
    origins: { keep: () => {} },
    histories: { consent: () => null },
    approvals: {
      endOf: ({ application_id }) => {
        const ends = [m.lease, ...m.former].filter((lease) => lease.application_id === application_id)
        return ends.map((lease) => lease.approved_until).sort((a, b) => Number(a) - Number(b))[0] ?? null
      },
    },
    byId: find,
    latest: find,
    ofCart: () => m.lease,
    ofOrder: (id) => [m.lease, ...m.former].find(({ order_id }) => order_id === id) ?? null,
    liveOfApplication: () => null,
    lock: (ids) => ids.flatMap((id) => find(id) ?? []),
    append,
    appendOnce: (id, actor, entry) => {
      const last = m.history.filter(({ lease_id }) => lease_id === id).at(-1)
      const detail = "detail" in entry ? entry.detail : {}
      if (last?.type !== entry.type || !isDeepStrictEqual(last.detail, detail)) append(id, actor, [entry])
    },
    wake: (id) => void write(id, { reconcile_at: now() }),
    open: (lease) => {
      if (!isClosed(m.lease)) return m.lease
      set(m, { former: [m.lease, ...m.former] })
      m.lease = newLease({ ...lease, id: newId("lease_"), status_at: now() })
      return m.lease
    },
    changeLease: (id, columns) => {
      const lease = find(id)
      return lease && write(id, columns(lease))
    },
    addLeaseKey: (id, hash, guard) => {
      const keys = [...(find(id)?.lease_key_hashes ?? []), hash].slice(-5)
      return holds(id, guard) ? write(id, { lease_key_hashes: keys }) : null
    },
    move: (id, event, { guard, set, history, actor }) => {
      if (!holds(id, guard) || !holds(id, { status: transitions[event].from })) return null
      append(id, actor, history)
      return enter(id, event, set)
    },
    set: (id, set, { guard, history, actor }) => {
      if (!holds(id, guard)) return null
      append(id, actor, history)
      return write(id, set)
    },
    raise: (id, code, params = {}) => {
      const lease = find(id)
      if (!lease || lease.alerts.some((entry) => entry.code === code)) return lease
      return write(id, { alerts: [...lease.alerts, { code, params, since: now().toISOString() }] })
    },
    clear: (lease, ...codes) => {
      if (!lease.alerts.some(({ code }) => codes.includes(code))) return lease
      return write(lease.id, { alerts: without(find(lease.id) ?? lease, codes) }) ?? lease
    },
    claimForReconcile: ({ ms }) =>
      [m.lease, ...m.former]
        .filter(({ reconcile_at }) => reconcile_at && reconcile_at <= now())
        .flatMap(({ id }) => write(id, { reconcile_at: new Date(m.now + ms) }) ?? []),
    scheduleReconcile: (reconciled) => {
      for (const { lease, at, failures } of reconciled)
        if (isUnmoved(lease)) write(lease.id, { reconcile_at: at, reconcile_failures: failures })
    },
    recordReconcile: async (lease, writes) => {
      const before = rollback(m)
      for (const one of writes) await one(store as unknown as Store)
      if (isUnmoved(lease)) return true
      before()
      return false
    },
    transaction: async (work): Promise<unknown> => {
      const before = rollback(m)
      try {
        return await work(store as unknown as Store)
      } catch (error) {
        before()
        throw error
      }
    },
  } satisfies Rows<Store>
  return store
}

/** The database's error for a duplicate in a unique index. */
const twice = () => Object.assign(new Error("duplicate key value"), { code: "23505" })

function rollback(m: Moment): () => void {
  const { lease, former, pendingCalls, submissions, history } = m
  return () => set(m, { lease, former, pendingCalls, submissions, history })
}

/** Calls that are due, or left behind by a dead process. */
export function dueOf({ pendingCalls, now }: Moment): PendingCall[] {
  return pendingCalls.filter((call) => isUnderWay(call) && call.due_at.getTime() <= now)
}
