import { hashLeaseKey } from "../../../../src/modules/lease/rules/keys"
import {
  afterReport,
  approvedSince,
  isHeld,
  openedBy,
  tokenOf,
  type WidgetToken,
} from "../../../../src/modules/lease/rules/widget-tokens"

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

  it("a browser's tokens stay few, and its secret and approval tokens are kept", () => {
    let { tokens, token } = open([], { key: SECRET })
    tokens = afterReport(tokens, hashLeaseKey(token), NOW, true)
    for (let opened = 0; opened < 50; opened++) ({ tokens } = open(tokens, { key: SECRET }))
    // The secret, the approval, and the five newest.
    expect(tokens).toHaveLength(7)
    expect([tokenOf(tokens, SECRET), tokenOf(tokens, token)]).not.toContain(undefined)
  })

  it("a token holds the widget from its last report, and not once it was left", () => {
    const { tokens, token } = open([])
    const hash = hashLeaseKey(token)
    expect(isHeld(afterReport(tokens, hash, later(20 * MINUTE)), later(49 * MINUTE))).toBe(true)
    expect(isHeld(afterReport(afterReport(tokens, hash, NOW, true), hash, NOW, false), NOW)).toBe(false)
  })

  it("the tokens give the time of the oldest approval that has not ended", () => {
    const first = open([], { key: SECRET })
    const second = open(first.tokens, { key: SECRET })
    const hashes = [first.token, second.token].map(hashLeaseKey)
    const both = afterReport(
      afterReport(second.tokens, hashes[0] ?? "", NOW, true),
      hashes[1] ?? "",
      later(MINUTE),
      true,
    )
    expect(approvedSince(both)).toEqual(NOW)
    const one = afterReport(both, hashes[0] ?? "", later(2 * MINUTE), false)
    expect(approvedSince(one)).toEqual(later(MINUTE))
    expect(approvedSince(afterReport(one, hashes[1] ?? "", NOW, false))).toBeNull()
  })

  it("half an hour after a report, and a day after an approval, the widget is free", () => {
    const { tokens, token } = open([])
    const approved = afterReport(tokens, hashLeaseKey(token), NOW, true)
    expect([-1, 0].map((ms) => isHeld(approved, later(24 * 60 * MINUTE + ms)))).toEqual([true, false])
    expect([-1, 0].map((ms) => isHeld(tokens, later(30 * MINUTE + ms)))).toEqual([true, false])
  })

  it("an approval counts from its first report, and other reports leave it", () => {
    const { tokens, token } = open([])
    const hash = hashLeaseKey(token)
    const again = afterReport(
      afterReport(afterReport(tokens, hash, NOW, true), hash, later(MINUTE), true),
      hash,
      later(2 * MINUTE),
    )
    expect(approvedSince(again)).toEqual(NOW)
    expect(approvedSince(afterReport(tokens, hash, NOW))).toBeNull()
  })

  it.each([
    [31, undefined],
    [32, 1],
  ])("a text of %i characters is a browser's secret of line %j", (length, line) => {
    const key = "s".repeat(length)
    expect(tokenOf(open([], { key }).tokens, key)?.line).toBe(line)
  })

  it("a secret alone holds nothing, and is kept once", () => {
    const { tokens, token } = open([], { key: SECRET })
    expect(isHeld(afterReport(tokens, hashLeaseKey(token), NOW, false), NOW)).toBe(false)
    const again = open(tokens, { key: SECRET }).tokens
    expect(again.filter(({ hash }) => hash === hashLeaseKey(SECRET))).toHaveLength(1)
    expect(again.map((one) => one.line)).toEqual([1, 1, 1])
  })
})

describe("who may open the widget", () => {
  const HELD = open([]).tokens
  const LEFT = HELD.map((one) => ({ ...one, used_at: null }))
  const by = (tokens: WidgetToken[], change: { key?: string; owner?: boolean; isMade?: boolean }) => {
    const { key, owner = false, isMade = false } = change
    return openedBy(tokens, { key, owner }, { now: NOW, isMade })
  }

  it("a stranger may not, while its browser may be at work, or once the lease is made", () => {
    expect(by(HELD, {})).toBeNull()
    expect(by(HELD, { key: SECRET })).toBeNull()
    expect(by(LEFT, { isMade: true })).toBeNull()
    expect(by([], { isMade: true })).not.toBeNull()
  })

  it("its owner and its browser may at any time", () => {
    const { tokens, token } = open([])
    for (const change of [{ owner: true }, { key: token }]) {
      expect(by(tokens, change)).not.toBeNull()
      expect(by(tokens, { ...change, isMade: true })).not.toBeNull()
    }
  })

  it("for an owner by login or lease key, what the browser also sends doesn't become a key", () => {
    const planted = by([], { key: SECRET, owner: true })
    expect([tokenOf(planted?.tokens ?? [], SECRET), planted?.tokens.length]).toEqual([undefined, 1])
  })

  it("a stranger begins a line of its own, and pushes out no token", () => {
    const opened = by(LEFT, {})
    expect(opened?.tokens).toEqual([
      ...LEFT,
      { ...opened?.tokens[1], line: 2, hash: hashLeaseKey(opened?.token ?? "") },
    ])
    const third = by(
      (opened?.tokens ?? []).map((one) => ({ ...one, used_at: null })),
      {},
    )
    expect(third?.tokens.map(({ line }) => line)).toEqual([1, 2, 3])
  })
})
