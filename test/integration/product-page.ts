import { productRoute, withMetadata } from "./support/goods"
import type { Answer } from "./support/http"
import { type LeaseStore, storeRules } from "./support/lease-store"
import { declareOutage } from "./support/outage"

const OFF = "delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'"

/** The product route as a page asks it: by a product's handle, in the shop's own region. */
async function ask(store: LeaseStore, handle: string, query?: string): Promise<Answer> {
  const id = (await productRoute(store, handle)).split("/").at(-1)
  return store.shopper().http.get(`/store/lease-to-own/products/${id}${query ?? `?region_id=${store.shop.regionId}`}`)
}

const wordsOf = ({ reasons }: { reasons: { code: string; message: string }[] }) =>
  reasons.map(({ code, message }) => [code, message])

/** Whether a product can be leased, before there is a cart. */
export const productPage = storeRules("a product's page", (store) => {
  const refused = (status: number, code: string) => ({ status, body: { code, message: expect.any(String) } })

  it("is told that a product can be leased, and nothing of anybody", async () => {
    const { status, body } = await ask(store, "sofa")
    expect(status).toBe(200)
    expect(body).toEqual({
      leasable: true,
      reasons: [],
      limits: { minimum: null, maximum: null, currency: "usd" },
      estimate: null,
      operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
      test: true,
    })
    expect(await store.sql("select id from lease")).toEqual([])
    expect(store.calls()).toEqual([])
  })

  it("may be cached for a minute by anybody, apart for each publishable key, and asks again for free", async () => {
    const { headers } = await ask(store, "sofa")
    expect(headers.get("cache-control")).toBe("public, max-age=60")
    expect(headers.get("vary")?.toLowerCase()).toContain("x-publishable-api-key")
    expect(headers.get("set-cookie")).toBeNull()
    const id = (await productRoute(store, "sofa")).split("/").at(-1)
    const again = await store
      .shopper()
      // Else Node's fetch asks for an answer that no cache may give.
      .http.with({ "if-none-match": headers.get("etag") ?? "", "cache-control": "max-age=0" })
      .get(`/store/lease-to-own/products/${id}?region_id=${store.shop.regionId}`)
    expect(again.status).toBe(304)
  })

  it("says why a product is not leased as the cart does, and names no field", async () => {
    expect(wordsOf((await ask(store, "gift-card")).body)).toEqual([
      ["unavailable_product", "Not available with this product."],
    ])
    const shopper = store.shopper()
    await shopper.fillCart({ items: [{ handle: "gift-card" }], shipping: null })
    expect((await shopper.look()).body.reasons).toContainEqual(expect.objectContaining({ code: "unavailable_items" }))
  })

  it("says so of a product that a cart cannot be leased with for want of its data, without the data's names", async () => {
    await withMetadata(store, "sofa", { lease_condition: "worn" })
    const { body } = await ask(store, "sofa")
    expect(body.leasable).toBe(false)
    expect(JSON.stringify(body)).not.toMatch(/condition|brand|category|metadata/)
  })

  it("names the region's countries and currency where leases are not possible", async () => {
    const { body } = await ask(store, "sofa", `?region_id=${store.shop.otherRegionId}`)
    expect(body).toMatchObject({ leasable: false, limits: { currency: "eur" } })
    expect(wordsOf(body)).toEqual([
      ["unavailable_place", "Not available for delivery to France, Germany."],
      ["unavailable_currency", "Not available in EUR."],
    ])
  })

  it("says that it is not available in a region without the provider", async () => {
    await store.sql(OFF)
    expect((await ask(store, "sofa")).body).toMatchObject({ leasable: false, reasons: [{ code: "unavailable_off" }] })
  })

  it("says the same while the lease service does not answer: a cached answer follows no outage", async () => {
    const before = (await ask(store, "sofa")).body
    await declareOutage(store)
    const shopper = store.shopper()
    await shopper.fillCart()
    expect((await shopper.look()).body).toMatchObject({ step: "unavailable" })
    expect((await ask(store, "sofa")).body).toEqual(before)
  })

  it.each([
    ["is not there", async () => {}, "prod_nobody"],
    ["has an id that no table can hold", async () => {}, "prod_%00"],
    ["is not published", (route: string) => store.admin.post(route, { status: "draft" }), undefined],
    ["is sold in no channel of the key", (route: string) => store.admin.post(route, { sales_channels: [] }), undefined],
  ] as const)("is not found where the product %s, and that is not cached", async (_, change, id) => {
    const route = await productRoute(store, "sofa")
    await change(route)
    const path = id ?? route.split("/").at(-1)
    const answer = await store
      .shopper()
      .http.get(`/store/lease-to-own/products/${path}?region_id=${store.shop.regionId}`)
    expect(answer).toMatchObject(refused(404, "product_not_found"))
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })

  it.each([
    ["", 400, "query_invalid"],
    ["?region_id=", 400, "query_invalid"],
    ["?region_id=a&region_id=b", 400, "query_invalid"],
    ["?region_id=reg_nobody", 404, "region_not_found"],
    ["?region_id=%00", 400, "query_invalid"],
  ])("with the query %j is refused with %d", async (query, status, code) => {
    expect(await ask(store, "sofa", query)).toMatchObject(refused(status, code))
  })

  it.each(["abc", "-1", "1e9", "12.345", ""])("with the amount %j is refused", async (amount) => {
    const answer = await ask(store, "sofa", `?region_id=${store.shop.regionId}&amount=${amount}`)
    expect(answer).toMatchObject({ status: 400, body: { code: "query_invalid", fields: [{ field: "amount" }] } })
  })

  it("needs a publishable key", async () => {
    expect((await store.http.get(`/store/lease-to-own/products/prod_1?region_id=reg_1`)).status).toBe(400)
  })
})

const of = (amount: number) => ({
  dueToday: 49,
  payments: 12,
  each: amount / 6,
  every: "monthly" as const,
  total: 49 + amount * 2,
})

/** Limits, and what a lease might cost: by the merchant's own options. */
export const estimates = storeRules(
  "a product's page with an estimate",
  (store) => {
    const estimate = async (handle: string, amount: number) =>
      (await ask(store, handle, `?region_id=${store.shop.regionId}&amount=${amount}`)).body

    it("is told the limits of orders", async () => {
      expect((await ask(store, "sofa")).body.limits).toEqual({ minimum: 150, maximum: 2000, currency: "usd" })
    })

    it("gets the whole of the estimate with the words that must stand beside it", async () => {
      expect((await estimate("sofa", 600)).estimate).toEqual({
        dueToday: 49,
        payments: 12,
        each: 100,
        every: "monthly",
        total: 1249,
        disclosure: { en: "An example of Sandbox Leasing, no offer.", es: "Un ejemplo, no una oferta." },
      })
    })

    it.each([
      ["no amount is named", "sofa", undefined],
      ["the amount is below the limits", "sofa", 149.99],
      ["the amount is above the limits", "sofa", 2000.01],
      ["the product cannot be leased", "gift-card", 600],
    ] as const)("gets none where %s", async (_, handle, amount) => {
      const { body } = await ask(
        store,
        handle,
        `?region_id=${store.shop.regionId}${amount === undefined ? "" : `&amount=${amount}`}`,
      )
      expect(body.estimate).toBeNull()
    })
  },
  {
    minimum: 150,
    maximum: 2000,
    estimate: { of, disclosure: { en: "An example of {operator}, no offer.", es: "Un ejemplo, no una oferta." } },
  },
)

/** The hosted widget is no payment provider. */
export const hostedProductPage = storeRules(
  "a product's page of a store with the hosted widget",
  (store) => {
    it("says that a product can be leased in a region without the provider, too", async () => {
      await store.sql(OFF)
      expect((await ask(store, "sofa")).body).toMatchObject({ leasable: true, reasons: [] })
    })
  },
  {
    widget: {
      scriptUrl: "https://widget.example.com/v1.js",
      oneTimeHosts: ["pay.example.com"],
      encryptionKey: "ab".repeat(32),
    },
  },
)
