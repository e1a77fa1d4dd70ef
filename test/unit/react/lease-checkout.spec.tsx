/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { StrictMode } from "react"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { HostedLease } from "../../../packages/react/src/hosted"
import {
  type ButtonProps,
  type DialogProps,
  LeaseCheckout,
  type LeaseCheckoutProps,
  LeaseScreen,
  LeaseStatus,
  useLease,
} from "../../../packages/react/src/index"
import { LeaseMessage } from "../../../packages/react/src/message"
import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { createLeaseMessage } from "../../../packages/storefront/src/message"
import { createLeaseOrder } from "../../../packages/storefront/src/order"
import { fakeTransport } from "../storefront/fake-transport"
import { cart, listed, offer, orderLease, summary } from "../storefront/moments"

/** Only what is special to React. `storefront/same-markup.spec.tsx` compares what it shows with the elements. */
const { steps, buttons, contract, screens } = en.texts
const shop = { cart, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }

const user = userEvent.setup()
const heading = (name: string) => screen.findByRole("heading", { name })
const press = (name: string) => user.click(screen.getByRole("button", { name }))
const flush = () => act(() => new Promise((resolve) => setTimeout(resolve)))

beforeEach(() => history.replaceState(null, "", "/checkout"))
afterEach(cleanup)

type Given = Partial<LeaseCheckoutProps> & { client?: FakeLeaseClient }

/** A checkout in strict mode, with a client that starts at the application. */
function show({ client = fakeLeaseClient(), ...given }: Given = {}) {
  const [onPlaced, onOther, onCart] = [jest.fn(), jest.fn(), jest.fn()]
  const props = { dictionary: en, cart, onPlaced, onOther, onCart, ...given }
  const all = render(<LeaseCheckout {...props} client={client} />, { wrapper: StrictMode })
  return { client, onPlaced, onOther, onCart, ...all }
}

test("the checkout sends nothing before it is mounted or after it is unmounted", async () => {
  const { client, unmount } = show({ client: fakeLeaseClient({ step: "undecided" }) })
  await heading(steps.undecided)
  unmount()
  act(() => client.move("offer", { offer: null }))
  await flush()
  expect(client.calls).toEqual(["get"])
})

test("the checkout calls the shop's latest onOther and onCart", async () => {
  const client = fakeLeaseClient({ step: "over_limit" })
  const { onOther, onCart, onPlaced, rerender } = show({ client })
  const onOtherNow = jest.fn()
  rerender(<LeaseCheckout {...{ client, cart, onCart, onPlaced }} dictionary={en} onOther={onOtherNow} />)
  await heading(steps.over_limit)
  await press(buttons.other)
  await press(buttons.change_cart)
  expect([onOther, onOtherNow, onCart].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
})

test("in strict mode, the shop hears once that the sales tax left the cart, and once that it is back", async () => {
  const client = fakeLeaseClient({ view: { sales_tax: { mode: "by_operator", total_changes: true } } })
  const onTotalChange = jest.fn()
  const { onOther } = show({ client, onTotalChange })
  await heading(steps.intro)
  await waitFor(() => expect(onTotalChange).toHaveBeenCalledTimes(1))
  await press(buttons.other)
  expect([onTotalChange, onOther].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
})

test("onOther and onCart can be addresses", async () => {
  show({ client: fakeLeaseClient({ step: "denied" }), onOther: "#methods" })
  await heading(steps.denied)
  await press(buttons.other)
  expect(location.hash).toBe("#methods")
})

test("a shop can replace the contract's dialog", async () => {
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

test("a shop can replace the components of a product's message", async () => {
  const transport = async () => ({ status: 200, body: listed(["prod_1"]) })
  const message = await createLeaseMessage({ transport }).read({ productId: "prod_1", regionId: "reg_1" })
  const Button = ({ kind, ...rest }: { kind: string }) => <button type="button" className={`btn-${kind}`} {...rest} />
  render(<LeaseMessage message={message} components={{ Button }} />)
  expect(screen.getByRole("button").className).toBe("btn-link")
})

test("a cart's message on a page that Back brings back is read again", async () => {
  const transport = jest.fn(async () => ({ status: 503, body: {} }))
  const complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
  render(<LeaseMessage cartId="cart_1" transport={transport} />)
  await waitFor(() => expect(transport).toHaveBeenCalledTimes(1))
  fireEvent(window, new PageTransitionEvent("pageshow", { persisted: true }))
  await waitFor(() => expect(transport).toHaveBeenCalledTimes(2))
  complaint.mockRestore()
})

test("own words that leave something out show nothing, and the page stays", async () => {
  const transport = jest.fn()
  const complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
  render(<LeaseMessage cartId="cart_1" transport={transport} words={{ kind: "" }} />)
  await waitFor(() => expect(complaint).toHaveBeenCalledWith("<LeaseMessage> shows nothing:", expect.any(TypeError)))
  expect(transport).not.toHaveBeenCalled()
  complaint.mockRestore()
})

test("a shop's own layout reads the lease, and shows its screen in the shop's own components", async () => {
  const Button = ({ kind, ...rest }: ButtonProps) => <button type="button" className={`btn-${kind}`} {...rest} />
  const Reference = () => <output>{useLease().flow.view?.reference}</output>
  const children = [<Reference key="reference" />, <LeaseScreen key="screen" />]
  show({ client: fakeLeaseClient({ step: "denied" }), components: { Button }, children })
  expect(await screen.findByText("L-FAKE-00001")).toBeTruthy()
  expect(screen.getByRole("button", { name: buttons.other }).className).toBe("btn-main")
})

test("the checkout can call the shop's own route", async () => {
  const asked = jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(fakeLeaseView("denied")))
  render(<LeaseCheckout {...shop} dictionary={en} cartId="cart_1" transport="/api/lease" />)
  await heading(steps.denied)
  expect(asked.mock.calls.map(([url]) => url)).toEqual(["/api/lease/store/lease-to-own/carts/cart_1"])
  asked.mockRestore()
})

test("a guest sees the payments once the browser has read the lease with its key", async () => {
  const { status_message } = orderLease
  const own = { lease: { ...orderLease, offer: { ...offer, summary } } }
  const asked = jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(own))
  localStorage.setItem("lease-to-own:order_1", "key_1")
  const lease = await createLeaseOrder({ transport: async () => ({ status: 200, body: { lease: orderLease } }) }).read(
    "",
  )
  render(<LeaseStatus lease={lease} orderId="order_1" transport="/api/lease" />)
  const payments = new RegExp(en.texts.offer.due_at_signing)
  expect([screen.queryByText(payments), screen.getByText(status_message.message)]).toMatchObject([null, {}])
  await screen.findByText(payments)
  expect(asked.mock.calls).toEqual([
    ["/api/lease/store/lease-to-own/orders/order_1", expect.objectContaining({ method: "GET" })],
  ])
  expect(asked.mock.calls[0]?.[1]?.headers).toMatchObject({ "x-lease-key": "key_1" })
  asked.mockRestore()
})

test("a lease that the browser can't read stays as the server read it", async () => {
  const complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
  const unread = { summary: null, message: "Not loaded.", retry: "Try again" } as const
  const transport = async () => ({ status: 500, body: undefined })
  render(<LeaseStatus lease={unread} orderId="order_1" transport={transport} />)
  await flush()
  expect([screen.getByText("Not loaded."), complaint.mock.calls.length]).toMatchObject([{}, 1])
  complaint.mockRestore()
})

test("useLease throws outside of a checkout", () => {
  const Step = () => <output>{useLease().flow.step}</output>
  const error = jest.spyOn(console, "error").mockImplementation(() => undefined)
  expect(() => render(<Step />)).toThrow("<LeaseCheckout>")
  error.mockRestore()
})

test("two items with the same name are two rows", async () => {
  const sofa = { variant_id: null, title: "Sofa", signed: 2, now: 1 }
  const complaint = jest.spyOn(console, "error")
  show({ client: fakeLeaseClient({ step: "contract_mismatch", view: { differences: [sofa, sofa] } }) })
  await heading(steps.contract_mismatch)
  expect(screen.getAllByText("Sofa")).toHaveLength(2)
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
})

test("rendering again sends nothing, but another cart or language starts over", async () => {
  const store = fakeTransport()
  store.on({ GET: fakeLeaseView("undecided"), cart_2: fakeLeaseView("denied") })
  // A new function on each render, as shops write it.
  const element = (id: string, dictionary = en) => (
    <LeaseCheckout {...shop} cartId={id} transport={(request) => store.transport(request)} dictionary={dictionary} />
  )
  const { rerender } = render(element("cart_1"), { wrapper: StrictMode })
  await heading(steps.undecided)
  rerender(element("cart_1"))
  await flush()
  expect(store.calls()).toEqual(["GET"])
  rerender(element("cart_2"))
  await heading(steps.denied)
  expect(store.calls()).toEqual(["GET", "cart_2"])
  rerender(element("cart_2", es))
  expect(await heading(es.texts.steps.denied)).toBeTruthy()
})

test("the words of a locale load once, and another locale starts over", async () => {
  const given = { ...shop, client: fakeLeaseClient({ step: "denied" }) }
  const { container, rerender } = render(<LeaseCheckout {...given} locale="es-MX" />, { wrapper: StrictMode })
  expect(container.innerHTML).toBe('<div data-lease-waiting=""></div>')
  expect(await heading(es.texts.steps.denied)).toBeTruthy()
  rerender(<LeaseCheckout {...given} />)
  await heading(steps.denied)
  cleanup()
  render(<LeaseCheckout {...given} locale="es" />)
  expect(screen.getByRole("heading", { name: es.texts.screens.waiting })).toBeTruthy()
})

describe("hosted checkout in React", () => {
  const begin = screens.hosted_method.replace("{operator}", "Example Leasing")
  const card = { isFilled: jest.fn(), clear: jest.fn(), tokenize: jest.fn() }
  const given = { ...shop, dictionary: en, amount: "$1.00", pay: jest.fn() }

  test("the hosted checkout calls the shop's latest onOther", async () => {
    const client = fakeLeaseClient()
    const [first, latest] = [jest.fn(), jest.fn()]
    const element = (onOther: jest.Mock) => (
      <HostedLease {...given} {...{ client, card, onOther }}>
        <form />
      </HostedLease>
    )
    const { rerender } = render(element(first))
    rerender(element(latest))
    await heading(begin)
    await press(buttons.other)
    expect([first, latest].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  })

  test("removing the hosted checkout empties the card form while it's still in the page", async () => {
    const found: boolean[] = []
    const clear = () => void found.push(document.querySelector("form") !== null)
    const { unmount } = render(
      <HostedLease {...given} client={fakeLeaseClient()} card={{ ...card, clear }}>
        <form />
      </HostedLease>,
    )
    await heading(begin)
    unmount()
    expect(found).toEqual([true])
  })
})
