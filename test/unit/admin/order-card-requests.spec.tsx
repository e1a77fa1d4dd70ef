/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, screen, waitFor, within } from "@testing-library/react"
import { orderCard } from "../../fixtures/order-cards"
import type { Reply } from "../../support/card-server"
import { leaseOrder } from "../../support/lease-order"
import { lease, openOrder, serveDashboard } from "./support/dashboard"
import { complaints } from "./support/surroundings"

/** When the order card asks the store, and what it shows while it waits, when the answer is bad and when there is no lease. */
const dashboard = serveDashboard()

const NO_LEASE: Reply = { body: { lease: null } }
const BROKEN: Reply = { status: 500, body: { message: "An unknown error occurred." } }
const otherOrder = () => leaseOrder("order_1", {}, "pp_system_default")

/** A store that answers when it is told to. */
function slowStore() {
  const waiting: ((reply: Reply) => void)[] = []
  dashboard.server.answer(() => new Promise((resolve) => waiting.push(resolve)))
  return {
    asked: () => waitFor(() => expect(waiting.length).toBeGreaterThan(0)),
    reply: (reply: Reply) => {
      for (const resolve of waiting.splice(0)) resolve(reply)
    },
  }
}

/** Until nothing is asked any more and all that was answered is on the page. */
const settled = ({ client }: ReturnType<typeof openOrder>) => waitFor(() => expect(client.isFetching()).toBe(0))

describe("an order without a lease to show", () => {
  it.each([
    ["there is none", NO_LEASE, otherOrder()],
    ["there is none, though our provider was chosen on the way", NO_LEASE, leaseOrder("accepted")],
    ["the store does not answer, and nothing speaks of a lease", BROKEN, otherOrder()],
    ["the person may not see leases", { status: 403, body: { message: "Forbidden" } }, leaseOrder("accepted")],
  ])("has no card where %s", async (_, reply, order) => {
    dashboard.server.answer(() => reply)
    const page = openOrder(dashboard, order)
    await settled(page)
    expect(page.side.innerHTML).toBe("")
    if (reply === NO_LEASE) expect(dashboard.server.asked).toEqual([order.id])
  })
})

it("says what the store says of an order that cannot be read", async () => {
  const message = "The order of lease LTO-1 cannot be read. Nothing was changed. Fix the order first."
  dashboard.server.answer(() => ({ status: 409, body: { type: "conflict", message } }))
  const page = openOrder(dashboard, leaseOrder("accepted"))
  expect(await screen.findByText(message)).toBeTruthy()
  await settled(page)
})

describe("while loading", () => {
  const paid = (collection?: object) => leaseOrder("accepted", { payment_collections: collection && [collection] })

  it.each([
    ["a session", true, paid({ payment_sessions: [{ provider_id: "pp_lease-to-own" }] })],
    ["a provider whose name begins with ours", false, paid({ payments: [{ provider_id: "pp_lease-to-own_second" }] })],
    ["no payment", false, paid()],
  ])("%s: a skeleton stands there only where our provider is named (%s)", async (_, isOurs, order) => {
    const store = slowStore()
    const page = openOrder(dashboard, order)
    await store.asked()
    expect(screen.queryAllByRole("status", { name: "Loading the lease" })).toHaveLength(isOurs ? 1 : 0)
    if (!isOurs) expect(page.side.innerHTML).toBe("")
    store.reply(lease("accepted"))
    expect(await screen.findByText("Lease accepted")).toBeTruthy()
    expect(screen.queryByRole("status", { name: "Loading the lease" })).toBeNull()
    await settled(page)
  })
})

describe("when the store does not answer", () => {
  const retry = () => screen.findByRole("button", { name: "Retry" })

  it("says so, keeps the alert in place while it tries again, and Retry brings the card", async () => {
    dashboard.server.answer(() => BROKEN)
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

  it("keeps the card that it has, and says that it may be out of date", async () => {
    const page = openOrder(dashboard)
    await screen.findByText("Lease accepted")
    dashboard.server.answer(() => BROKEN)
    await act(() => page.client.invalidateQueries())
    expect((await screen.findByRole("alert")).textContent).toBe(
      "We could not refresh this card, so it may be out of date. Nothing was changed.",
    )
    expect(screen.getByText("Lease accepted")).toBeTruthy()
    dashboard.server.answer(() => lease("canceled"))
    await page.user.click(await retry())
    expect(await screen.findByText("Canceled")).toBeTruthy()
    expect(screen.queryByRole("alert")).toBeNull()
  })

  it("leaves the order page as it is where the answer cannot be shown, and asks again by Retry", async () => {
    dashboard.server.answer(() => ({ body: { lease: { ...orderCard("accepted"), facts: null } } }))
    const { side, user } = openOrder(dashboard)
    expect(await within(side).findByRole("alert")).toBeTruthy()
    expect(screen.getByRole("heading", { name: "Order" })).toBeTruthy()
    dashboard.server.answer(lease)
    await user.click(await retry())
    expect(await screen.findByText("Lease accepted")).toBeTruthy()
    expect(complaints.splice(0).length).toBeGreaterThan(0)
  })
})

describe("when the order changes under it", () => {
  const shipment = { shipped_at: "2026-11-19T10:00:00Z", delivered_at: null, canceled_at: null }

  it.each<[string, object]>([
    ["a cancellation", { status: "canceled" }],
    ["a refund", { payment_status: "refunded" }],
    ["a first fulfillment", { fulfillment_status: "fulfilled" }],
    ["any change that moves the time of the last one", { updated_at: "2026-11-19T10:00:00Z" }],
    ["an order edit", { version: 2 }],
    ["another total", { total: 1349.5 }],
    ["a further shipment, the status being the same", { fulfillments: [shipment] }],
  ])("%s makes it ask again, once, showing the old answer meanwhile", async (_, change) => {
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
    expect(dashboard.server.asked).toHaveLength(2)
  })

  it("never shows one order's lease beside another order", async () => {
    const page = openOrder(dashboard)
    await screen.findByText("Lease accepted")
    const store = slowStore()
    page.reread(leaseOrder("canceled"))
    await store.asked()
    expect(screen.queryByText("Lease accepted")).toBeNull()
    store.reply(lease("canceled"))
    expect(await screen.findByText("Canceled")).toBeTruthy()
  })
})

describe("what anybody does on this page", () => {
  /** One of Medusa's own buttons. */
  const press = (page: ReturnType<typeof openOrder>, work: () => Promise<unknown>) =>
    page.client
      .getMutationCache()
      .build(page.client, { mutationFn: work })
      .execute(undefined)
      .catch(() => {})

  it.each([
    ["went through", () => Promise.resolve()],
    ["failed, which changes nothing of the order and much of its lease", () => Promise.reject(new Error("500"))],
  ])("is followed by the card when it %s", async (_, work) => {
    const page = openOrder(dashboard)
    await screen.findByText("Lease accepted")
    dashboard.server.answer(() => lease("cancel-unknown"))
    await act(() => press(page, work))
    expect(await screen.findByText(/^Acorn Leasing gave no clear answer/)).toBeTruthy()
    expect(screen.queryByText("Signed and confirmed. Ready to ship.")).toBeNull()
  })

  it("is followed, too, when somebody comes back to the page", async () => {
    openOrder(dashboard)
    await screen.findByText("Lease accepted")
    dashboard.server.answer(() => lease("canceled"))
    act(() => void window.dispatchEvent(new Event("visibilitychange")))
    expect(await screen.findByText("Canceled")).toBeTruthy()
  })
})

describe("asking again automatically", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }))
  afterEach(() => jest.useRealTimers())

  /** Whether the card asks the store when so many ms pass. A request that a timer starts is in progress before its timer has ended. */
  async function asksWithin(page: ReturnType<typeof openOrder>, ms: number) {
    act(() => jest.advanceTimersByTime(ms))
    const asks = page.client.isFetching() > 0
    await settled(page)
    return asks
  }

  it("happens every 5 s while something is in progress, and every 15 s after it", async () => {
    const page = openOrder(dashboard, leaseOrder("sending"))
    await screen.findByText("Next step")
    expect([await asksWithin(page, 4000), await asksWithin(page, 1500)]).toEqual([false, true])
    dashboard.server.answer(() => lease("accepted"))
    expect(await asksWithin(page, 5500)).toBe(true)
    expect(await screen.findByText("Signed and confirmed. Ready to ship.")).toBeTruthy()
    expect([await asksWithin(page, 14_000), await asksWithin(page, 1500)]).toEqual([false, true])
  })

  it.each([
    ["the lease is over", lease("canceled"), "Canceled"],
    ["the store stops answering", BROKEN, "Retry"],
  ])("ends when %s", async (_, reply, seen) => {
    const page = openOrder(dashboard, leaseOrder("sending"))
    await screen.findByText("Reference")
    dashboard.server.answer(() => reply)
    expect(await asksWithin(page, 5500)).toBe(true)
    expect(await screen.findByText(seen)).toBeTruthy()
    expect(await asksWithin(page, 3_600_000)).toBe(false)
  })
})
