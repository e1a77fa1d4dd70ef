/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { orderCard } from "../../fixtures/order-cards"
import { leaseOrder } from "../../support/lease-order"
import { openOrder, serveDashboard } from "./support/dashboard"
import { factOf } from "./support/surroundings"

/** The order card as a merchant reads it, with the real components and the route's responses over HTTP. */
const dashboard = serveDashboard()

/** Opens an order whose lease is this fixture, with changes. */
async function open(name: string, change: Partial<AdminLeaseView> = {}) {
  dashboard.answer(() => ({ body: { lease: { ...orderCard(name), ...change } } }))
  const page = openOrder(dashboard, leaseOrder(name))
  await screen.findByText("Reference")
  return { ...page, card: within(page.side) }
}

const moment = (at: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(at))

/**
 * Badge, problem and next step of different kinds of cards. Which state, alert and step a lease has is decided in
 * `modules/lease/card-state`; that each has a text, in `i18n`.
 */
const WORDS: [name: string, badge: string, alert: string | null, next: string | null][] = [
  ["accepted", "Lease accepted", null, "Signed and confirmed. Ready to ship."],
  ["delivered", "Lease active", null, null],
  [
    "delivery-unknown",
    "Delivery confirmation unclear",
    "Acorn Leasing did not respond. We do not know whether the delivery confirmation arrived.",
    "Ask Acorn Leasing whether the call went through. If so, choose Mark as resolved. If not, try again.",
  ],
  [
    "amount-differs",
    "Order total changed",
    "The lease is for $1,289.50, but the order is now $1,349.50. A signed contract cannot be changed, only replaced.",
    "Choose New contract: the signed one is canceled, and the customer signs again. Or undo the change to the order.",
  ],
]

it.each(WORDS)("the card of %s says %s, what is wrong, and what to do next", async (name, badge, alert, next) => {
  const { card } = await open(name)
  expect(card.getByText(badge)).toBeTruthy()
  for (const text of [alert, next]) if (text) expect(card.getByText(text)).toBeTruthy()
  expect(!!card.queryByText("Next step")).toBe(!!next)
  expect(card.queryAllByText(/^Since /)).toHaveLength(alert && orderCard(name).alerts[0]?.since ? 1 : 0)
  for (const { code } of orderCard(name).alerts) expect(card.getByText(code)).toBeTruthy()
})

it("the card says that the order has no sales tax, and who charges it", async () => {
  await open("accepted", { taxed_by: "by_operator" })
  expect(factOf("Sales tax")?.textContent).toBe("None on the order. Acorn Leasing charges it.")
})

it.each(["in_cart", null] as const)(
  "the card doesn't mention sales tax if it is charged as usual: %s",
  async (taxed_by) => {
    const { card } = await open("accepted", { taxed_by })
    expect(card.queryByText("Sales tax")).toBeNull()
  },
)

it.each([
  ["delivered", 1],
  ["accepted", 0],
])("Medusa's refund form has a note that a full refund returns the lease (%s)", async (name, times) => {
  const { card } = await open(name)
  expect(
    card.queryAllByText(/^A full refund of this order returns the lease to Acorn Leasing immediately/),
  ).toHaveLength(times)
})

it("the card shows reference, flow, amount, approval, signature and last contact, each with its source", async () => {
  const { approved_at, signed } = orderCard("accepted")
  await open("accepted")
  expect(
    [...document.querySelectorAll("dl > div")].map((div) => [...div.children].map((cell) => cell.textContent)),
  ).toEqual([
    ["Reference", "L-7Q4MX-2KD9P"],
    ["Type", "Store checkout"],
    ["Leased amount", "$1,289.50"],
    ["Approved", moment(approved_at ?? "")],
    ["Contract signed", `${moment(signed?.at ?? "")}Confirmed by Acorn Leasing`],
    ["Last contact", `${moment(signed?.at ?? "")}Responded`],
  ])
})

it.each([
  ["reported", "Reported by the customer's browser"],
  ["attested", "Entered by staff"],
] as const)("the card says who reported that a %s contract is signed", async (evidence, source) => {
  await open("cancel-unknown", { signed: { at: "2026-11-18T15:11:00.000Z", evidence } })
  expect(factOf("Contract signed")?.textContent).toContain(source)
  expect(factOf("Last contact")?.textContent).toContain("No clear response")
})

it("the card leaves out what isn't known yet", async () => {
  await open("accepted", { leased: null, approved_at: null, signed: null, last_contact: null, facts: [] })
  expect([...document.querySelectorAll("dt")].map((label) => label.textContent)).toEqual(["Reference", "Type"])
  expect(screen.queryByRole("button", { name: "History" })).toBeNull()
})

it("an order that differs from the leased one shows both amounts, and what was signed for each item", async () => {
  const { card } = await open("amount-differs")
  expect(["Leased amount", "Order total"].map((label) => factOf(label)?.textContent)).toEqual([
    "$1,289.50",
    "$1,349.50",
  ])
  expect(card.getByText("Northline floor lamp, Brass: 1 signed for, 2 now")).toBeTruthy()
  expect(card.queryByText(/^The items match/)).toBeNull()
})

it("an order with the same items says that something else differs", async () => {
  const [alert] = orderCard("amount-differs").alerts
  const { card } = await open("amount-differs", { alerts: alert && [{ ...alert, differences: [] }] })
  expect(card.getByText(/^The items match the signed contract\. A price/)).toBeTruthy()
})

it("the card shows what was returned, and what remains leased", async () => {
  const params = { lines: "1 × CHAIR", sum: "$238.14", left: "$1,051.36" }
  const { user, card } = await open("delivered", {
    reduced: { pieces: 1, rest: { amount: 1051.36, currency_code: "usd" } },
    facts: [{ key: "part_returned", at: "2026-11-21T10:05:00.000Z", by: "service", params }],
  })
  expect(factOf("Remaining lease amount")?.textContent).toBe("$1,051.361 item returned")
  await user.click(card.getByRole("button", { name: "History" }))
  expect(card.getByText(/^Part returned: 1 × CHAIR for \$238\.14\./)).toBeTruthy()
})

it.each([
  ["1", "Everything shipped 1 day ago, but"],
  ["9", "Everything shipped 9 days ago, but"],
])("an alert about a missing delivery names its days (%s) and the sum that waits", async (days, says) => {
  const alert = { code: "shipped_long_ago", params: { days, amount: "$1.00" }, since: null }
  const { card } = await open("accepted", { alerts: [{ ...alert, amount: { amount: 1289.5, currency_code: "usd" } }] })
  const text = card.getByText(/^Everything shipped/).textContent
  expect(text).toContain(says)
  expect(text).toContain("pays $1,289.50 once the delivery is confirmed.")
})

it("a test lease is marked, and a missing amount differs from zero", async () => {
  const { card } = await open("accepted", { test: true, leased: { amount: 0, currency_code: "usd" } })
  expect(factOf("Leased amount")?.textContent).toBe("$0.00")
  expect(card.getByText("Test")).toBeTruthy()
})

describe("languages of the card", () => {
  const openIn = async (language: string) => {
    const { side } = openOrder(dashboard, leaseOrder("accepted"), { language })
    await waitFor(() => expect(side.textContent).toContain("L-7Q4MX-2KD9P"))
    return side
  }

  it("amounts and times are formatted for the language, like Medusa's", async () => {
    const { textContent } = await openIn("es")
    expect(textContent).toContain("$1,289.50")
    expect(textContent).toMatch(/18 nov 2026, /)
  })

  it.each(["ptBR", "ar", "fa", "xx_broken_1", ""])("times are formatted in %s", async (language) => {
    const year = (await openIn(language)).querySelectorAll("dd")[3]?.textContent?.normalize("NFKC")
    const digits = year?.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    expect(digits).toContain("2026")
  })
})

it("the reference is copied with its button, which confirms it", async () => {
  const { user, card } = await open("accepted")
  await user.click(card.getByRole("button", { name: "Copy reference" }))
  expect(await card.findByText("Copied")).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe("L-7Q4MX-2KD9P")
})

it("the reference isn't called copied if the browser forbids it", async () => {
  const { user, card } = await open("accepted")
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })
  await user.click(card.getByRole("button", { name: "Copy reference" }))
  expect(await card.findByText("Not copied. Select the text and copy it by hand.")).toBeTruthy()
})

it("the history opens with the keyboard too, and shows what happened, when and by whom, newest first", async () => {
  const { user, card } = await open("canceled")
  expect(card.queryByRole("list")).toBeNull()
  card.getByRole("button", { name: "History" }).focus()
  await user.keyboard("{Enter}")
  expect(card.getByRole("button", { name: "History", expanded: true })).toBeTruthy()
  const entries = card.getAllByRole("listitem").map((entry) => entry.textContent)
  expect(entries).toHaveLength(10)
  expect(entries.slice(0, 2)).toEqual([
    `Lease canceled${moment("2026-11-20T09:41:00.000Z")} · Lease service`,
    `Cancellation requested${moment("2026-11-20T09:40:00.000Z")} · Ana Torres`,
  ])
  await user.keyboard(" ")
  expect(card.queryByRole("list")).toBeNull()
})

it("the history shows a merchant's note, and two entries of the same moment separately", async () => {
  const at = "2026-11-20T09:40:00.000Z"
  const asked = { key: "cancel_requested", at, by: "merchant", actor: "Ana", note: "Customer moved away." } as const
  const { user, card } = await open("accepted", { facts: [asked, asked] })
  await user.click(card.getByRole("button", { name: "History" }))
  expect(card.getAllByText("Customer moved away.")).toHaveLength(2)
})

it("names are shown as text, even if they look like markup", async () => {
  const evil = `<img src=x onerror="alert(1)"> {{reference}} $t(leaseToOwn.card.title)`
  const { user, card, side } = await open("accepted", {
    next_step: { code: "ask_operator", params: { operator: evil } },
    facts: [{ key: "cancel_requested", at: "2026-11-20T09:40:00.000Z", by: "merchant", actor: evil, note: evil }],
  })
  await user.click(card.getByRole("button", { name: "History" }))
  expect(side.querySelector("img")).toBeNull()
  expect(side.textContent?.split(evil)).toHaveLength(4)
})
