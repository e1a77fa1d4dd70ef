/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { StrictMode, useRef } from "react"
import { HostedLease, type HostedLeaseProps } from "../../../packages/react/src/hosted"
import type { LeaseParts } from "../../../packages/react/src/index"
import { type FakeLeaseClient, fakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { Transport } from "../../../packages/storefront/src/index"
import { fakeTransport } from "../storefront/fake-transport"

const { steps, buttons, screens, codes } = en.texts
const NUMBER = "4242424242424242"
const begin = screens.hosted_method.replace("{operator}", "Example Leasing")
const user = userEvent.setup()
const heading = (name: string) => screen.findByRole("heading", { name })
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }))
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))
const number = () => document.querySelector("#lease-card-cardnumber") as HTMLInputElement
const cardForm = () => document.querySelector("[data-lease-card]") as HTMLElement

afterEach(cleanup)

type Shop = Omit<HostedLeaseProps, "client" | "cartId" | "transport" | "card" | "children">
const shop = () => ({
  dictionary: en,
  amount: "$500.00",
  pay: jest.fn(async (_token: string): Promise<string | null> => "order_1"),
  onPlaced: jest.fn(),
  onOther: jest.fn(),
  onCart: jest.fn(),
})

/** A shop's card form. What it reads it hands to `tokenize` alone. */
function Hosted({ tokenize = async () => "tok_1", ...props }: Shop & LeaseSource & Tokenize) {
  const form = useRef<HTMLFormElement>(null)
  const card = {
    isFilled: () => number().value !== "",
    // Shops write it so: an error where the form is gone.
    clear: () => (form.current as HTMLFormElement).reset(),
    tokenize: () => tokenize(number().value),
  }
  return (
    <HostedLease {...props} card={card}>
      <form ref={form}>
        {["cardnumber", "cvv", "expiration"].map((name) => (
          <input key={name} id={`lease-card-${name}`} aria-label={name} readOnly autoComplete="off" />
        ))}
      </form>
    </HostedLease>
  )
}
type LeaseSource = { client: FakeLeaseClient } | { cartId: string; transport: Transport }
type Tokenize = { tokenize?: (number: string) => Promise<string | null> }
type Given = Partial<Shop> & Tokenize & { client?: FakeLeaseClient; components?: Partial<LeaseParts> }

/** The hosted way in strict mode, before the widget. */
function show({ client = fakeLeaseClient(), ...given }: Given = {}) {
  const own = shop()
  const all = render(<Hosted {...own} {...given} client={client} />, { wrapper: StrictMode })
  return { client, ...own, ...all }
}
async function open(given?: Given) {
  const all = show(given)
  await heading(begin)
  await press(buttons.open_widget)
  await settle()
  return all
}
async function atCard(given?: Given) {
  const all = await open(given)
  act(() => all.client.finishWidget("success"))
  await heading(steps.card)
  return all
}

test("a cart is leased and paid by its virtual card, with one call each", async () => {
  const tokenize = jest.fn(async (_number: string) => "tok_1")
  const { client, pay, onPlaced } = await atCard({ tokenize })
  expect(client.calls).toEqual(["get", "widget", "widgetEvent"])
  await press("Pay $500.00 with the virtual card")
  await settle()
  expect([tokenize.mock.calls, pay.mock.calls, onPlaced.mock.calls]).toEqual([[[NUMBER]], [["tok_1"]], [["order_1"]]])
  expect(number().value).toBe("")
})

test("the card form is in the page from the beginning, the same all the time, and shown with the card alone", async () => {
  const { client } = show()
  const first = number()
  expect([first.isConnected, cardForm().hidden]).toEqual([true, true])
  await heading(begin)
  await press(buttons.open_widget)
  await settle()
  expect([number() === first, cardForm().hidden]).toEqual([true, true])
  act(() => client.finishWidget("success"))
  await heading(steps.card)
  expect([number() === first, number().value, cardForm().hidden]).toEqual([true, NUMBER, false])
})

test("the form is busy while the card is with its provider", async () => {
  let accept = (_token: string | null) => {}
  await atCard({ tokenize: () => new Promise((resolve) => (accept = resolve)) })
  await press(/^Pay /)
  expect(cardForm().dataset.leaseCard).toBe("busy")
  expect(screen.getByText(screens.placing).getAttribute("role")).toBe("status")
  await act(async () => accept(null))
  expect(cardForm().dataset.leaseCard).toBe("shown")
  const alert = screen.getByText(/^The virtual card was declined/)
  expect(document.activeElement).toBe(alert)
})

test("the first screen leaves the focus where it is, and the card's takes it", async () => {
  const { client } = show()
  await heading(begin)
  expect(document.activeElement).toBe(document.body)
  await press(buttons.open_widget)
  await settle()
  expect(screen.getByText("Continue in the window of Example Leasing.").getAttribute("role")).toBe("status")
  act(() => client.finishWidget("success"))
  const title = await heading(steps.card)
  expect(document.activeElement).toBe(title)
})

test.each([
  ["denied", steps.denied],
  ["pending", steps.undecided],
  ["failed", begin],
] as const)("a widget that ended with %s is told", async (how, title) => {
  const { client, onOther } = await open()
  act(() => client.finishWidget(how))
  expect(await heading(title)).toBeTruthy()
  expect(screen.queryAllByRole("alert").filter(({ textContent }) => textContent)).toHaveLength(how === "failed" ? 1 : 0)
  expect(onOther).not.toHaveBeenCalled()
})

test("the ways out are the shop's, the newest ones", async () => {
  const { client, rerender, onOther, ...rest } = await open()
  const newest = { ...rest, dictionary: en, amount: "$500.00", onOther: jest.fn() }
  rerender(<Hosted {...newest} client={client} />)
  act(() => client.finishWidget("cancelled"))
  await heading(begin)
  await press(buttons.other)
  expect([onOther.mock.calls.length, newest.onOther.mock.calls.length]).toEqual([0, 2])
})

test("a refusal is said above the screen and takes the focus", async () => {
  const client = fakeLeaseClient()
  client.failNext("widget", { message: codes.widget_elsewhere })
  await open({ client })
  expect(document.activeElement).toBe(screen.getByText(codes.widget_elsewhere))
})

test("a view that was read before is shown at once and not asked for", () => {
  const client = fakeLeaseClient({ step: "card" })
  show({ client, view: fakeLeaseView("card") })
  expect(screen.getByText(screens.card_gone)).toBeTruthy()
  expect(client.calls).toEqual([])
})

test("leaving empties the card form while it is there, and charges nothing more", async () => {
  let accept = (_token: string) => {}
  const { unmount, pay } = await atCard({ tokenize: () => new Promise((resolve) => (accept = resolve)) })
  const input = number()
  await press(/^Pay /)
  unmount()
  await act(async () => accept("tok_1"))
  expect([input.value, pay.mock.calls]).toEqual(["", []])
})

test("the card is in its inputs, and in nothing that React renders", async () => {
  const { container, client } = await atCard()
  expect(container.innerHTML).not.toContain(NUMBER)
  expect(JSON.stringify([client.view, client.calls])).not.toContain(NUMBER)
})

test("the card form is not sent by Enter", async () => {
  await atCard()
  const submit = new Event("submit", { bubbles: true, cancelable: true })
  number().form?.dispatchEvent(submit)
  expect(submit.defaultPrevented).toBe(true)
})

test("parts can be a shop's own", async () => {
  const Button: LeaseParts["Button"] = ({ kind, ...rest }) => <button {...rest} className={`mine ${kind}`} />
  await atCard({ components: { Button } })
  expect(screen.getByRole("button", { name: /^Pay / }).className).toBe("mine main")
})

test("another cart starts over, and rendering again asks nothing", async () => {
  const store = fakeTransport()
  store.on("GET", fakeLeaseView("card"))
  store.on("cart_2", fakeLeaseView("intro"))
  const own = shop()
  const element = (cartId: string, dictionary = en) => (
    <Hosted {...own} dictionary={dictionary} cartId={cartId} transport={(request) => store.transport(request)} />
  )
  const { rerender } = render(element("cart_1"), { wrapper: StrictMode })
  await heading(steps.card)
  rerender(element("cart_1"))
  await settle()
  expect(store.sent).toHaveLength(1)
  rerender(element("cart_2"))
  await heading(begin)
  rerender(element("cart_2", es))
  expect(await screen.findByRole("button", { name: es.texts.buttons.open_widget })).toBeTruthy()
  expect(store.sent).toHaveLength(3)
})
