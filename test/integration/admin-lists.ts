import { CSV_COLUMNS } from "../../src/api/admin/lease-to-own/list/lease-csv"
import type { ConnectionAnswer, LeaseListAnswer, LeasePageAnswer, ProductLeaseAnswer } from "../../src/api/admin-types"
import doctor from "../../src/scripts/doctor"
import { SETUP_KEYS } from "../../src/setup/check-setup"
import { APPLICANT_SECRETS } from "./support/applicant"
import { LeaseDesk, PRICING } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

/** The list of leases, the page of one, the export, product data and the setup check, over HTTP. */
export const adminLists = storeRules("admin lists", (store) => {
  const desk = new LeaseDesk(store)
  const get = (query = "") => store.admin.get(`/admin/lease-to-own/leases${query}`)
  const list = async (query = ""): Promise<LeaseListAnswer> => (await get(query)).body
  const ids = ({ leases }: LeaseListAnswer) => leases.map(({ id }) => id)
  const pageOf = async (leaseId: string): Promise<LeasePageAnswer> =>
    (await store.admin.get(`/admin/lease-to-own/leases/${leaseId}`)).body

  /** Leases without an order, a minute apart, the newest first; each with what is told of it, in SQL. Answers their ids. */
  async function rows(...changes: Record<string, string>[]): Promise<string[]> {
    const made = changes.map((_, place) => `lease_${String(place).padStart(3, "0")}`)
    for (const [place, change] of changes.entries()) {
      const columns: Record<string, string> = {
        id: `'${made[place]}'`,
        reference: `'L-COPY${place}'`,
        cart_id: `'cart_${place}'`,
        way: "'application'",
        test: "true",
        currency_code: "'usd'",
        amount: "49146",
        status: "'placed'",
        evidence: "'verified'",
        lease_key_hashes: "'[]'",
        attention: "'[]'",
        status_at: `now() - interval '${place + 1} minutes'`,
        ...change,
      }
      const [names, values] = [Object.keys(columns).join(", "), Object.values(columns).join(", ")]
      await store.sql(`insert into lease (${names}) values (${values})`)
    }
    return made
  }

  describe("the list", () => {
    it("has for each lease what a row shows, with the state of its card, and asks the service nothing", async () => {
      const orders = [await desk.placed(), await desk.placed(), await desk.placed()]
      const [first = "", second = "", third = ""] = orders
      await desk.delivered(first)
      await desk.act(second, "cancel_contract")
      await store.merchant.edit(third, { add: { [store.shop.variantIds.chair ?? ""]: 1 } })
      const lease = await desk.lease(first)
      const calls = store.calls().length
      const answer = await get()
      const { leases, ...rest }: LeaseListAnswer = answer.body
      expect(store.calls()).toHaveLength(calls)
      expect(answer.headers.get("cache-control")).toBe("no-store")
      expect(rest).toEqual({
        next: null,
        previous: null,
        count: { value: 3, limit: 1000, more: false },
        sorted_by: "changed_at",
        outage: null,
      })
      expect(leases.find(({ id }) => id === lease.id)).toEqual({
        id: lease.id,
        reference: lease.reference,
        operator_id: lease.application_id,
        order: { id: first, display_id: lease.order_display_id },
        email: "robin@shopper.example",
        state: "delivered",
        status: "delivered",
        way: "application",
        test: true,
        leased: { amount: 491.46, currency_code: "usd" },
        signed_at: expect.any(String),
        delivery: { date: new Date().toISOString().slice(0, 10), at: expect.any(String) },
        changed_at: expect.any(String),
        created_at: expect.any(String),
      })
      const cards = await Promise.all(leases.map(({ order }) => desk.card(order?.id ?? "")))
      expect(leases.map(({ state }) => state)).toEqual(cards.map(({ state }) => state))
      expect(new Set(leases.map(({ state }) => state))).toEqual(new Set(["delivered", "cancelled", "amount_differs"]))
    })

    it("leads page by page through all of them and back, each once", async () => {
      const all = await rows(...Array.from({ length: 25 }, () => ({})))
      const first = await list("?limit=10")
      const second = await list(`?limit=10&cursor=${first.next}`)
      const third = await list(`?limit=10&cursor=${second.next}`)
      expect([first, second, third].flatMap(ids)).toEqual(all)
      expect([first.previous, third.next]).toEqual([null, null])
      expect(ids(await list(`?limit=10&cursor=${third.previous}`))).toEqual(ids(second))
      expect(first.count).toEqual({ value: 25, limit: 1000, more: false })
    })

    it("counts no further than a thousand", async () => {
      await store.sql(
        `insert into lease (id, reference, cart_id, way, currency_code, status, lease_key_hashes, attention, status_at)
         select 'many_' || n, 'M-' || n, 'cart_many_' || n, 'application', 'usd', 'denied', '[]', '[]', now() from generate_series(1, 1200) n`,
      )
      expect((await list()).count).toEqual({ value: 1000, limit: 1000, more: true })
      const { body } = await get("/export")
      expect(body.split("\r\n")).toHaveLength(1 + 1200 + 1)
    })

    /** The leases below that each filter finds, by their places. */
    const FOUND: Record<string, string> = {
      "?tab=all": "0123456",
      "?tab=needs_attention": "1",
      "?attention=true": "1",
      "?attention=false": "023456",
      "?tab=to_confirm": "2",
      "?to_confirm=true": "2",
      "?tab=awaiting": "3",
      "?tab=signed_without_order": "4",
      "?tab=without_order": "5",
      "?status=denied": "5",
      "?status=denied,signed": "45",
      "?status=denied&status=signed": "45",
      "?status=open": "7",
      "?test=false": "6",
      "?test=true": "012345",
      "?way=widget": "",
      "?way=application": "0123456",
      "?sales_channel_id=sc_other": "6",
      "?q=Pat@": "0",
      "?q=%234711": "1",
      "?q=4711": "1",
      "?q=l-copy3": "3",
      "?q=l-copy": "01234567",
      "?q=nobody": "",
      "?q=%25%25": "",
      "?created_from=2026-01-01&created_to=2026-01-31": "2",
      "?delivered_to=2026-02-28": "3",
      "?status=placed&sales_channel_id=sc_other&q=l-": "6",
    }

    it("is filtered, and the export with it", async () => {
      const all = await rows(
        { email: "'Pat@shopper.example'" },
        { attention: `'[{"code":"cancel_failed","params":{}}]'`, order_display_id: "4711" },
        { to_confirm_since: "now()", created_at: "'2026-01-15'" },
        { evidence: "'reported'", delivered_at: "'2026-02-01'" },
        { status: "'signed'" },
        { status: "'denied'" },
        { test: "false", sales_channel_id: "'sc_other'" },
        { status: "'open'" },
      )
      const places = (found: string[]) => found.map((id) => String(all.indexOf(id))).join("")
      const listed: Record<string, string> = {}
      const exported: Record<string, string> = {}
      for (const query of Object.keys(FOUND)) {
        listed[query] = places(ids(await list(query)))
        const { body } = await get(`/export${query}`)
        exported[query] = places([...body.matchAll(/lease_\d{3}/g)].map(String))
      }
      expect(listed).toEqual(FOUND)
      expect(exported).toEqual(FOUND)
    })

    it("is refused a broken filter by name, a search for one letter, and a place that is none", async () => {
      await rows({}, {}, {})
      const broken = [
        ["tab", "?tab=everything"],
        ["status", "?status=lost"],
        ["status", "?status[$ne]=open"],
        ["attention", "?attention=1"],
        ["created_from", "?created_from=yesterday"],
        ["created_to", "?created_to=2026-02-30"],
        ["q", `?q=${"x".repeat(300)}`],
        ["q", "?q=%00%00"],
        ["offset", "?offset=20"],
      ] as const
      const pages = [
        ["limit", "?limit=0"],
        ["limit", "?limit=1000"],
        ["limit", "?limit=ten"],
      ] as const
      for (const [field, query] of [...broken, ...pages, ...broken.map(([of, q]) => [of, `/export${q}`] as const)]) {
        const { status, body } = await get(query)
        expect([query, status, body.code, body.params.field]).toEqual([query, 400, "list_filter_invalid", field])
      }
      expect((await get("?q=r")).body.code).toBe("search_too_short")
      const { next } = await list("?limit=1")
      const places = ["x", "bnVsbA", Buffer.from('["status_at","now","a","after"]').toString("base64url")]
      for (const query of [...places.map((cursor) => `?cursor=${cursor}`), `?created_from=2020-01-01&cursor=${next}`])
        expect([query, (await get(query)).body.code]).toEqual([query, "cursor_invalid"])
      expect((await get(`/export?cursor=${next}`)).body.params.field).toBe("cursor")
    })
  })

  describe("an order of which an amount cannot be read", () => {
    it.each([
      ["is larger than any order", "5000000000000"],
      ["is no amount", "many"],
    ])("because it %s blocks no other lease, and is told in words", async (_why, value) => {
      const [bad, good] = await store.begin(
        "two orders",
        async () => [await desk.placed(), await desk.placed()] as const,
      )
      const reads = async () => {
        const { body } = await get("/export")
        return {
          listed: Object.fromEntries((await list()).leases.map(({ order, state }) => [order?.id, state])),
          exported: Object.fromEntries(
            body.split("\r\n").flatMap((line: string) => {
              const id = /order_\w{26}/.exec(line)?.[0]
              return id ? [[id, line.split(",")[3]]] : []
            }),
          ),
        }
      }
      const states = { [good]: "accepted", [bad]: "accepted" }
      expect(await reads()).toEqual({ listed: states, exported: states })
      const price = JSON.stringify({ value, precision: 20 })
      await store.sql(
        "update order_line_item set raw_unit_price = ? where id in (select item_id from order_item where order_id = ?)",
        [price, bad],
      )

      const now = { ...states, [bad]: "needs_attention" }
      expect(await reads()).toEqual({ listed: now, exported: now })
      const [{ id, reference }, other] = [await desk.lease(bad), await desk.lease(good)]
      expect((await pageOf(other.id)).lease).toEqual(await desk.card(good))
      for (const answer of [
        await get(`/${id}`),
        await store.admin.get(`/admin/lease-to-own/orders/${bad}`),
        await desk.post(bad, "check_status"),
      ])
        expect(answer).toMatchObject({
          status: 409,
          body: { code: "order_unreadable", message: expect.stringContaining(reference), params: { reference } },
        })
    })
  })

  describe("the export", () => {
    it("is CSV with exact amounts, of which no cell is a formula", async () => {
      await rows(
        { email: "'=cmd|calc!A1@shopper.example'", amount: "99999999", order_id: "'order_9'", order_display_id: "9" },
        { email: `'+a"b,c@shopper.example'`, amount: "1", reference: "'@SUM'" },
        { email: "E'-x\\ny@shopper.example'", amount: "null" },
      )
      const answer = await get("/export")
      const [head, ...lines] = answer.body.split("\r\n")
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8")
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="leases.csv"')
      expect(head).toBe(CSV_COLUMNS.join(","))
      expect(lines.map((line: string) => line.split(",").slice(0, 9).join(","))).toEqual([
        expect.stringMatching(/^9,L-COPY0,'=cmd\|calc!A1@shopper\.example,\w+,placed,application,true,999999\.99,USD$/),
        expect.stringMatching(/^,'@SUM,"'\+a""b,c@shopper\.example",\w+,placed,application,true,0\.01$/),
        expect.stringMatching(/^,L-COPY2,"'-x\ny@shopper\.example",\w+,placed,application,true,,$/),
        "",
      ])
    })

    it("names what the operator calls each lease in the column operator_id", async () => {
      await rows(
        { application_id: "'App-4711'" },
        { way: "'widget'", hosted_id: "'H-4711'" },
        {},
        { application_id: "E'\\t=1+1'" },
      )
      const [head, ...lines]: string[] = (await get("/export")).body.split("\r\n")
      const column = head?.split(",").indexOf("operator_id") ?? -1
      expect(lines.slice(0, -1).map((line) => line.split(",")[column])).toEqual(["App-4711", "H-4711", "", "'\t=1+1"])
    })
  })

  describe("the page of a lease", () => {
    it("has what was sent, what was priced, the calls, the order and the history, and no secret", async () => {
      const orderId = await desk.placed()
      await desk.delivered(orderId)
      const lease = await desk.lease(orderId)
      await store.sql("update lease set claim_token = 'secret-token', claimed_until = now()")
      const page = await pageOf(lease.id)
      expect(page.lease).toEqual(await desk.card(orderId))
      expect(page.order).toMatchObject({ id: orderId, display_id: lease.order_display_id, status: "pending" })
      expect(page.customer).toMatchObject({ id: expect.stringMatching(/^cus_/), email: "robin@shopper.example" })
      expect(page.sent).toMatchObject({
        lines: [{ quantity: 1, brand: "Harbor Home", condition: "new", unit_price: 429 }],
        total: { amount: 491.46, currency_code: "usd" },
      })
      expect(page.pricing?.lines.length).toBeGreaterThan(3)
      const [first, second] = ["confirm_delivery", "capture_payment"]
      expect(page.calls.map(({ kind, state }) => [kind, state])).toEqual([
        [first, "done"],
        [second, "done"],
      ])
      expect(page.raw).toMatchObject({ id: lease.id, status: "delivered", fingerprint: expect.any(String) })
      expect(page.history).toMatchObject({ next: null })
      expect(page.history.facts.at(-1)).toMatchObject({ key: "lease_opened", by: "shopper" })
      const secrets = ["http", "lease_key", "claim", "secret-token", ...APPLICANT_SECRETS]
      expect(secrets.filter((secret) => JSON.stringify(page).includes(secret))).toEqual([])
    })

    it("is there for an application without an order", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.apply("denied")
      const [row] = (await list("?tab=without_order")).leases
      expect(await pageOf(row?.id ?? "")).toMatchObject({
        lease: { state: "denied", order_total: null, next_step: null, leased: null },
        order: null,
        sent: null,
        pricing: null,
        calls: [],
      })
    })

    it("tells a history of ten thousand entries in parts, each entry once, and knows a wrong place", async () => {
      const [id = ""] = await rows({})
      const history = (before: string) => store.admin.get(`/admin/lease-to-own/leases/${id}/history?before=${before}`)
      await store.sql(
        `insert into lease_event (id, lease_id, type, actor, detail)
         select 'e' || n, ?, 'order_refused', 'shopper', jsonb_build_object('code', n::text) from generate_series(1, 10000) n`,
        [id],
      )
      const page = await pageOf(id)
      const older = await history(page.history.next ?? "")
      const codes = [...page.history.facts, ...older.body.facts].map(({ params }) => Number(params?.code))
      expect(codes).toEqual(Array.from({ length: 200 }, (_, place) => 10_000 - place))
      expect((await history("1")).body).toEqual({ facts: [], next: null })
      for (const place of ["x", "-1", "1.5", "99999999999999"])
        expect([place, (await history(place)).body.code]).toEqual([place, "cursor_invalid"])
    })

    it("of a lease that is not there is 404, in words", async () => {
      for (const path of ["lease_unknown", "lease_unknown/history", "%00", "%00/history", "order_1"]) {
        const { status, body } = await store.admin.get(`/admin/lease-to-own/leases/${path}`)
        expect([path, status, body.code]).toEqual([path, 404, "lease_not_found"])
      }
    })
  })

  describe("product data", () => {
    const productId = async (handle: string) =>
      (await store.admin.get(`/admin/products?handle=${handle}&fields=id`)).body.products[0].id
    const path = (id: string) => `/admin/lease-to-own/products/${id}`
    const read = async (id: string): Promise<ProductLeaseAnswer["product"]> =>
      (await store.admin.get(path(id))).body.product
    const metadata = async (id: string) =>
      (await store.admin.get(`/admin/products/${id}?fields=metadata`)).body.product.metadata

    it("is inherited from what the options name, and from the product's own override first", async () => {
      const id = await productId("sofa")
      expect(await read(id)).toEqual({
        id,
        leasable: { own: null, value: true, by_default: true },
        brand: { own: null, value: "Harbor Home", source: "collection" },
        category: { own: null, value: "Furniture", source: "type" },
        condition: { own: null, value: "new", source: "option" },
        problems: [],
        can_write: true,
      })
      const { body } = await store.admin.post(path(id), { brand: " Own ", condition: "used", leasable: false })
      expect(body.product).toMatchObject({
        leasable: { own: false, value: false, by_default: true },
        brand: { own: "Own", value: "Own", source: "product" },
        condition: { own: "used", value: "used", source: "product" },
      })
    })

    it("is written and taken away without touching anything else, and a cart follows it", async () => {
      const id = await productId("sofa")
      await store.admin.post(`/admin/products/${id}`, { metadata: { care: "wash cold" } })
      await store.admin.post(path(id), { leasable: false, brand: "Own" })
      const shopper = store.shopper()
      await shopper.fillCart()
      expect((await shopper.look()).body.reasons[0].code).toBe("unavailable_items")
      expect(await metadata(id)).toEqual({ care: "wash cold", lease_leasable: false, lease_brand: "Own" })
      await store.admin.post(path(id), { leasable: null, brand: "" })
      expect(await metadata(id)).toEqual({ care: "wash cold" })
      expect((await shopper.look()).body.reasons).toEqual([])
    })

    it("of two writers at once keeps what both wrote", async () => {
      const id = await productId("sofa")
      await Promise.all([store.admin.post(path(id), { brand: "One" }), store.admin.post(path(id), { category: "Two" })])
      expect(await metadata(id)).toEqual({ lease_brand: "One", lease_category: "Two" })
    })

    it("names what is missing and what is unreadable", async () => {
      const id = await productId("sofa")
      await store.admin.post(`/admin/products/${id}`, { collection_id: null })
      await store.admin.post(`/admin/products/${id}`, {
        metadata: { lease_condition: "mint", lease_leasable: "perhaps" },
      })
      expect(await read(id)).toMatchObject({
        leasable: { own: null, value: false },
        brand: { own: null, value: null, source: null },
        condition: { own: "mint", value: null },
        problems: ["brand", "condition_unknown", "leasable_unknown"],
      })
    })

    it("is refused what is no product, no data and no JSON", async () => {
      const id = await productId("sofa")
      const bad = [
        { brand: 1 },
        { condition: "mint" },
        { leasable: "yes" },
        { price: 1 },
        { brand: "x".repeat(300) },
        [],
      ]
      for (const body of bad) expect([body, (await store.admin.post(path(id), body)).status]).toEqual([body, 400])
      expect(await store.admin.get(path("prod_unknown"))).toMatchObject({
        status: 404,
        body: { code: "product_not_found" },
      })
      expect((await store.admin.post(path("prod_unknown"), { brand: "x" })).status).toBe(404)
      const form = { "content-type": "application/x-www-form-urlencoded" }
      expect((await store.admin.raw(path(id), { method: "POST", headers: form, body: "brand=x" })).status).toBe(415)
      expect((await metadata(id)) ?? {}).toEqual({})
    })
  })

  describe("the setup check", () => {
    const setup = async () => (await store.admin.get("/admin/lease-to-own/setup")).body
    const codes = async () => {
      const { items } = await setup()
      return Object.fromEntries(items.map(({ key, code }: { key: string; code: string }) => [key, code]))
    }

    it("says item by item what is right, and tells the configuration without its secrets", async () => {
      const body = await setup()
      expect(body.items.map(({ key }: { key: string }) => key)).toEqual(SETUP_KEYS)
      expect(body).toMatchObject({
        mode: "test",
        versions: { plugin: expect.stringMatching(/^\d+\.\d+/), medusa: expect.stringMatching(/^2\./) },
        connection: { address: store.sandbox.baseUrl, login: "password", username: store.sandbox.username },
        can_check: true,
        settings: { capture_on: "order", currencies: ["usd"], operator: { name: "Sandbox Leasing" } },
      })
      const { username, password } = store.sandbox
      expect(JSON.stringify(body)).not.toContain(Buffer.from(`${username}:${password}`).toString("base64"))
      expect(Object.keys(body.connection)).toEqual(["address", "login", "username", "ends"])
      expect(await codes()).toMatchObject({
        provider: "provider_ok",
        store_cors: "store_cors_ok",
        operator: "operator_ok",
        products: "products_ok",
        jobs: "jobs_ok",
        locking: "locking_ok",
      })
    })

    it("finds what is wrong, with what to do", async () => {
      const { id } = (await store.admin.get("/admin/products?handle=sofa&fields=id")).body.products[0]
      await store.admin.post(`/admin/products/${id}`, { collection_id: null })
      await store.admin.post(`/admin/regions/${store.shop.regionId}`, { payment_providers: ["pp_system_default"] })
      await rows({ look_at: "now() - interval '1 hour'" })
      const { items } = await setup()
      const wrong = items.filter(({ state }: { state: string }) => state !== "ok")
      expect(wrong).toMatchObject([
        { code: "provider_nowhere", state: "failed", params: { currencies: "USD" }, fix: expect.any(String) },
        { code: "products_incomplete", state: "warning", products: [{ id, title: "Harbor sofa", lacks: ["brand"] }] },
        { code: "minimum_none", state: "warning", fix: expect.any(String) },
        { code: "days_utc", state: "warning", fix: expect.any(String) },
        { code: "jobs_late", state: "failed", params: { count: "1" }, fix: expect.any(String) },
      ])
    })

    it.each([
      ["reached", undefined],
      ["credentials", "401"],
      ["credentials", "403"],
      ["busy", "429"],
      ["unreachable", "503"],
      ["unreachable", "drop-before"],
      ["unreadable", "malformed-json"],
    ] as const)("checks the connection: %s (%s)", async (result, fault) => {
      if (fault) store.sandbox.fault({ route: PRICING, fault, times: 5 })
      const { status, body } = await store.admin.post("/admin/lease-to-own/connection-check")
      expect([status, (body as ConnectionAnswer).result]).toEqual([200, result])
      expect(body.message).toMatch(/\w{3}/)
      expect(store.calls()).toEqual([PRICING])
    })

    it("checks the connection for JSON only", async () => {
      const post = { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" }
      expect((await store.admin.raw("/admin/lease-to-own/connection-check", post)).status).toBe(415)
      expect((await store.admin.post("/admin/lease-to-own/connection-check", { to: "elsewhere" })).status).toBe(400)
      expect(store.calls()).toEqual([])
    })

    it("is a script too, which ends with the result", async () => {
      const print = async () => {
        const written: string[] = []
        const spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => !!written.push(String(text)))
        await doctor({ container: store.container, args: [] }).finally(() => spy.mockRestore())
        const status = process.exitCode
        process.exitCode = undefined
        return { status, text: written.join("") }
      }
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
  })

  it("is for the dashboard only", async () => {
    const paths = ["leases", "leases/export", "leases/lease_1", "leases/lease_1/history", "setup", "products/prod_1"]
    for (const path of paths)
      expect([path, (await store.http.get(`/admin/lease-to-own/${path}`)).status]).toEqual([path, 401])
    for (const path of ["connection-check", "products/prod_1"])
      expect([path, (await store.http.post(`/admin/lease-to-own/${path}`)).status]).toEqual([path, 401])
  })
})
