/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import type { LeaseInvoice } from "../../../src/api/admin-types"
import { leaseInvoice, leasePage, usual } from "../../fixtures/dashboard-pages"
import { orderCard } from "../../fixtures/order-cards"
import { openAt, servePages } from "./support/pages"
import type { Options } from "./support/surroundings"

/** The invoice of a lease, from its two places, with the real page and the route's responses over HTTP. */
const pages = servePages()

const OPEN = "Invoice for Acorn Leasing"
const isInvoice = ({ route }: { route: string }) => /^GET \/lease-to-own\/leases\/[^/]+\/invoice$/.test(route)

/** Opens the invoice from the lease's page, with this response. */
async function open(
  body: object,
  { status = 200, name = OPEN, ...options }: Options & { status?: number; name?: string } = {},
) {
  pages.server.answer((asked) => (isInvoice(asked) ? { status, body } : usual(asked)))
  const page = openAt(pages, "/leases/lease_1", options)
  await page.user.click(await screen.findByRole("button", { name }))
  return { ...page, dialog: within(await screen.findByRole("dialog", { name })) }
}

/** The page in the dialog's frame, read as a browser would. */
async function printed(change: Partial<LeaseInvoice> = {}, options?: Options & { name?: string; title?: string }) {
  const { dialog, ...page } = await open({ invoice: { ...leaseInvoice, ...change } }, options)
  const frame = (await dialog.findByTitle(options?.title ?? "Invoice 1042")) as HTMLIFrameElement
  return { ...page, dialog, frame, paper: new DOMParser().parseFromString(frame.srcdoc, "text/html") }
}

const rowsOf = (paper: Document, table: string) =>
  [...paper.querySelectorAll(`${table} tr`)].map((row) => [...row.children].map((cell) => cell.textContent?.trim()))
const notices = (paper: Document) => [...paper.querySelectorAll(".notice")].map(({ textContent }) => textContent)

it("the invoice names seller, buyer, recipient, numbers and dates", async () => {
  const { paper } = await printed()
  const facts = [...paper.querySelectorAll("dl > *")].map(({ textContent }) => textContent)
  expect(facts).toEqual([
    ...["Invoice number", "1042", "Order date", "Nov 18, 2026", "Delivery date", "Nov 25, 2026"],
    ...["Lease number", "4711-0815", "Our reference", "L-7Q4MX-2KD9P", "Currency", "USD"],
  ])
  expect(paper.querySelector(".seller")?.textContent).toBe(leaseInvoice.seller)
  const [buyer, recipient] = [...paper.querySelectorAll(".parties > div")].map(({ textContent }) => textContent)
  expect(buyer).toMatch(/^Sold toAcorn Leasing\s+1 Oak Street, Suite 400\nAustin, TX 78701/)
  expect(recipient).toMatch(/^Shipped toJordan Feather.*\s+.*\nApartment 5\nWaco, TX 76701\nUnited States$/)
})

it("the invoice's rows add up to the total, and what was taken back later leaves the rest", async () => {
  const { paper } = await printed()
  expect(rowsOf(paper, "table:not(.totals)")).toEqual([
    ["Item", "Quantity", "Price", "Amount"],
    ["Harbor sofa, three seatsSOFA-3-LINEN", "1", "$1,190.00", "$1,190.00"],
    ['<script>alert(1)</script> Lamp"><b>LAMP', "3", "$33.34", "$100.02"],
    ["ספה ארוכה", "1,200", "$0.01", "$12.00"],
  ])
  expect(rowsOf(paper, ".totals")).toEqual([
    ["Items", "$1,302.02"],
    ["Delivery", "$25.00"],
    ["Fees", "$4.50"],
    ["Sales taxSold for resale, certificate 3-20461-9", "$0.00"],
    ["Total", "$1,331.52"],
    ["Items returned, Dec 1, 20262 × <i>Lamp</i>", "-$66.68"],
    ["Price lowered1 × Harbor sofa, three seats", "-$90.00"],
    ["Remaining total", "$1,174.84"],
  ])
})

it("the sales tax that the store charged is on the invoice, with or without fees in it", async () => {
  const charged = { taxed_by: "in_cart" as const, sales_tax: 107.42, certificate: null, changes: [] }
  const taxRows = async (fees: number | null) => {
    const { paper, unmount } = await printed({ ...charged, fees })
    unmount()
    return rowsOf(paper, ".totals").slice(2)
  }
  const total = ["Total", "$1,331.52"]
  expect(await taxRows(0)).toEqual([["Sales tax", "$107.42"], total])
  expect(await taxRows(null)).toEqual([["Sales tax and fees", "$107.42"], total])
})

it("the invoice of a test, canceled or returned lease says so before the amounts", async () => {
  const end = (kind: "cancellation" | "return", on: string | null) => [{ kind, on, items: [], amount: -1331.52 }]
  const noticesFor = async (change: Partial<LeaseInvoice>) => {
    const { paper, unmount } = await printed(change)
    unmount()
    return notices(paper)
  }
  expect(await noticesFor({})).toEqual([])
  expect(await noticesFor({ test: true, changes: end("cancellation", "2026-12-02") })).toEqual([
    "Test: this is not a real sale.",
    "This sale was canceled on Dec 2, 2026.",
  ])
  expect(await noticesFor({ changes: end("return", "2026-12-02") })).toEqual([
    "All items were returned on Dec 2, 2026.",
  ])
  expect(await noticesFor({ changes: end("return", null) })).toEqual(["All items were returned."])
})

it("nothing that someone typed becomes markup, and the page can neither run nor load anything", async () => {
  const { paper, frame } = await printed()
  expect([...paper.querySelectorAll("script, img, b, i, a, link")]).toEqual([])
  expect(paper.body.textContent).toContain('<img src=x onerror="alert(1)">')
  const policy = paper.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content")
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'")
  expect(frame.getAttribute("sandbox")).toBe("allow-same-origin allow-modals")
})

it("the invoice is in the dashboard's language", async () => {
  const name = "Factura para Acorn Leasing"
  const { paper } = await printed({}, { language: "es", name, title: "Factura 1042" })
  expect(paper.documentElement.lang).toBe("es")
  expect(paper.title).toBe("Factura 1042")
  expect(paper.body.textContent).toContain("Vendido para reventa, certificado 3-20461-9")
  expect(paper.body.textContent).toContain("Estados Unidos")
})

it("Print prints the invoice and nothing else of the dashboard", async () => {
  const { dialog, frame, user } = await printed()
  const print = jest.fn()
  Object.assign(frame.contentWindow as Window, { print })
  await user.click(dialog.getByRole("button", { name: "Print" }))
  expect(print).toHaveBeenCalledTimes(1)
})

it("closing the invoice returns the focus, keeps nothing of it, and opening it again reads it again", async () => {
  const { user, client } = await printed()
  const read = () => pages.server.asked.filter(isInvoice).length
  expect(read()).toBe(1)
  await user.keyboard("{Escape}")
  const button = screen.getByRole("button", { name: OPEN })
  await waitFor(() => expect(document.activeElement).toBe(button))
  const kept = () =>
    client.getQueryCache().findAll({ queryKey: ["lease-to-own", "lease", leasePage.lease.id, "invoice"] })
  await waitFor(() => expect(kept()).toEqual([]))
  await user.click(button)
  await screen.findByTitle("Invoice 1042")
  expect(read()).toBe(2)
})

it("the order card's menu opens the invoice, and returns the focus to the menu", async () => {
  const { user } = openAt(pages, "/orders/accepted")
  const menu = await screen.findByRole("button", { name: "Actions for this lease" })
  await user.click(menu)
  await user.click(await screen.findByRole("menuitem", { name: OPEN }))
  expect(await screen.findByTitle("Invoice 1042")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "Close" }))
  await waitFor(() => expect(document.activeElement).toBe(menu))
})

it.each<[string, Partial<typeof leasePage.lease>]>([
  ["without an order", { order: null }],
  ["without an offer", { leased: null }],
  ["of a hosted lease", { flow: "hosted" }],
])("no invoice is offered %s", async (_, change) => {
  pages.server.answer(() => ({ body: { ...leasePage, lease: { ...orderCard("accepted"), ...change } } }))
  openAt(pages, "/leases/lease_1")
  await screen.findByText("Reference")
  expect(screen.queryByRole("button", { name: /^Invoice/ })).toBeNull()
})

it("a lease without an invoice says why in the reader's language, with nothing to print", async () => {
  const name = "Factura para Acorn Leasing"
  const refusal = { code: "invoice_cart_unknown", params: { whom: "Acorn (ID 7)" }, message: "In English." }
  const { dialog } = await open({ invoice: null, refusal }, { language: "es", name })
  expect(
    await dialog.findByText(/^No hay factura, porque la tienda no sabe .* Pida el contrato a Acorn \(ID 7\)\.$/),
  ).toBeTruthy()
  expect(dialog.queryByRole("button", { name: "Imprimir" })).toBeNull()
})

it("a person who may not see orders reads so, after one request", async () => {
  const { dialog } = await open({ message: "Forbidden" }, { status: 403 })
  expect(await dialog.findByText(/^Your role does not allow you to view orders\./)).toBeTruthy()
  expect(dialog.queryByRole("button", { name: "Retry" })).toBeNull()
  expect(pages.server.asked.filter(isInvoice)).toHaveLength(1)
})

it("an invoice that could not be loaded is loaded again on Retry", async () => {
  const { dialog, user } = await open({ message: "Fault" }, { status: 500 })
  expect(await dialog.findByText("We could not load the invoice. Nothing was changed.")).toBeTruthy()
  pages.server.answer(usual)
  await user.click(dialog.getByRole("button", { name: "Retry" }))
  expect(await dialog.findByTitle("Invoice 1042")).toBeTruthy()
})
