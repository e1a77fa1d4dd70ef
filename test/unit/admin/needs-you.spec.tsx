/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, screen, waitFor, within } from "@testing-library/react"
import type { LeaseAttentionAnswer } from "../../../src/api/admin-types"
import { alerts, waiting } from "../../fixtures/dashboard-pages"
import type { PageReply } from "../../support/page-server"
import { openAt, servePages } from "./support/pages"
import { complaints, idle } from "./support/surroundings"

/** Leases that need attention, in the bar on every page and above the orders. */
const pages = servePages()

const ROUTE = "GET /lease-to-own/attention"
const SUMS = "GET /lease-to-own/waiting"
const bar = () => within(screen.getByRole("banner"))
const strip = () => within(screen.getByTestId("orders"))
const asked = (wanted = ROUTE) =>
  pages.server.asked.filter(({ route }) => route === wanted).map(({ route, query }) => [route, query.limit])

function open(reply: PageReply = { body: alerts }, sums: PageReply = undefined) {
  pages.server.answer(({ route }) => (route === ROUTE ? reply : route === SUMS ? sums : undefined))
  return openAt(pages, "/orders")
}

const isBare = () =>
  [screen.getByRole("banner"), screen.getByTestId("orders")].every(({ textContent }) => textContent === "")

it("every page shows how many leases need attention, and links to exactly those", async () => {
  const { user, address } = openAt(pages, "/elsewhere")
  await user.click(await bar().findByRole("link", { name: /^3 leases need attention/ }))
  expect(address()).toBe("/leases?tab=needs_attention")
  expect(asked()).toContainEqual([ROUTE, "0"])
})

it("a lease's link in Medusa's notifications, which would download the page, opens it", async () => {
  openAt(pages, "/elsewhere")
  await bar().findByRole("link")
  const file = (url: string) => {
    const link = Object.assign(document.createElement("a"), { href: url, download: "Open lease L-9Q2M4" })
    link.addEventListener("click", (event) => event.preventDefault())
    document.body.append(link)
    link.click()
    link.remove()
    return [link.getAttribute("download"), link.pathname]
  }
  expect(file("/app/leases/lease_2")).toEqual([null, "/leases/lease_2"])
  expect(file("/static/products.csv")).toEqual(["Open lease L-9Q2M4", "/static/products.csv"])
})

it.each<[string, LeaseAttentionAnswer["count"], string]>([
  ["one", { value: 1, limit: 1000, more: false }, "1 lease needs attention"],
  ["more than are counted", { value: 1000, limit: 1000, more: true }, "More than 1,000 leases need attention"],
])("the number of leases that need attention is in words: %s", async (_, count, words) => {
  open({ body: { ...alerts, count } })
  expect(await bar().findByRole("link", { name: words })).toBeTruthy()
  expect(await strip().findByRole("heading", { name: words })).toBeTruthy()
})

it("the orders page shows above its list what is wrong with which order or lease, what to do, and a link to all", async () => {
  open()
  await strip().findByRole("heading", { name: "3 leases need attention" })
  const rows = strip().getAllByRole("listitem")
  expect(rows.map((row) => within(row).getByRole("link").getAttribute("href"))).toEqual([
    "/orders/order_1",
    "/leases/lease_2",
    "/orders/order_3",
  ])
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^#1001Partial refund due.*\$120\.50/),
    expect.stringMatching(/^L-9Q2M4Delivery confirmation unclearTestAsk Acorn Leasing/),
    expect.stringMatching(/^#1003Needs attentionThe order of this lease cannot be read/),
  ])
  expect(bar().getByRole("link", { name: "3 leases need attention" })).toBeTruthy()
  expect(asked()).toEqual([[ROUTE, "3"]])
  expect(strip().getByRole("link", { name: "Show all" }).getAttribute("href")).toBe("/leases?tab=needs_attention")
})

it("money that waits for too long is named above the orders and on every page", async () => {
  open(undefined, { body: waiting })
  expect(await bar().findByRole("link", { name: "3 leases need attention ($9,100.00 waiting)" })).toBeTruthy()
  expect(strip().getByText(/^\$48,210.00 \+ CA\$300.50 is waiting for 112 deliveries\./)).toBeTruthy()
  const link = strip().getByRole("link", { name: "Late deliveries: 21 ($9,100.00)." })
  expect(link.getAttribute("href")).toBe("/leases?tab=overdue")
  expect(asked(SUMS)).toHaveLength(1)
})

it("money that waits isn't named there while none of it is overdue", async () => {
  open(undefined, {
    body: { ...waiting, overdue: { ...waiting.overdue, count: { ...waiting.overdue.count, value: 0 } } },
  })
  await waitFor(() => expect(asked(SUMS)).toHaveLength(1))
  expect(await bar().findByRole("link", { name: "3 leases need attention" })).toBeTruthy()
  expect(strip().queryByText(/is waiting for/)).toBeNull()
})

it.each<[string, PageReply]>([
  ["no lease does", { body: { count: { value: 0, limit: 1000, more: false }, leases: [] } }],
  ["the person may not see leases", { status: 403, body: { message: "Forbidden" } }],
  ["the store fails", { status: 500, body: { message: "Fault" } }],
  ["the store doesn't respond", "drop"],
  ["the answer is invalid", { body: { count: null } }],
])("nothing is shown if %s", async (_, reply) => {
  const page = open(reply)
  await waitFor(() => expect(asked()).toHaveLength(1))
  await idle(page)
  expect(isBare()).toBe(true)
  expect(asked(SUMS)).toEqual([])
  // React's, about the missing response.
  complaints.splice(0)
})

describe("polling for leases that need attention", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }))
  afterEach(() => jest.useRealTimers())

  /** How often the store is called within this time (ms). */
  async function asks(page: ReturnType<typeof open>, ms: number): Promise<number> {
    const before = asked().length
    act(() => void jest.advanceTimersByTime(ms))
    await idle(page)
    return asked().length - before
  }
  const show = (state: "visible" | "hidden") => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true })
    act(() => void window.dispatchEvent(new Event("visibilitychange")))
  }

  it("the count is read every 30 s, but not while the page is hidden", async () => {
    const page = open()
    await strip().findAllByRole("listitem")
    expect([await asks(page, 29_000), await asks(page, 1500)]).toEqual([0, 1])
    show("hidden")
    expect(await asks(page, 600_000)).toBe(0)
    show("visible")
    await waitFor(() => expect(asked()).toHaveLength(3))
  })

  it("the sums are read once a minute, but not again after a failure", async () => {
    const page = open(undefined, { body: waiting })
    await strip().findByText(/is waiting for/)
    const before = asked(SUMS).length
    act(() => void jest.advanceTimersByTime(61_000))
    await idle(page)
    expect(asked(SUMS)).toHaveLength(before + 1)
    pages.server.answer(({ route }) => (route === ROUTE ? { body: alerts } : undefined))
    act(() => void jest.advanceTimersByTime(61_000))
    await waitFor(() => expect(strip().queryByText(/is waiting for/)).toBeNull())
    act(() => void jest.advanceTimersByTime(600_000))
    await idle(page)
    expect(asked(SUMS)).toHaveLength(before + 2)
  })

  it("the count isn't read for people who may not see leases", async () => {
    const page = open({ status: 403, body: { message: "Forbidden" } })
    await idle(page)
    expect(await asks(page, 3_600_000)).toBe(0)
  })
})
