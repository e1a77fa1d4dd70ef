/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { renderToString } from "react-dom/server"
import { LeaseMessage } from "../../../packages/react/src/message"
import { messageEs } from "../../../packages/storefront/src/es"
import { createLeaseMessage, type ProductLeaseView } from "../../../packages/storefront/src/message"

afterEach(cleanup)

const PRODUCT: ProductLeaseView = {
  leasable: true,
  reasons: [],
  limits: { minimum: 150, maximum: null, currency: "usd" },
  estimate: null,
  operator: { name: "Harbor Leasing", contact: "555 0100" },
  test: false,
}
const ESTIMATE = { dueToday: 40, payments: 26, each: 33.03, every: "biWeekly" as const, total: 898.78 }

function read(product: Partial<ProductLeaseView> = {}, words?: typeof messageEs) {
  const transport = async () => ({ status: 200, body: { ...PRODUCT, ...product } })
  return createLeaseMessage({ transport, ...(words && { words }) }).read("prod_1", "reg_1")
}

test("says that lease-to-own is available, that it costs more, and for which orders", async () => {
  const { container } = render(<LeaseMessage message={await read()} />)
  expect(container.textContent).toContain("Lease-to-own available")
  expect(container.textContent).toContain("Costs more in total than the cash price. For orders from $150.00.")
})

test("shows nothing where the product cannot be leased, and keeps the place until that is known", async () => {
  const reasons = [{ code: "unavailable_product", params: {}, message: "Not for lease." }]
  expect(renderToString(<LeaseMessage message={await read({ leasable: false, reasons })} />)).toBe("")
  expect(renderToString(<LeaseMessage message={null} />)).toBe('<div data-lease-message="waiting"></div>')
})

test("shows figures with their disclosure, in its language", async () => {
  const disclosure = { en: "An example. The operator decides." }
  const { container } = render(
    <LeaseMessage message={await read({ estimate: { ...ESTIMATE, disclosure } }, messageEs)} />,
  )
  expect(container.querySelectorAll("dd")).toHaveLength(3)
  expect(screen.getByText(disclosure.en).lang).toBe("en")
})

test("tells how it works and the whole disclosure in a dialog, which Escape closes", async () => {
  const message = await read()
  render(<LeaseMessage message={message} />)
  expect(screen.queryByRole("dialog")).toBeNull()
  await userEvent.click(screen.getByRole("button", { name: "Learn more: How lease-to-own works" }))
  const dialog = screen.getByRole("dialog", { name: "How lease-to-own works" })
  for (const text of [...message.learnMore.how, ...message.learnMore.disclosure])
    expect(dialog.textContent).toContain(text)
  expect(message.learnMore.disclosure.length).toBeGreaterThan(0)
  expect(document.activeElement?.textContent).toBe("How lease-to-own works")
  fireEvent.keyDown(dialog, { key: "Escape" })
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("takes a shop's own parts", async () => {
  const Button = ({ kind, ...attributes }: { kind: string }) => (
    <button type="button" className={`btn-${kind}`} {...attributes} />
  )
  render(<LeaseMessage message={await read()} components={{ Button }} />)
  expect(screen.getByRole("button").className).toBe("btn-link")
})
