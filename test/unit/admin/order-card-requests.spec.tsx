/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, screen, waitFor } from "@testing-library/react"
import { leaseOrder } from "../../support/lease-order"
import { lease, openOrder, type Reply, serveDashboard } from "./support/dashboard"
import { idle } from "./support/surroundings"

/** When the order card calls the store, and what it shows while waiting, after a bad response, and without a lease. */
const dashboard = serveDashboard()

const NO_LEASE: Reply = { body: { lease: null } }
const BROKEN: Reply = { status: 500, body: { message: "An unknown error occurred." } }
const otherOrder = () => leaseOrder("order_1", {}, "pp_system_default")

/** A store that responds when the test lets it. */
function slowStore() {
  const waiting: ((reply: Reply) => void)[] = []
  dashboard.answer(() => new Promise((resolve) => waiting.push(resolve)))
  return {
    asked: () => waitFor(() => expect(waiting.length).toBeGreaterThan(0)),
    reply: (reply: Reply) => {
      for (const resolve of waiting.splice(0)) resolve(reply)
    },
  }
}

it.each([
  ["there is no lease", NO_LEASE, otherOrder()],
  ["there is no lease, though its provider was chosen meanwhile", NO_LEASE, leaseOrder("accepted")],
  ["the store doesn't respond, and nothing indicates a lease", BROKEN, otherOrder()],
  ["the person may not see leases", { status: 403, body: { message: "Forbidden" } }, leaseOrder("accepted")],
])("there is no card if %s", async (_, reply, order) => {
  dashboard.answer(() => reply)
  const page = openOrder(dashboard, order)
  await idle(page)
  expect(page.side.innerHTML).toBe("")
  if (reply === NO_LEASE) expect(dashboard.asked).toEqual([order.id])
})

it("the card shows the store's message if the order can't be read", async () => {
  const message = "The order of lease LTO-1 cannot be read. Nothing was changed. Fix the order first."
  dashboard.answer(() => ({ status: 409, body: { type: "conflict", message } }))
  const page = openOrder(dashboard, leaseOrder("accepted"))
  expect(await screen.findByText(message)).toBeTruthy()
  await idle(page)
})

const paid = (collection?: object) => leaseOrder("accepted", { payment_collections: collection && [collection] })

it.each([
  ["a session", true, paid({ payment_sessions: [{ provider_id: "pp_lease-to-own" }] })],
  ["a provider whose name begins with ours", false, paid({ payments: [{ provider_id: "pp_lease-to-own_second" }] })],
  ["no payment", false, paid()],
])("%s: a skeleton is shown only if the lease provider is named (%s)", async (_, isOurs, order) => {
  const store = slowStore()
  const page = openOrder(dashboard, order)
  await store.asked()
  expect(screen.queryAllByRole("status", { name: "Loading the lease" })).toHaveLength(isOurs ? 1 : 0)
  if (!isOurs) expect(page.side.innerHTML).toBe("")
  store.reply(lease("accepted"))
  expect(await screen.findByText("Lease accepted")).toBeTruthy()
  expect(screen.queryByRole("status", { name: "Loading the lease" })).toBeNull()
  await idle(page)
})

const retry = () => screen.findByRole("button", { name: "Retry" })

it("an alert stays in place while the card tries again, and Retry brings the card", async () => {
  dashboard.answer(() => BROKEN)
  const { user } = openOrder(dashboard)
  const alert = await screen.findByRole("alert")
  expect(alert.textContent).toBe("We could not load the lease. Nothing was changed.")
  const store = slowStore()
  await user.click(await retry())
  await store.asked()
  expect(screen.getByRole("alert")).toBe(alert)
  expect((await retry()).matches(":disabled")).toBe(true)
  store.reply(lease("accepted"))
  expect(await screen.findByText("Lease accepted")).toBeTruthy()
  expect(screen.queryByRole("alert")).toBeNull()
})

it("a loaded card stays, and says that it may be out of date", async () => {
  const page = openOrder(dashboard)
  await screen.findByText("Lease accepted")
  dashboard.answer(() => BROKEN)
  await act(() => page.client.invalidateQueries())
  expect((await screen.findByRole("alert")).textContent).toBe(
    "We could not refresh this card, so it may be out of date. Nothing was changed.",
  )
  expect(screen.getByText("Lease accepted")).toBeTruthy()
  dashboard.answer(() => lease("canceled"))
  await page.user.click(await retry())
  expect(await screen.findByText("Canceled")).toBeTruthy()
  expect(screen.queryByRole("alert")).toBeNull()
})

const shipment = { shipped_at: "2026-11-19T10:00:00Z", delivered_at: null, canceled_at: null }

it.each<[string, object]>([
  ["a cancellation", { status: "canceled" }],
  ["a refund", { payment_status: "refunded" }],
  ["a first fulfillment", { fulfillment_status: "fulfilled" }],
  ["any change of the order's update time", { updated_at: "2026-11-19T10:00:00Z" }],
  ["an order edit", { version: 2 }],
  ["another total", { total: 1349.5 }],
  ["a further shipment with the same status", { fulfillments: [shipment] }],
])("%s reads the lease again, once, while the old response stays visible", async (_, change) => {
  const page = openOrder(dashboard)
  await screen.findByText("Lease accepted")
  page.reread(leaseOrder("accepted"))
  expect(page.client.isFetching()).toBe(0)
  const store = slowStore()
  page.reread(leaseOrder("accepted", change))
  await store.asked()
  expect(screen.getByText("Lease accepted")).toBeTruthy()
  store.reply(lease("canceled"))
  expect(await screen.findByText("Canceled")).toBeTruthy()
  expect(dashboard.asked).toHaveLength(2)
})

it("the card never shows another order's lease", async () => {
  const page = openOrder(dashboard)
  await screen.findByText("Lease accepted")
  const store = slowStore()
  page.reread(leaseOrder("canceled"))
  await store.asked()
  expect(screen.queryByText("Lease accepted")).toBeNull()
  store.reply(lease("canceled"))
  expect(await screen.findByText("Canceled")).toBeTruthy()
})

/** One of Medusa's own buttons. */
const press = (page: ReturnType<typeof openOrder>, work: () => Promise<unknown>) =>
  page.client
    .getMutationCache()
    .build(page.client, { mutationFn: work })
    .execute(undefined)
    .catch(() => {})

it.each([
  ["succeeded", () => Promise.resolve()],
  ["failed, because that can change the lease without the order", () => Promise.reject(new Error("500"))],
])("the card is read again after an action of Medusa's page that %s", async (_, work) => {
  const page = openOrder(dashboard)
  await screen.findByText("Lease accepted")
  dashboard.answer(() => lease("cancel-unknown"))
  await act(() => press(page, work))
  expect(await screen.findByText(/^Acorn Leasing gave no clear response/)).toBeTruthy()
  expect(screen.queryByText("Signed and confirmed. Ready to ship.")).toBeNull()
})

it("the card is read again when the user returns to the page", async () => {
  openOrder(dashboard)
  await screen.findByText("Lease accepted")
  dashboard.answer(() => lease("canceled"))
  act(() => void window.dispatchEvent(new Event("visibilitychange")))
  expect(await screen.findByText("Canceled")).toBeTruthy()
})

describe("polling of the card", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }))
  afterEach(() => jest.useRealTimers())

  /** Whether the card calls the store within this time (ms). A request started by a timer is in progress before the timer has ended. */
  async function asksWithin(page: ReturnType<typeof openOrder>, ms: number) {
    act(() => jest.advanceTimersByTime(ms))
    const asks = page.client.isFetching() > 0
    await idle(page)
    return asks
  }

  it("the card is read every 5 s while something is in progress, and every 15 s afterward", async () => {
    const page = openOrder(dashboard, leaseOrder("sending"))
    await screen.findByText("Next step")
    expect([await asksWithin(page, 4000), await asksWithin(page, 1500)]).toEqual([false, true])
    dashboard.answer(() => lease("accepted"))
    expect(await asksWithin(page, 5500)).toBe(true)
    expect(await screen.findByText("Signed and confirmed. Ready to ship.")).toBeTruthy()
    expect([await asksWithin(page, 14_000), await asksWithin(page, 1500)]).toEqual([false, true])
  })

  it.each([
    ["the lease has ended", lease("canceled"), "Canceled"],
    ["the store stops responding", BROKEN, "Retry"],
  ])("polling ends when %s", async (_, reply, seen) => {
    const page = openOrder(dashboard, leaseOrder("sending"))
    await screen.findByText("Reference")
    dashboard.answer(() => reply)
    expect(await asksWithin(page, 5500)).toBe(true)
    expect(await screen.findByText(seen)).toBeTruthy()
    expect(await asksWithin(page, 3_600_000)).toBe(false)
  })
})
