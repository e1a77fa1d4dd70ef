import {
  COUNTED,
  type LeaseFilters,
  LeaseList,
  type LeasePage,
  type LeaseStatus,
  type PageCursor,
  sortColumn,
} from "../../support/ledger"
import { describeLedger } from "../support/ledger-room"

/** So many leases have the plans to do with; `LEASES=1000000` shows what a large store sees. */
const MANY = Number(process.env.LEASES ?? 40_000)
const SOME = 3000

/**
 * Leases of two years as a store has them, the newest with the highest number: most of them run, one in two hundred stands in a rare status,
 * one in a thousand is one of each kind to be looked at. All of it follows from the number, so that a test knows which ones fit.
 */
const GENERATE = `
  insert into lease (id, reference, cart_id, order_id, order_display_id, email, sales_channel_id, way, test, status, evidence, amount,
    currency_code, lease_key_hashes, attention, signed_at, delivered_at, delivery_date, to_confirm_since, status_at, created_at, updated_at,
    application_id, hosted_id)
  select 'lease_' || lpad(n::text, 9, '0'), 'L-' || upper(substr(md5(n::text), 1, 5)) || '-' || lpad(n::text, 7, '0'), 'cart_' || n,
    case when status in ('placed', 'delivered', 'returned') or (status = 'cancelled' and n % 97 <> 0) then 'order_' || n end,
    case when status in ('placed', 'delivered', 'returned') or (status = 'cancelled' and n % 97 <> 0) then n end,
    case when n % 50 = 0 then 'Sam' else 'person' end || n || '@shopper.example', 'sc_' || case when n % 500 = 0 then 'rare' else (n % 3)::text end,
    'application', n % 1000 = 1, status, case when status = 'placed' and n % 1000 = 2 then 'reported' else 'verified' end, 50000 + n % 1000,
    'usd', '[]', case when n % 1000 = 3 then '[{"code": "cancel_failed", "params": {}, "since": "2026-01-01T00:00:00Z"}]' else '[]' end::jsonb,
    at, case when status in ('delivered', 'returned') then at end, case when status in ('delivered', 'returned') then '2026-01-01' end,
    case when status = 'placed' and n % 1000 = 4 then at end, at, at - interval '3 days', at,
    case when status <> 'open' then 'App-' || n end, case when n % 100 = 9 then 'H-' || n end
  from (
    select n, timestamptz '2026-11-21T12:00:00.000123Z' - (? - n) * (interval '730 days' / ?) as at,
      case when n % 200 = 0 then 'returning' when n % 200 = 1 then 'signing' when n % 20 = 2 then 'placed' when n % 1000 = 4 then 'placed'
        when n % 20 in (3, 4) then 'cancelled' when n % 20 = 5 then 'denied' when n % 20 < 12 then 'open' when n % 20 = 12 then 'returned'
        else 'delivered' end as status
    from generate_series(1, ?) n
  ) leases`

/** A filter, and whether the lease with this number fits it. */
const QUESTIONS: [string, LeaseFilters, (lease: Sample) => boolean][] = [
  ["nothing asked", {}, ({ status }) => status !== "open"],
  ["needs attention", { tab: "needs_attention" }, ({ n }) => n % 1000 === 3],
  ["delivery to confirm", { tab: "to_confirm" }, ({ n }) => n % 1000 === 4],
  ["awaiting", { tab: "awaiting" }, ({ n }) => n % 1000 === 2],
  ["signed without an order", { tab: "signed_without_order" }, () => false],
  [
    "applications without an order",
    { tab: "without_order" },
    ({ n, status }) => status === "denied" || status === "signing" || (status === "cancelled" && n % 97 === 0),
  ],
  ["a tab and a status", { tab: "without_order", status: ["denied", "placed"] }, ({ status }) => status === "denied"],
  [
    "given up before the order",
    { tab: "without_order", status: ["cancelled"] },
    ({ n, status }) => status === "cancelled" && n % 97 === 0,
  ],
  ["a tab that no such status is in", { tab: "awaiting", status: ["denied"] }, () => false],
  ["a rare status", { status: ["returning"] }, ({ status }) => status === "returning"],
  [
    "several statuses",
    { status: ["returning", "placed", "delivered", "placed"] },
    ({ status }) => ["returning", "placed", "delivered"].includes(status),
  ],
  ["no one applied", { status: ["open"] }, ({ status }) => status === "open"],
  ["a rare channel", { salesChannels: ["sc_rare"] }, ({ n, status }) => n % 500 === 0 && status !== "open"],
  [
    "two channels",
    { salesChannels: ["sc_1", "sc_rare"] },
    ({ n, status }) => (n % 500 === 0 || n % 3 === 1) && status !== "open",
  ],
  ["tests", { test: true }, ({ n }) => n % 1000 === 1],
  ["no tests", { test: false }, ({ n, status }) => n % 1000 !== 1 && status !== "open"],
  ["way B", { way: "widget" }, () => false],
  [
    "nothing to be looked at",
    { attention: false, status: ["cancelled"] },
    ({ n, status }) => status === "cancelled" && n % 1000 !== 3,
  ],
  [
    "not to confirm",
    { toConfirm: false, status: ["placed"] },
    ({ n, status }) => status === "placed" && n % 1000 !== 4,
  ],
  ["an address", { search: "Person1234@" }, ({ n }) => n === 1234],
  ["the beginning of an address", { search: "sam" }, ({ n }) => n % 50 === 0],
  ["half of the addresses", { search: "person" }, ({ n }) => n % 50 !== 0],
  ["the beginning of a reference", { search: "l-c4" }, ({ reference }) => reference.startsWith("L-C4")],
  [
    "the beginning of a reference without the letter of all",
    { search: "c4" },
    ({ reference }) => reference.startsWith("L-C4"),
  ],
  ["the operator's id of an application", { search: "APP-1234" }, ({ n, status }) => n === 1234 && status !== "open"],
  ["the beginning of many of them", { search: "app-" }, ({ status }) => status !== "open"],
  ["the operator's id of a hosted lease", { search: "h-1209" }, ({ n }) => n === 1209],
  ["an order number", { search: "#1253" }, ({ n }) => n === 1253],
  ["what is nowhere", { search: "zzz" }, () => false],
  ["a sign that PostgreSQL reads as any text", { search: "p%" }, () => false],
  [
    "several at once",
    { status: ["cancelled"], salesChannels: ["sc_1"], search: "person" },
    ({ n, status }) => status === "cancelled" && n % 3 === 1 && n % 500 !== 0,
  ],
]

type Sample = { n: number; id: string; status: LeaseStatus; reference: string }

describeLedger("the list of leases", (room) => {
  const list = () => new LeaseList(room.knex, "America/Chicago")
  async function generate(leases: number): Promise<Sample[]> {
    await room.sql(GENERATE, [leases, leases, leases])
    await room.sql("analyze lease")
    const rows = await room.sql("select substr(id, 7)::int as n, id, status, reference from lease order by id desc")
    return rows as Sample[]
  }
  /** Every page, from the first to the last. */
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

  it("answers every question with the leases that fit, last changed first, each once, counted up to a thousand", async () => {
    const samples = await generate(SOME)
    for (const [name, filters, fits] of QUESTIONS) {
      const expected = samples.filter(fits).map(({ id }) => id)
      const found = await pages(filters, 100)
      expect([name, found.flatMap(ids)]).toEqual([name, expected])
      expect([name, found[0]?.count]).toEqual([name, Math.min(expected.length, COUNTED + 1)])
    }
  })

  it("leads back over the same pages", async () => {
    await generate(SOME)
    const forwards = await pages({ status: ["cancelled"] }, 50)
    const backwards: string[][] = []
    let place = forwards.at(-1)?.previous
    while (place) {
      const page = await list().page({ status: ["cancelled"] }, { limit: 50, place })
      backwards.unshift(ids(page))
      place = page.previous
    }
    expect(backwards).toEqual(forwards.slice(0, -1).map(ids))
    expect([forwards[0]?.previous, forwards.at(-1)?.next]).toEqual([null, null])
  })

  it("loses and doubles nothing while leases change between two pages", async () => {
    const samples = await generate(300)
    const first = await list().page({}, { limit: 20 })
    await room.sql("update lease set status_at = now() where id = any(?)", [ids(first).slice(0, 5)])
    const second = await list().page({}, { limit: 20, place: first.next as PageCursor })
    const expected = samples.filter(({ status }) => status !== "open").slice(20, 40)
    expect(ids(second)).toEqual(expected.map(({ id }) => id))
  })

  it("takes days where the store is: both of them whole", async () => {
    await generate(20)
    const at = (day: string) => `${day}T00:00:00-06:00`
    await room.sql(
      "update lease set status = 'delivered', created_at = ?, delivered_at = ? where id = 'lease_000000007'",
      [at("2026-01-10"), "2026-01-12T23:59:59.999-06:00"],
    )
    const find = async (filters: LeaseFilters) =>
      ids(await list().page(filters, { limit: 20 })).includes("lease_000000007")
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

  it("reads no more of the table than a few times what it answers", async () => {
    await generate(MANY)
    const long: [string, LeaseFilters][] = [
      ["created in a week", { created: { from: "2025-03-01", to: "2025-03-07" } }],
      ["created in a month long ago", { created: { from: "2024-12-01", to: "2024-12-31" } }],
      ["created since then", { created: { from: "2024-12-01" } }],
      ["created before", { created: { to: "2025-03-01" } }],
      ["delivered in a week", { delivered: { from: "2025-03-01", to: "2025-03-07" } }],
      ["delivered before", { delivered: { to: "2025-03-01" } }],
      ["created long ago, and rare", { created: { to: "2025-03-01" }, status: ["returning"] }],
      ["created long ago, to be looked at", { created: { to: "2025-03-01" }, tab: "needs_attention" }],
    ]
    const wasteful: unknown[] = []
    for (const [name, filters] of [...QUESTIONS.map(([name, filters]) => [name, filters] as const), ...long]) {
      const middle: PageCursor = { order: sortColumn(filters), at: "2025-11-21T12:00:00Z", id: "lease_", side: "after" }
      for (const part of [{}, { place: middle }]) {
        let count = 0
        const asked = await room.queries(async () => {
          ;({ count } = await list().page(filters, { limit: 20, ...part }))
        })
        for (const { sql, bindings } of asked) {
          const plan = await planOf(sql, bindings)
          const isWhole = nodes(plan).some((node) => node["Node Type"] === "Seq Scan")
          if (isWhole || rowsRead(plan) > 8 * (count + 200)) wasteful.push([name, sql, rowsRead(plan)])
        }
      }
    }
    expect(wasteful).toEqual([])
  })

  async function planOf(sql: string, bindings: unknown[]): Promise<PlanNode> {
    const [row] = await room.sql(`explain (analyze, format json) ${sql.replace(/\$\d+/g, "?")}`, bindings)
    const plan = (row?.["QUERY PLAN"] as { Plan: PlanNode }[] | undefined)?.[0]?.Plan
    if (!plan) throw new Error("no plan")
    return plan
  }
})

type PlanNode = {
  "Node Type": string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: PlanNode[]
}

function nodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)]
}

/** How many rows were taken into the hand for an answer. Entries of an index alone are not counted twice. */
function rowsRead(plan: PlanNode): number {
  const scans = nodes(plan).filter(
    (node) => /Scan/.test(node["Node Type"]) && node["Node Type"] !== "Bitmap Index Scan",
  )
  return scans.reduce(
    (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    0,
  )
}
