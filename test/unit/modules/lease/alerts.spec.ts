import { RAISED_ALERT_CODES, type RaisedAlertCode } from "../../../../src/modules/lease/rules/alert-codes"
import {
  alertParams,
  alerts,
  alertsThat,
  BLOCKING,
  blockingOf,
  clearedOn,
  clearedOnEntering,
  isAbout,
  isDead,
  raisedAs,
} from "../../../../src/modules/lease/rules/alerts"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import { anOrder } from "../../../support/order"
import { factsOf } from "./support/decide"

const open = (...codes: RaisedAlertCode[]) => codes.map((code) => ({ code }))
const but = (...codes: RaisedAlertCode[]) => RAISED_ALERT_CODES.filter((code) => !codes.includes(code))

describe("an order is held", () => {
  it("while order and contract may not belong together, and for no other alert", () => {
    expect(BLOCKING).toEqual([
      ...[
        "newer_version",
        "held",
        "cart_mismatch",
        "recipient_differs",
        "second_order",
        "untaxed_sale",
        "untaxed_unconfirmed",
      ],
      ...["paid_otherwise", "invoice_differs", "lease_dead"],
    ])
  })

  it("the first of its alerts is named", () => {
    expect(blockingOf(open("lease_dead", "money_differs", "second_order"))).toBe("second_order")
    expect(blockingOf(open("money_differs"))).toBeUndefined()
    expect([isDead({ alerts: open("lease_dead") }), isDead({ alerts: open("second_order") })]).toEqual([true, false])
  })
})

describe("an alert closes without a person", () => {
  const OUTLASTS: RaisedAlertCode[] = [
    ...([
      "newer_version",
      "held",
      "cart_mismatch",
      "second_order",
      "invoice_differs",
      "lease_dead",
      "replacement_ended",
    ] as const),
    "untaxed_sale",
    ...(["shipped_unconfirmed", "money_differs", "widget_success_differs"] as const),
  ]
  const DELIVERED: RaisedAlertCode[] = [
    ...(["signed_without_order", "delivery_failed", "delivery_unknown", "shipped_unconfirmed"] as const),
    ...(["shipped_long_ago", "signed_long_ago"] as const),
  ]

  it("with the recorded order", () => {
    expect(clearedOn("order")).toEqual(["signed_without_order", "cancel_failed", "cancel_unknown", "replacement_ended"])
  })

  it("with the lease, unless it is about the order, the money or a second lease", () => {
    expect(RAISED_ALERT_CODES).toEqual(expect.arrayContaining(OUTLASTS))
    expect(clearedOn("lease")).toEqual(but(...OUTLASTS))
  })

  it("in the statuses that end it", () => {
    const over: LeaseStatus[] = ["canceled", "returned", "expired", "superseded"]
    for (const status of LEASE_STATUSES) {
      const ended = over.includes(status) ? but(...OUTLASTS) : status === "delivered" ? DELIVERED : []
      expect([status, clearedOnEntering(status)]).toEqual([status, ended])
    }
  })
})

it("an alert of the card is closed as the one that was raised", () => {
  const shownAs = (raised?: RaisedAlertCode) => (code: string) => raisedAs(code) === raised
  const DERIVED = [
    ...[
      "awaiting",
      "not_confirmed",
      "card_unused",
      "order_unpaid",
      "maybe_signed",
      "earlier_unreported",
      "never_reported",
    ],
    ...["refund_due", "cancel_due", "part_refund_due", "part_return_due", "part_return_free"],
  ]
  expect(DERIVED.filter(shownAs("signed_without_order"))).toEqual(DERIVED.slice(2, 7))
  expect(DERIVED.filter(shownAs("money_differs"))).toEqual(["refund_due", "cancel_due", "part_refund_due"])
  expect(DERIVED.filter(shownAs("return_partial"))).toEqual(["part_return_due", "part_return_free"])
  expect(DERIVED.filter(shownAs())).toEqual(["awaiting", "not_confirmed"])
  expect(Object.keys(alerts)).toEqual(expect.arrayContaining(DERIVED))
  expect(RAISED_ALERT_CODES.filter((code) => raisedAs(code) !== code)).toEqual([])
  expect(RAISED_ALERT_CODES.filter((code) => DERIVED.includes(code))).toEqual([])
  expect(raisedAs("of_tomorrow")).toBeUndefined()
  expect([...RAISED_ALERT_CODES, ...DERIVED].sort()).toEqual(Object.keys(alerts).sort())
})

it("an alert about an order that isn't the lease's own names the order, and one about its tax the amount sold without", () => {
  const order = anOrder({ id: "order_2", soldUntaxed: 123_456, asCart: { id: "cart_1", currency_code: "usd" } })
  const facts = { ...factsOf({}), order }
  const others = RAISED_ALERT_CODES.filter((code) => !isAbout(code, "delivery"))
  const named = Object.fromEntries(others.map((code) => [code, alertParams(code, facts)]))
  expect(Object.entries(named).filter(([, params]) => Object.keys(params).length)).toEqual([
    ["untaxed_sale", { order_id: "order_2", amount: "$1,234.56" }],
    ["paid_otherwise", { order_id: "order_2" }],
    ["lease_dead", { order_id: "order_2" }],
  ])
  expect(alertParams("untaxed_sale", { ...facts, order: null })).toEqual({})
})

it("a refused one-time URL has its own alert", () => {
  expect(alertsThat(({ link }) => link)).toEqual(["link_used", "link_missing", "link_unreadable", "link_refused"])
})
