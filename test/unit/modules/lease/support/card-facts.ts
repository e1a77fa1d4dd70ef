import type { CardFacts } from "../../../../../src/modules/lease/card/facts"
import type { AttentionCode } from "../../../../../src/modules/lease/rules/alerts"
import type { TaskKind } from "../../../../../src/modules/lease/rules/call-kinds"
import type { TaskRecord } from "../../../../../src/modules/lease/tables/tasks"
import type { MessageCode } from "../../../../../src/modules/lease/texts/messages"

export const SINCE = "2026-11-20T10:00:00.000Z"
/** So long after `SINCE`, in ms. */
export const later = (ms: number) => new Date(Date.parse(SINCE) + ms)
/** When the facts are looked at, unless a test says otherwise. */
export const NOW = later(3_600_000)

export type Change = Partial<Omit<CardFacts, "lease" | "order">> & {
  lease?: Partial<CardFacts["lease"]>
  order?: Partial<NonNullable<CardFacts["order"]>> | null
}

/** A lease order of two pieces, placed an hour ago, verified and captured, nothing shipped; but for what is changed. */
export function facts({ lease, order, ...rest }: Change = {}): CardFacts {
  return {
    lease: {
      way: "application",
      status: "placed",
      status_at: new Date(SINCE),
      evidence: "verified",
      service_status: "Lease Accepted",
      order_id: "order_1",
      placed_at: new Date(SINCE),
      amount: 120_000,
      attention: [],
      signed_at: new Date(SINCE),
      delivered_at: null,
      delivery_date: null,
      accepted_order: null,
      reductions: null,
      order_link: null,
      delivery_link: null,
      application_id: "APP-4711",
      hosted_id: null,
      ...lease,
    },
    order:
      order === null
        ? null
        : {
            id: "order_1",
            cancelled: false,
            total: 120_000,
            paid: true,
            captured: true,
            held: 120_000,
            heldElsewhere: 0,
            lost: false,
            holdsMoney: true,
            cancellable: true,
            shipped: false,
            delivered: 0,
            deliveredAt: null,
            pieces: 2,
            returned: 0,
            returnNumber: null,
            ...order,
          },
    partDue: null,
    tasks: [],
    claimed: false,
    returnCheck: null,
    captureOn: "order",
    confirmDeliveryOn: "delivered",
    abandonAfter: 86_400_000,
    timeZone: "UTC",
    now: NOW,
    ...rest,
  }
}

export const raised = (...codes: AttentionCode[]) => codes.map((code) => ({ code, params: {}, since: SINCE }))

/** A call of a lease: due since an hour and never tried; but for what is changed. */
export function task(kind: TaskKind, change: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: `leasetk_${kind}`,
    lease_id: "lease_1",
    kind,
    state: "due",
    attempts: 0,
    due_at: new Date(SINCE),
    claim_token: null,
    sent: false,
    detail: {},
    actor: "system",
    actor_id: null,
    last_error: null,
    created_at: new Date(SINCE),
    finished_at: null,
    ...change,
  }
}

const FAILURE = { code: "service_unreachable", params: {}, at: SINCE } as const

/** The same call at its stages. */
export const running = (kind: TaskKind) => task(kind, { state: "running", attempts: 1, due_at: later(3_700_000) })
export const failed = (kind: TaskKind) =>
  task(kind, { attempts: 1, due_at: later(3_660_000), last_error: { ...FAILURE } })
export const refused = (kind: TaskKind) =>
  task(kind, { state: "refused", attempts: 1, last_error: { ...FAILURE, code: "call_refused" } })
/** Refused before anything was sent, for its one-time URL. */
export const unsent = (kind: TaskKind, code: MessageCode) =>
  task(kind, { state: "refused", attempts: 1, last_error: { ...FAILURE, code } })
export const unknown = (kind: TaskKind) =>
  task(kind, { state: "unknown", attempts: 2, sent: true, last_error: { ...FAILURE, code: "result_unknown" } })
