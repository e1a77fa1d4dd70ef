import Medusa from "@medusajs/js-sdk"
import { leaseToOwnAdmin } from "../../src/api/admin-client"
import { productId } from "../integration/support/goods"
import { LeaseDashboard } from "../integration/support/lease-dashboard"
import { storeRules } from "../integration/support/lease-store"
import { faultsOf, misfit, operationOf } from "../support/documented"

const ROUTES = "/admin/lease-to-own"

/** Checks `docs/openapi.json` and the client for the admin routes against a store. `Http` also compares all other responses with the document. */
export const described = storeRules("as it is described", (store) => {
  const dashboard = new LeaseDashboard(store)

  /** Medusa's SDK with a secret API key. */
  async function keyOf(): Promise<string> {
    const { body } = await store.admin.post("/admin/api-keys", { title: "a script", type: "secret" })
    return body.api_key.token
  }

  it("the client for the admin routes gets from each route what the document describes, and a refusal with its status", async () => {
    const orderId = await dashboard.placed()
    const sofa = await productId(store, "sofa")
    const { leases, alerts, waiting, orders, products, setup, health, connectionCheck } = leaseToOwnAdmin(
      new Medusa({ baseUrl: store.url, apiKey: await keyOf() }),
    )
    const { id } = await dashboard.lease(orderId)
    const asked: [method: string, path: string, answer: unknown][] = [
      ["GET", "/leases", await leases.list({ limit: 1, to_confirm: true, status: ["placed", "delivered"] })],
      ["GET", `/leases/${id}`, await leases.retrieve(id)],
      ["GET", `/leases/${id}/history`, await leases.history(id)],
      ["POST", `/leases/${id}/actions/check_status`, await leases.act(id, "check_status")],
      ["GET", "/alerts", await alerts.list()],
      ["POST", "/alerts/money_differs/check", await alerts.check("money_differs")],
      ["DELETE", "/alerts/money_differs/check", await alerts.stopCheck("money_differs")],
      ["GET", "/waiting", await waiting()],
      ["GET", `/orders/${orderId}`, await orders.retrieveLease(orderId)],
      ["GET", `/products/${sofa}`, await products.retrieve(sofa)],
      ["POST", `/products/${sofa}`, await products.update(sofa, { brand: "Ours", condition: null })],
      ["GET", "/setup", await setup()],
      ["GET", "/health", await health()],
      ["POST", "/connection-check", await connectionCheck()],
    ]
    for (const [method, path, body] of asked)
      expect([path, misfit(method, `${ROUTES}${path}`, { status: 200, body })]).toEqual([path, undefined])
    const file = await leases.export({ status: "placed" })
    expect(file.headers.get("content-type")).toContain("text/csv")
    const lines = Buffer.from(await file.arrayBuffer())
      .toString()
      .trim()
      .split("\n")
    expect([lines[0]?.startsWith("order,"), lines.length]).toEqual([true, 2])
    await expect(leases.retrieve("lease_nobody")).rejects.toMatchObject({ status: 404 })
  })

  it("the client for the admin routes does what docs/routes.md shows", async () => {
    const orderId = await dashboard.awaiting()
    await dashboard.statusAgain()
    Object.assign(process.env, { MEDUSA_URL: store.url, MEDUSA_API_KEY: await keyOf() })
    const { checkAwaiting } = await import("./check-awaiting")
    expect(await checkAwaiting()).toEqual([[(await dashboard.lease(orderId)).reference, "signed"]])
  })

  const CART = "/store/lease-to-own/carts/:cart"
  const BODIES: [route: string, body: unknown][] = [
    [`${CART}/application`, { application: {}, consent: { accepted: 1 }, idempotencyKey: "1" }],
    [`${CART}/signature`, { hint: "perhaps" }],
    [`${CART}/widget-events`, { event: "onOther", token: "a" }],
    [`${ROUTES}/leases/lease_1/actions/mark_resolved`, { acknowledged: "all" }],
    [`${ROUTES}/products/prod_1`, { color: "red" }],
    [`${ROUTES}/connection-check`, { all: true }],
    [`${ROUTES}/alerts/money_differs/check`, { all: true }],
  ]
  const QUERIES: [route: string, name: string, value: unknown][] = [
    [`${ROUTES}/leases`, "limit", 0],
    [`${ROUTES}/leases/export`, "alerts", "maybe"],
    [`${ROUTES}/leases/export`, "columns", ["color"]],
    [`${ROUTES}/leases/:lease/history`, "before", 0],
    ["/store/lease-to-own/products/prod_1", "amount", "much"],
  ]

  it("a client that sends what the document doesn't allow gets an error", async () => {
    const { id } = await dashboard.lease(await dashboard.placed())
    const shopper = store.shopper()
    await shopper.fillCart()
    const at = (route: string) => route.replace(":lease", id).replace(":cart", shopper.cartId)
    const by = (route: string) => (route.startsWith("/admin/") ? store.admin : shopper.http)
    for (const [route, sent] of BODIES) {
      const schema = operationOf("POST", at(route))?.requestBody?.content["application/json"]?.schema ?? {}
      expect([route, faultsOf(schema, sent)]).toEqual([route, expect.anything()])
      const { status, body } = await by(route).post(at(route), sent)
      expect([route, status, body]).toMatchObject([route, 400, { type: "invalid", code: "body_invalid" }])
      expect(body.fields.length).toBeGreaterThan(0)
    }
    for (const [route, name, value] of QUERIES) {
      const schema = operationOf("GET", at(route))?.parameters.find((one) => one.name === name)?.schema ?? {}
      expect([route, faultsOf(schema, value)]).toEqual([route, expect.anything()])
      const { status, body } = await by(route).get(`${at(route)}?${name}=${value}`)
      expect([route, status, body]).toMatchObject([route, 400, { type: "invalid", message: expect.any(String) }])
    }
  })
})
