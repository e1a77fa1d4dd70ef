/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor } from "@testing-library/react"
import type { ProductLeaseAnswer } from "../../../src/api/admin-types"
import { productLease } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"

/** The card beside a product, with the real components and the route's answers over HTTP. */
const pages = servePages()

const ROUTE = "/lease-to-own/products/prod_1"
const written = () => pages.server.asked.filter(({ route }) => route === `POST ${ROUTE}`).map(({ body }) => body)
const row = (label: string) => screen.getByText(label, { selector: "dt *" }).closest("div.grid")?.querySelector("dd")

async function open(change: Partial<ProductLeaseAnswer["product"]> = {}) {
  pages.server.answer(() => ({ body: { product: { ...productLease, ...change } } }))
  const page = openAt(pages, "/products/prod_1")
  await screen.findByText("Leasable")
  return page
}

it("the product card shows each value with its source, and what is missing", async () => {
  await open()
  expect(["Leasable", "Brand", "Category", "Condition"].map((label) => row(label)?.textContent)).toEqual([
    "YesFrom the store's configuration",
    "Missing",
    "FurnitureFrom the product type",
    "UsedSet for this product",
  ])
  expect(screen.getByText("Missing: brand. Carts with this product cannot be leased.")).toBeTruthy()
})

it("the product card names the metadata key of a value", async () => {
  await open({ brand: { own: null, value: "Harbor", source: "metadata", key: "maker" }, problems: [] })
  expect(row("Brand")?.textContent).toBe("HarborFrom the metadata key maker")
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
  const { user } = await open({ brand: own, leasable: { own: true, value: true, by_default: false }, problems: [] })
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
    problems: ["condition_unknown", "leasable_unknown"],
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
  expect(screen.getByText("Your role does not allow changing products.")).toBeTruthy()
})
