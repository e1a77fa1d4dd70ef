/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, within } from "@testing-library/react"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { orderCard, orderCards } from "../../fixtures/order-cards"
import { leaseOrder } from "../../support/lease-order"
import { CARD_WORDS } from "./support/card-words"
import { openOrder, serveDashboard } from "./support/dashboard"

/** The order card as a merchant reads it, with the real components and the route's answers over HTTP. */
const dashboard = serveDashboard()

/** Opens an order whose lease is this fixture, but for what is changed. */
async function open(name: string, change: Partial<AdminLeaseView> = {}) {
  dashboard.server.answer(() => ({ body: { lease: { ...orderCard(name), ...change } } }))
  const page = openOrder(dashboard, leaseOrder(name))
  await screen.findByText("Reference")
  return { ...page, card: within(page.side) }
}

/** The fact beside this label, with its source. */
const row = (label: string) => screen.getByText(label, { selector: "dt *" }).closest("div.grid")?.querySelector("dd")
const moment = (at: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(at))

it("is described for every fixture", () => {
  expect(Object.keys(CARD_WORDS).sort()).toEqual([...orderCards.keys()].sort())
})

describe.each(Object.entries(CARD_WORDS))("%s", (name, { badge, alert, next }) => {
  it("has its badge, what is wrong and what to do next", async () => {
    const { card } = await open(name)
    expect(card.getByText(badge)).toBeTruthy()
    for (const text of [alert, next]) if (text) expect(card.getByText(text)).toBeTruthy()
    expect(!!card.queryByText("Next step")).toBe(!!next)
    expect(card.queryAllByText(/^Since /)).toHaveLength(alert && orderCard(name).attention[0]?.since ? 1 : 0)
  })
})

it.each([
  ["delivered", 1],
  ["accepted", 0],
])("says beside Medusa's refund form that a full refund returns the lease (%s)", async (name, times) => {
  const { card } = await open(name)
  expect(card.queryAllByText(/^A full refund of this order returns the lease to Acorn Leasing at once/)).toHaveLength(
    times,
  )
})

it("says since when the service does not answer", async () => {
  const lease = orderCard("accepted")
  const since = "2026-11-20T10:42:00.000Z"
  dashboard.server.answer(() => ({ body: { lease, outage: { since } } }))
  openOrder(dashboard, leaseOrder("accepted"))
  expect(await screen.findByText(`The lease service has not answered since ${moment(since)}.`)).toBeTruthy()
})

describe("the facts", () => {
  it("are reference, way, amount, approval, signature and last contact, each with its source", async () => {
    const { approved_at, signed } = orderCard("accepted")
    await open("accepted")
    expect(
      [...document.querySelectorAll("dl > div")].map((div) => [...div.children].map((cell) => cell.textContent)),
    ).toEqual([
      ["Reference", "L-7Q4MX-2KD9P"],
      ["Type", "Own checkout"],
      ["Leased amount", "$1,289.50"],
      ["Approved", moment(approved_at ?? "")],
      ["Contract signed", `${moment(signed?.at ?? "")}Confirmed by Acorn Leasing`],
      ["Last contact", `${moment(signed?.at ?? "")}Answered`],
    ])
  })

  it.each([
    ["reported", "Reported by the shopper's browser"],
    ["verified", "Confirmed by Acorn Leasing"],
    ["attested", "Entered by a merchant"],
  ] as const)("tell who says that a %s contract is signed", async (evidence, source) => {
    await open("accepted", { signed: { at: "2026-11-18T15:11:00.000Z", evidence } })
    expect(row("Contract signed")?.textContent).toContain(source)
  })

  it("tell that the service gave no clear answer", async () => {
    await open("service-unreachable")
    expect(row("Last contact")?.textContent).toContain("No clear answer")
  })

  it("leave out what is not known yet", async () => {
    await open("accepted", { leased: null, approved_at: null, signed: null, last_contact: null, facts: [] })
    expect([...document.querySelectorAll("dt")].map((label) => label.textContent)).toEqual(["Reference", "Type"])
    expect(screen.queryByRole("button", { name: "History" })).toBeNull()
  })

  it("name both sums where the order is no longer the one that was leased", async () => {
    await open("amount-differs")
    expect([row("Leased amount"), row("Order total")].map((cell) => cell?.textContent)).toEqual([
      "$1,289.50",
      "$1,349.50",
    ])
  })

  it("tell article by article what was signed for and what the order has now, or that something else differs", async () => {
    const { card } = await open("amount-differs")
    expect(card.getByText("Northline floor lamp, Brass: 1 signed for, 2 now")).toBeTruthy()
    expect(card.queryByText(/^The items match/)).toBeNull()
  })

  it("tell of the same articles that something else differs, with both sums", async () => {
    const { card } = await open("cart-mismatch")
    expect(card.getByText(/^The items match the signed contract\. A price/)).toBeTruthy()
    expect(row("Order total")?.textContent).toBe("$1,349.50")
  })

  it.each([
    [0.01, "$0.01"],
    [999_999.99, "$999,999.99"],
    [0, "$0.00"],
  ])("write %d as %s", async (amount, text) => {
    await open("accepted", { leased: { amount, currency_code: "usd" } })
    expect(row("Leased amount")?.textContent).toBe(text)
  })

  it("mark a test", async () => {
    const { card } = await open("accepted", { test: true })
    expect(card.getByText("Test")).toBeTruthy()
  })

  it("do not mark what is no test", async () => {
    const { card } = await open("accepted")
    expect(card.queryByText("Test")).toBeNull()
  })
})

describe("the reference", () => {
  it("is copied by its button, which says so", async () => {
    const { user, card } = await open("accepted")
    await user.click(card.getByRole("button", { name: "Copy reference" }))
    expect(await card.findByText("Copied")).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe("L-7Q4MX-2KD9P")
  })

  it("is not called copied where the browser forbids it", async () => {
    const { user, card } = await open("accepted")
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })
    await user.click(card.getByRole("button", { name: "Copy reference" }))
    expect(await card.findByText("Not copied. Select the text and copy it by hand.")).toBeTruthy()
  })
})

describe("the history", () => {
  it("is closed until somebody opens it, with the keyboard too", async () => {
    const { user, card } = await open("cancelled")
    expect(card.queryByRole("list")).toBeNull()
    card.getByRole("button", { name: "History" }).focus()
    await user.keyboard("{Enter}")
    expect(card.getByRole("button", { name: "History", expanded: true })).toBeTruthy()
    expect(card.getAllByRole("listitem")).toHaveLength(10)
    await user.keyboard(" ")
    expect(card.queryByRole("list")).toBeNull()
  })

  it("tells what happened, when and by whom, newest first", async () => {
    const { user, card } = await open("cancelled")
    await user.click(card.getByRole("button", { name: "History" }))
    const [first, second] = card.getAllByRole("listitem").map((entry) => entry.textContent)
    expect(first).toBe(`Lease canceled${moment("2026-11-20T09:41:00.000Z")} · Lease service`)
    expect(second).toBe(`Cancellation requested${moment("2026-11-20T09:40:00.000Z")} · Ana Torres`)
  })

  it("shows what a merchant wrote", async () => {
    const at = "2026-11-20T09:40:00.000Z"
    const { user, card } = await open("accepted", {
      facts: [{ key: "cancel_asked", at, by: "merchant", actor: "Ana", note: "Customer moved away." }],
    })
    await user.click(card.getByRole("button", { name: "History" }))
    expect(card.getByText("Customer moved away.")).toBeTruthy()
  })

  it("tells apart what happened twice in one moment", async () => {
    const twice = { key: "cart_sent", at: "2026-11-20T09:40:00.000Z", by: "system" } as const
    const { user, card } = await open("accepted", { facts: [twice, twice] })
    await user.click(card.getByRole("button", { name: "History" }))
    expect(card.getAllByRole("listitem")).toHaveLength(2)
  })
})

it("shows names as text, whatever they look like", async () => {
  const evil = `<img src=x onerror="alert(1)"> {{reference}} $t(leaseToOwn.card.title)`
  const { user, card, side } = await open("accepted", {
    next_step: { code: "ask_operator", params: { operator: evil } },
    facts: [{ key: "cancel_asked", at: "2026-11-20T09:40:00.000Z", by: "merchant", actor: evil, note: evil }],
  })
  await user.click(card.getByRole("button", { name: "History" }))
  expect(side.querySelector("img")).toBeNull()
  expect(side.textContent?.split(evil)).toHaveLength(4)
})

it("asks once for the order beside which it stands", async () => {
  const before = dashboard.server.asked.length
  await open("accepted")
  expect(dashboard.server.asked.slice(before)).toEqual(["accepted"])
})
