/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { type ReactNode, StrictMode } from "react"
import {
  type DialogProps,
  LeaseCheckout,
  type LeaseCheckoutProps,
  type LeaseParts,
  leaseParts,
  useLease,
} from "../../../packages/react/src/index"
import { LeaseMessage } from "../../../packages/react/src/message"
import { type FakeLeaseClient, fakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { createLeaseMessage } from "../../../packages/storefront/src/message"
import { fakeTransport } from "../storefront/fake-transport"

/** What is special to React. What it shows is what the elements show: `storefront/same-markup.spec.tsx`. */
const { steps, buttons, contract } = en.texts
const cart = { total: 500, currency_code: "usd", email: "ana@example.com" }

const user = userEvent.setup()
const heading = (name: string) => screen.findByRole("heading", { name })
const press = (name: string) => user.click(screen.getByRole("button", { name }))
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

beforeEach(() => history.replaceState(null, "", "/checkout"))
afterEach(cleanup)

type Given = Partial<LeaseCheckoutProps> & { client?: FakeLeaseClient; children?: ReactNode }

/** A checkout in strict mode, at a client that begins with the application. */
function show({ client = fakeLeaseClient(), ...given }: Given = {}) {
  const [onPlaced, onOther, onCart] = [jest.fn(), jest.fn(), jest.fn()]
  const props = { dictionary: en, cart, onPlaced, onOther, onCart, ...given }
  const all = render(<LeaseCheckout {...props} client={client} />, { wrapper: StrictMode })
  return { client, onPlaced, onOther, onCart, ...all }
}

test("nothing is sent before the component is there, and nothing after it is gone", async () => {
  const { client, unmount } = show({ client: fakeLeaseClient({ step: "undecided" }) })
  await heading(steps.undecided)
  unmount()
  act(() => client.move("offer", { offer: null }))
  await settle()
  expect(client.calls).toEqual(["get"])
})

test("a view that was read before is shown at once and not asked for", () => {
  const { client } = show({ client: fakeLeaseClient({ step: "offer" }), view: fakeLeaseView("offer") })
  expect(screen.getByRole("heading", { name: steps.offer })).toBeTruthy()
  expect(client.calls).toEqual([])
})

test("a consent stays ticked when something is said above it", async () => {
  const { client } = show({ client: fakeLeaseClient({ step: "intro" }) })
  await heading(steps.intro)
  await user.click(screen.getByRole("checkbox"))
  act(() => client.move("intro", { messages: [{ code: "x", params: {}, message: "A new word." }] }))
  expect(screen.queryByText("A new word.")).not.toBeNull()
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true)
})

test("the ways out are the shop's, the newest ones", async () => {
  const client = fakeLeaseClient({ step: "over_limit" })
  const { onOther, onCart, onPlaced, rerender } = show({ client })
  const onOtherNow = jest.fn()
  rerender(<LeaseCheckout {...{ client, cart, onCart, onPlaced }} dictionary={en} onOther={onOtherNow} />)
  await heading(steps.over_limit)
  await press(buttons.other)
  await press(buttons.change_cart)
  expect([onOther, onOtherNow, onCart].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
})

test("a way out may be an address", async () => {
  show({ client: fakeLeaseClient({ step: "denied" }), onOther: "#methods" })
  await heading(steps.denied)
  await press(buttons.other)
  expect(location.hash).toBe("#methods")
})

test("each part can be a shop's own", async () => {
  const own: Partial<LeaseParts> = {
    Button: ({ kind, children, ...rest }) => (
      <button {...rest} className={`mine ${kind}`}>
        <b>{children}</b>
      </button>
    ),
    Text: (props) => (
      <section aria-label="mine">
        <leaseParts.Text {...props} />
      </section>
    ),
  }
  const { onOther } = show({ client: fakeLeaseClient({ step: "denied" }), components: own })
  await heading(steps.denied)
  const button = screen.getByRole("button", { name: buttons.other })
  expect(button.className).toBe("mine main")
  await user.click(button)
  expect(onOther).toHaveBeenCalledTimes(1)
  expect(screen.getByRole("region", { name: "mine" }).textContent).toContain("not approved")
})

test("the contract's dialog can be a shop's own", async () => {
  const Dialog = ({ titleId, askToClose, children }: DialogProps) => (
    <section aria-labelledby={titleId}>
      <button type="button" onClick={askToClose}>
        ×
      </button>
      {children}
    </section>
  )
  show({ client: fakeLeaseClient({ step: "offer" }), components: { Dialog } })
  await heading(steps.offer)
  await press(buttons.sign)
  expect(screen.getByRole("region", { name: contract.title })).toBeTruthy()
  await press("×")
  expect(screen.queryByRole("region")).toBeNull()
})

test("a checkout that is gone takes its contract along", async () => {
  const { unmount, onPlaced, client } = show({ client: fakeLeaseClient({ step: "offer" }) })
  await heading(steps.offer)
  await press(buttons.sign)
  expect(screen.getByRole("dialog", { name: contract.title })).toBeTruthy()
  unmount()
  await act(async () => client.move("placed"))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(onPlaced).toHaveBeenCalledTimes(1)
})

test("the parts of a product's message can be a shop's own", async () => {
  const limits = { minimum: 150, maximum: null, currency: "usd" }
  const operator = { name: "Harbor Leasing", contact: "555 0100" }
  const body = { leasable: true, reasons: [], limits, estimate: null, operator, test: false }
  const message = await createLeaseMessage({ transport: async () => ({ status: 200, body }) }).read("prod_1", "reg_1")
  const Button = ({ kind, ...rest }: { kind: string }) => <button type="button" className={`btn-${kind}`} {...rest} />
  render(<LeaseMessage message={message} components={{ Button }} />)
  expect(screen.getByRole("button").className).toBe("btn-link")
})

test("children see the lease, and nothing sees one where there is none", async () => {
  const Step = () => <output>{useLease().flow.step}</output>
  show({ client: fakeLeaseClient({ step: "denied" }), children: <Step /> })
  expect(await screen.findByText("denied")).toBeTruthy()
  const error = jest.spyOn(console, "error").mockImplementation(() => undefined)
  expect(() => render(<Step />)).toThrow("<LeaseProvider>")
  error.mockRestore()
})

test("two articles of one name are two rows", async () => {
  const sofa = { variant_id: null, title: "Sofa", signed: 2, now: 1 }
  const complaint = jest.spyOn(console, "error")
  show({ client: fakeLeaseClient({ step: "contract_mismatch", view: { differences: [sofa, sofa] } }) })
  await heading(steps.contract_mismatch)
  expect(screen.getAllByText("Sofa")).toHaveLength(2)
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
})

test("rendering again asks nothing; another cart and another language start over", async () => {
  const store = fakeTransport()
  store.on({ GET: fakeLeaseView("undecided"), cart_2: fakeLeaseView("denied") })
  const shop = { cart, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }
  // A new function at each render, as shops write it.
  const element = (id: string, dictionary = en) => (
    <LeaseCheckout {...shop} cartId={id} transport={(request) => store.transport(request)} dictionary={dictionary} />
  )
  const asked = () => store.sent.map(({ path }) => path.split("/").at(-1))
  const { rerender } = render(element("cart_1"), { wrapper: StrictMode })
  await heading(steps.undecided)
  rerender(element("cart_1"))
  await settle()
  expect(asked()).toEqual(["cart_1"])
  rerender(element("cart_2"))
  await heading(steps.denied)
  expect(asked()).toEqual(["cart_1", "cart_2"])
  rerender(element("cart_2", es))
  expect(await heading(es.texts.steps.denied)).toBeTruthy()
})

test("the store may be asked through a route of the own site", async () => {
  const fetched = jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(fakeLeaseView("denied")))
  const shop = { dictionary: en, cart, onPlaced: jest.fn(), onOther: "?step=payment", onCart: "/cart" }
  render(<LeaseCheckout {...shop} cartId="cart_1" transport="/api/lease" />)
  await heading(steps.denied)
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(["/api/lease/store/lease-to-own/carts/cart_1"])
  fetched.mockRestore()
})
