import { Modules } from "@medusajs/framework/utils"
import { EXPORT_COLUMNS } from "../../src/api/admin/lease-to-own/leases/export/columns"
import type {
  ConnectionAnswer,
  LeaseAlertsAnswer,
  LeaseAttentionAnswer,
  LeaseFunnelAnswer,
  LeaseListAnswer,
  LeasePageAnswer,
  RegionLeaseAnswer,
} from "../../src/api/admin-types"
import doctor from "../../src/scripts/doctor"
import { SETUP_KEYS } from "../../src/setup/check-setup"
import type { LeaseColumns } from "../support/ledger-rows"
import { APPLICANT_SECRETS } from "./support/applicant"
import { productId } from "./support/goods"
import { LeaseDashboard, PRICING } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { printedBy } from "./support/run-program"

const ALERT = { code: "cancel_failed", params: {}, since: "2026-01-01T00:00:00Z" } as const

/** The list of leases, the page of one, the export, product data and the setup check, over HTTP. */
export const adminLists = storeRules("admin lists", (store) => {
  const dashboard = new LeaseDashboard(store)
  const get = (query = "") => store.admin.get(`/admin/lease-to-own/leases${query}`)
  const list = async (query = ""): Promise<LeaseListAnswer> => (await get(query)).body
  const ids = ({ leases }: LeaseListAnswer) => leases.map(({ id }) => id)
  const pageOf = async (leaseId: string): Promise<LeasePageAnswer> => (await get(`/${leaseId}`)).body

  /** Leases without an order, one minute apart, newest first, with these columns. Returns their ids. */
  function rows(...changes: LeaseColumns[]): Promise<string[]> {
    const made = changes.map((change, place) => ({
      ...{ id: `lease_00${place}`, reference: `L-COPY${place}`, test: true, amount: 49_146, status: "placed" as const },
      ...{ evidence: "verified" as const, status_at: new Date(Date.now() - (place + 1) * 60_000), ...change },
    }))
    return Promise.all(made.map((columns) => store.rows().addLease(columns)))
  }

  describe("the list of leases", () => {
    it("the list has a row for each lease with its card's state, without a call to the service", async () => {
      const orders = [await dashboard.placed(), await dashboard.placed(), await dashboard.placed()]
      const [first = "", second = "", third = ""] = orders
      await dashboard.delivered(first)
      await dashboard.act(second, "cancel_contract")
      await store.merchant.edit(third, { add: { [store.shop.variantIds.chair ?? ""]: 1 } })
      const lease = await dashboard.lease(first)
      const calls = store.calls().length
      const answer = await get()
      const { leases, ...rest }: LeaseListAnswer = answer.body
      expect(store.calls()).toHaveLength(calls)
      expect(answer.headers.get("cache-control")).toBe("no-store")
      const count = { value: 3, limit: 1000, more: false }
      const rights = { can_act: true, time_zone: "UTC" }
      expect(rest).toEqual({ next: null, previous: null, count, sorted_by: "changed_at", outage: null, ...rights })
      expect(leases.find(({ id }) => id === lease.id)).toMatchObject({
        ...{ reference: lease.reference, operator_id: lease.application_id, email: "robin@shopper.example" },
        order: { id: first, display_id: lease.order_display_id },
        leased: { amount: 491.46, currency_code: "usd" },
        delivery: { date: new Date().toISOString().slice(0, 10), at: expect.any(String) },
      })
      const cards = await Promise.all(leases.map(({ order }) => dashboard.card(order?.id ?? "")))
      expect(leases.map(({ state }) => state)).toEqual(cards.map(({ state }) => state))
      expect(new Set(leases.map(({ state }) => state))).toEqual(new Set(["delivered", "canceled", "amount_differs"]))
    })

    it("a row says when its delivery can be marked: once everything shipped", async () => {
      const orderId = await dashboard.placed()
      const row = async () =>
        (await list("?tab=undelivered")).leases.map(({ can_mark_delivered }) => can_mark_delivered)
      expect(await row()).toEqual([false])
      await store.merchant.send(orderId)
      expect(await row()).toEqual([true])
      await dashboard.act(orderId, "mark_delivered", { date: new Date().toISOString().slice(0, 10) })
      expect(await row()).toEqual([])
    })

    it("the list pages forward and back, counts up to a thousand, and is exported whole", async () => {
      await store.rows().addLeases(1200, () => ({ status: "denied" }))
      const first = await list("?limit=10")
      const second = await list(`?limit=10&cursor=${first.next}`)
      expect(new Set([first, second].flatMap(ids)).size).toBe(20)
      expect(ids(await list(`?limit=10&cursor=${second.previous}`))).toEqual(ids(first))
      expect(first.count).toEqual({ value: 1000, limit: 1000, more: true })
      expect((await get("/export")).body.split("\r\n")).toHaveLength(1 + 1200 + 1)
      expect((await get("/export?status=approved")).body.split("\r\n")).toEqual([expect.any(String), ""])
      expect((await get(`/export?cursor=${first.next}`)).body.params.field).toBe("cursor")
    })

    it("alerts are counted and summed, and every lease with one is checked until somebody stops that", async () => {
      const orderId = await dashboard.placed()
      const { id } = await dashboard.lease(orderId)
      await rows({ alerts: [ALERT], currency_code: "cad" }, { alerts: [ALERT], status: "denied" })
      await store.rows().changeLease({ alerts: [ALERT] }, id)
      const alerts = async (): Promise<LeaseAlertsAnswer> => (await store.admin.get("/admin/lease-to-own/alerts")).body
      const cents = (amount: number, currency_code: string) => ({ amount, currency_code })
      expect(await alerts()).toEqual({
        alerts: [
          {
            ...{ code: ALERT.code, count: 3, readable: 1, remedy: null, check: null },
            amounts: [cents(982.92, "usd"), cents(491.46, "cad")],
          },
        ],
        ...{ operator: "Sandbox Leasing", can_act: true },
      })
      expect((await list(`?alert=${ALERT.code}&status=placed`)).leases).toHaveLength(2)
      expect(await get("?alert=nothing")).toMatchObject({ status: 400, body: { params: { field: "alert" } } })
      const check = "/admin/lease-to-own/alerts/cancel_failed/check"
      expect((await store.admin.post(check)).body).toEqual({ checking: true })
      expect((await alerts()).alerts).toMatchObject([{ check: { total: 1, read: 0, until: expect.any(String) } }])
      expect((await store.admin.delete(check)).body).toEqual({ checking: false })
      expect((await alerts()).alerts).toMatchObject([{ check: null }])
      for (const wrong of [check.replace("cancel_failed", "awaiting"), check.replace("cancel_failed", "constructor")])
        expect(await store.admin.post(wrong)).toMatchObject({ status: 400, body: { params: { field: "code" } } })
      const form = { "content-type": "text/plain" }
      expect((await store.admin.raw(check, { method: "POST", headers: form, body: "{}" })).status).toBe(415)
    })

    it("leases whose orders aren't delivered are counted and summed by currency, and the overdue ones among them have their sum and days", async () => {
      const orderId = await dashboard.placed()
      const { id } = await dashboard.lease(orderId)
      const late = { code: "signed_long_ago", params: {}, since: "2026-01-01T00:00:00Z" } as const
      await rows(
        { currency_code: "cad", alerts: [late] },
        { currency_code: "cad" },
        { test: false },
        { status: "signed" },
      )
      const thirty = new Date(Date.now() - 30 * 86_400_000)
      await store.rows().changeLease({ signed_at: thirty }, id)
      const answer = await store.admin.get("/admin/lease-to-own/waiting")
      expect(answer.headers.get("cache-control")).toBe("no-store")
      const [cad, usd] = [
        { amount: 982.92, currency_code: "cad" },
        { amount: 491.46, currency_code: "usd" },
      ]
      expect(answer.body).toEqual({
        undelivered: { count: { value: 3, limit: 1000, more: false }, amounts: [cad, usd] },
        overdue: { count: { value: 1, limit: 1000, more: false }, amounts: [{ ...cad, amount: 491.46 }] },
      })
      const { leases } = await list("?tab=undelivered")
      expect(leases.find((lease) => lease.id === id)).toMatchObject({
        ...{ state: "needs_attention", main_alert: "signed_long_ago" },
        waiting: { amount: usd, days: 30 },
      })
      expect(leases.filter(({ waiting }) => waiting)).toHaveLength(1)
      const { lease } = await pageOf(id)
      expect(lease).toMatchObject({
        alerts: [{ code: "signed_long_ago", amount: usd, params: { days: "30" } }],
        next_step: { code: "ship_or_cancel" },
        actions: { mark_resolved: { allowed: true } },
      })
    })

    it("the funnel has each lease at its steps, with exact amounts, and refuses a period that it doesn't have", async () => {
      await dashboard.delivered(await dashboard.placed())
      await rows({ status: "denied" }, { status: "denied", test: false })
      const answer = await store.admin.get("/admin/lease-to-own/funnel?weeks=2")
      expect(answer.headers.get("cache-control")).toBe("no-store")
      const { weeks, test, flows }: LeaseFunnelAnswer = answer.body
      expect([weeks.length, test, flows.map(({ flow }) => flow)]).toEqual([2, true, ["api"]])
      const steps = flows[0]?.total.steps.map(({ step, count, amounts }) => [step, count, amounts[0]?.amount ?? null])
      expect(steps).toEqual([
        ...[["started", 2, null] as const, ["applied", 2, null] as const, ["approved", 1, null] as const],
        ...["priced", "signed", "ordered", "delivered"].map((step) => [step, 1, 491.46]),
      ])
      expect(flows[0]?.total.days_to_sign).toBe(0)
      const refused = await store.admin.get("/admin/lease-to-own/funnel?weeks=53")
      expect(refused).toMatchObject({ status: 400, body: { code: "list_filter_invalid", params: { field: "weeks" } } })
    })

    it("one order with an unreadable amount doesn't block the list, and its page says so", async () => {
      const [bad, good] = [await dashboard.placed(), await dashboard.placed()]
      const price = JSON.stringify({ value: "5000000000000", precision: 20 })
      await store.sql(
        "update order_line_item set raw_unit_price = ? where id in (select item_id from order_item where order_id = ?)",
        [price, bad],
      )
      const states = Object.fromEntries((await list()).leases.map(({ order, state }) => [order?.id, state]))
      expect(states).toEqual({ [good]: "accepted", [bad]: "needs_attention" })
      expect((await get("/export")).body).toMatch(new RegExp(`needs_attention,.*${bad}`))
      const { id, reference } = await dashboard.lease(bad)
      const unreadable = {
        code: "order_unreadable",
        message: expect.stringContaining(reference),
        params: { reference },
      }
      for (const asked of [
        get(`/${id}`),
        store.admin.get(`/admin/lease-to-own/orders/${bad}`),
        dashboard.post(bad, "retry"),
      ])
        expect(await asked).toMatchObject({ status: 409, body: unreadable })
    })

    it("the CSV export is UTF-8 for programs, with exact amounts and the operator's ids, and no cell is a formula", async () => {
      await rows(
        { email: "=cmd|calc!A1@shopper.example", amount: 99_999_999, order_id: "order_9", order_display_id: 9 },
        { email: '+a"b,c@shopper.example', amount: 1, reference: "@SUM", application_id: "App-4711" },
        { email: "-x\ny@shopper.example", amount: null, flow: "hosted", hosted_id: "H-4711" },
        { application_id: "\t=1+1" },
      )
      const answer = await get("/export")
      const [head, ...lines]: string[] = answer.body.split("\r\n")
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8")
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="leases.csv"')
      expect(head).toBe(EXPORT_COLUMNS.join(","))
      expect(lines.slice(0, 3).map((line) => line.split(",").slice(0, 10).join(","))).toEqual([
        expect.stringMatching(/^9,L-COPY0,'=cmd\|calc!A1@shopper\.example,,\w+,placed,api,true,999999\.99,USD$/),
        expect.stringMatching(/^,'@SUM,"'\+a""b,c@shopper\.example",,\w+,placed,api,true,0\.01$/),
        expect.stringMatching(/^,L-COPY2,"'-x\ny@shopper\.example",,\w+,placed,hosted,true,,$/),
      ])
      const fromEnd = EXPORT_COLUMNS.indexOf("operator_id") - EXPORT_COLUMNS.length
      const operatorIds = lines.slice(0, -1).map((line) => line.split(",").at(fromEnd))
      expect(operatorIds).toEqual(["", "App-4711", "H-4711", "'\t=1+1"])
    })

    it("the CSV export has a line for each sale and for what was canceled or returned, with the ship-to state and ZIP", async () => {
      const [kept, canceled, returned] = [await dashboard.placed(), await dashboard.placed(), await dashboard.placed()]
      await dashboard.act(canceled, "cancel_contract")
      await dashboard.delivered(returned)
      expect((await store.merchant.refund(returned, 491.46)).status).toBe(200)
      await rows({ status: "approved", amount: 1000 })
      const lines = await dashboard.exported()
      const entries = (order: string) =>
        lines.filter((line) => line.order_id === order).map(({ entry, amount }) => `${entry} ${amount}`)
      expect([kept, canceled, returned, ""].map(entries)).toEqual([
        ["sale 491.46"],
        ["sale 491.46", "cancellation -491.46"],
        ["sale 491.46", "return -491.46"],
        [" 10.00"],
      ])
      expect(lines.find(({ order_id }) => order_id === kept)).toMatchObject({
        ...{ entry_date: new Date().toISOString().slice(0, 10), ship_to_state: "TX", ship_to_zip: "78701" },
        ...{ goods: "429.00", delivery: "25.00", sales_tax: "37.46", fees: "0.00" },
        ...{ tax_reason: "", purchaser: "Sandbox Leasing" },
      })
    })
  })

  const alerts = async (query = ""): Promise<LeaseAttentionAnswer> =>
    (await store.admin.get(`/admin/lease-to-own/attention${query}`)).body

  it("leases that need attention are counted, and the newest have their cards' state and next step, without a call to the service", async () => {
    const orderId = await dashboard.placed()
    await store.merchant.edit(orderId, { add: { [store.shop.variantIds.chair ?? ""]: 1 } })
    await store.reconcile()
    const { id, reference } = await dashboard.lease(orderId)
    await rows({ alerts: [ALERT], status: "signed" }, {})
    const calls = store.calls().length
    const { count, leases } = await alerts()
    expect(store.calls()).toHaveLength(calls)
    expect(count).toEqual({ value: 2, limit: 1000, more: false })
    const { state, main_alert, next_step, order } = await dashboard.card(orderId)
    expect(leases[0]).toEqual({ id, reference, order, state, main_alert, next_step, test: true })
    expect(leases[1]).toMatchObject({ id: "lease_000", order: null, next_step: { code: "ask_operator" } })
    expect(await alerts("?limit=0")).toEqual({ count, leases: [] })
    const broken = await store.admin.get("/admin/lease-to-own/attention?limit=11")
    expect(broken).toMatchObject({ status: 400, body: { code: "list_filter_invalid", params: { field: "limit" } } })
  })

  it("a customer's leases are those of account and email address, with the approvals that another cart can use", async () => {
    const orderId = await dashboard.placed()
    const order = await store.admin.get(`/admin/orders/${orderId}?fields=id,email,customer_id`)
    const { customer_id: customerId, email } = order.body.order
    const end = new Date(Date.now() + 86_400_000).toISOString()
    const until = end.slice(0, 10)
    const [channel] = await store.container.resolve(Modules.SALES_CHANNEL).listSalesChannels()
    const approved = { status: "approved", approval_amount: 150_000, approved_until: end } as const
    const [byEmail, byAccount, ended] = await rows(
      { ...approved, email: email.toUpperCase(), sales_channel_id: channel?.id ?? "" },
      { ...approved, customer_id: customerId, approval_amount: null, approved_until: null },
      { ...approved, customer_id: customerId, approved_until: new Date(Date.now() - 86_400_000) },
      { ...approved, email: "other@shopper.example" },
    )
    const { body } = await store.admin.get(`/admin/lease-to-own/customers/${customerId}`)
    const lease = await dashboard.lease(orderId)
    expect(ids(body)).toEqual([lease.id, byEmail, byAccount, ended])
    expect(body.count).toEqual({ value: 4, limit: 1000, more: false })
    expect(body.leases[0]).toEqual((await list()).leases.find(({ id }) => id === lease.id))
    const approval = { reference: expect.any(String), test: true }
    expect(body.approvals).toEqual([
      { ...approval, id: byEmail, limit: { amount: 1500, currency_code: "usd" }, until, sales_channel: channel?.name },
      { ...approval, id: byAccount, limit: null, until: null, sales_channel: null },
    ])
  })

  describe("lease-to-own in a region", () => {
    const region = async (id: string): Promise<RegionLeaseAnswer["region"]> =>
      (await store.admin.get(`/admin/lease-to-own/regions/${id}`)).body.region
    const codes = ({ items }: RegionLeaseAnswer["region"]) => items.map(({ code }) => code)

    it("is on in regions with the provider, with nothing in shoppers' way", async () => {
      const { regionId: id } = store.shop
      expect(await region(id)).toEqual({
        ...{ id, on: true, registered: true, items: [], can_write: true },
        tax: { on: [], off: [] },
      })
      await store.admin.post(`/admin/regions/${id}`, { payment_providers: ["pp_system_default"] })
      expect(await region(id)).toMatchObject({ on: false, items: [] })
    })

    it("cannot be used with another currency, in other countries, or without a shipping option", async () => {
      const made = { name: "Spain", currency_code: "eur", countries: ["es"], payment_providers: ["pp_lease-to-own"] }
      const { body } = await store.admin.post("/admin/regions", made)
      const found = await region(body.region.id)
      expect(found).toMatchObject({ on: true, registered: true })
      expect(codes(found)).toEqual(["region_currency", "region_countries"])
      await store.sql("update shipping_option set deleted_at = now()")
      expect(codes(await region(store.shop.regionId))).toEqual(["shipping_missing"])
    })

    it("is 404 for an unknown region", async () => {
      const answer = await store.admin.get("/admin/lease-to-own/regions/reg_none")
      expect(answer).toMatchObject({ status: 404, body: { code: "region_not_found" } })
    })
  })

  describe("the dashboard's search", () => {
    type Group = { entity: string; data: { id: string }[]; count: number }
    const search = async (query: string): Promise<Group[]> =>
      (await store.admin.get(`/admin/search?limit=3&${query}`)).body.results
    const leases = async (q: string) =>
      (await search(`entity[]=product&entity[]=lease&q=${encodeURIComponent(q)}`)).find(
        ({ entity }) => entity === "lease",
      )

    it("finds a lease by reference, order number, operator's id, email, name and phone, beside what Medusa finds, and names the customer", async () => {
      const orderId = await dashboard.placed()
      const { id, reference, order_display_id, application_id, email } = await dashboard.lease(orderId)
      const operator_id = application_id
      const pasted = [`Your lease ${reference.replaceAll("-", "\u2011")}.`, `Order #${order_display_id}`]
      const names = ["sample robin", "(512) 555-0147", "Elm Street"]
      const written = [reference, reference.toLowerCase().slice(2), order_display_id, application_id, "robin@"]
      for (const q of [...written, ...pasted, ...names])
        expect([q, await leases(String(q))]).toEqual([
          q,
          {
            entity: "lease",
            data: [{ id, reference, order_display_id, email, customer_name: "Robin Sample", operator_id }],
            count: 1,
            offset: 0,
            limit: 3,
          },
        ])
      const groups = await search(`entity=lease,order&q=%23${order_display_id}`)
      expect(groups.map(({ entity, data }) => [entity, data[0]?.id])).toEqual([
        ["order", orderId],
        ["lease", id],
      ])
      expect(await search(`entity[]=lease&q=${reference}`)).toHaveLength(1)
    })

    it("pages as Medusa's own groups do", async () => {
      const made = await rows(...Array.from({ length: 5 }, (_, place) => ({ email: `pat${place}@shopper.example` })))
      const [group] = await search("entity[]=lease&q=pat&offset=3")
      expect(group).toEqual({
        entity: "lease",
        data: made.slice(3).map((id) => expect.objectContaining({ id })),
        count: 5,
        offset: 3,
        limit: 3,
      })
    })

    it("is Medusa's if no leases are requested, and finds none if the search is too short or invalid", async () => {
      expect((await search("q=sofa")).map(({ entity }) => entity)).not.toContain("lease")
      for (const q of ["", "x", "nothing-is-called-so"]) expect([q, await leases(q)]).toMatchObject([q, { count: 0 }])
      expect(await search("entity[]=lease&q=%00")).toMatchObject([{ entity: "lease", count: 0 }])
      const unknown = await store.admin.get("/admin/search?entity[]=lease&entity[]=planets&q=sofa")
      expect(unknown.status).toBe(404)
    })
  })

  describe("the page of a lease", () => {
    it("a lease's page has the cart, the price, the calls, the order and the history, without secrets", async () => {
      const orderId = await dashboard.placed()
      await dashboard.delivered(orderId)
      const lease = await dashboard.lease(orderId)
      await store.sql("update lease set claim_token = 'secret-token', claimed_until = now()")
      const page = await pageOf(lease.id)
      expect(page.lease).toEqual(await dashboard.card(orderId))
      expect(page.order).toMatchObject({ id: orderId, display_id: lease.order_display_id, status: "pending" })
      expect(page.customer).toMatchObject({ id: expect.stringMatching(/^cus_/), email: "robin@shopper.example" })
      expect(page.sent).toMatchObject({
        lines: [{ quantity: 1, brand: "Harbor Home", condition: "new", unit_price: 429 }],
        total: { amount: 491.46, currency_code: "usd" },
      })
      expect(page.pricing?.lines.length).toBeGreaterThan(3)
      const done = ["confirm_delivery", "capture_payment"].map((kind) => [kind, "done"])
      expect(page.calls.map(({ kind, state }) => [kind, state])).toEqual(done)
      expect(page.raw).toMatchObject({ id: lease.id, status: "delivered", fingerprint: expect.any(String) })
      expect(page.history).toMatchObject({ next: null })
      expect(page.history.facts.at(-1)).toMatchObject({ key: "lease_opened", by: "shopper" })
      const past = ["approved", "signed", "placed", "delivered"]
      expect(page.explanation.past.map(({ code }) => code)).toEqual(past)
      expect(page.explanation).toMatchObject({ waits: [{ code: "nothing" }], next: [{}] })
      const secrets = ["http", "lease_key", "claim", "secret-token", ...APPLICANT_SECRETS]
      expect(secrets.filter((secret) => JSON.stringify(page).includes(secret))).toEqual([])
    })

    it("an application without an order has a page, and an unknown lease is 404", async () => {
      const shopper = await store.filled()
      await shopper.apply("denied")
      const [row] = (await list("?tab=without_order")).leases
      const nothing = { order: null, sent: null, pricing: null, calls: [] }
      expect(await pageOf(row?.id ?? "")).toMatchObject({ lease: { state: "denied", order_total: null }, ...nothing })
      for (const path of ["lease_unknown", "lease_unknown/history", "%00", "%00/history"])
        expect([path, await get(`/${path}`)]).toMatchObject([path, { status: 404, body: { code: "lease_not_found" } }])
    })

    it("a long history is paged, each entry once, and an invalid cursor is refused", async () => {
      const [id = ""] = await rows({})
      const history = (before: string) => get(`/${id}/history?before=${before}`)
      await store.sql(
        `insert into lease_event (id, lease_id, type, actor, detail)
         select 'e' || n, ?, 'order_refused', 'shopper', jsonb_build_object('code', n::text) from generate_series(1, 10000) n`,
        [id],
      )
      const page = await pageOf(id)
      const older = await history(page.history.next ?? "")
      const codes = [...page.history.facts, ...older.body.facts].map(({ params }) => Number(params?.code))
      expect(codes).toEqual(Array.from({ length: 200 }, (_, place) => 10_000 - place))
      expect(page.lease.facts).toHaveLength(10)
      expect((await history("1")).body).toEqual({ facts: [], next: null })
      for (const place of ["x", "-1", "1.5", "99999999999999"])
        expect([place, (await history(place)).body.code]).toEqual([place, "cursor_invalid"])
    })
  })

  describe("the lease data of a product", () => {
    const sofa = () => productId(store, "sofa")
    const path = (id: string) => `/admin/lease-to-own/products/${id}`
    const read = async (id: string) => (await store.admin.get(path(id))).body.product
    const change = (id: string, body: object) => store.admin.post(`/admin/products/${id}`, body)
    const metadata = async (id: string) =>
      (await store.admin.get(`/admin/products/${id}?fields=metadata`)).body.product.metadata

    it("a product's lease data come from its own values first, then from the fields named in the options", async () => {
      const id = await sofa()
      expect(await read(id)).toEqual({
        id,
        leasable: { own: null, value: true, by_default: true, source: "option" },
        not_in: { own: null, rules: [] },
        brand: { own: null, value: "Harbor Home", source: "collection" },
        category: { own: null, value: "Furniture", source: "type" },
        condition: { own: null, value: "new", source: "option" },
        problems: [],
        can_write: true,
      })
      const { body } = await store.admin.post(path(id), { brand: " Own ", condition: "used" })
      expect(body.product).toMatchObject({
        brand: { own: "Own", value: "Own", source: "product" },
        condition: { own: "used", value: "used", source: "product" },
      })
      const unreadable = { lease_brand: "", lease_condition: "mint", lease_leasable: "perhaps" }
      await change(id, { collection_id: null, metadata: unreadable })
      expect(await read(id)).toMatchObject({
        leasable: { own: null, value: false },
        brand: { own: null, value: null, source: null },
        condition: { own: "mint", value: null },
        problems: [{ code: "brand" }, { code: "condition_unknown" }, { code: "leasable_unknown", source: "product" }],
      })
    })

    it("two people can write and remove a product's lease data at once without touching other fields, and carts follow", async () => {
      const id = await sofa()
      await change(id, { metadata: { care: "wash cold" } })
      const written = [{ brand: "Own" }, { leasable: false }].map((body) => store.admin.post(path(id), body))
      await Promise.all(written)
      expect(await metadata(id)).toEqual({ care: "wash cold", lease_leasable: false, lease_brand: "Own" })
      const shopper = await store.filled()
      expect((await shopper.view()).body.reasons[0].code).toBe("unavailable_items")
      await store.admin.post(path(id), { leasable: null, brand: "" })
      expect(await metadata(id)).toEqual({ care: "wash cold" })
      expect((await shopper.view()).body.reasons).toEqual([])
    })
  })

  describe("the setup check", () => {
    const setup = async () => (await store.admin.get("/admin/lease-to-own/setup")).body

    it("the setup check lists each item and the configuration without secrets", async () => {
      const body = await setup()
      expect(body.items.map(({ key }: { key: string }) => key)).toEqual(SETUP_KEYS)
      const { baseUrl, username, password } = store.sandbox
      expect(body).toMatchObject({
        mode: "test",
        versions: { plugin: expect.stringMatching(/^\d+\.\d+/), medusa: expect.stringMatching(/^2\./) },
        can_check: true,
        settings: { capture_on: "order", currencies: ["usd"], operator: { name: "Sandbox Leasing" } },
      })
      const ends = password.slice(-2)
      expect(body.connection).toEqual({ address: baseUrl, login: "password", username, ends })
      expect(JSON.stringify(body)).not.toContain(Buffer.from(`${username}:${password}`).toString("base64"))
      const right = ["provider", "store_cors", "operator", "products", "jobs", "locking"].map((key) => `${key}_ok`)
      expect(body.items.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(right))
    })

    it.each([
      ["reached", undefined],
      ["credentials", "401"],
      ["unreachable", "drop-before"],
    ] as const)("the setup check asks the service once whether it is %s (%s)", async (result, fault) => {
      if (fault) store.sandbox.fault({ route: PRICING, fault, times: 5 })
      const { status, body } = await store.admin.post("/admin/lease-to-own/connection-check")
      expect([status, (body as ConnectionAnswer).result]).toEqual([200, result])
      expect(body.message).toMatch(/\w{3}/)
      expect(store.calls()).toEqual([PRICING])
    })

    it("the setup check is also a script, whose exit status is the result", async () => {
      const print = () => printedBy(() => doctor({ container: store.container, args: [] }))
      const right = await print()
      expect(right.text).toMatch(
        /OK {3}provider: .*\n[\s\S]*OK {3}connection: .*\nlease-to-own: 0 failed, 2 warnings\n$/,
      )
      expect(right.status).toBeUndefined()
      store.sandbox.fault({ route: PRICING, fault: "401", times: 5 })
      const wrong = await print()
      expect(wrong.text).toMatch(/FAIL connection: .*credentials.*\nlease-to-own: 1 failed, 2 warnings\n$/)
      expect(wrong.status).toBe(1)
    })

    it("the doctor gets a cart to the first screen in a store that is set up, and applies for nothing", async () => {
      const { url, container } = store
      const config = { ...container.resolve("configModule"), admin: { backendUrl: url } }
      const resolve = (name: string) => (name === "configModule" ? config : container.resolve(name))
      const args = [`${url}/health`, "/api/lease"]
      const { text } = await printedBy(() => doctor({ container: { resolve } as typeof container, args }))
      expect(text.split("\n").filter((line) => /^\w+ +(cart|route|cors|page): /.test(line))).toEqual([
        expect.stringMatching(/^OK {3}cart: A cart with ".+" gets as far as the first screen of lease-to-own\.$/),
        `OK   cors: Browsers at ${url} may call the store.`,
        "OK   page: The page's security policy allows what lease-to-own needs.",
      ])
      expect(await store.sql("select id from lease")).toEqual([])
    })
  })

  it("all admin routes require a dashboard login, and an existing product", async () => {
    const paths = [
      "leases",
      "leases/export",
      "leases/lease_1",
      "leases/lease_1/history",
      "leases/lease_1/support",
      "setup",
      "products/prod_1",
    ]
    for (const path of paths)
      expect([path, (await store.http.get(`/admin/lease-to-own/${path}`)).status]).toEqual([path, 401])
    for (const path of ["connection-check", "products/prod_1"])
      expect([path, (await store.http.post(`/admin/lease-to-own/${path}`)).status]).toEqual([path, 401])
    const unknown = { status: 404, body: { code: "product_not_found" } }
    expect(await store.admin.get("/admin/lease-to-own/products/prod_1")).toMatchObject(unknown)
    expect(await store.admin.post("/admin/lease-to-own/products/prod_1", { brand: "x" })).toMatchObject(unknown)
    expect(store.calls()).toEqual([])
  })
})
