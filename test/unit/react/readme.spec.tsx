/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import * as testing from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ComponentType } from "react"
import * as ts from "typescript"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { createLeaseOrder } from "../../../packages/storefront/src/order"
import { read } from "../docs/markdown"
import { orderLease } from "../storefront/moments"

/** The code that the documentation shows is run here as it stands. `package.spec.ts` checks its types. */
const BLOCKS = [...read("packages/react/README.md").matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
const { cleanup, render, screen } = testing
/** Tools that prepare themselves where they are first loaded, which a test may not do. */
const LOADED: Record<string, unknown> = {
  "@testing-library/react": testing,
  "@testing-library/user-event": { default: userEvent },
}
const shop = { dictionary: en, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }

/** Runs the code block that holds `sign`, with the names that are the shop's own, and answers what it exports. */
function run(sign: string, own: Record<string, unknown> = {}): Record<string, ComponentType<Record<string, unknown>>> {
  const [code = "", ...more] = BLOCKS.filter((block) => block.includes(sign))
  expect([code !== "", more]).toEqual([true, []])
  const { CommonJS: module } = ts.ModuleKind
  const compilerOptions = { module, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX }
  const { outputText } = ts.transpileModule(code, { compilerOptions })
  const exports = {}
  const load = (name: string) => (name.endsWith(".css") ? {} : (LOADED[name] ?? require(name)))
  new Function("require", "exports", ...Object.keys(own), outputText)(load, exports, ...Object.values(own))
  return exports
}

afterEach(cleanup)

test("the whole checkout asks the store of the cart", async () => {
  const { LeasePayment = () => null } = run("<LeaseCheckout\n")
  const asked = jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(fakeLeaseView("denied")))
  const shop = { showOrder: jest.fn(), showMethods: jest.fn(), showCart: jest.fn() }
  render(<LeasePayment cart={{ id: "cart_1", total: 1, currency_code: "usd" }} shop={shop} />)
  expect(await screen.findByRole("heading", { name: en.texts.steps.denied })).toBeTruthy()
  expect(asked.mock.calls.map(([url]) => url)).toEqual(["http://localhost:9000/store/lease-to-own/carts/cart_1"])
  await userEvent.click(screen.getByRole("button", { name: en.texts.buttons.other }))
  expect(shop.showMethods).toHaveBeenCalledTimes(1)
  asked.mockRestore()
})

test("the hosted widget asks the store of the cart, around the shop's own card form", async () => {
  const { HostedPayment = () => null } = run("<HostedLease\n")
  const asked = jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(fakeLeaseView("card")))
  const shop = { showOrder: jest.fn(), showMethods: jest.fn(), showCart: jest.fn() }
  const payment = { tokenize: jest.fn(), placeOrder: jest.fn() }
  const { unmount } = render(<HostedPayment cartId="cart_1" amount="$1.00" shop={shop} payment={payment} />)
  expect(await screen.findByText(en.texts.screens.card_gone)).toBeTruthy()
  const number = screen.getByLabelText<HTMLInputElement>("Card number")
  expect([number.id, asked.mock.calls.length]).toEqual(["lease-card-cardnumber", 1])
  number.value = "4242424242424242"
  unmount()
  expect(number.value).toBe("")
  asked.mockRestore()
})

test("a layout of one's own has the lease", async () => {
  const { Lease = () => null } = run("function Reference")
  render(<Lease {...shop} client={fakeLeaseClient({ step: "denied" })} />)
  expect(await screen.findByText("Reference: L-FAKE-00001")).toBeTruthy()
  expect(screen.getByRole("heading", { name: en.texts.steps.denied })).toBeTruthy()
})

test("parts of one's own are in the checkout", async () => {
  const { Lease = () => null } = run("function Reference")
  const { components } = run("function Field")
  history.replaceState({ isLeaseFormOpen: true }, "")
  render(<Lease {...shop} client={fakeLeaseClient()} components={components} />)
  const field = await screen.findByLabelText("First name")
  expect(field.parentElement?.className).toBe("field")
  expect(screen.getByRole("button", { name: en.texts.buttons.apply }).className).toBe("btn btn-primary")
})

test("the page of an order says how it is paid", async () => {
  const { OrderPayment = () => null } = run("function OrderPayment")
  const transport = async () => ({ status: 200, body: { lease: orderLease } })
  render(<OrderPayment lease={await createLeaseOrder({ transport }).read("order_1")} />)
  expect(screen.getByText(/You pay Harbor Leasing/)).toBeTruthy()
})

test("a test of a shop's own runs", async () => {
  const tests: [string, () => Promise<void>][] = []
  run("fakeLeaseClient", { test: (...given: [string, () => Promise<void>]) => tests.push(given), jest, expect })
  expect(tests).toHaveLength(1)
  for (const [, shops] of tests) await shops()
})
