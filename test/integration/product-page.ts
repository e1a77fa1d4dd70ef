import { productRoute, withMetadata } from "./support/goods"
import { widgetOptions } from "./support/hosted-lease"
import type { Answer } from "./support/http"
import { type LeaseStore, storeRules } from "./support/lease-store"
import { declareOutage } from "./support/outage"

const OFF = "delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'"

/** The product route as a page asks it: by a product's handle, in the shop's own region. */
async function ask(store: LeaseStore, handle: string, query?: string): Promise<Answer> {
  const id = (await productRoute(store, handle)).split("/").at(-1)
  return store.shopper().http.get(`/store/lease-to-own/products/${id}${query ?? `?region_id=${store.shop.regionId}`}`)
}

const idOf = (route: string) => route.split("/").at(-1) ?? ""

const wordsOf = ({ reasons }: { reasons: { code: string; message: string }[] }) =>
  reasons.map(({ code, message }) => [code, message])

/** Whether a product can be leased, before there is a cart. */
export const productPage = storeRules("a product's page", (store) => {
  const refused = (status: number, code: string) => ({ status, body: { code, message: expect.any(String) } })

  it("a product page learns that a product can be leased, from an answer that can be cached per publishable key", async () => {
    const { status, body, headers } = await ask(store, "sofa")
    expect(status).toBe(200)
    expect(body).toEqual({
      leasable: true,
      reasons: [],
      limits: { minimum: null, maximum: null, currency: "usd" },
      estimate: null,
      operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
      test: true,
    })
    expect([store.calls(), await store.sql("select id from lease")]).toEqual([[], []])
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

  it("a product page shows why a product can't be leased, without field names", async () => {
    const words = [["unavailable_product", "Not available with this product."]]
    expect(wordsOf((await ask(store, "gift-card")).body)).toEqual(words)
    await withMetadata(store, "sofa", { lease_condition: "worn" })
    const { body } = await ask(store, "sofa")
    expect(body.leasable).toBe(false)
    expect(JSON.stringify(body)).not.toMatch(/condition|brand|category|metadata/)
  })

  it("a product page shows that a region's country, currency or missing provider allows no lease", async () => {
    const { body } = await ask(store, "sofa", `?region_id=${store.shop.otherRegionId}`)
    expect(body).toMatchObject({ leasable: false, limits: { currency: "eur" } })
    expect(wordsOf(body)).toEqual([
      ["unavailable_place", "Not available for delivery to France, Germany."],
      ["unavailable_currency", "Not available in EUR."],
    ])
    await store.sql(OFF)
    expect((await ask(store, "sofa")).body).toMatchObject({ leasable: false, reasons: [{ code: "unavailable_off" }] })
  })

  it("a product page shows the same during an outage, because its answer is cached", async () => {
    const before = (await ask(store, "sofa")).body
    await declareOutage(store)
    const shopper = await store.filled()
    expect((await shopper.look()).body).toMatchObject({ step: "unavailable" })
    expect((await ask(store, "sofa")).body).toEqual(before)
  })

  it("a product that isn't sold here is not found, and that isn't cached", async () => {
    const route = await productRoute(store, "sofa")
    await store.admin.post(route, { sales_channels: [] })
    for (const id of [route.split("/").at(-1), "prod_nobody", "prod_%00"]) {
      const path = `/store/lease-to-own/products/${id}?region_id=${store.shop.regionId}`
      const answer = await store.shopper().http.get(path)
      expect(answer).toMatchObject(refused(404, "product_not_found"))
      expect(answer.headers.get("cache-control")).toBe("no-store")
    }
    expect((await store.http.get("/store/lease-to-own/products/prod_1?region_id=reg_1")).status).toBe(400)
  })

  it("a list of products gets the same answers in one request, without what is not sold here", async () => {
    const ids = await Promise.all(
      ["sofa", "gift-card", "chair"].map(async (handle) => idOf(await productRoute(store, handle))),
    )
    const path = `/store/lease-to-own/products?region_id=${store.shop.regionId}&ids=${[...ids, "prod_nobody"].join(",")}`
    const { status, body, headers } = await store.shopper().http.get(path)
    const { products, ...region } = body
    expect(region.leasable).toBe(true)
    expect([status, headers.get("cache-control"), Object.keys(products).sort()]).toEqual([
      200,
      "public, max-age=60",
      [...ids].sort(),
    ])
    for (const [at, handle] of ["sofa", "gift-card", "chair"].entries())
      expect({ ...region, ...products[ids[at] ?? ""] }).toEqual((await ask(store, handle)).body)
  })

  it("a region without products gets its limits, and why nothing can be leased there, from an answer that can be cached", async () => {
    const leases = async (regionId: string) => {
      const { body, headers } = await store.shopper().http.get(`/store/lease-to-own/products?region_id=${regionId}`)
      expect([headers.get("cache-control"), body.products]).toEqual(["public, max-age=60", {}])
      return [body.leasable, body.limits.currency, body.reasons.map(({ code }: { code: string }) => code)]
    }
    expect(await leases(store.shop.regionId)).toEqual([true, "usd", []])
    expect(await leases(store.shop.otherRegionId)).toEqual([
      ...[false, "eur"],
      ["unavailable_place", "unavailable_currency"],
    ])
    await store.sql(OFF)
    expect(await leases(store.shop.regionId)).toEqual([false, "usd", ["unavailable_off"]])
  })

  it("an invalid query of a list is refused, with the field named", async () => {
    const many = Array.from({ length: 101 }, (_, at) => `prod_${at}`).join(",")
    for (const [field, query] of [
      ["ids", "&ids="],
      ["ids", "&ids=prod_1,prod_1"],
      ["ids", `&ids=${many}`],
      ["amounts", "&amounts=10"],
      ["amounts", "&ids=prod_1,prod_2&amounts=10"],
      ["amounts", "&ids=prod_1&amounts=much"],
    ]) {
      const answer = await store.shopper().http.get(`/store/lease-to-own/products?region_id=reg_1${query}`)
      expect([query, answer.status, answer.body.fields[0].field]).toEqual([query, 400, field])
    }
  })

  it("an invalid product query is refused, with the field named", async () => {
    for (const query of ["", "?region_id=a&region_id=b", "?region_id=%00"])
      expect([query, await ask(store, "sofa", query)]).toMatchObject([query, refused(400, "query_invalid")])
    expect(await ask(store, "sofa", "?region_id=reg_nobody")).toMatchObject(refused(404, "region_not_found"))
    for (const amount of ["-1", "1e9", "12.345"]) {
      const { status, body } = await ask(store, "sofa", `?region_id=${store.shop.regionId}&amount=${amount}`)
      expect([amount, status, body.fields[0].field]).toEqual([amount, 400, "amount"])
    }
  })
})

const of = (amount: number) => {
  const total = 49 + amount * 2
  return { dueToday: 49, payments: 12, each: amount / 6, every: "monthly" as const, total }
}

/** Limits, and what a lease might cost: by the merchant's own options. */
export const estimates = storeRules(
  "a product's page with an estimate",
  (store) => {
    it("a product page gets the order limits, and the whole estimate with its disclosure", async () => {
      const { body } = await ask(store, "sofa", `?region_id=${store.shop.regionId}&amount=600`)
      expect(body.limits).toEqual({ minimum: 150, maximum: 2000, currency: "usd" })
      const disclosure = { en: "An example of Sandbox Leasing, no offer.", es: "Un ejemplo, no una oferta." }
      expect(body.estimate).toEqual({ ...of(600), disclosure })
    })

    it("a list gets an estimate for each of its prices", async () => {
      const [sofa, chair] = await Promise.all(
        ["sofa", "chair"].map(async (handle) => idOf(await productRoute(store, handle))),
      )
      const query = `region_id=${store.shop.regionId}&ids=${sofa},${chair}&amounts=,600`
      const { products } = (await store.shopper().http.get(`/store/lease-to-own/products?${query}`)).body
      expect([products[sofa ?? ""].estimate, products[chair ?? ""].estimate]).toEqual([
        null,
        expect.objectContaining(of(600)),
      ])
    })

    it("a product page gets no estimate without an amount, beyond the limits, or for a product that can't be leased", async () => {
      const asked = [
        ["sofa", ""],
        ["sofa", "&amount=149.99"],
        ["sofa", "&amount=2000.01"],
        ["gift-card", "&amount=600"],
      ] as const
      for (const [handle, amount] of asked) {
        const { body } = await ask(store, handle, `?region_id=${store.shop.regionId}${amount}`)
        expect([handle, amount, body.estimate]).toEqual([handle, amount, null])
      }
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
    it("with the hosted widget, a product can be leased even in a region without the provider", async () => {
      await store.sql(OFF)
      expect((await ask(store, "sofa")).body).toMatchObject({ leasable: true, reasons: [] })
    })
  },
  widgetOptions,
)
