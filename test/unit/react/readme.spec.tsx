/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import * as testing from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ComponentType } from "react"
import * as ts from "typescript"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { read } from "../docs/markdown"

/** The code that the documentation shows is run here as it stands. `package.spec.ts` checks its types. */
const BLOCKS = [...read("packages/react/README.md").matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
const { cleanup, render, screen, waitFor } = testing
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

test("the README's checkout calls the shop's own route and ends at the order", async () => {
  const { LeasePayment = () => null } = run("function LeasePayment")
  const asked = jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(fakeLeaseView("placed")))
  const showOrder = jest.fn()
  render(<LeasePayment cart={{ id: "cart_1", total: 1, currency_code: "usd" }} showOrder={showOrder} />)
  await waitFor(() => expect(showOrder.mock.calls).toEqual([["order_1"]]))
  expect(asked.mock.calls.map(([url]) => url)).toEqual(["/api/lease/store/lease-to-own/carts/cart_1"])
  asked.mockRestore()
})

test("the README's own layout shows the lease in its own components", async () => {
  const { Lease = () => null } = run("function Reference")
  render(<Lease {...shop} client={fakeLeaseClient({ step: "denied" })} />)
  expect(await screen.findByText("Reference: L-FAKE-00001")).toBeTruthy()
  expect(screen.getByRole("heading", { name: en.texts.steps.denied })).toBeTruthy()
  expect(screen.getByRole("button", { name: en.texts.buttons.other }).className).toBe("btn btn-primary")
})

test("the README's component test passes", async () => {
  const tests: [string, () => Promise<void>][] = []
  run("fakeLeaseClient", { test: (...given: [string, () => Promise<void>]) => tests.push(given), jest, expect })
  expect(tests).toHaveLength(1)
  for (const [, shops] of tests) await shops()
})
