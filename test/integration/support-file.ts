import type { LeaseSupportFile } from "../../src/api/admin-types"
import type { LeaseRecord } from "../../src/modules/lease/ledger"
import doctor from "../../src/scripts/doctor"
import { PERSONAL_DATA } from "../support/personal-data"
import { APPLICANT_SECRETS, applicant } from "./support/applicant"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { printedBy } from "./support/run-program"
import { databaseOf } from "./support/traces"

const HEADER = "header-secret-4711"
const TRACKING = "1Z999AA10123456784"
const ONE_TIME = "https://operator.example/api/v1/update-order/one-time-code-77?code=one-time-code-77"
const NAMES = ["Robin", "Sample", "robin@shopper.example", "12 Elm Street", "Austin", "78701", "5125550147", "555-0147"]

/** The columns with lists. */
const LISTS = ["lease_key_hashes", "widget_tokens", "completions"]
const TIMES_AND_NUMBERS = /_(?:at|until|amount|failures)$/
const PRIVATE = PERSONAL_DATA.filter(
  ({ table, column, exported, erasure }) =>
    table === "lease" && (exported === "no" || erasure === "cleared") && !TIMES_AND_NUMBERS.test(column),
).map(({ column }) => column)
const plantedIn = (column: string) => `planted-in-${column}`

/** The file that a store hands to whoever helps it, as the dashboard and the doctor make it. */
export const supportFiles = storeRules(
  "support file",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const fileOf = ({ id }: LeaseRecord): Promise<LeaseSupportFile> =>
      ok(store.admin.get(`/admin/lease-to-own/leases/${id}/support`))
    const printed = (...args: string[]) => printedBy(() => doctor({ container: store.container, args }))

    /** A text with everything that may not leave the store. */
    const text = () => {
      const { username, password } = store.sandbox
      const login = Buffer.from(`${username}:${password}`).toString("base64")
      const person = "Robin Sample, 12 elm street, Austin 78701, (512) 555-0147 or 5125550147, robin@shopper.example"
      return `${JSON.stringify(applicant())} ${person} ${ONE_TIME} password=${password} Basic ${login} ${password} ${login}`
    }

    /** Writes {@link text} into each text of a placed lease, and a mark into each column that isn't for staff. */
    async function plant(): Promise<LeaseRecord> {
      const lease = await dashboard.lease(await dashboard.placed())
      const { snapshot, pricing } = lease
      if (!snapshot || !pricing) throw new Error("the lease has no offer")
      const named = text()
      const [item] = snapshot.cart.items
      const items = [{ ...item, description: named, brand: named, category: named, identifier: named }]
      const marks = PRIVATE.map((name) => [name, LISTS.includes(name) ? [plantedIn(name)] : plantedIn(name)])
      await store.rows().changeLease({
        ...Object.fromEntries(marks),
        snapshot: {
          ...snapshot,
          cart: { ...snapshot.cart, items },
          articles: [{ variant_id: null, title: named, quantity: 1 }],
          fingerprint: plantedIn("fingerprint"),
        } as LeaseRecord["snapshot"],
        pricing: [...pricing, { name: "remark", kind: "text", value: named }],
        alerts: [{ code: "cancel_failed", params: { reason: named }, since: new Date().toISOString() }],
      })
      const [user] = (await store.sql(`select id from "user"`)) as { id: string }[]
      const detail = { ...{ reason: named, code: named, lines: named, from: named }, note: named, remark: named }
      const entry = { lease_id: lease.id, actor: "merchant", actor_id: user?.id ?? null, detail }
      await store.rows().add("lease_event", [
        { ...entry, id: "leaseev_planted_1", type: "order_refused" },
        { ...entry, id: "leaseev_planted_2", type: "attested" },
      ])
      await store.rows().addCall({
        ...{
          lease_id: lease.id,
          kind: "cancel_contract",
          state: "refused",
          actor: "merchant",
          actor_id: user?.id ?? null,
        },
        detail: { tracking_number: TRACKING, remark: named } as never,
        last_error: { code: "call_refused", params: { reason: named, whom: named }, at: new Date().toISOString() },
      })
      return lease
    }

    it("no personal data, secret, note or one-time URL is in the file, wherever they are in the lease", async () => {
      const lease = await plant()
      const { password } = store.sandbox
      const file = JSON.stringify(await fileOf(lease))
      expect(await databaseOf(store)).toContain(password)
      const hidden = [...NAMES, ...APPLICANT_SECRETS, HEADER, TRACKING, "one-time-code", password, '"note"', '"actor"']
      const traces = [...hidden, ...PRIVATE.map(plantedIn), ...NAMES.map((name) => name.toLowerCase())]
      expect(traces.filter((trace) => file.includes(trace))).toEqual([])
      expect(file.match(/\*\*\*/g)?.length).toBeGreaterThan(10)
    })

    it("the file has the lease's IDs, state, calls and whole history, its account and the versions", async () => {
      const lease = await dashboard.lease(await dashboard.placed())
      await store.rows().addHistory(lease.id, 2500)
      const entries = await store.sql("select id from lease_event")
      const calls = store.calls().length
      const file = await fileOf(lease)
      expect(store.calls()).toHaveLength(calls)
      expect(file).toMatchObject({
        versions: { plugin: "0.1.0", medusa: expect.stringMatching(/^2\.\d+\.\d+$/), node: process.versions.node },
        explanation: {
          past: expect.arrayContaining([expect.stringMatching(/^\d{4}-\S+Z: The order was placed\.$/)]),
          waits: expect.arrayContaining(["The items have to ship."]),
          next: [expect.stringMatching(/^If the order is canceled: The contract is canceled with /)],
        },
        account: { id: null, mode: "test", removed: false },
        page: { state: "accepted", leased: { amount: 491.46 }, actions: { cancel_contract: "allowed" } },
        order: { id: lease.order_id, display_id: lease.order_display_id, status: "pending" },
        offer: { cash_price: 491.46 },
        row: { reference: lease.reference, application_id: lease.application_id, amount: 49_146 },
      })
      expect(file.account.dialect).toEqual({ returnLines: true, headers: ["x-key"], oneTimeHeaders: ["x-code"] })
      expect(file.calls.map(({ kind, state }) => [kind, state])).toEqual([["capture_payment", "done"]])
      expect(file.history).toHaveLength(entries.length)
      expect(file.history.at(-1)?.key).toBe("lease_opened")
    })

    it("the doctor prints the same file", async () => {
      const lease = await plant()
      const { text: output, status } = await printed("lease", lease.reference)
      const { made_at: _now, ...file } = JSON.parse(output)
      const { made_at: _then, ...answer } = await fileOf(lease)
      expect(file).toEqual(answer)
      expect(status).toBeUndefined()
    })

    it("the doctor says on stderr that there is no such lease, and prints nothing", async () => {
      const errors: string[] = []
      const write = jest.spyOn(process.stderr, "write").mockImplementation((line) => errors.push(String(line)) > 0)
      const answer = await printed("lease", "L-22222-22222").finally(() => write.mockRestore())
      expect(answer).toEqual({ text: "", status: 1 })
      expect(errors).toEqual(["There is no lease L-22222-22222.\n"])
    })
  },
  { dialect: { returnLines: true, retry: 2, headers: { "x-key": HEADER }, oneTimeHeaders: { "x-code": HEADER } } },
)
