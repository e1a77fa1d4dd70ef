import type { CardFacts } from "../../../../../src/modules/lease/card-facts"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../../src/modules/lease/state-machine"
import { type Change, facts, failed, later, raised, refused, running, task, unknown } from "./card-facts"

const SHIPPED = { shipped: true, delivered: 2 }

const ORDERS: Change["order"][] = [
  null,
  {},
  { shipped: true },
  SHIPPED,
  { ...SHIPPED, returned: 1 },
  { ...SHIPPED, returned: 2 },
  { cancelled: true },
  { pieces: 0 },
  { total: 1 },
  { captured: false },
]

const CALLS = [
  [],
  [task("confirm_delivery")],
  [failed("confirm_delivery")],
  [unknown("confirm_delivery")],
  [running("cancel_contract")],
  [unknown("return_lease")],
  [refused("cancel_contract")],
]

const EVIDENCES = [
  { evidence: "none", service_status: null },
  { evidence: "reported", service_status: "" },
  { evidence: "reported", service_status: "Contracts" },
  { evidence: "verified", service_status: "Lease Accepted" },
  { evidence: "attested", service_status: "" },
] as const

/** What was raised, and what the service said of a return. */
const WORDS = [
  { attention: raised(), returnCheck: null },
  { attention: raised(), returnCheck: { eligible: false } },
  { attention: raised("lease_dead"), returnCheck: null },
  { attention: raised("return_failed"), returnCheck: null },
]

/** Every combination of what the card and its buttons are judged by: some twenty thousand. `order_id` is that of the order, when there is one. */
export function everyFacts(statuses: readonly LeaseStatus[] = LEASE_STATUSES): CardFacts[] {
  return statuses.flatMap((status) =>
    EVIDENCES.flatMap((evidence) =>
      ORDERS.flatMap((order) =>
        CALLS.flatMap((tasks) =>
          WORDS.map(({ attention, returnCheck }) => {
            const delivered_at = status === "delivered" ? later(0) : null
            const order_id = order ? "order_1" : null
            const lease = { status, ...evidence, attention, delivered_at, order_id }
            return facts({ lease, tasks, returnCheck, order: order ?? null })
          }),
        ),
      ),
    ),
  )
}
