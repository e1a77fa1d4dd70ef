/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor } from "@testing-library/react"
import type { RegionLeaseAnswer } from "../../../src/api/admin-types"
import { regionLease, setup } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"

/** The card of a region, with the real components and the route's answers over HTTP; the region changes as at Medusa's own route. */
const pages = servePages()

const failed = setup.items.filter(({ state }) => state === "failed").slice(0, 1)
const ON = "Shoppers in this region can choose lease-to-own."
const OFF = "Shoppers in this region cannot choose lease-to-own. Existing leases are not affected."
const writes = () => pages.server.asked.filter(({ route }) => route === "POST /regions/reg_1").map(({ body }) => body)

function open(change: Partial<RegionLeaseAnswer["region"]> = {}, status = 200) {
  let providers = [{ id: "pp_system_default" }, ...(change.on === false ? [] : [{ id: "pp_lease-to-own" }])]
  pages.server.answer(({ route, body }) => {
    if (route === "POST /regions/reg_1" && status !== 200) return { status, body: { message: "No" } }
    if (route === "POST /regions/reg_1")
      providers = (body as { payment_providers: string[] }).payment_providers.map((id) => ({ id }))
    if (route.endsWith("/regions/reg_1") && !route.includes("lease-to-own"))
      return { body: { region: { id: "reg_1", payment_providers: providers } } }
    const on = providers.some(({ id }) => id === "pp_lease-to-own")
    return { body: { region: { ...regionLease, ...change, on } } }
  })
  return openAt(pages, "/settings/regions/reg_1")
}

describe("region card", () => {
  it("the region card turns lease-to-own off and on with Medusa's own route, and keeps the other providers", async () => {
    const { user } = open()
    await screen.findByText(ON)
    await user.click(screen.getByRole("button", { name: "Turn off" }))
    expect(await screen.findByText(OFF)).toBeTruthy()
    await user.click(await screen.findByRole("button", { name: "Turn on" }))
    expect(await screen.findByText(ON)).toBeTruthy()
    const others = "pp_system_default"
    expect(writes()).toEqual([{ payment_providers: [others] }, { payment_providers: [others, "pp_lease-to-own"] }])
    await waitFor(() => expect(screen.getByText("Lease-to-own is on in this region")).toBeTruthy())
  })

  it("the region card says if Medusa refuses the change", async () => {
    const { user } = open({}, 403)
    await user.click(await screen.findByRole("button", { name: "Turn off" }))
    expect(await screen.findByText("We could not change this region. Reload the page and try again.")).toBeTruthy()
    expect(screen.getByText(ON)).toBeTruthy()
  })

  it("the region card says why shoppers can't use lease-to-own, and how to fix it", async () => {
    open({ items: failed })
    expect(await screen.findByText("Lease-to-own is on, but shoppers in this region cannot use it yet:")).toBeTruthy()
    expect(screen.getByRole("listitem").textContent).toContain(failed[0]?.fix ?? "–")
  })

  it.each([
    ["whose role may not change regions", { can_write: false }],
    ["in a store without the provider", { registered: false, on: false }],
  ])("there is no switch for people %s", async (_, change) => {
    open(change)
    await screen.findByRole("status")
    await screen.findByText("on" in change ? "Off" : "On")
    expect(screen.queryByRole("button")).toBeNull()
  })
})
