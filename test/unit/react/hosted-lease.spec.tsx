/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { StrictMode, useRef } from "react"
import { HostedLease, type HostedLeaseProps } from "../../../packages/react/src/hosted"
import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"

/** What is special to React; how its leases begin and start over, `lease-checkout.spec.tsx` says. What it shows is what the element shows: `storefront/same-markup.spec.tsx`. */
const { steps, buttons, screens } = en.texts
const begin = screens.hosted_method.replace("{operator}", "Example Leasing")
const user = userEvent.setup()
const heading = (name: string) => screen.findByRole("heading", { name })
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }))
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))
const number = () => document.querySelector("#lease-card-cardnumber") as HTMLInputElement

afterEach(cleanup)

type Shop = Omit<HostedLeaseProps, "client" | "cartId" | "transport" | "card" | "children">
type Given = { client: FakeLeaseClient; tokenize?: (number: string) => Promise<string | null> }

const shop = () => ({
  ...{ dictionary: en, amount: "$500.00", onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() },
  pay: jest.fn(async (_token: string): Promise<string | null> => "order_1"),
})

/** A shop's card form. What it reads it hands to `tokenize` alone. */
function Hosted({ tokenize = async () => "tok_1", ...props }: Shop & Given) {
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
        <input id="lease-card-cardnumber" readOnly autoComplete="off" />
      </form>
    </HostedLease>
  )
}

/** The hosted way in strict mode, with the card filled in. */
async function atCard(tokenize: Given["tokenize"]) {
  const client = fakeLeaseClient()
  const own = shop()
  const all = render(<Hosted {...own} client={client} tokenize={tokenize} />, { wrapper: StrictMode })
  await heading(begin)
  await press(buttons.open_widget)
  await settle()
  act(() => client.finishWidget("success"))
  await heading(steps.card)
  return { client, ...own, ...all }
}

test("the hosted checkout calls the shop's latest onOther and onCart", async () => {
  const own = shop()
  const client = fakeLeaseClient()
  const { rerender } = render(<Hosted {...own} client={client} />)
  const onOther = jest.fn()
  rerender(<Hosted {...own} onOther={onOther} client={client} />)
  await heading(begin)
  await press(buttons.other)
  expect([own.onOther.mock.calls.length, onOther.mock.calls.length]).toEqual([0, 1])
})

test("removing the hosted checkout empties the card form while it's still in the page, and nothing more is charged", async () => {
  let accept = (_token: string) => {}
  const { unmount, pay } = await atCard(() => new Promise((resolve) => (accept = resolve)))
  const input = number()
  await press(/^Pay /)
  unmount()
  await act(async () => accept("tok_1"))
  expect([input.value, pay.mock.calls]).toEqual(["", []])
})
