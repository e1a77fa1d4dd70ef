import type { CardFacts } from "../../../../../src/modules/lease/card/facts"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../../src/modules/lease/rules/state-machine"
import { type Change, facts, failed, later, raised, refused, running, task, unknown, unsent } from "./card-facts"

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

/** Alerts raised, and the service's word on a return. */
const WORDS = [
  { attention: raised(), returnCheck: null },
  { attention: raised(), returnCheck: { eligible: false, at: later(0) } },
  { attention: raised("lease_dead"), returnCheck: null },
  { attention: raised("return_failed"), returnCheck: null },
]

const LINK = { order_link: "sealed", delivery_link: "sealed" }
const GONE = { order_link: null, delivery_link: null }
const HOSTED_CALLS = [
  [],
  [task("send_order_id")],
  [failed("send_delivery_date")],
  [task("send_order_id", { state: "done", finished_at: later(0) })],
  [unsent("send_order_id", "link_used")],
  [unsent("send_order_id", "link_missing")],
  [unsent("send_delivery_date", "link_missing")],
  [unsent("send_delivery_date", "link_unreadable")],
  [running("send_delivery_date")],
]
const HOSTED_WORDS = [raised(), raised("widget_success_differs"), raised("signed_without_order"), raised("link_used")]

/** The same of leases that the operator's widget made, in the statuses that those can have. */
function everyHosted(statuses: readonly LeaseStatus[]): CardFacts[] {
  const own: readonly LeaseStatus[] = ["open", "signed", "placed", "delivered", "returned", "cancelled", "superseded"]
  return statuses
    .filter((status) => own.includes(status))
    .flatMap((status) =>
      ORDERS.flatMap((order) =>
        HOSTED_CALLS.flatMap((tasks) =>
          HOSTED_WORDS.flatMap((attention) =>
            [LINK, GONE].map((links) => {
              const delivered_at = status === "delivered" ? later(0) : null
              const order_id = order ? "order_1" : null
              const evidence = "reported" as const
              const lease = { way: "widget" as const, status, evidence, service_status: null, attention, ...links }
              return facts({ lease: { ...lease, delivered_at, order_id }, tasks, order: order ?? null })
            }),
          ),
        ),
      ),
    )
}

/** Every combination of what the card and its buttons are judged by: some twenty thousand. `order_id` is that of the order, when there is one. */
export function everyFacts(statuses: readonly LeaseStatus[] = LEASE_STATUSES): CardFacts[] {
  return [...everyOwn(statuses), ...everyHosted(statuses), ...everyReplacement(statuses)]
}

const REPLACING_CALLS = [[], [running("cancel_contract")], [unknown("cancel_contract")], [failed("replace_payment")]]
const BEFORE_CONTRACT: readonly LeaseStatus[] = ["approved", "offered"]
const REPLACING_WORDS = [raised(), raised("replacement_ended"), raised("lease_dead")]

/** The same of the new contract of an order that was edited after signing. */
function everyReplacement(statuses: readonly LeaseStatus[]): CardFacts[] {
  const own: readonly LeaseStatus[] = [
    ...["approved", "offered", "signing", "signed", "cancelling"],
    ...["cancelled", "expired", "superseded"],
  ] as LeaseStatus[]
  const orders = [{}, { cancelled: true }, { total: 1 }, { holdsMoney: false }]
  return statuses
    .filter((status) => own.includes(status))
    .flatMap((status) =>
      EVIDENCES.flatMap((evidence) =>
        orders.flatMap((order) =>
          (BEFORE_CONTRACT.includes(status) ? [[]] : REPLACING_CALLS).flatMap((tasks) =>
            REPLACING_WORDS.map((attention) =>
              facts({ lease: { status, ...evidence, attention, placed_at: null }, tasks, order }),
            ),
          ),
        ),
      ),
    )
}

function everyOwn(statuses: readonly LeaseStatus[]): CardFacts[] {
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
