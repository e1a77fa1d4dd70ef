import type { RaisedAlertCode } from "../../../../src/modules/lease/rules/alert-codes"
import type { CallKind } from "../../../../src/modules/lease/rules/pending-calls"
import {
  ago,
  call,
  calls,
  DAY,
  HOUR,
  has,
  hosted,
  kinds,
  MINUTE,
  NONE,
  NOW,
  raised,
  raises,
  reconciles,
  table,
} from "./support/decide"

const DELIVERED = { shipped: true, deliveredAt: new Date("2026-11-21T03:00:00.000Z") }
/** Its success is reported, but its card hasn't been used. */
const SIGNED = { status: "signed", order_id: null } as const

const DONE_WITH = { clear: has("widget_unfinished") }

describe("the calls due for a hosted lease", () => {
  const NUMBER = { kind: "send_order_id", detail: { order_id: "7" } }
  const DATE = { kind: "send_delivery_date", detail: { delivery_date: "2026-11-20" } }
  const canceled = hosted({}, { ...DELIVERED, canceled: true })
  const UNTAXED = { ...DELIVERED, isUntaxed: true }
  const REFUSED = [call("send_order_id", "refused")]
  const alert = (code: RaisedAlertCode) => ({ alerts: raised(code) })
  table([
    ["is the number of an existing order", hosted({}, {}), { calls: [NUMBER], ...DONE_WITH, ...reconciles(HOUR) }],
    ["is the day of the delivery in the store's own zone, too", hosted({}, DELIVERED), { calls: [NUMBER, DATE] }],
    ["is no number that is done", hosted({}, {}, [call("send_order_id", "done")]), NONE],
    ["is no number that is resolved", hosted({}, {}, [call("send_order_id", "resolved_by_hand")]), NONE],
    ["is no number that is refused", hosted({}, {}, [call("send_order_id", "refused")]), NONE],
    ["is no number that Medusa did not give", hosted({ order_display_id: null }, {}), NONE],
    ["is its number alone", hosted({ status: "delivered" }, DELIVERED), { calls: [NUMBER], ...reconciles(7 * DAY) }],
    ["is no day after a late success", hosted(alert("widget_success_late"), DELIVERED), { calls: [NUMBER] }],
    ["is no day while the lease of an untaxed order is unsure", hosted({}, UNTAXED, REFUSED), NONE],
    ["is the day whatever else is raised", hosted(alert("link_used"), DELIVERED), { calls: [NUMBER, DATE] }],
    ["are none but a reconciliation if the order can't be found", hosted({}, null), { ...NONE, ...reconciles(HOUR) }],
    ["is nothing where no success was ever reported", hosted({ evidence: "none" }, DELIVERED), NONE],
    ["are none if canceled", canceled, { ...raises("order_canceled_lease_alive"), ...DONE_WITH, ...reconciles(HOUR) }],
  ])

  it.each(["signed", "placed", "delivered", "canceled", "returned", "superseded"] as const)(
    "are never those of the API flow, nor any on Medusa's books (%s)",
    (status) => {
      const own: CallKind[] = ["send_order_id", "send_delivery_date"]
      const orders = [null, {}, DELIVERED, { canceled: true }, { ...DELIVERED, returned: 1 }]
      const due = orders.flatMap((order) => kinds(hosted({ status, signed_at: ago(9 * DAY) }, order)))
      expect(due.filter((kind) => !own.includes(kind))).toEqual([])
    },
  )
})

describe("the alerts of a hosted lease", () => {
  const refused = call("send_order_id", "refused", { last_error: { code: "link_missing", params: {}, at: "" } })
  const sent = call("send_order_id", "done")
  const unused = hosted({ ...SIGNED, signed_at: ago(DAY) }, null)
  const some = hosted({}, { ...DELIVERED, pieces: 2, returned: 1 })
  table([
    ["is none if the card isn't a day old", hosted(SIGNED, null), { raise: [], ...DONE_WITH, ...reconciles(HOUR) }],
    ["is an unused card after a day", unused, { ...raises("signed_without_order"), ...DONE_WITH, ...reconciles(DAY) }],
    ["is that the goods came back", hosted({}, { ...DELIVERED, returned: 1 }), { raise: ["return_due"] }],
    ["is that some of the goods came back", some, { raise: ["return_partial"], ...calls("send_order_id") }],
    ["is no difference of sums, which are another provider's", hosted({}, { total: 999_999 }), { raise: [] }],
    ["is that a link failed", hosted({}, {}, [refused]), { clear: expect.not.arrayContaining(["link_missing"]) }],
    ["is not that, once a call went through", hosted({}, {}, [sent, refused]), { clear: has("link_missing") }],
  ])
})

describe("an order of a hosted lease whose event was lost", () => {
  const approved = (age: number) => hosted({ status: "open", order_id: null, widget_approved_at: ago(age) }, null)
  const left = hosted({ status: "open", order_id: null, widget_approved_at: null }, {})
  const APPROVED = { ...SIGNED, status: "open" } as const
  const WAITS = { record: false, ...reconciles(MINUTE) }
  const RECORDED = { record: true, reconcileAt: NOW }
  const unpaid = hosted(SIGNED, { createdAt: ago(DAY), heldByOthers: false })
  table([
    ["is waited for after a success", hosted(SIGNED, { createdAt: ago(4 * MINUTE) }), WAITS],
    ["is recorded after a success, once it exists", hosted(SIGNED, { createdAt: ago(5 * MINUTE) }), RECORDED],
    ["is waited for after an approval alone", hosted(APPROVED, { createdAt: ago(4 * MINUTE) }), WAITS],
    ["is recorded after an approval alone, once it exists", hosted(APPROVED, { createdAt: ago(5 * MINUTE) }), RECORDED],
    ["is reconciled while it is unpaid", unpaid, { ...NONE, record: false, ...reconciles(5 * MINUTE) }],
    ["is ignored if the widget approved nothing", left, { record: false, ...DONE_WITH, reconcileAt: null }],
    ["is searched for hourly after an approval", approved(DAY), reconciles(HOUR)],
    ["is searched for daily then", approved(30 * DAY), { raise: ["widget_unfinished"], ...reconciles(DAY) }],
    ["isn't searched for forever", approved(31 * DAY), { ...DONE_WITH, reconcileAt: null }],
  ])
})
