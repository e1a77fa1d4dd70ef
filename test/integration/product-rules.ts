import type { ProductLeaseAnswer, SetupAnswer } from "../../src/api/admin-types"
import { productId } from "./support/goods"
import { ok } from "./support/http"
import { type LeaseStore, storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"

type On = "category" | "type" | "collection"

/** The routes of the sofa's category, which is made here, and of its type and collection. */
async function groupsOf({ admin }: LeaseStore, id: string): Promise<Record<On, string>> {
  const made = { name: "Plans", is_active: true, is_internal: true }
  const { product_category } = await ok(admin.post("/admin/product-categories", made))
  const category = `/admin/product-categories/${product_category.id}`
  await ok(admin.post(`${category}/products`, { add: [id] }))
  const { product } = await ok(admin.get(`/admin/products/${id}?fields=type_id,collection_id`))
  return {
    category,
    type: `/admin/product-types/${product.type_id}`,
    collection: `/admin/collections/${product.collection_id}`,
  }
}

/** What each place that reads a product says about the sofa. */
async function sayings(store: LeaseStore, shopper: Shopper, id: string, zip = "") {
  const region = `region_id=${store.shop.regionId}${zip && `&zip_prefix=${zip}`}`
  const page = (await ok(shopper.http.get(`/store/lease-to-own/products/${id}?${region}`))) as { leasable: boolean }
  const { products } = await ok(shopper.http.get(`/store/lease-to-own/products?${region}&ids=${id}`))
  const { product }: ProductLeaseAnswer = await ok(store.admin.get(`/admin/lease-to-own/products/${id}`))
  const { items }: SetupAnswer = await ok(store.admin.get("/admin/lease-to-own/setup"))
  return {
    cart: (await shopper.view()).body.reasons as { code: string; line_ids?: string[]; fields?: { field: string }[] }[],
    page: page.leasable,
    listed: products[id].leasable as boolean,
    card: product,
    setup: items.find(({ key }) => key === "products")?.reasons ?? [],
  }
}

/** The `lease_*` metadata of categories, types and collections. */
export const productRules = storeRules("rules in metadata", (store) => {
  it.each<On>(["category", "type", "collection"])(
    "a rule of the %s gives the same answer in the cart, on product pages, on the card and in the setup check",
    async (on) => {
      const id = await productId(store, "sofa")
      const route = (await groupsOf(store, id))[on]
      const shopper = await store.filled()
      const before = await sayings(store, shopper, id)
      expect(before).toMatchObject({ cart: [], page: true, listed: true, card: { leasable: { value: true } } })
      await ok(store.admin.post(route, { metadata: { lease_leasable: false, lease_brand: "Ruled" } }))
      const after = await sayings(store, shopper, id)
      const source = {
        source: `${on}_metadata`,
        of: { id: route.split("/").at(-1), name: expect.stringMatching(/\w/) },
      }
      expect(after).toMatchObject({
        cart: [{ code: "unavailable_items", fields: [{ field: "items[0].leasable", rule: "not_leasable" }] }],
        page: false,
        listed: false,
        card: {
          leasable: { own: null, value: false, by_default: false, ...source },
          brand: { value: "Ruled", ...source },
        },
      })
      expect(after.setup).toContainEqual(
        expect.objectContaining({ code: "not_leasable", of: { on, ...source.of }, products: [] }),
      )
    },
  )

  it("a product isn't leased in its rules' states: its line is named once the cart ships there, and its page says so", async () => {
    const id = await productId(store, "washer")
    const { type } = await groupsOf(store, id)
    const shopper = await store.filled({ items: [{ handle: "sofa" }, { handle: "washer" }] })
    await ok(store.admin.post(type, { metadata: { lease_not_in: "CA, Texas" } }))
    await ok(store.admin.post(`/admin/lease-to-own/products/${id}`, { not_in: "us-in" }))
    const { cart } = await ok(shopper.http.get(`/store/carts/${shopper.cartId}`))
    const line = cart.items.find(({ product_id }: { product_id: string }) => product_id === id)
    const inTexas = await sayings(store, shopper, id, "787")
    expect(inTexas).toMatchObject({
      cart: [{ code: "unavailable_items", lines: [{ id: line.id }], fields: [{ rule: "state" }] }],
      page: false,
      listed: false,
      card: {
        leasable: { value: true },
        not_in: {
          own: "IN",
          rules: [
            { states: ["IN"], source: "product" },
            { states: ["CA", "TX"], source: "type_metadata" },
          ],
        },
      },
    })
    expect(await sayings(store, shopper, id)).toMatchObject({ page: true, listed: true })
    const shippedTo = (province: string) =>
      ok(shopper.http.post(`/store/carts/${shopper.cartId}`, { shipping_address: { ...ADDRESS, province } }))
    await shippedTo("Somewhere")
    expect((await shopper.view()).body.reasons).toMatchObject([
      { code: "unavailable_incomplete", params: { missing: "state" } },
    ])
    expect(await shopper.apply()).toMatchObject({ status: 409 })
    await shippedTo("NM")
    expect((await shopper.view()).body.reasons).toEqual([])
  })

  it("the card refuses states that can't be read, and a wrong rule excludes the product", async () => {
    const id = await productId(store, "sofa")
    const path = `/admin/lease-to-own/products/${id}`
    expect(await store.admin.post(path, { not_in: "CA, Atlantis" })).toMatchObject({ status: 400 })
    const { collection } = await groupsOf(store, id)
    await ok(store.admin.post(collection, { metadata: { lease_not_in: { CA: true } } }))
    const { product }: ProductLeaseAnswer = await ok(store.admin.get(path))
    expect(product.problems).toMatchObject([{ code: "not_in_unknown", source: "collection_metadata" }])
    const shopper = await store.filled()
    expect((await shopper.view()).body.reasons).toMatchObject([{ code: "unavailable_items" }])
  })

  it("a rule that comes after the signature changes no contract, whose order is placed for the signed state only", async () => {
    const shopper = await store.filled()
    await shopper.toSignature()
    const [before] = await store.sql("select fingerprint, snapshot from lease")
    const { type } = await groupsOf(store, await productId(store, "sofa"))
    await ok(store.admin.post(type, { metadata: { lease_leasable: "no", lease_not_in: "TX", lease_brand: "Other" } }))
    await shopper.startPayment()
    const shipTo = (province: string) =>
      ok(shopper.http.post(`/store/carts/${shopper.cartId}`, { shipping_address: { ...ADDRESS, province } }))
    await shipTo("CA")
    expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "contract_mismatch" } })
    await shipTo("TX")
    await shopper.startPayment()
    expect((await shopper.complete()).body).toMatchObject({ type: "order" })
    expect(await store.sql("select fingerprint, snapshot from lease")).toEqual([before])
  })
})
