import type { EstimateInput } from "../../src/modules/lease/ledger"
import { productId, withMetadata } from "./support/goods"
import type { Answer } from "./support/http"
import { type LeaseStore, storeRules } from "./support/lease-store"
import { declareOutage } from "./support/outage"

const OFF = "delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'"

/** The product route as a page calls it: by a product's handle, in the shop's own region. */
async function ask(store: LeaseStore, handle: string, query?: string): Promise<Answer> {
  const id = await productId(store, handle)
  return store.shopper().http.get(`/store/lease-to-own/products/${id}${query ?? `?region_id=${store.shop.regionId}`}`)
}

const wordsOf = ({ reasons }: { reasons: { code: string; message: string }[] }) =>
  reasons.map(({ code, message }) => [code, message])

/** Whether a product can be leased, before there is a cart. */
export const productPage = storeRules("a product's page", (store) => {
  const refused = (status: number, code: string) => ({ status, body: { code, message: expect.any(String) } })

  it("a product page learns that a product can be leased, from a response that can be cached per publishable key", async () => {
    const { status, body, headers } = await ask(store, "sofa")
    expect(status).toBe(200)
    expect(body).toEqual({
      leasable: true,
      reasons: [],
      limits: { minimum: null, maximum: null, currency: "usd" },
      estimate: null,
      zip: null,
      operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
      test: true,
    })
    expect([store.calls(), await store.sql("select id from lease")]).toEqual([[], []])
    expect(headers.get("cache-control")).toBe("public, max-age=60")
    expect(headers.get("vary")?.toLowerCase()).toContain("x-publishable-api-key")
    expect(headers.get("set-cookie")).toBeNull()
    // Otherwise Node's fetch requests an uncached response.
    const asked = { "if-none-match": headers.get("etag") ?? "", "cache-control": "max-age=0" }
    const path = `/store/lease-to-own/products/${await productId(store, "sofa")}?region_id=${store.shop.regionId}`
    expect((await store.shopper().http.with(asked).get(path)).status).toBe(304)
  })

  it("a product page shows why a product can't be leased, without field names", async () => {
    const words = [["unavailable_product", "Not available with this product."]]
    expect(wordsOf((await ask(store, "gift-card")).body)).toEqual(words)
    await withMetadata(store, "sofa", { lease_condition: "worn" })
    const { body } = await ask(store, "sofa")
    expect(body.leasable).toBe(false)
    expect(JSON.stringify(body)).not.toMatch(/condition|brand|category|metadata/)
  })

  it("a product page shows the same during an outage, because its response is cached", async () => {
    const before = (await ask(store, "sofa")).body
    await declareOutage(store)
    const shopper = await store.filled()
    expect((await shopper.view()).body).toMatchObject({ step: "unavailable" })
    expect((await ask(store, "sofa")).body).toEqual(before)
  })

  it("a product that isn't sold here is not found, and that isn't cached", async () => {
    const sofa = await productId(store, "sofa")
    await store.admin.post(`/admin/products/${sofa}`, { sales_channels: [] })
    for (const id of [sofa, "prod_nobody", "prod_%00"]) {
      const path = `/store/lease-to-own/products/${id}?region_id=${store.shop.regionId}`
      const answer = await store.shopper().http.get(path)
      expect(answer).toMatchObject(refused(404, "product_not_found"))
      expect(answer.headers.get("cache-control")).toBe("no-store")
    }
    expect((await store.http.get("/store/lease-to-own/products/prod_1?region_id=reg_1")).status).toBe(400)
  })

  it("a list of products gets the same data in one request, without what isn't sold here", async () => {
    const ids = await Promise.all(["sofa", "gift-card", "chair"].map((handle) => productId(store, handle)))
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

  it("a region without products gets its limits, and why nothing can be leased there, from a response that can be cached", async () => {
    const leases = async (regionId: string) => {
      const { body, headers } = await store.shopper().http.get(`/store/lease-to-own/products?region_id=${regionId}`)
      expect([headers.get("cache-control"), body.products]).toEqual(["public, max-age=60", {}])
      return [body.leasable, body.limits.currency, wordsOf(body)]
    }
    expect(await leases(store.shop.regionId)).toEqual([true, "usd", []])
    expect(await leases(store.shop.otherRegionId)).toEqual([
      ...[false, "eur"],
      [
        ["unavailable_place", "Not available for delivery to France, Germany."],
        ["unavailable_currency", "Not available in EUR."],
      ],
    ])
    await store.sql(OFF)
    expect(await leases(store.shop.regionId)).toEqual([false, "usd", [["unavailable_off", expect.any(String)]]])
  })

  it("an invalid query is refused, with the field named", async () => {
    const many = Array.from({ length: 101 }, (_, at) => `prod_${at}`).join(",")
    const lists = [
      ["region_id", "region_id=a&region_id=b"],
      ["ids", "region_id=reg_1&ids="],
      ["ids", "region_id=reg_1&ids=prod_1,prod_1"],
      ["ids", `region_id=reg_1&ids=${many}`],
      ["amounts", "region_id=reg_1&amounts=10"],
      ["amounts", "region_id=reg_1&ids=prod_1,prod_2&amounts=10"],
      // Logs contain URLs, so no URL may contain a whole ZIP code.
      ["zip_prefix", "region_id=reg_1&zip_prefix=78701"],
      ["frequency", "region_id=reg_1&frequency=daily"],
    ]
    for (const [field, query] of lists) {
      const { status, body } = await store.shopper().http.get(`/store/lease-to-own/products?${query}`)
      expect([query, status, body.code, body.fields[0].field]).toEqual([query, 400, "query_invalid", field])
    }
    for (const query of ["", "?region_id=%00", `?region_id=${store.shop.regionId}&amount=12.345`])
      expect([query, await ask(store, "sofa", query)]).toMatchObject([query, refused(400, "query_invalid")])
    expect(await ask(store, "sofa", "?region_id=reg_nobody")).toMatchObject(refused(404, "region_not_found"))
  })
})

const figuresOf = (amount: number) => {
  const total = 49 + amount * 2
  return { dueToday: 49, payments: 12, each: amount / 6, every: "monthly" as const, total }
}

/** What the function was asked. Its operator has figures for Texas and, at prices of at least 1000, for an unknown state. */
const asked: EstimateInput[] = []
const of = (input: EstimateInput) => {
  asked.push(input)
  if (input.state && input.state !== "TX") return undefined
  return input.state || input.amount >= 1000 ? figuresOf(input.amount) : "state"
}

/** Limits and an estimate of the cost, from the merchant's options. */
export const estimates = storeRules(
  "a product's page with an estimate",
  (store) => {
    const texas = "&zip_prefix=787"
    beforeEach(() => asked.splice(0))

    it("a product page gets the order limits, and the whole estimate for the shopper's state", async () => {
      const { body } = await ask(
        store,
        "sofa",
        `?region_id=${store.shop.regionId}&amount=600${texas}&frequency=monthly`,
      )
      expect(body.limits).toEqual({ minimum: 150, maximum: 2000, currency: "usd" })
      const about = { currency: "usd", cashPrice: 600, conditions: ["new"], excludes: ["delivery", "sales_tax"] }
      const texts = {
        disclosure: { en: "An example in Texas.", es: "En Texas." },
        labels: { total: { en: "Total of payments" } },
      }
      expect(body.estimate).toEqual({ ...figuresOf(600), allPayments: 13, months: null, ...about, ...texts })
      const item = { product_id: await productId(store, "sofa"), title: "Harbor sofa", category: "Furniture" }
      expect(asked).toEqual([
        {
          ...{ amount: 600, currency: "usd", state: "TX", frequency: "monthly", condition: "new" },
          item: { ...item, brand: "Harbor Home" },
        },
      ])
    })

    it("an estimate that depends on the state needs the ZIP code, and so does one that isn't for this state", async () => {
      for (const query of ["", "&zip_prefix=100", "&zip_prefix=000"]) {
        const { body } = await ask(store, "sofa", `?region_id=${store.shop.regionId}&amount=600${query}`)
        expect(body).toMatchObject({ leasable: true, estimate: null, zip: "needed" })
      }
    })

    it("a product isn't offered in an excluded state", async () => {
      const { body } = await ask(store, "sofa", `?region_id=${store.shop.regionId}&amount=1200&zip_prefix=070`)
      expect(body).toMatchObject({ leasable: false, estimate: null, zip: "used" })
      expect(wordsOf(body)).toEqual([["unavailable_place", "Not available for delivery to New Jersey."]])
    })

    it("a list gets an estimate for each of its prices", async () => {
      const [sofa, chair] = [await productId(store, "sofa"), await productId(store, "chair")]
      const query = `region_id=${store.shop.regionId}&ids=${sofa},${chair}&amounts=,600${texas}`
      const { products } = (await store.shopper().http.get(`/store/lease-to-own/products?${query}`)).body
      expect([products[sofa].estimate, products[chair].estimate]).toEqual([
        null,
        expect.objectContaining(figuresOf(600)),
      ])
    })

    it("a cart's view has an estimate before the application: for the ZIP code, then for the address and the delivery", async () => {
      const shopper = store.shopper()
      const items = ["sofa", "chair"].map((handle) => ({ variant_id: store.shop.variantIds[handle], quantity: 1 }))
      const { cart } = (await shopper.http.post("/store/carts", { region_id: store.shop.regionId, items })).body
      const view = async (query = "") => (await shopper.http.get(`/store/lease-to-own/carts/${cart.id}${query}`)).body
      expect(await view()).toMatchObject({ step: "unavailable", estimate: null, zip: "needed" })
      const excludes = ["delivery", "sales_tax"]
      const goods = { cashPrice: 648.99, conditions: ["new"], excludes }
      expect(await view("?zip_prefix=787")).toMatchObject({ estimate: goods, zip: "used" })
      expect(asked.at(-1)).toMatchObject({ item: undefined, state: "TX", condition: "new" })
      const filled = await store.filled()
      const { total, tax_total } = (await filled.http.get(`/store/carts/${filled.cartId}`)).body.cart
      expect((await filled.view()).body).toMatchObject({
        step: "intro",
        estimate: { cashPrice: total - tax_total, excludes: ["sales_tax"] },
      })
      expect(asked.at(-1)).toMatchObject({ item: { title: "Harbor sofa" }, state: "TX" })
      await filled.apply()
      expect((await filled.view()).body).toMatchObject({ estimate: null, zip: null })
      expect((await shopper.http.get(`/store/lease-to-own/carts/${cart.id}?zip_prefix=78701`)).status).toBe(400)
    })
  },
  {
    minimum: 150,
    maximum: 2000,
    excludedStates: ["NJ"],
    estimate: { of },
    disclosures: {
      message: {
        default: { en: "An example of {operator}, no offer." },
        TX: { en: "An example in Texas.", es: "En Texas." },
      },
      labels: { TX: { total: { en: "Total of payments" } } },
    },
  },
)
