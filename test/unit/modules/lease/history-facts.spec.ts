import { approvedAt, historyFacts, lastContact } from "../../../../src/modules/lease/card/history-facts"
import type { HistoryRecord, LeaseRecord } from "../../../../src/modules/lease/rules/records"

const START = Date.parse("2026-11-18T15:00:00.000Z")

/** The newest entry of each type, as the ledger returns it. */
const newest = (...entries: HistoryRecord[]) => new Map(entries.map((one) => [one.type, one]))

/** Entry number `n` of a history, a second after the previous one. */
function entry(n: number, change: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    id: `entry_${n}`,
    lease_id: "lease_1",
    seq: n,
    type: "cart_sent",
    actor: "system",
    actor_id: null,
    detail: {},
    created_at: new Date(START + n * 1000),
    ...change,
  }
}

it("history entries are newest first, with their actor and only the details for people", () => {
  const detail = { status: "denied", consent_text: "long", attempt: 1 }
  const answered = entry(1, { type: "application_answered", detail })
  const history = [entry(3, { actor: "merchant", actor_id: "user_1" }), entry(2, { actor_id: "gone" }), answered]
  const [first, second, third] = historyFacts(history, new Map([["user_1", "Ana Torres"]]))
  expect(first).toMatchObject({ at: "2026-11-18T15:00:03.000Z", by: "merchant", actor: "Ana Torres" })
  expect(second).not.toHaveProperty("actor")
  const at = "2026-11-18T15:00:01.000Z"
  expect(third).toEqual({ key: "application_denied", at, by: "system", params: { status: "denied" } })
})

it.each([
  ["approved", "2026-11-18T15:00:00.000Z"],
  ["denied", null],
])("the approval comes from the newest response to the application: %s", (status, at) => {
  expect(approvedAt(newest(entry(0, { type: "application_answered", detail: { status } })))).toBe(at)
})

it("the last contact is the later of a reading and an unanswered call, or none", () => {
  const checked = (seconds: number) => ({ checked_at: new Date(START + seconds * 1000) }) as LeaseRecord
  const unanswered = newest(entry(1, { type: "cancel_unanswered" }))
  expect(lastContact(checked(5), unanswered)).toMatchObject({ ok: true, operation: "status" })
  expect(lastContact(checked(0), unanswered)).toMatchObject({ ok: false, operation: "cancel" })
  expect(lastContact({ checked_at: null } as LeaseRecord, newest(entry(1)))).toBeNull()
})
