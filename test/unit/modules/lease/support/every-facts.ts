import type { CardFacts } from "../../../../../src/modules/lease/card/state"
import { LEASE_STATUSES } from "../../../../../src/modules/lease/rules/state-machine"
import {
  byLink,
  facts,
  failed,
  GIVEN_BACK,
  later,
  type Order,
  raised,
  refused,
  running,
  task,
  UNCAPTURED,
  unknown,
  unsent,
} from "./card-facts"

const SHIPPED = { shipped: true, delivered: 2 }

const ORDERS: Order[] = [
  null,
  {},
  { shipped: true },
  SHIPPED,
  { ...SHIPPED, returned: 1 },
  { ...SHIPPED, returned: 2 },
  { canceled: true },
  { pieces: 0 },
  { total: 1 },
  UNCAPTURED,
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

/** Every choice of one from each of the lists. */
const choices = <T extends (readonly unknown[])[]>(...lists: T) =>
  lists.reduce<unknown[][]>((rows, list) => rows.flatMap((row) => list.map((one) => [...row, one])), [[]]) as {
    [K in keyof T]: T[K][number]
  }[]

/** Every combination of what the card and its buttons are judged by: some twenty thousand. `order_id` is that of the order, when there is one. */
export function everyFacts(): CardFacts[] {
  return [...everyOwn(), ...everyHosted(), ...everyReplacement(), ...everyLinked()]
}

const everyOwn = () =>
  choices(LEASE_STATUSES, EVIDENCES, ORDERS, CALLS, WORDS).map(([status, evidence, order, tasks, word]) => {
    const delivered_at = status === "delivered" ? later(0) : null
    const lease = { status, ...evidence, attention: word.attention, delivered_at, order_id: order && "order_1" }
    return facts({ lease, tasks, returnCheck: word.returnCheck, order })
  })

/** The same of leases that the operator's widget made, in the statuses that those can have. */
const HOSTED = ["open", "signed", "placed", "delivered", "returned", "canceled", "superseded"] as const

const everyHosted = () =>
  choices(HOSTED, ORDERS, HOSTED_CALLS, HOSTED_WORDS, [LINK, GONE]).map(([status, order, tasks, attention, links]) => {
    const delivered_at = status === "delivered" ? later(0) : null
    const own = { way: "widget", evidence: "reported", service_status: null, attention, ...links } as const
    return facts({ lease: { ...own, status, delivered_at, order_id: order && "order_1" }, tasks, order })
  })

/** The same of the new contract of an order that was edited after signing. */
const BEFORE_CONTRACT = ["approved", "offered"] as const
const WITH_CONTRACT = ["signing", "signed", "canceling", "canceled", "expired", "superseded"] as const
const REPLACING_CALLS = [[], [running("cancel_contract")], [unknown("cancel_contract")], [failed("replace_payment")]]
const REPLACING_WORDS = [raised(), raised("replacement_ended"), raised("lease_dead")]
const REPLACING_ORDERS = [{}, { canceled: true }, { total: 1 }, GIVEN_BACK]

const everyReplacement = () =>
  [
    ...choices(BEFORE_CONTRACT, [[]], EVIDENCES, REPLACING_ORDERS, REPLACING_WORDS),
    ...choices(WITH_CONTRACT, REPLACING_CALLS, EVIDENCES, REPLACING_ORDERS, REPLACING_WORDS),
  ].map(([status, tasks, evidence, order, attention]) =>
    facts({ lease: { status, ...evidence, attention, placed_at: null }, tasks, order }),
  )

/** The same of a lease that staff offered by link. */
const LINKED = ["open", "submitting", "pending", "undecided", "denied", ...BEFORE_CONTRACT, ...WITH_CONTRACT] as const

const everyLinked = () =>
  choices(LINKED, EVIDENCES, [{}, { canceled: true }, { total: 1 }], [raised(), raised("paid_otherwise")]).map(
    ([status, evidence, order, attention]) => facts(byLink(status, { ...evidence, attention }, order)),
  )
