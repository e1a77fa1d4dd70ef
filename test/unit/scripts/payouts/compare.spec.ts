import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PayoutLease } from "../../../../src/modules/lease/ledger"
import { comparisonLines } from "../../../../src/scripts/payouts/report"
import type { Settings } from "../../../../src/scripts/payouts/settings"
import type { Payouts } from "./any-payouts"
import { compareIn } from "./compare-files"

const folder = mkdtempSync(join(tmpdir(), "payouts-"))
afterAll(() => rmSync(folder, { recursive: true }))

const compare = (ledger: Payouts["ledger"], files: string[], settings: Settings) =>
  compareIn(folder, { ledger, files, settings })

const COLUMNS: Settings = { lease: "Lease", order: "Order", amount: "Amount", date: "Date" }
const HEADER = "Lease,Order,Amount,Date"

it("compares nothing if a line can't be read, and names the first ten", async () => {
  const lines = Array.from({ length: 12 }, (_, place) => `${place},,twelve,2026-11-29`)
  await expect(compare([], [[HEADER, "1,,12.00,2026-11-29", ...lines].join("\n")], COLUMNS)).rejects.toThrow(
    `12 lines can't be read, so nothing was compared:
${lines
  .slice(0, 10)
  .map((_, place) => `  0.csv line ${place + 3}: "twelve" is not an amount`)
  .join("\n")}
  and 2 more
Correct these lines, or the columns' names, and run this again.`,
  )
})

describe("the lease of a line", () => {
  const at = (name: string, change: Partial<PayoutLease>) => ({
    test: false,
    lease: {
      ...{ id: name, reference: name, application_id: null, hosted_id: null, order_display_id: null, account_id: null },
      ...{ status: "delivered", flow: "api", amount: 1200, reductions: null, currency_code: "usd" },
      ...{
        placed_at: new Date(1),
        created_at: new Date(1),

        delivered_at: new Date(1),
        delivered_on: "2026-10-31",
        changed_on: "2026-11-01",
      },
      ...change,
    } as PayoutLease,
  })
  async function found(ledger: Payouts["ledger"], line: string) {
    const { comparison } = await compare(ledger, [`${HEADER}\n${line},12.00,2026-11-29`], COLUMNS)
    const [total] = comparison.totals.values()
    return total?.lease.reference ?? comparison.unknown.first[0]?.why
  }
  const byId = at("L-1", { application_id: "1042" })
  const byOrder = at("L-2", { order_display_id: 1042 })

  it.each([
    ["an operator's ID", "1042,", "L-1"],
    ["a reference in small letters", "l-2,", "L-2"],
    ["an order's number, which isn't an operator's ID", ",1042", "L-2"],
    ["an order's number with a sign", ",#1042", "L-2"],
    ["a reference as the order", ",L-1", "L-1"],
    ["the operator's ID, whatever the order", "1042,1042", "L-1"],
    ["the order, if the operator's ID is unknown", "4711,1042", "L-2"],
    ["unknown, if it's an order's number as the operator's ID", "#1042,", "no such lease"],
    ["unknown, if it's another ID that begins alike", "10420,", "no such lease"],
    ["unknown, if it has no name", ",", "no lease named"],
  ])("is found by %s", async (_, line, id) => {
    expect(await found([byId, byOrder], line)).toBe(id)
  })

  it("is never one without an order, if the line's order is no number", async () => {
    const lines = [`${HEADER}`, "1042,,12.00,2026-11-29", ",none,12.00,2026-11-29"]
    const { comparison } = await compare([byId], [lines.join("\n")], COLUMNS)
    expect([...comparison.totals.values()].map(({ paid }) => paid)).toEqual([1200])
  })

  it("is found by the ID of a hosted lease, in any case", async () => {
    expect(await found([at("L-3", { hosted_id: "Ab-1" })], "aB-1,")).toBe("L-3")
  })

  it("is the current one of those with the same ID", async () => {
    const leases = [at("other", { application_id: "7", status: "canceled" }), at("wanted", { application_id: "7" })]
    expect([await found(leases, "7,"), await found(leases.reverse(), "7,")]).toEqual(["wanted", "wanted"])
  })

  it("has sums of its own for each currency", async () => {
    const ledger = [at("L-1", {}), at("L-2", { currency_code: "cad", amount: 1300 }), at("L-3", { amount: 100 })]
    const lines = ["L-1,,12.00,2026-11-01", "L-2,,13.00,2026-11-04", "L-3,,0.50,2026-11-04", "L-4,,9.00,2026-11-04"]
    const { comparison } = await compare(ledger, [[HEADER, ...lines].join("\n")], COLUMNS)
    const text = comparisonLines(comparison, { from: "2026-11-01", to: "2026-11-04" }, COLUMNS).join("\n")
    expect(text).toContain("matched          2 leases  paid $12.00 + CA$13.00, due $12.00 + CA$13.00\n")
    expect(text).toContain("short             1 lease  paid $0.50, due $1.00, difference -$0.50\n")
    expect(text).toContain("unknown            1 line  received 9.00\n")
    expect(text).toContain("From delivery to payment: median 2.5 days, longest 4 days.\n")
  })

  it("is never another account's", async () => {
    const maple = at("maple", { application_id: "7", account_id: "maple", placed_at: new Date(9) })
    expect(await found([maple, at("own", { application_id: "7" })], "7,")).toBe("own")
    expect(await found([maple], "7,")).toBe("lease of account maple")
  })
})
