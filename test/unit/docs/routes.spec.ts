import { ListQuery } from "../../../src/api/admin/lease-to-own/list/list-query"
import middlewares from "../../../src/api/middlewares"
import { STATUS } from "../../../src/api/store-route"
import { ACTION_KEYS } from "../../../src/modules/lease/card/allowed-actions"
import { LEASE_TABS } from "../../../src/modules/lease/tables/lease-list"
import { codes, filesUnder, read, section, tables } from "./markdown"

const text = read("docs/routes.md")
const rowsOf = (heading: string) => tables(section(text, heading))[0] ?? []
const firstCells = (heading: string) => rowsOf(heading).map(([cell = ""]) => codes(cell)[0])

/** Every route file as `METHOD /path`, in Medusa's way of naming parameters. */
const built = filesUnder("src/api", ["route.ts"])
  .filter((file) => file.endsWith("/route.ts"))
  .flatMap((file) => {
    const path = file.slice("src/api".length, -"/route.ts".length).replace(/\[(\w+)\]/g, ":$1")
    return [...read(file).matchAll(/^export const ([A-Z]+) =|^export async function ([A-Z]+)\(/gm)].map(
      ([, constant, fn]) => `${constant ?? fn} ${path}`,
    )
  })

/** Guards that run before Medusa's own routes. */
const guards = (middlewares.routes ?? []).flatMap(({ matcher, methods, middlewares: run }) =>
  run?.length && !String(matcher).includes("lease-to-own")
    ? [methods ?? []].flat().map((method) => `${method} ${matcher}`)
    : [],
)

describe("docs/routes.md", () => {
  it("finds the routes in the code", () => {
    expect(built).toContain("POST /store/lease-to-own/carts/:id/application")
  })

  it("has every route of the plugin, and no other", () => {
    expect([...firstCells("Storefront"), ...firstCells("Dashboard")].sort()).toEqual([...built].sort())
  })

  it("has every guard on a route of Medusa's, and no other", () => {
    expect(firstCells("Guards on Medusa's routes")).toEqual(guards)
  })

  it("has every action", () => {
    expect(firstCells("Actions")).toEqual([...ACTION_KEYS])
  })

  it("has every kind of refusal with its status", () => {
    const documented = rowsOf("Refusals").map(([kind = "", status]) => [codes(kind)[0], Number(status)])
    expect(Object.fromEntries(documented)).toEqual(STATUS)
  })

  it("has every parameter of the list, and no other", () => {
    const named = rowsOf("The list of leases").flatMap(([cell = ""]) => codes(cell))
    expect(named.sort()).toEqual(Object.keys(ListQuery.shape).sort())
  })

  it("shows the client as it is tried at a store", () => {
    expect(text).toContain(`\`\`\`ts\n${read("test/everyday/check-awaiting.ts")}\`\`\``)
  })

  it("has every tab of the list", () => {
    const [, values = ""] = rowsOf("The list of leases").find(([name]) => name === "`tab`") ?? []
    expect(codes(values)).toEqual(["all", ...LEASE_TABS])
  })
})
