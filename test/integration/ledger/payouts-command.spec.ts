import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import payouts from "../../../src/scripts/payouts"
import type { LeaseColumns } from "../../support/ledger-rows"
import { describeLedger, type LedgerRoom, optionsAt } from "../support/ledger-room"
import { printedBy } from "../support/run-program"

const RETURNED = "2026-10-20T12:00:00Z"

/** How these leases differ from a delivered one. */
const LEASES: Record<number, LeaseColumns> = {
  7: { status: "returned", returned_at: RETURNED, status_at: RETURNED },
  8: { reductions: [{ amount: 10_000, lines: [] }] },
  9: { status: "placed", delivered_at: null, delivery_date: null },
  10: { flow: "hosted", application_id: null, hosted_id: "H-10" },
  11: { test: true },
  12: { account_id: "maple" },
}

/** A lease of 500.01 to 500.12, delivered on October 1 to 12. */
function leaseOf(n: number): LeaseColumns {
  const day = `2026-10-${String(n).padStart(2, "0")}`
  return {
    reference: `L-AAAAA-AAA${String(n).padStart(2, "2")}`,
    application_id: String(4_700_000 + n),
    order_display_id: 1000 + n,
    flow: "api",
    test: false,
    account_id: null,
    status: "delivered",
    amount: 50_000 + n,
    reductions: null,
    hosted_id: null,
    placed_at: `${day}T08:00:00Z`,
    delivered_at: `${day}T20:00:00Z`,
    delivery_date: day,
    returned_at: null,
    ...LEASES[n],
  }
}

/** A folder for an operator's files, and the command run on the ledger of the room. */
class Desktop {
  private readonly folder = mkdtempSync(join(tmpdir(), "payouts-"))

  constructor(private readonly room: LedgerRoom) {}

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  write(name: string, ...lines: string[]): string {
    writeFileSync(join(this.folder, name), lines.join("\r\n"))
    return `file=${join(this.folder, name)}`
  }

  names(): string[] {
    return readdirSync(this.folder)
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8")
  }

  get settings(): unknown {
    return JSON.parse(this.read("settings.json"))
  }

  async run(...words: string[]) {
    const container = { resolve: () => ({ deps: this.room.accountDeps }) } as unknown as MedusaContainer
    const args = words.map((word) => word.replace(/^to=/, `to=${this.folder}/`))
    const { text, status } = await printedBy(() =>
      payouts({ container, args: [`columns=${join(this.folder, "settings.json")}`, ...args] }),
    )
    return { text: text.replaceAll(`${this.folder}/`, ""), status }
  }
}

function accountAt(sandbox: Parameters<typeof optionsAt>[0]) {
  const { baseUrl, operator } = optionsAt(sandbox)
  return { baseUrl, operator, username: "maple", password: "maple-password" }
}

const [MATCHED, DIFFERENT, FAILED] = [undefined, 11, 2]

describeLedger("payouts command", (room) => {
  let desktop: Desktop
  beforeEach(async () => {
    desktop = new Desktop(room)
    await room.rows.addLeases(12, leaseOf)
  })
  afterEach(() => desktop.remove())

  it("compares a statement with dollar signs, parentheses, a title and a total, on the first try", async () => {
    const file = desktop.write(
      "acorn.csv",
      "Acorn Leasing, Merchant Statement",
      "",
      "Lease #,Customer,Paid On,Description,Amount",
      '4700001,Robin Doe,10/05/2026,Funding,"$500.01"',
      '4700003,Robin Doe,10/16/2026,Funding,"$1,500.03"',
      '4700007,Robin Doe,10/06/2026,Funding,"$500.07"',
      '4700007,Robin Doe,10/22/2026,Returned,"($500.07)"',
      "l-aaaaa-aaa22,Robin Doe,10/16/2026,Funding,$500.00",
      "4700099,Robin Doe,10/22/2026,Funding,$12.00",
      ',,,Total,"$2,512.04"',
    )
    const { text, status } = await desktop.run(file, "to=lists")
    expect(
      text,
    ).toBe(`1 file, 6 lines, paid from 2026-10-05 to 2026-10-22. Columns: lease "Lease #", amount "Amount", date "Paid On", decimals with ".", dates in the form MM/DD/YYYY.
Skipped as totals of other lines: acorn.csv line 10.
These settings are kept in settings.json. Correct them there or with options such as --fee none.

matched          2 leases  paid $500.01, due $500.01
short             1 lease  paid $500.00, due $500.02, difference -$0.02
over              1 lease  paid $1,500.03, due $500.03, difference $1,000.00
missing          3 leases  due $1,400.19, delivered from 2026-10-05 to 2026-10-22
unknown            1 line  received 12.00

From delivery to payment: median 4 days, longest 4 days.
short: order #1002, lease L-AAAAA-AAA22, operator's ID 4700002, delivered: $500.00 paid, $500.02 due
  Less was paid than is due. Ask the operator, or add the files with the other payments.
over: order #1003, lease L-AAAAA-AAA23, operator's ID 4700003, delivered: $1,500.03 paid, $500.03 due
  More was paid than is due. A status of placed means that the delivery isn't confirmed. After a cancellation or return, expect the operator to deduct it later.
missing: order #1005, lease L-AAAAA-AAA25, operator's ID 4700005, $500.05 due, delivered 2026-10-05
missing: order #1006, lease L-AAAAA-AAA26, operator's ID 4700006, $500.06 due, delivered 2026-10-06
missing: order #1008, lease L-AAAAA-AAA28, operator's ID 4700008, $400.08 due, delivered 2026-10-08
  These were delivered from 2026-10-05 to 2026-10-22 and are not in the files. Add the files with later payments, or ask the operator. To change the dates, use --delivered-from and --delivered-to.
unknown: acorn.csv line 9, 4700099: no such lease
  No lease has these IDs. Ask the operator what the lines are for. If many are unknown, a different column may identify the leases. See --lease, --order and --account.
The lists are in lists.
`)
    expect(status).toBe(DIFFERENT)
    expect(desktop.read("lists/matched.csv")).toBe(
      `order,reference,operator_id,status,currency,due,paid,difference,fees,delivered_on,ended_on,paid_on,lines,reasons\r
1001,L-AAAAA-AAA21,4700001,delivered,USD,500.01,500.01,0.00,0.00,2026-10-01,,2026-10-05,1,\r
1007,L-AAAAA-AAA27,4700007,returned,USD,0.00,0.00,0.00,0.00,2026-10-07,2026-10-20,2026-10-06,2,\r
`,
    )
    expect(desktop.read("lists/short.csv")).toContain("-0.02")
    expect(desktop.read("lists/over.csv")).toContain("1003,L-AAAAA-AAA23,4700003,delivered,USD,500.03,1500.03,1000.00,")
    expect(desktop.read("lists/missing.csv")).toContain(
      "1008,L-AAAAA-AAA28,4700008,delivered,USD,400.08,2026-10-08\r\n",
    )
    expect(desktop.read("lists/unknown.csv")).toContain(
      "acorn.csv,9,4700099,,12.00,0.00,2026-10-22,,,no such lease\r\n",
    )
    expect(desktop.names()).toHaveLength(3)
  })

  it("asks for columns in another language, and remembers them", async () => {
    const first = desktop.write("nord.csv", "Vertrag Nr;Kunde;Am;Betrag", "4700001;Robin;05.10.2026;500,01 €")
    expect(await desktop.run(first)).toEqual({
      text: `The columns of nord.csv can't be identified by their names.
It has: "Vertrag Nr", "Kunde", "Am", "Betrag".
Specify the columns: --lease "…" (the operator's ID or our reference) or --order "…" (the order's number), --amount "…",
and if there are such columns, --fee "…", --date "…", --line "…" (the operator's ID for the line) and --reason "…".
`,
      status: FAILED,
    })
    const named = [
      "lease=Vertrag Nr",
      "amount=Betrag",
      "date=Am",
      "delivered-from=2026-10-01",
      "delivered-to=2026-10-01",
    ]
    expect(await desktop.run(first, ...named)).toMatchObject({ status: MATCHED })
    const settings = { lease: "Vertrag Nr", amount: "Betrag", date: "Am", decimal: ",", dates: "DD/MM/YYYY" }
    expect(desktop.settings).toEqual(settings)
    const second = desktop.write("nord-2.csv", "Betrag;Am;Vertrag Nr", "1.500;06.10.2026;4700002")
    const { text } = await desktop.run(second, "delivered-from=2026-10-02", "delivered-to=2026-10-02")
    expect(text).toContain("over              1 lease  paid $1,500.00, due $500.02")
    expect(text).not.toContain("These settings are kept")
  })

  it("adds up fees, several lines of a lease and adjustments, and counts repeated lines once", async () => {
    const header = "TransactionID\tContractNumber\tType\tPostingDate\tNet\tFee"
    const first = "T1\t4700001\tFunding\t2026-10-02\t475.01\t-25.00"
    const file = desktop.write(
      "birch.tsv",
      header,
      first,
      "T2\t4700002\tFunding\t2026-10-02\t375.02\t-25.00",
      "T3\t4700002\tFunding\t2026-10-03\t100.00\t",
      "T4\t4700003\tFunding\t2026-10-03\t500.03\t",
      "T5\t4700003\tProgram\t2026-10-03\t-10.00\t",
      "T6\t4700004\tFunding\t2026-10-04\t500.04\t",
      "T6\t4700004\tProgram\t2026-10-04\t-10.00\t",
    )
    const again = desktop.write("birch-2.tsv", header, first)
    const short = await desktop.run(file, again)
    expect(short.text).toContain("Skipped as repeated: 1 line.\n")
    expect(short.text).toContain("Counted although another line with different content has the same ID: T6.\n")
    expect(short.text).toContain("short            2 leases  paid $980.07, due $1,000.07, difference -$20.00\n")
    expect(short.text).toContain(`4700003, delivered: $490.03 paid, $500.03 due (Program)\n`)
    expect(short.text).toContain(
      'Lines with the reason "Program" account for the entire difference of 2 leases. If they are fees, add --fee-reason "Program".\n',
    )
    const { text, status } = await desktop.run(file, again, "fee-reason=Program")
    expect(text).toContain("matched          4 leases  paid $2,000.10, due $2,000.10\n")
    expect(text).toContain("Fees deducted: $70.00.\n")
    expect(status).toBe(MATCHED)
  })

  it("owes nothing for leases that aren't delivered or hosted, and misses none of these, of tests and of other accounts", async () => {
    const lines = [
      "Lease,Date,Amount",
      "4700009,2026-10-09,500.09",
      "H-10,2026-10-10,500.10",
      "4700012,2026-10-12,500.12",
    ]
    const { text } = await desktop.run(desktop.write("acorn.csv", ...lines))
    expect(text).toContain("over             2 leases  paid $1,000.19, due $0.00, difference $1,000.19\n")
    expect(text).toContain("4700009, placed: $500.09 paid, $0.00 due\n")
    expect(text).toContain("H-10, delivered, paid by virtual card: $500.10 paid, $0.00 due\n")
    expect(text).toContain("missing          0 leases  delivered from 2026-10-09 to 2026-10-12\n")
    expect(text).toContain("unknown: acorn.csv line 4, 4700012: lease of account maple\n")
  })

  it.each<[string[], RegExp]>([
    [["file=/none.csv"], /^There is no file \/none\.csv\.\n$/],
    [["file=/"], /^This is a folder, not a file\.\n$/],
    [["delivered-from=2026-13-01"], /^--delivered-from must be a date such as 2026-10-31, not 2026-13-01\.\n$/],
    [["delivered-from=2026-11-01"], /^--delivered-from 2026-11-01 is after --delivered-to 2026-10-05\.\n$/],
    [["date=none"], /^The files have no payment dates\. Specify which deliveries/],
    [["account=oak"], /^This store has no account oak\. Add --account and one of: top-level \(Sandbox Leasing\)\.\n$/],
    [
      ["lease=Name"],
      /^None of the 1 lines is about a lease of this account, for example "Robin" \(no such lease\)\.\n/,
    ],
    [["decimal=x"], /^The command line: decimal: Invalid option/],
  ])("refuses %j, and keeps nothing", async (words, message) => {
    const file = desktop.write("acorn.csv", "Lease,Name,Date,Amount", "4700001,Robin,2026-10-05,500.01")
    const { text, status } = await desktop.run(file, "to=lists", ...words)
    expect(text).toMatch(message)
    expect(status).toBe(FAILED)
    expect(desktop.names()).toEqual(["acorn.csv"])
  })

  it("overwrites no lists", async () => {
    const file = desktop.write("acorn.csv", "Lease,Date,Amount", "4700001,2026-10-01,500.01")
    expect(await desktop.run(file, "to=lists")).toMatchObject({ status: MATCHED })
    expect(await desktop.run(file, "to=lists")).toEqual({
      text: "The folder after --to isn't empty. Choose a new one.\n",
      status: FAILED,
    })
  })

  it("leaves no lists after a lost database, and prints none of the database's message", async () => {
    const file = desktop.write("acorn.csv", "Lease,Date,Amount", "4700001,2026-10-01,500.01")
    const fail = ({ sql }: { sql: string }) => {
      if (sql.includes("delivered_at") && sql.includes("order by")) throw new Error("robin@shopper.example")
    }
    room.knex.on("query", fail)
    const { text, status } = await desktop.run(file, "to=lists")
    room.knex.off("query", fail)
    expect({ text, status }).toEqual({
      text: "This failed. Check the database and the disk, then run it again.\n",
      status: FAILED,
    })
    expect(desktop.names()).toEqual(["acorn.csv"])
  })

  it("reads the ledger with its indexes, and changes nothing in it", async () => {
    const file = desktop.write("acorn.csv", "Lease,Order,Date,Amount", "4700001,1001,2026-10-01,500.01")
    const queries = await room.queries(() => desktop.run(file, "order=Order", "lease=Lease"))
    expect(queries.length).toBeGreaterThan(3)
    expect(queries.filter(({ sql }) => !/^(select|\(select)/i.test(sql))).toEqual([])
    for (const query of queries) expect([query.sql, await room.isIndexed(query)]).toEqual([query.sql, true])
  })
})

describeLedger(
  "payouts command with several accounts",
  (room) => {
    it("compares only with the account that is named", async () => {
      const desktop = new Desktop(room)
      await room.rows.addLeases(12, (n) => ({
        ...leaseOf(n),
        application_id: "4700001",
        ...(n < 12 && { status: "canceled" }),
      }))
      const file = desktop.write("maple.csv", "Lease,Date,Amount", "4700001,2026-10-12,500.12")
      expect((await desktop.run(file)).text).toBe(
        "This store has several accounts. Whose file is this? Add --account and one of: top-level (Sandbox Leasing), maple (Sandbox Leasing).\n",
      )
      expect(await desktop.run(file, "account=maple")).toMatchObject({ status: MATCHED })
      expect(desktop.settings).toMatchObject({ account: "maple" })
      expect((await desktop.run(file, "account=top-level")).text).toContain("canceled: $500.12 paid, $0.00 due")
      desktop.remove()
    })
  },
  (sandbox) => ({ accounts: [{ ...accountAt(sandbox), id: "maple", for: { region: "reg_1" } }] }),
)
