import { createHash } from "node:crypto"
import { COUNTED, type LeaseFilters, type PageCursor, sortColumn } from "../../../src/modules/lease/ledger"
import type { LeaseStatus } from "../../../src/modules/lease/rules/state-machine"
import { LeaseList, type LeasePage } from "../../../src/modules/lease/tables/lease-list"
import { type LeaseColumns } from "../../support/ledger-rows"
import { DAY, describeLedger, type Query } from "../support/ledger-room"

/** Number of leases for the query plans; `LEASES=1000000` shows a large store. */
const MANY = Number(process.env.LEASES ?? 40_000)
const SOME = 3000

const NEWEST = Date.parse("2026-11-21T12:00:00Z")
const ALERT = { code: "cancel_failed", params: {}, since: "2026-01-01T00:00:00Z" } as const

/** Most are active, and one in two hundred has a rare status. */
function statusOf(n: number): LeaseStatus {
  const [of20, of200] = [n % 20, n % 200]
  if (of200 === 0) return "returning"
  if (of200 === 1) return "signing"
  if (of20 === 2 || n % 1000 === 4) return "placed"
  if (of20 === 3 || of20 === 4) return "canceled"
  if (of20 === 5) return "denied"
  if (of20 < 12) return "open"
  return of20 === 12 ? "returned" : "delivered"
}

/**
 * The n-th lease of a store's two years, the newest with the highest number; one in a thousand of each kind
 * needs attention. Everything follows from the number, so that a test knows which ones match.
 */
function sample(n: number, of: number) {
  const status = statusOf(n)
  const one = (place: number) => n % 1000 === place
  const ordered = ["placed", "delivered", "returned"].includes(status) || (status === "canceled" && n % 97 !== 0)
  const ended = status === "delivered" || status === "returned"
  const at = (daysBefore = 0) =>
    new Date(NEWEST - ((of - n) * 730 * DAY) / of - daysBefore * DAY).toISOString().replace("Z", "123Z")
  return {
    id: `lease_${String(n).padStart(9, "0")}`,
    reference: `L-${createHash("md5").update(String(n)).digest("hex").slice(0, 5).toUpperCase()}-${n}`,
    cart_id: `cart_${n}`,
    order_id: ordered ? `order_${n}` : null,
    order_display_id: ordered ? n : null,
    email: `${n % 50 ? "person" : "Sam"}${n}@shopper.example`,
    sales_channel_id: n % 500 ? `sc_${n % 3}` : "sc_rare",
    flow: "api",
    test: one(1),
    status,
    evidence: status === "placed" && one(2) ? "reported" : "verified",
    amount: 50_000 + (n % 1000),
    alerts: one(3) ? [ALERT] : [],
    signed_at: at(),
    delivered_at: ended ? at() : null,
    delivery_date: ended ? "2026-01-01" : null,
    to_confirm_since: status === "placed" && one(4) ? at() : null,
    ...{ status_at: at(), created_at: at(3) },
    application_id: status === "open" ? null : `App-${n}`,
    customer_id: one(5) ? "cus_5" : null,
    hosted_id: n % 100 === 9 ? `H-${n}` : null,
  } satisfies LeaseColumns
}

/** Filters, and whether a lease matches. An unfiltered list has every lease with an application. */
const QUESTIONS: [LeaseFilters, (lease: Sample) => boolean][] = [
  [{}, ({ status }) => status !== "open"],
  [{ tab: "needs_attention" }, ({ n }) => n % 1000 === 3],
  [{ tab: "to_confirm" }, ({ n }) => n % 1000 === 4],
  [{ tab: "awaiting" }, ({ n }) => n % 1000 === 2],
  [{ tab: "undelivered" }, ({ status }) => status === "placed"],
  [{ tab: "undelivered", alerts: true }, ({ n, status }) => status === "placed" && n % 1000 === 3],
  [{ tab: "undelivered", status: ["denied"] }, () => false],
  [{ tab: "signed_without_order" }, () => false],
  [{ tab: "without_order" }, (lease) => ["denied", "signing"].includes(lease.status) || isGivenUp(lease)],
  [{ tab: "without_order", status: ["denied", "placed"] }, ({ status }) => status === "denied"],
  [{ tab: "without_order", status: ["canceled"] }, isGivenUp],
  [{ tab: "awaiting", status: ["denied"] }, () => false],
  [{ status: ["returning"] }, ({ status }) => status === "returning"],
  [{ status: ["returning", "placed", "placed"] }, ({ status }) => ["returning", "placed"].includes(status)],
  [{ status: ["open"] }, ({ status }) => status === "open"],
  [{ salesChannels: ["sc_rare"] }, ({ n, status }) => n % 500 === 0 && status !== "open"],
  [{ salesChannels: ["sc_1", "sc_rare"] }, ({ n, status }) => (n % 500 === 0 || n % 3 === 1) && status !== "open"],
  [{ test: true }, ({ n }) => n % 1000 === 1],
  [{ test: false }, ({ n, status }) => n % 1000 !== 1 && status !== "open"],
  [{ flow: "hosted" }, () => false],
  [{ alerts: false, status: ["canceled"] }, ({ n, status }) => status === "canceled" && n % 1000 !== 3],
  [{ toConfirm: false, status: ["placed"] }, ({ n, status }) => status === "placed" && n % 1000 !== 4],
  [{ search: "Person1234@" }, ({ n }) => n === 1234],
  [{ search: "sam" }, ({ n }) => n % 50 === 0],
  [{ search: "person" }, ({ n }) => n % 50 !== 0],
  [{ search: "l-c4" }, ({ reference }) => reference.startsWith("L-C4")],
  [{ search: "c4" }, ({ reference }) => reference.startsWith("L-C4")],
  [{ search: "APP-1234" }, ({ n, status }) => n === 1234 && status !== "open"],
  [{ search: "app-" }, ({ status }) => status !== "open"],
  [{ search: "h-1209" }, ({ n }) => n === 1209],
  [{ search: "Order #1253." }, ({ n }) => n === 1253],
  [{ customer: { id: "cus_5", email: "PERSON1235@shopper.example" } }, ({ n }) => n % 1000 === 5 || n === 1235],
  // Not signed by the customer.
  [{ customer: { id: "cus_5" }, status: ["denied", "approved"] }, ({ n }) => n % 1000 === 5],
  [{ search: "zzz" }, () => false],
  [{ search: "zzz", orders: ["order_1253", "order_2", "order_none"] }, ({ n }) => n === 1253 || n === 2],
  // Not searchable, so nothing is found.
  [{ search: "\u200b.." }, () => false],
  // A wildcard in PostgreSQL.
  [{ search: "p%" }, () => false],
  [
    { status: ["canceled"], salesChannels: ["sc_1"], search: "person" },
    ({ n, status }) => status === "canceled" && n % 3 === 1 && n % 500 !== 0,
  ],
]

type Sample = { n: number; id: string; status: LeaseStatus; reference: string }

/** Canceled before there was an order. */
function isGivenUp({ n, status }: Sample): boolean {
  return status === "canceled" && n % 97 === 0
}

describeLedger("the list of leases", (room) => {
  const list = () => new LeaseList(room.knex, "America/Chicago")
  async function generate(leases: number): Promise<Sample[]> {
    await room.rows.addLeases(leases, (n) => sample(n, leases))
    const newestFirst = Array.from({ length: leases }, (_, place) => leases - place)
    return newestFirst.map((n) => ({ n, ...sample(n, leases) }))
  }
  /** All pages, first to last. */
  async function pages(filters: LeaseFilters, limit: number): Promise<LeasePage[]> {
    const all: LeasePage[] = []
    let place: PageCursor | undefined
    do {
      const page = await list().page(filters, { limit, ...(place && { place }) })
      all.push(page)
      place = page.next ?? undefined
    } while (place)
    return all
  }
  const ids = (page: LeasePage) => page.leases.map(({ id }) => id)

  it("the list returns all matching leases, last changed first, each once, counted up to a thousand", async () => {
    const samples = await generate(SOME)
    for (const [filters, fits] of QUESTIONS) {
      const expected = samples.filter(fits).map(({ id }) => id)
      const found = await pages(filters, 100)
      expect([filters, found.flatMap(ids)]).toEqual([filters, expected])
      expect([filters, found[0]?.count]).toEqual([filters, Math.min(expected.length, COUNTED + 1)])
    }
  })

  it("a whole reference is found in pasted text, and nothing else with it", async () => {
    const samples = await generate(20)
    await room.rows.changeLease({ reference: "L-7KQ2M-XW4RA" }, samples[3]?.id ?? "")
    for (const search of ["Your lease L\u20117KQ2M\u2011XW4RA.", "7kq2mxw4ra"])
      expect(ids(await list().page({ search }, { limit: 5 }))).toEqual([samples[3]?.id])
  })

  it("the list pages back over the same pages", async () => {
    await generate(SOME)
    const forwards = await pages({ status: ["canceled"] }, 50)
    const backwards: string[][] = []
    let place = forwards.at(-1)?.previous
    while (place) {
      const page = await list().page({ status: ["canceled"] }, { limit: 50, place })
      backwards.unshift(ids(page))
      place = page.previous
    }
    expect(backwards).toEqual(forwards.slice(0, -1).map(ids))
    expect([forwards[0]?.previous, forwards.at(-1)?.next]).toEqual([null, null])
  })

  it("no lease is lost or doubled when leases change between two pages", async () => {
    const samples = await generate(300)
    const first = await list().page({}, { limit: 20 })
    await room.rows.changeLease({ status_at: new Date() }, ...ids(first).slice(0, 5))
    const second = await list().page({}, { limit: 20, place: first.next as PageCursor })
    const expected = samples.filter(({ status }) => status !== "open").slice(20, 40)
    expect(ids(second)).toEqual(expected.map(({ id }) => id))
  })

  it("days are those of the store's time zone, both included", async () => {
    await generate(20)
    const id = "lease_000000007"
    const [created_at, delivered_at] = ["2026-01-10T00:00:00-06:00", "2026-01-12T23:59:59.999-06:00"]
    await room.rows.changeLease({ status: "delivered", created_at, delivered_at }, id)
    const find = async (filters: LeaseFilters) => ids(await list().page(filters, { limit: 20 })).includes(id)
    const found = [
      await find({ created: { from: "2026-01-10", to: "2026-01-10" } }),
      await find({ created: { to: "2026-01-09" } }),
      await find({ created: { from: "2026-01-11" } }),
      await find({ delivered: { from: "2026-01-12", to: "2026-01-12" } }),
      await find({ delivered: { from: "2026-01-13T05:59:00Z", to: "2026-01-13T06:00:00Z" } }),
      await find({ delivered: { from: "2026-01-13T06:00:00Z" } }),
    ]
    expect(found).toEqual([true, false, false, true, true, false])
  })

  it("sums by currency what isn't delivered, and what of it has an alert about that, of live leases or test leases", async () => {
    const late = (code: "shipped_long_ago" | "signed_long_ago") => [{ code, params: {}, since: "2026-01-01T00:00:00Z" }]
    const placed = { status: "placed", flow: "api", currency_code: "usd", amount: 10_001, test: false } as const
    const rows: LeaseColumns[] = [
      placed,
      { ...placed, alerts: late("shipped_long_ago") },
      { ...placed, alerts: [ALERT, ...late("signed_long_ago")], currency_code: "cad", amount: 2_147_483_647 },
      { ...placed, alerts: [ALERT], currency_code: "cad", amount: 2_147_483_647 },
      { ...placed, currency_code: "cad", amount: 3 },
      { ...placed, test: true, amount: 5 },
      { ...placed, flow: "hosted", alerts: late("shipped_long_ago") },
      { ...placed, status: "delivered" },
      { ...placed, status: "canceling", alerts: late("shipped_long_ago") },
    ]
    await room.rows.addLeases(rows.length, (n) => rows[n - 1] ?? {})
    expect(await list().waiting(false)).toEqual({
      undelivered: [
        { currency_code: "cad", count: 3, amount: 4_294_967_297 },
        { currency_code: "usd", count: 2, amount: 20_002 },
      ],
      overdue: [
        { currency_code: "cad", count: 1, amount: 2_147_483_647 },
        { currency_code: "usd", count: 1, amount: 10_001 },
      ],
    })
    const { leases } = await list().page({ tab: "overdue" }, { limit: 10 })
    expect(leases.map(({ amount }) => amount).sort()).toEqual([10_001, 2_147_483_647])
    const test = { currency_code: "usd", count: 1, amount: 5 }
    expect(await list().waiting(true)).toEqual({ undelivered: [test], overdue: [] })
  })

  it("leases that the job should have checked long ago are counted, with the oldest moment", async () => {
    const now = room.accountDeps.now()
    const since = new Date(now.getTime() - DAY)
    await room.rows.addLeases(3, (n) => ({ reconcile_at: [now, since, new Date(now.getTime() - DAY / 2)][n - 1] }))
    expect(await list().overdue(now)).toEqual({ count: 2, since: since.toISOString() })
  })

  it("the list reads only a few times the rows that it returns", async () => {
    await generate(MANY)
    const long: LeaseFilters[] = [
      { created: { from: "2025-03-01", to: "2025-03-07" } },
      { created: { from: "2024-12-01", to: "2024-12-31" } },
      { created: { from: "2024-12-01" } },
      { created: { to: "2025-03-01" } },
      { delivered: { from: "2025-03-01", to: "2025-03-07" } },
      { delivered: { to: "2025-03-01" } },
      { created: { to: "2025-03-01" }, status: ["returning"] },
      { created: { to: "2025-03-01" }, tab: "needs_attention" },
    ]
    const wasteful: unknown[] = []
    for (const filters of [...QUESTIONS.map(([filters]) => filters), ...long]) {
      const middle: PageCursor = { order: sortColumn(filters), at: "2025-11-21T12:00:00Z", id: "lease_", side: "after" }
      for (const part of [{}, { place: middle }]) {
        let count = 0
        const asked = await room.queries(async () => {
          ;({ count } = await list().page(filters, { limit: 20, ...part }))
        })
        for (const query of asked) {
          const scans = await scansOf(query)
          const isWhole = scans.some((scan) => scan["Node Type"] === "Seq Scan")
          if (isWhole || rowsRead(scans) > 8 * (count + 200)) wasteful.push([filters, query.sql, rowsRead(scans)])
        }
      }
    }
    const sums = await room.queries(() => list().waiting(false))
    expect(sums).toHaveLength(2)
    for (const query of sums) expect(await room.isIndexed(query)).toBe(true)
    expect(wasteful).toEqual([])
  })

  /** The scans in the database's plan. */
  async function scansOf({ sql, bindings }: Query): Promise<PlanNode[]> {
    const [row = {}] = await room.sql(`explain (analyze, format json) ${sql.replace(/\$\d+/g, "?")}`, bindings)
    const [{ Plan }] = row["QUERY PLAN"] as [{ Plan: PlanNode }]
    const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)]
    return all(Plan).filter((node) => /Scan/.test(node["Node Type"]))
  }
})

type PlanNode = {
  "Node Type": string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: PlanNode[]
}

/** How many rows a query read. Entries of an index-only scan aren't counted twice. */
function rowsRead(scans: PlanNode[]): number {
  const rows = scans.map((scan) => {
    if (scan["Node Type"] === "Bitmap Index Scan") return 0
    return (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"]
  })
  return rows.reduce((sum, read) => sum + read, 0)
}
