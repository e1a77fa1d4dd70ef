import type { MedusaContainer } from "@medusajs/framework/types"
import doctor, { findBeforeRemoval } from "../../../src/scripts/doctor"

type Lease = { status: string; order?: number; canceled?: boolean; id?: string; account_id?: string }
/** `provider`: of its only region. `taxedBefore`: by country with our tax provider, the one that it had before. */
type Store = { leases?: Lease[]; provider?: string; widget?: boolean; taxedBefore?: Record<string, string> }

/** A store from which the plugin is to be removed. */
function storeOf({ leases = [], provider = "pp_stripe", widget = false, taxedBefore = {} }: Store): MedusaContainer {
  const rows = leases.map(({ status, order, id = null, account_id = null }, at) => ({
    status,
    reference: `L-${at + 1}`,
    order_id: order === undefined ? null : `order_${order}`,
    order_display_id: order ?? null,
    application_id: id,
    hosted_id: null,
    account_id,
    email: "robin@shopper.example",
  }))
  const orders = leases.map(({ order, canceled }) => ({
    id: `order_${order}`,
    status: canceled ? "canceled" : "pending",
  }))
  const data: Record<string, unknown[]> = {
    order: orders,
    region: [{ name: "US", currency_code: "usd", payment_providers: [{ id: provider }] }],
    tax_region: Object.entries(taxedBefore).map(([country_code, former]) => ({
      ...{ id: `txreg_${country_code}`, country_code },
      metadata: former ? { lease_to_own_former_provider: former } : null,
    })),
  }
  const parts: Record<string, unknown> = {
    lease: {
      deps: {
        accounts: {
          overview: () => [{ settings: { operator: { name: "Acorn Leasing" }, ...(widget && { widget: {} }) } }],
        },
        leases: {
          all: async function* ({ status = ["exchanging"] }: { status?: string[] }) {
            yield rows.filter((row) => status.includes(row.status))
          },
        },
      },
    },
    query: { graph: async ({ entity }: { entity: string }) => ({ data: data[entity] ?? [] }) },
  }
  return { resolve: (name: string) => parts[name] } as unknown as MedusaContainer
}

const ready = {
  leases: ["open", "denied", "approved", "delivered", "canceled", "returned"].map((status) => ({ status })),
}

it("finds nothing to do if no lease is unfinished and no region has the provider", async () => {
  expect(await findBeforeRemoval(storeOf(ready))).toEqual([])
})

it.each<[string, Store, string]>([
  ["regions", { provider: "pp_lease-to-own" }, "US"],
  ["widget", { widget: true }, "the widget option"],
  ["newer", { leases: [{ status: "exchanging" }] }, "no order, lease L-1"],
  ["signing", { leases: [{ status: "signing" }] }, "no order, lease L-1"],
  ["order", { leases: [{ status: "signed", id: "4711" }] }, "no order, lease L-1, operator's ID 4711"],
  ["order", { leases: [{ status: "placing" }] }, "no order, lease L-1"],
  ["deliver", { leases: [{ status: "placed", order: 9, account_id: "maple" }] }, "order #9, lease L-1, account maple"],
  ["deliver", { leases: [{ status: "placed", order: 12 }] }, "order #12, lease L-1"],
  ["cancel_in_portal", { leases: [{ status: "placed", order: 12, canceled: true }] }, "order #12, lease L-1"],
  ["ending", { leases: [{ status: "canceling", order: 12, canceled: true }] }, "order #12, lease L-1"],
  ["ending", { leases: [{ status: "returning", order: 12 }] }, "order #12, lease L-1"],
  ["tax", { taxedBefore: { us: "tp_flat" } }, "US (txreg_us): tp_flat"],
  ["tax", { taxedBefore: { us: "" } }, "US (txreg_us): tp_system"],
])("finds %s (%#)", async (code, store, named) => {
  expect(await findBeforeRemoval(storeOf(store))).toMatchObject([{ code, count: 1, named: [named] }])
})

it("names some of many, counts all, and reveals no shopper", async () => {
  const leases = Array.from({ length: 250 }, (_, at) => ({ status: "placed", order: at + 1 }))
  const [found] = await findBeforeRemoval(storeOf({ leases }))
  expect([found?.count, found?.named.length, found?.named[99]]).toEqual([250, 100, "order #100, lease L-100"])
  expect(JSON.stringify(found)).not.toContain("shopper.example")
})

afterEach(() => {
  jest.restoreAllMocks()
  process.exitCode = undefined
})
const printedBy = async (store: Store) => {
  let printed = ""
  // Another suite in this process may have left its own.
  process.exitCode = undefined
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text)
    return true
  })
  await doctor({ container: storeOf(store), args: ["before-removal"] })
  return { printed: printed.split("\n"), exitCode: process.exitCode }
}

it("the doctor prints what is left to do and fails only then", async () => {
  expect(await printedBy(ready)).toMatchObject({
    printed: expect.arrayContaining(["lease-to-own: 0 to do before removal"]),
    exitCode: undefined,
  })
  const { printed, exitCode } = await printedBy({ leases: [{ status: "placed", order: 12 }] })
  expect(printed).toEqual([
    expect.stringMatching(/^FAIL deliver: /),
    "     - order #12, lease L-1",
    expect.stringContaining("the operator is not notified"),
    "lease-to-own: 1 to do before removal",
    "",
  ])
  expect(exitCode).toBe(1)
})
