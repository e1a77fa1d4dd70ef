import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { survey } from "../../../../src/scripts/payouts/read-files"
import {
  readSettings,
  type Words,
  withAmountIs,
  withWords,
  writeSettings,
} from "../../../../src/scripts/payouts/settings"

const folder = mkdtempSync(join(tmpdir(), "payouts-"))
const file = join(folder, "lease-payouts.json")
afterAll(() => rmSync(folder, { recursive: true }))

it("keeps settings in a file, and reads them again", () => {
  expect(readSettings(join(folder, "none.json"))).toBeNull()
  const settings = { lease: "Lease ID", amount: "Net", feeReasons: ["Fee"], account: null } as const
  writeSettings(file, { ...settings, feeReasons: ["Fee"] })
  expect(readSettings(file)).toEqual(settings)
})

it.each([
  ["{", /lease-payouts\.json is not valid JSON\. Correct it, or delete it/],
  ['{"leese":"Lease ID"}', /lease-payouts\.json: settings: Unrecognized key: "leese"\./],
  ['{"decimal":"point"}', /lease-payouts\.json: decimal: Invalid option/],
  ['{"lease":""}', /lease-payouts\.json: lease: Too small/],
])("refuses a file with %s", (text, message) => {
  writeFileSync(file, text)
  expect(() => readSettings(file)).toThrow(message)
})

it.each<[Words, object]>([
  [[["lease", "ID"]], { lease: "ID", amount: "Net", fee: "Fee" }],
  [[["fee", "none"]], { lease: "Lease", amount: "Net" }],
  [
    [
      ["amount-is", "gross"],
      ["dates", "dd.mm.yyyy"],
      ["decimal", ","],
      ["fees", "negative"],
      ["account", "none"],
    ],
    {
      lease: "Lease",
      amount: "Net",
      fee: "Fee",
      amountIs: "gross",
      dates: "DD/MM/YYYY",
      decimal: ",",
      fees: "negative",
    },
  ],
  [
    [
      ["fee-reason", "A"],
      ["fee-reason", "B"],
    ],
    { lease: "Lease", amount: "Net", fee: "Fee", feeReasons: ["A", "B"] },
  ],
  [[["to", "lists"]], { lease: "Lease", amount: "Net", fee: "Fee" }],
])("the words %j change the kept settings", (words, settings) => {
  expect(withWords({ lease: "Lease", amount: "Net", fee: "Fee" }, words).settings).toEqual(settings)
})

it("refuses a word with a wrong value", () => {
  expect(() => withWords(null, [["decimal", "point"]])).toThrow(/^The command line: decimal: Invalid option/)
})

it.each([
  ["Net amount", undefined, "net"],
  ["Gross", undefined, "gross"],
  ["Amount", "net", "net"],
] as const)("amounts in the column %j are %j if kept, and so %j", (amount, kept, amountIs) => {
  const settings = { lease: "Lease", amount, fee: "Fee", ...(kept && { amountIs: kept }) }
  expect(withAmountIs(settings)).toEqual({ ...settings, amountIs })
})

it("asks whether amounts are before the fee, if there is one", () => {
  expect(() => withAmountIs({ lease: "Lease", amount: "Amount", fee: "Fee" })).toThrow(
    'Is the column "Amount" before or after the fee in "Fee"? Add --amount-is gross',
  )
  expect(withAmountIs({ lease: "Lease", amount: "Amount" })).toEqual({ lease: "Lease", amount: "Amount" })
})

describe("the columns of a file", () => {
  async function columnsOf(headers: string, words: Words = [], isKept = false) {
    const csv = join(folder, "acorn.csv")
    writeFileSync(csv, `${headers}\n`)
    const { settings, unused } = withWords(null, words)
    return (await survey([csv], { settings, isKept, unused })).settings
  }

  it.each<[string, Words, object]>([
    ["Lease ID,Amount,Date", [], { lease: "Lease ID", amount: "Amount", date: "Date" }],
    ["Lease ID,Amount,Date", [["date", "none"]], { lease: "Lease ID", amount: "Amount" }],
    ["Kennung,Order,Amount", [["lease", "Kennung"]], { lease: "Kennung", amount: "Amount" }],
    ["Lease ID,Order,Amount", [["order", "Order"]], { order: "Order", amount: "Amount" }],
    ["Lease ID,Application ID,Payout", [["lease", "lease id"]], { lease: "lease id", amount: "Payout" }],
    ["Lease,Amount,Paid on,Deposit date", [["date", "none"]], { lease: "Lease", amount: "Amount" }],
    ["Lease,Amount,Entry ID,Trans ID", [], { lease: "Lease", amount: "Amount" }],
  ])("of %s with %j", async (headers, words, columns) => {
    expect(await columnsOf(headers, words)).toEqual(columns)
  })

  it.each<[string, Words, string]>([
    [
      "Kennung,Betrag",
      [],
      `The columns of acorn.csv can't be identified by their names.\nIt has: "Kennung", "Betrag".\nSpecify the columns: --lease`,
    ],
    [
      "Lease,Amount",
      [["lease", "ID"]],
      'acorn.csv has no column for lease "ID", or more than one.\nIt has: "Lease", "Amount".',
    ],
    [
      "Lease,Amount,Paid on,Deposit date",
      [],
      'In acorn.csv, more than one column could be the date. Add --date "…" or --date none.\nIt has: "Lease"',
    ],
    [
      "Lease,Amount,Processing fee,Commission",
      [],
      'more than one column could be the fee. Add --fee "…" or --fee none.',
    ],
  ])("of %s with %j are asked for", async (headers, words, message) => {
    await expect(columnsOf(headers, words)).rejects.toThrow(message)
  })

  it("aren't guessed once they are kept", async () => {
    const words: Words = [
      ["lease", "Lease"],
      ["amount", "Amount"],
    ]
    expect(await columnsOf("Lease,Amount,Fee,Date", words, true)).toEqual({ lease: "Lease", amount: "Amount" })
  })

  it("must be in every file", async () => {
    const files = ["one.csv", "two.csv"].map((name) => join(folder, name))
    writeFileSync(files[0] ?? "", "Lease,Amount\n")
    writeFileSync(files[1] ?? "", "Lease,Sum\n")
    await expect(survey(files, { settings: {}, isKept: false, unused: [] })).rejects.toThrow(
      'two.csv has no column for amount "Amount", or more than one.',
    )
  })
})
