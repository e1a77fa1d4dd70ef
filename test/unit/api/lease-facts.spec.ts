import { approvedAt, historyFacts, lastContact } from "../../../src/api/admin/lease-to-own/card/lease-facts"
import type { HistoryRecord, LeaseRecord } from "../../../src/modules/lease/rules/records"

const START = Date.parse("2026-11-18T15:00:00.000Z")

/** The newest entry of each type, as the ledger answers it. */
const newest = (...entries: HistoryRecord[]) => new Map(entries.map((one) => [one.type, one]))

/** Entry number `n` of a history, a second after the one before. */
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

const nobody = new Map<string, string>()
const never = { checked_at: null } as LeaseRecord

it("facts are told in the order in which the ledger gives them, newest first", () => {
  const told = historyFacts([entry(3), entry(2), entry(1)], nobody).map(({ at }) => (Date.parse(at) - START) / 1000)
  expect(told).toEqual([3, 2, 1])
})

describe("a fact", () => {
  it("names the dashboard user who acted", () => {
    const history = [entry(1, { actor: "merchant", actor_id: "user_1" })]
    expect(historyFacts(history, new Map([["user_1", "Ana Torres"]]))).toMatchObject([
      { by: "merchant", actor: "Ana Torres" },
    ])
  })

  it("names no one who is no longer known", () => {
    const [fact] = historyFacts([entry(1, { actor: "merchant", actor_id: "user_1" })], nobody)
    expect(fact).not.toHaveProperty("actor")
  })

  it("carries of an entry's details only those that are for people", () => {
    const detail = { status: "denied", consent_text: "long", attempt: 1 }
    expect(historyFacts([entry(1, { type: "application_answered", detail })], nobody)).toEqual([
      { key: "application_denied", at: "2026-11-18T15:00:01.000Z", by: "system", params: { status: "denied" } },
    ])
  })
})

it("the approval is told by the newest answer to the application", () => {
  const answer = (status: string) => newest(entry(0, { type: "application_answered", detail: { status } }))
  expect(approvedAt(answer("approved"))).toBe("2026-11-18T15:00:00.000Z")
  expect(approvedAt(answer("denied"))).toBeNull()
})

describe("the last contact", () => {
  it("is a reading that changed nothing, when that came later", () => {
    const checked = { checked_at: new Date(START + 5000) } as LeaseRecord
    expect(lastContact(checked, newest(entry(1, { type: "cancel_unanswered" })))).toMatchObject({
      ok: true,
      operation: "status",
    })
  })

  it("is the call that was not answered, when that came later", () => {
    const checked = { checked_at: new Date(START) } as LeaseRecord
    expect(lastContact(checked, newest(entry(1, { type: "cancel_unanswered" })))).toMatchObject({
      ok: false,
      operation: "cancel",
    })
  })

  it("is nothing while the service was never asked", () => {
    expect(lastContact(never, newest(entry(1)))).toBeNull()
  })
})
