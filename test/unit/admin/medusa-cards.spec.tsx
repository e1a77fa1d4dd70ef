/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import type { ProductLeaseAnswer, RegionLeaseAnswer } from "../../../src/api/admin-types"
import { productLease, regionLease, setup } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"
import { factOf, idle } from "./support/surroundings"

/** The cards beside Medusa's customers, regions and products, with the real components and the route's responses over HTTP. */
const pages = servePages()

describe("customer card", () => {
  const rows = (list: string) => within(screen.getByRole("list", { name: list })).getAllByRole("listitem")
  const linkOf = (row: HTMLElement) => within(row).getByRole("link").getAttribute("href")

  it("the customer card shows approvals with amount, end and place, and leases, each with a link, and a link to all", async () => {
    openAt(pages, "/customers/cus_1")
    await screen.findByRole("heading", { name: "Leases" })
    expect(rows("Approvals").map(({ textContent }) => textContent)).toEqual([
      "Approved up to $1,500.00Until Dec 24, 2026 · Applied in Web · L-8H4T6",
      "ApprovedTestL-9Q2M4",
    ])
    expect(rows("Approvals").map(linkOf)).toEqual(["/leases/lease_8", "/leases/lease_9"])
    expect(rows("Leases").map(({ textContent }) => textContent)).toEqual([
      "#1001Order canceled, lease active$1,289.50 · Nov 20, 2026",
      "#1002Delivery to confirm$0.01 · Nov 20, 2026",
      "L-00007-2KD9PDeniedNov 20, 2026",
    ])
    expect(rows("Leases").map(linkOf)).toEqual(["/leases/lease_1", "/leases/lease_2", "/leases/lease_7"])
    const all = screen.getByRole("link", { name: "Show all" }).getAttribute("href")
    expect(all).toBe("/leases?q=robin%40shopper.example")
  })

  it("there is no customer card for a customer without leases", async () => {
    const body = { approvals: [], leases: [], count: { value: 0, limit: 1000, more: false } }
    pages.server.answer(() => ({ body }))
    await idle(openAt(pages, "/customers/cus_1"))
    expect(pages.server.asked).not.toEqual([])
    expect(screen.queryByRole("heading")).toBeNull()
  })
})

describe("region card", () => {
  const failed = setup.items.filter(({ state }) => state === "failed").slice(0, 1)
  const ON = "Shoppers in this region can choose lease-to-own."
  const OFF = "Shoppers in this region cannot choose lease-to-own. Existing leases are not affected."
  const writes = () => pages.server.asked.filter(({ route }) => route === "POST /regions/reg_1").map(({ body }) => body)

  function open(change: Partial<RegionLeaseAnswer["region"]> = {}, status = 200, taxStatus = 200) {
    let providers = [{ id: "pp_system_default" }, ...(change.on === false ? [] : [{ id: "pp_lease-to-own" }])]
    pages.server.answer(({ route, body }) => {
      if (route.startsWith("POST /tax-regions/")) return { status: taxStatus, body: { tax_region: { id: "txreg_us" } } }
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

  describe("with countries whose tax provider has to change", () => {
    const US = { id: "txreg_us", country: "us" }
    const tax = { on: [{ ...US, provider_id: "tp_lease-to-own" }], off: [] }
    const left = { on: [], off: [{ ...US, provider_id: "tp_system" }] }
    const sent = () =>
      pages.server.asked
        .filter(({ route }) => route.startsWith("POST /"))
        .map(({ route, body }) => [route, ...Object.values(body as object)])

    it("the region card changes the tax providers before the region's payment providers", async () => {
      const { user } = open({ on: false, tax })
      await user.click(await screen.findByRole("button", { name: "Turn on" }))
      expect(await screen.findByText(ON)).toBeTruthy()
      expect(sent()).toEqual([
        ["POST /tax-regions/txreg_us", "tp_lease-to-own"],
        ["POST /regions/reg_1", ["pp_system_default", "pp_lease-to-own"]],
      ])
    })

    it.each([
      ["on", { tax }, "tp_lease-to-own", ["pp_system_default", "pp_lease-to-own"]],
      ["off", { on: false, tax: left }, "tp_system", ["pp_system_default"]],
    ])("what is half %s can be finished", async (side, change, provider, payment) => {
      const { user } = open(change)
      await user.click(await screen.findByRole("button", { name: `Finish turning ${side}` }))
      await screen.findByText(`Lease-to-own is ${side} in this region`)
      expect(sent()).toEqual([
        ["POST /tax-regions/txreg_us", provider],
        ["POST /regions/reg_1", payment],
      ])
    })

    it("a refused tax provider leaves the region as it was", async () => {
      const { user } = open({ on: false, tax }, 200, 403)
      await user.click(await screen.findByRole("button", { name: "Turn on" }))
      expect(await screen.findByText("We could not change this region. Reload the page and try again.")).toBeTruthy()
      expect([writes(), screen.getByText(OFF).textContent]).toEqual([[], OFF])
    })
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

describe("product card", () => {
  const ROUTE = "/lease-to-own/products/prod_1"
  const written = () => pages.server.asked.filter(({ route }) => route === `POST ${ROUTE}`).map(({ body }) => body)

  async function open(change: Partial<ProductLeaseAnswer["product"]> = {}) {
    pages.server.answer(() => ({ body: { product: { ...productLease, ...change } } }))
    const page = openAt(pages, "/products/prod_1")
    await screen.findByText("Leasable")
    return page
  }

  it("the product card shows each value with its source, and what is missing", async () => {
    await open()
    expect(["Leasable", "Brand", "Category", "Condition"].map((label) => factOf(label)?.textContent)).toEqual([
      "YesFrom the store's configuration",
      "Missing",
      "FurnitureFrom the product type",
      "UsedSet for this product",
    ])
    expect(screen.getByText("Missing: brand. Carts with this product cannot be leased.")).toBeTruthy()
  })

  it("the product card names and links the category that decides, which the form can't overrule", async () => {
    const of = { id: "pcat_1", name: "Warranties" }
    const decided = { own: null, value: false, by_default: false, source: "category_metadata", of } as const
    const problems = [{ code: "not_in_unknown", source: "category_metadata", of }] as const
    const { user } = await open({ leasable: decided, problems: [...problems] })
    expect(factOf("Leasable")?.textContent).toBe("NoSet for the category Warranties")
    expect(factOf("Not leased in")?.textContent).toBe(
      "CA, IN, NYNY: Set for this productCA, IN: Set for the category Warranties",
    )
    const links = screen.getAllByRole("link", { name: "Set for the category Warranties" })
    expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(3).fill("/categories/pcat_1"))
    await user.click(screen.getByRole("button", { name: "Edit" }))
    expect(screen.getByRole("combobox", { name: "Leasable" }).getAttribute("aria-describedby")).toBeTruthy()
    expect(screen.getByText("Its category, type or collection says no, so Yes has no effect.")).toBeTruthy()
  })

  it("the product card saves states, and says which ones it can't read", async () => {
    const { user } = await open()
    await user.click(screen.getByRole("button", { name: "Edit" }))
    const states = screen.getByRole<HTMLInputElement>("textbox", { name: "Not leased in" })
    expect(states.value).toBe("NY")
    await user.clear(states)
    await user.type(states, "Atlantis")
    pages.server.answer(() => ({ status: 400, body: { message: "Invalid" } }))
    await user.click(screen.getByRole("button", { name: "Save" }))
    await waitFor(() => expect(states.getAttribute("aria-invalid")).toBe("true"))
    expect(written()).toEqual([{ not_in: "Atlantis" }])
  })

  it("the product card names the metadata key of a value", async () => {
    await open({ brand: { own: null, value: "Harbor", source: "metadata", key: "maker" }, problems: [] })
    expect(factOf("Brand")?.textContent).toBe("HarborFrom the metadata key maker")
  })

  it("the product card saves only what was changed, and reads itself again", async () => {
    const { user } = await open()
    await user.click(screen.getByRole("button", { name: "Edit" }))
    await user.type(screen.getByRole("textbox", { name: "Brand" }), " Own brand ")
    await user.click(screen.getByRole("combobox", { name: "Leasable" }))
    await user.click(screen.getByRole("option", { name: "No" }))
    const reads = pages.server.asked.length
    await user.click(screen.getByRole("button", { name: "Save" }))
    await waitFor(() => expect(written()).toEqual([{ leasable: false, brand: "Own brand" }]))
    expect(await screen.findByText("Lease data saved")).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(pages.server.asked.slice(reads + 1).map(({ route }) => route)).toEqual([`GET ${ROUTE}`])
  })

  it("emptying a field removes its override", async () => {
    const own = { own: "Own", value: "Own", source: "product" } as const
    const leasable = { own: true, value: true, by_default: false, source: "product" } as const
    const { user } = await open({ brand: own, leasable, problems: [] })
    await user.click(screen.getByRole("button", { name: "Edit" }))
    await user.clear(screen.getByRole("textbox", { name: "Brand" }))
    await user.click(screen.getByRole("combobox", { name: "Leasable" }))
    await user.click(screen.getByRole("option", { name: "Default: no" }))
    await user.click(screen.getByRole("combobox", { name: "Condition" }))
    await user.click(screen.getByRole("option", { name: "Not set here" }))
    await user.click(screen.getByRole("button", { name: "Save" }))
    await waitFor(() => expect(written()).toEqual([{ leasable: null, brand: null, condition: null }]))
  })

  it("an unreadable value is removed if it is saved unchanged", async () => {
    const { user } = await open({
      condition: { own: "mint", value: null, source: "product" },
      problems: [
        { code: "condition_unknown", source: "product" },
        { code: "leasable_unknown", source: "product" },
      ],
    })
    expect(screen.getByText("The condition must be new, used or refurbished. Choose one.")).toBeTruthy()
    await user.click(screen.getByRole("button", { name: "Edit" }))
    await user.click(screen.getByRole("button", { name: "Save" }))
    await waitFor(() => expect(written()).toEqual([{ leasable: null, condition: null }]))
  })

  it("a failed save keeps the form and its values", async () => {
    const { user } = await open()
    await user.click(screen.getByRole("button", { name: "Edit" }))
    await user.type(screen.getByRole("textbox", { name: "Brand" }), "Own")
    pages.server.answer(() => ({ status: 500, body: { message: "Fault" } }))
    await user.click(screen.getByRole("button", { name: "Save" }))
    expect(await screen.findByText("Nothing was saved. Try again.")).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Brand" }).value).toBe("Own")
  })

  it("a person who may not change products gets no form", async () => {
    await open({ can_write: false })
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull()
    expect(screen.getByText("Your role does not allow you to change products.")).toBeTruthy()
  })
})
