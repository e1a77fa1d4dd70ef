import { erased, type Hindrance, whyKept } from "../../../../src/modules/lease/rules/erasure"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import { ERASABLE, LEASE_STATUSES } from "../../../../src/modules/lease/rules/state-machine"

const NOW = new Date("2026-11-21T12:00:00.000Z")
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const OWN = {
  ...{
    status: "canceled",
    flow: "api",
    evidence: "verified",
    alerts: [],
    order_id: null,
    placed_at: null,
    contract_at: null,
  },
  ...{ claimed_until: null, widget_tokens: null },
}
const kept = (lease: Partial<LeaseRecord>, { openCalls = 0, delivered = false } = {}) =>
  whyKept({ lease: { ...OWN, ...lease } as LeaseRecord, openCalls, delivered }, NOW)
const opened = (minutes: number) => [
  { hash: "", line: 1, used_at: ago(minutes * 60_000).toISOString(), approved_at: null },
]

describe("a person's lease", () => {
  it.each<[string, Hindrance | null, Partial<LeaseRecord>]>([
    ["is erased once it has ended", null, {}],
    ["is kept while only a newer version of the plugin knows its status", "newer", { status: "exchanging" as never }],
    ["is kept while a process holds it", "busy", { claimed_until: NOW }],
    ["is erased after such a process died", null, { claimed_until: ago(1) }],
    ["is kept while its application is sent", "busy", { status: "submitting" }],
    ["is kept while its cancellation is unknown", "ending", { status: "canceling" }],
    ["is kept while its return is unknown", "ending", { status: "returning" }],
    ["is kept until its order is placed", "unordered", { status: "signed" }],
    ["is kept until its order is delivered", "undelivered", { status: "placed", order_id: "order_1", placed_at: NOW }],
    ["is kept while an edited order waits for it", "undelivered", { status: "approved", order_id: "order_1" }],
    ["is erased once such an order waited in vain", null, { order_id: "order_1" }],
    ["is kept while its contract can be signed", "contract", { status: "signing", contract_at: NOW }],
    ["is kept while a contract from before the last offer can be", "contract", { status: "offered", contract_at: NOW }],
    ["is erased with an offer and no contract", null, { status: "offered" }],
    ["is erased once it is approved only", null, { status: "approved", contract_at: NOW }],
    ["is kept while a shopper may be in the widget", "widget", { status: "open", widget_tokens: opened(29) }],
    ["is erased once the shopper has left it", null, { status: "open", widget_tokens: opened(30) }],
    ["is erased once it has ended, whoever opened the widget", null, { widget_tokens: opened(1) }],
    ["is kept while the customer pays for it", "delivered", { status: "delivered" }],
  ])("%s", (_, why, lease) => {
    expect(kept(lease)).toBe(why)
  })

  it("is kept while a call is pending", () => {
    expect(kept({}, { openCalls: 1 })).toBe("call")
  })

  it("is erased once delivered, if the store's options count that as ended", () => {
    expect(kept({ status: "delivered" }, { delivered: true })).toBeNull()
  })
})

it("a lease may be erased in every status in which nothing is left to do", () => {
  const free = LEASE_STATUSES.filter((status) => {
    return kept({ status, contract_at: status === "signing" ? NOW : null }, { delivered: true }) === null
  })
  expect(LEASE_STATUSES.filter((status) => ERASABLE.includes(status))).toEqual(free)
})

describe("an erased lease", () => {
  const FULL = { idempotency_key_hash: "hash", widget_tokens: opened(1) } as LeaseRecord

  it("has nothing left that identifies its shopper or grants access", () => {
    const left = Object.entries(erased(FULL, NOW)).filter(([, value]) => value !== null)
    expect(Object.fromEntries(left)).toEqual({
      ...{ lease_key_hashes: [], idempotency_key_hash: "", widget_tokens: [], erased_at: NOW },
    })
    expect(Object.keys(erased(FULL, NOW)).filter((column) => !left.some(([name]) => name === column))).toEqual([
      ...["email", "customer_id", "recipient_hash", "approval_amount", "approved_until"],
      ...["signing_link_nonce", "signing_link_hash", "completions", "order_link", "delivery_link", "success_digest"],
    ])
  })

  it("still shows whether there was an application, and whether the widget was opened", () => {
    const none = { idempotency_key_hash: null, widget_tokens: null } as LeaseRecord
    expect(erased(none, NOW)).toMatchObject({ idempotency_key_hash: null, widget_tokens: null })
  })
})
