/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { StrictMode } from "react"
import { type DialogProps, LeaseCheckout, type LeaseCheckoutProps } from "../../../packages/react/src/index"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"

const { buttons, contract, steps } = en.texts
const user = userEvent.setup()
const press = (name: string) => user.click(screen.getByRole("button", { name }))
const frame = () => screen.getByTitle<HTMLIFrameElement>(contract.frame)
const say = (text: string) =>
  act(async () => {
    const source = frame().contentWindow
    dispatchEvent(new MessageEvent("message", { data: text, origin: "https://contract.example.com", source }))
  })

afterEach(cleanup)

async function openContract(components?: LeaseCheckoutProps["components"]) {
  const client = fakeLeaseClient({ step: "offer" })
  const onPlaced = jest.fn()
  const shop = { client, dictionary: en, onPlaced, onOther: jest.fn(), onCart: jest.fn(), components }
  const { container, unmount } = render(<LeaseCheckout {...shop} />, { wrapper: StrictMode })
  await screen.findByRole("heading", { name: steps.offer })
  await press(buttons.sign)
  return { client, onPlaced, container, unmount }
}

test("the contract's address is in the frame and the link, and in no markup of React's", async () => {
  await openContract()
  expect(frame().src).toBe("about:blank")
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: contract.new_tab }).href).toBe("about:blank")
  expect(screen.getByRole("dialog", { name: contract.title })).toBeTruthy()
})

test("what the frame says is read out, and its end leads to the order", async () => {
  const { client, onPlaced } = await openContract()
  await say("Signature: 1 of 3")
  expect(screen.getByText("1 of 3 signatures").getAttribute("role")).toBe("status")
  client.sign()
  await say("Post process: complete")
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(onPlaced.mock.calls).toEqual([["order_1"]])
})

test("closing what is half signed is asked about, and the answer that loses nothing has the focus", async () => {
  await openContract()
  await say("Signature: 1 of 3")
  await user.keyboard("{Escape}")
  expect(document.activeElement).toBe(screen.getByRole("button", { name: contract.keep_signing }))
  await press(contract.keep_signing)
  expect(document.activeElement).toBe(frame())
  await press(contract.close)
  await press(contract.close_anyway)
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole("button", { name: buttons.continue_signing }))
})

test("what is not signed is closed at once", async () => {
  await openContract()
  await press(contract.close)
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("a checkout that is gone takes its contract along", async () => {
  const { unmount, onPlaced, client } = await openContract()
  unmount()
  await act(async () => client.move("placed"))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(onPlaced).toHaveBeenCalledTimes(1)
})

test("the dialog can be a shop's own", async () => {
  const Dialog = ({ titleId, askToClose, children }: DialogProps) => (
    <section aria-labelledby={titleId}>
      <button type="button" onClick={askToClose}>
        ×
      </button>
      {children}
    </section>
  )
  await openContract({ Dialog })
  expect(screen.getByRole("region", { name: contract.title })).toBeTruthy()
  await press("×")
  expect(screen.queryByRole("region")).toBeNull()
})
