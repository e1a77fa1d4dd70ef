/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { leaseList, usual } from "../../fixtures/dashboard-pages"
import { orderCard } from "../../fixtures/order-cards"
import type { PageReply } from "../../support/page-server"
import { openAt, servePages } from "./support/pages"
import { idle } from "./support/surroundings"

/** Confirming the deliveries of several leases from the list, with the real components and the routes' responses over HTTP. */
const pages = servePages()

const LIST = "GET /lease-to-own/leases"
const ACTION = /^POST \/lease-to-own\/leases\/(\w+)\/actions\/mark_delivered$/
const [one, two, three, four, five, six] = leaseList.leases.map((row) => ({ ...row, order: row.order ?? null }))
const FIRST = { ...leaseList, leases: [one, two, three, four], next: "after-4", previous: null }
const SECOND = { ...leaseList, leases: [five, six], next: null, previous: "before-5" }
const DONE = { body: { result: "done", code: "mark_delivered", lease: orderCard("delivered") } }
const refused = (code: string, params = {}) => ({
  body: { result: "refused", refusal: { code, params, message: "In English." }, lease: orderCard("accepted") },
})

/** The leases whose delivery was sent, in order, with what was sent. */
const sent = () =>
  pages.server.asked.flatMap(({ route, body }) => {
    const [, id] = ACTION.exec(route) ?? []
    return id ? [[id, body]] : []
  })
const ids = () => sent().map(([id]) => id)
const button = (name: string | RegExp) => screen.getByRole("button", { name })
const box = (order: string) => screen.getByRole("checkbox", { name: `Select ${order}` })
const drawer = async () => within(await screen.findByRole("dialog", { name: "Delivered on …" }))
/** The bar for the selected leases. An open drawer hides it from assistive technology. */
const bar = () => screen.queryByRole("dialog", { name: /selected$/ })

type Reply = PageReply | Promise<PageReply>

async function open(reply: (leaseId: string) => Reply = () => DONE, list: object = {}, tab = "undelivered") {
  pages.server.answer((asked) => {
    const [, id] = ACTION.exec(asked.route) ?? []
    if (id) return reply(id)
    if (asked.route !== LIST) return usual(asked)
    return { body: { ...(asked.query.cursor ? SECOND : FIRST), ...list } }
  })
  const page = openAt(pages, `/leases?tab=${tab}`)
  await screen.findByRole("table")
  await idle(page)
  return page
}

/** Selects the orders on the first page, and opens the drawer. */
async function choose(page: Awaited<ReturnType<typeof open>>, ...orders: string[]) {
  for (const order of orders) await page.user.click(box(order))
  await page.user.click(within(bar() as HTMLElement).getByRole("button", { name: /^Delivered on …/ }))
  return drawer()
}

/** A store that holds each request until the test lets it go. */
function held() {
  const open: { id: string; release: (reply: PageReply) => void }[] = []
  return {
    open,
    reply: (id: string) => new Promise<PageReply>((release) => open.push({ id, release })),
    async release(reply: PageReply = DONE) {
      await waitFor(() => expect(open).toHaveLength(1))
      open.shift()?.release(reply)
    },
  }
}

describe("on a day that differs between the store and the browser", () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date("2026-11-30T02:00:00Z"), advanceTimers: true }))
  afterEach(() => jest.useRealTimers())

  it("the drawer suggests the store's today, and names orders and sum of all pages", async () => {
    const page = await open()
    await page.user.click(box("#1002"))
    await page.user.click(button("Next"))
    await page.user.click(await screen.findByRole("checkbox", { name: "Select #1005" }))
    await page.user.click(button("Previous"))
    await screen.findByRole("checkbox", { name: "Select #1002", checked: true })
    const form = await choose(page)
    expect(form.getByText("2 orders for $1,000,000.00")).toBeTruthy()
    expect(form.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["#1002", "#1005"])
    expect(form.getByLabelText<HTMLInputElement>("Delivery date").value).toBe("2026-11-29")
    await page.user.click(form.getByRole("button", { name: "Confirm 2 deliveries" }))
    expect(await form.findByRole("heading", { name: "All 2 deliveries confirmed" })).toBeTruthy()
    const body = { date: "2026-11-29" }
    expect(sent()).toEqual([
      ["lease_2", body],
      ["lease_5", body],
    ])
  })

  it("a missing date and one after the store's today aren't sent", async () => {
    const page = await open()
    const form = await choose(page, "#1001")
    const date = form.getByLabelText("Delivery date")
    fireEvent.change(date, { target: { value: "" } })
    await page.user.click(form.getByRole("button", { name: "Confirm 1 delivery" }))
    expect(form.getByText("Choose a date.")).toBeTruthy()
    fireEvent.change(date, { target: { value: "2026-11-30" } })
    await page.user.click(form.getByRole("button", { name: "Confirm 1 delivery" }))
    expect(date.getAttribute("aria-invalid")).toBe("true")
    expect(form.getByText("Choose a day up to Nov 29, 2026.")).toBeTruthy()
    expect(sent()).toEqual([])
    fireEvent.change(date, { target: { value: "2026-11-27" } })
    await page.user.click(form.getByRole("button", { name: "Confirm 1 delivery" }))
    expect(await form.findByRole("heading", { name: "Delivery confirmed" })).toBeTruthy()
    expect(sent()).toEqual([["lease_1", { date: "2026-11-27" }]])
  })
})

it("one request is sent after the other, with the progress on screen and announced", async () => {
  const store = held()
  const page = await open(store.reply)
  await page.user.click(screen.getByRole("checkbox", { name: "Select all on this page" }))
  const form = await choose(page)
  await page.user.click(form.getByRole("button", { name: "Confirm 4 deliveries" }))
  for (const [place, id] of ["lease_1", "lease_2", "lease_3", "lease_4"].entries()) {
    await waitFor(() => expect(store.open.map((request) => request.id)).toEqual([id]))
    const progress = form.getByRole("progressbar")
    await waitFor(() => expect(progress.getAttribute("aria-valuenow")).toBe(`${place}`))
    expect(progress.getAttribute("aria-valuetext")).toBe(`${place} of 4`)
    expect(form.getByRole("status").textContent).toBe(`${place} of 4`)
    await store.release()
  }
  const heading = await form.findByRole("heading", { name: "All 4 deliveries confirmed" })
  expect(heading.parentElement).toBe(document.activeElement)
})

it("refusals don't stop the rest, and are listed by reason with a link to each lease", async () => {
  const page = await open((id) => {
    if (id === "lease_1" || id === "lease_3") return refused("mark_delivered_unshipped")
    return id === "lease_2" ? { status: 504, body: {} } : DONE
  })
  const form = await choose(page, "#1001", "#1002", "#1003", "#1004")
  await page.user.click(form.getByRole("button", { name: "Confirm 4 deliveries" }))
  await form.findByRole("heading", { name: "1 of 4 deliveries confirmed" })
  expect(ids()).toEqual(["lease_1", "lease_2", "lease_3", "lease_4"])
  expect(form.getByText("3 orders to check. Their links open a new tab.")).toBeTruthy()
  const linksBelow = (reason: RegExp) =>
    within(form.getByText(reason).parentElement as HTMLElement)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("target")])
  expect(linksBelow(/^Not everything has shipped/)).toEqual([
    ["#1001", "/leases/lease_1", "_blank"],
    ["#1003", "/leases/lease_3", "_blank"],
  ])
  expect(linksBelow(/^The store did not respond/)).toEqual([["#1002", "/leases/lease_2", "_blank"]])
  await page.user.click(form.getByRole("button", { name: "Confirmed (1)" }))
  expect(form.getByRole("link", { name: "#1004" })).toBeTruthy()
  // What isn't confirmed is still selected.
  const [close] = form.getAllByRole("button", { name: "Close" })
  await page.user.click(close as HTMLElement)
  await waitFor(() => expect(bar()?.getAttribute("aria-label")).toBe("3 selected"))
  expect(screen.getAllByRole("checkbox", { checked: true }).map((one) => one.getAttribute("aria-label"))).toEqual([
    "Select #1001",
    "Select #1002",
    "Select #1003",
  ])
})

it("after the last one, the list, the sums and Medusa's orders are read again", async () => {
  const page = await open()
  page.client.setQueryData(["orders", "list", {}], {})
  const form = await choose(page, "#1001")
  const before = pages.server.asked.length
  await page.user.click(form.getByRole("button", { name: "Confirm 1 delivery" }))
  await form.findByRole("heading", { name: "Delivery confirmed" })
  const readAgain = () => pages.server.asked.slice(before + 1).map(({ route }) => route)
  await waitFor(() => expect(readAgain()).toEqual(expect.arrayContaining([LIST, "GET /lease-to-own/waiting"])))
  expect(page.client.getQueryState(["orders", "list", {}])?.isInvalidated).toBe(true)
})

it.each<[string, (page: Awaited<ReturnType<typeof open>>) => Promise<void>]>([
  ["Stop", ({ user }) => user.click(button("Stop"))],
  ["Escape, which doesn't close the drawer yet", ({ user }) => user.keyboard("{Escape}")],
])("%s ends after the open request, and the rest stays selected", async (_, stop) => {
  const store = held()
  const page = await open(store.reply)
  const form = await choose(page, "#1001", "#1002", "#1003")
  await page.user.click(form.getByRole("button", { name: "Confirm 3 deliveries" }))
  await waitFor(() => expect(store.open).toHaveLength(1))
  await stop(page)
  expect(form.getByRole("status").textContent).toBe("Stopping after this one.")
  await store.release()
  await form.findByRole("heading", { name: "1 of 3 deliveries confirmed" })
  expect(form.getByText("2 orders were not sent. They are still selected.")).toBeTruthy()
  expect(ids()).toEqual(["lease_1"])
  await page.user.keyboard("{Escape}")
  await waitFor(() => expect(bar()?.getAttribute("aria-label")).toBe("2 selected"))
})

it("leaving the page ends after the open request", async () => {
  const store = held()
  const page = await open(store.reply)
  const form = await choose(page, "#1001", "#1002")
  await page.user.click(form.getByRole("button", { name: "Confirm 2 deliveries" }))
  await waitFor(() => expect(store.open).toHaveLength(1))
  page.unmount()
  await store.release()
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(ids()).toEqual(["lease_1"])
})

it.each<[string, number, number, RegExp]>([
  ["login", 401, 1, /^You are no longer logged in\. 4 orders were not sent/],
  ["permission", 403, 1, /^Your role does not allow this action\. 4 orders were not sent/],
  ["store that answers", 504, 3, /^The store stopped responding\. 1 order was not sent/],
])("without a %s, the rest isn't sent", async (_, status, requests, says) => {
  const page = await open(() => ({ status, body: {} }))
  const form = await choose(page, "#1001", "#1002", "#1003", "#1004")
  await page.user.click(form.getByRole("button", { name: "Confirm 4 deliveries" }))
  await form.findByRole("heading", { name: "No delivery confirmed" })
  expect(form.getByText(says)).toBeTruthy()
  expect(ids()).toHaveLength(requests)
})

it("lost answers that aren't in a row don't end it", async () => {
  const page = await open((id) => (id === "lease_3" ? DONE : { status: 504, body: {} }))
  const form = await choose(page, "#1001", "#1002", "#1003", "#1004")
  await page.user.click(form.getByRole("button", { name: "Confirm 4 deliveries" }))
  await form.findByRole("heading", { name: "1 of 4 deliveries confirmed" })
  expect(ids()).toHaveLength(4)
})

it("the last page's deliveries lead back to the first page", async () => {
  const page = await open()
  await page.user.click(button("Next"))
  await screen.findByRole("checkbox", { name: "Select #1005" })
  const form = await choose(page, "#1005", "#1006")
  await page.user.click(form.getByRole("button", { name: "Confirm 2 deliveries" }))
  await form.findByRole("heading", { name: "All 2 deliveries confirmed" })
  await waitFor(() => expect(page.address()).toBe("/leases?tab=undelivered"))
})

it("a click beside a checkbox selects its lease and doesn't open it", async () => {
  const { user, address } = await open()
  await user.click(box("#1001").parentElement as HTMLElement)
  expect(box("#1001").getAttribute("aria-checked")).toBe("true")
  expect(address()).toBe("/leases?tab=undelivered")
})

it("a lease that can't be marked as delivered can't be selected, and says so on hover", async () => {
  const leases = [{ ...one, can_mark_delivered: false }, two]
  const { user } = await open(undefined, { leases })
  expect(screen.getByTitle("Not possible yet. The lease's page says why.").contains(box("#1001"))).toBe(true)
  expect(box("#1001").matches(":disabled")).toBe(true)
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }))
  expect(bar()?.getAttribute("aria-label")).toBe("1 selected")
})

it("the bar's key opens the drawer, and its other button clears the selection", async () => {
  const { user } = await open()
  await user.click(box("#1001"))
  await user.keyboard("d")
  await drawer()
  await user.keyboard("{Escape}")
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Delivered on …/))
  await user.click(button("Clear the selection"))
  await waitFor(() => expect(bar()).toBeNull())
  expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([])
})

it("a page that can't be loaded keeps the selection", async () => {
  const { user } = await open()
  await user.click(box("#1001"))
  pages.server.answer((asked) => (asked.query.cursor ? { status: 500, body: {} } : usual(asked)))
  await user.click(button("Next"))
  await screen.findByRole("alert")
  expect(bar()?.getAttribute("aria-label")).toBe("1 selected")
  await user.keyboard("d")
  const form = await drawer()
  expect(form.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["#1001"])
})

it("another tab has no checkboxes, and ends the selection", async () => {
  const { user } = await open()
  await user.click(box("#1001"))
  await user.click(button("Needs attention"))
  expect(screen.queryByRole("checkbox")).toBeNull()
  await waitFor(() => expect(bar()).toBeNull())
  await user.click(button("To deliver"))
  expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([])
})

it("people who may not act on leases see no checkboxes", async () => {
  await open(undefined, { can_act: false })
  expect(screen.queryByRole("checkbox")).toBeNull()
})
