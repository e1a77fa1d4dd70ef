import {
  approvedSince,
  hashLeaseKey,
  isHeld,
  openedBy,
  tokenOf,
  told,
  type WidgetToken,
} from "../../../../src/modules/lease/rules/keys"

const MINUTE = 60_000
const NOW = new Date("2026-11-21T12:00:00.000Z")
const later = (ms: number) => new Date(NOW.getTime() + ms)
const SECRET = "s".repeat(64)

/** Opened by a stranger, or with this key. */
function open(tokens: readonly WidgetToken[], { key, now = NOW }: { key?: string; now?: Date } = {}) {
  const opened = openedBy(tokens, { key, owner: false }, { now, isMade: false })
  if (!opened) throw new Error("not opened")
  return opened
}

describe("the tokens of a widget", () => {
  it("widget tokens are stored only as hashes", () => {
    const { tokens, token } = open([], { key: SECRET })
    expect(JSON.stringify(tokens)).not.toMatch(new RegExp(`${token}|${SECRET}`))
    expect(tokens.map(({ hash }) => hash)).toEqual([hashLeaseKey(SECRET), hashLeaseKey(token)])
  })

  it("a short text is not accepted as a browser's secret", () => {
    expect(tokenOf(open([], { key: "guessed" }).tokens, "guessed")).toBeUndefined()
  })

  it("a browser's tokens stay few, and its secret and approval tokens are kept", () => {
    let { tokens, token } = open([], { key: SECRET })
    tokens = told(tokens, hashLeaseKey(token), NOW, true)
    for (let opened = 0; opened < 50; opened++) ({ tokens } = open(tokens, { key: SECRET }))
    expect(tokens.length).toBeLessThanOrEqual(11)
    expect([tokenOf(tokens, SECRET), tokenOf(tokens, token)]).not.toContain(undefined)
  })

  it("a token holds the widget for half an hour after its last report, a day after an approval, and not once it was left", () => {
    const { tokens, token } = open([])
    const hash = hashLeaseKey(token)
    expect([29, 31].map((minutes) => isHeld(tokens, later(minutes * MINUTE)))).toEqual([true, false])
    expect(isHeld(told(tokens, hash, later(20 * MINUTE)), later(49 * MINUTE))).toBe(true)
    const approved = told(tokens, hash, NOW, true)
    expect([23, 25].map((hours) => isHeld(approved, later(hours * 60 * MINUTE)))).toEqual([true, false])
    expect(isHeld(told(approved, hash, NOW, false), NOW)).toBe(false)
  })

  it("the tokens give the time of the oldest approval that has not ended", () => {
    const first = open([], { key: SECRET })
    const second = open(first.tokens, { key: SECRET })
    const hashes = [first.token, second.token].map(hashLeaseKey)
    const both = told(told(second.tokens, hashes[0] ?? "", NOW, true), hashes[1] ?? "", later(MINUTE), true)
    expect(approvedSince(both)).toEqual(NOW)
    const one = told(both, hashes[0] ?? "", later(2 * MINUTE), false)
    expect(approvedSince(one)).toEqual(later(MINUTE))
    expect(approvedSince(told(one, hashes[1] ?? "", NOW, false))).toBeNull()
  })
})
