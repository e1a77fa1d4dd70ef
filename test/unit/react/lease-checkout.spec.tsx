/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { type ReactNode, StrictMode } from "react"
import {
  LeaseCheckout,
  type LeaseCheckoutProps,
  type LeaseParts,
  leaseParts,
  useLease,
} from "../../../packages/react/src/index"
import { type FakeLeaseClient, fakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { LeaseView } from "../../../packages/storefront/src/index"
import { fakeTransport } from "../storefront/fake-transport"

const { steps, buttons, screens, problems } = en.texts
const cart = { total: 500, currency_code: "usd", email: "ana@example.com", shipping_address: { first_name: "Ana" } }
const SSN = "900123456"

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

/** Fills in all but the fields named. */
async function type(left: string[] = []) {
  const values: [string, string][] = [
    ["First name", "Ana"],
    ["E-mail address", "ana@example.com"],
    ["Social Security number or ITIN", SSN],
    ["Monthly income before taxes", "4200"],
  ]
  for (const [label, value] of values) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    if (!left.includes(label)) await user.type(field, value)
  }
  await user.selectOptions(screen.getByLabelText("How often you are paid"), "weekly")
}

async function openForm(given?: Given) {
  const all = show(given)
  await heading(steps.intro)
  await user.click(screen.getByRole("checkbox"))
  await press(buttons.start)
  return all
}

test("a cart is leased from the application to its order, with one call each", async () => {
  const { client, onPlaced } = await openForm()
  await type()
  await press(buttons.apply)
  await heading(steps.offer)
  await press(buttons.sign)
  client.sign()
  await press(en.texts.contract.close)
  await settle()
  expect(onPlaced.mock.calls).toEqual([["order_1"]])
  expect(client.calls).toEqual(["get", "apply", "offer", "contract", "get", "place"])
  expect(client.applications).toMatchObject([{ customer: { ssn: SSN, grossIncomeMonthly: 4200 } }])
})

test("nothing is sent before the component is there, and nothing after it is gone", async () => {
  const { client, unmount } = show({ client: fakeLeaseClient({ step: "undecided" }) })
  await heading(steps.undecided)
  unmount()
  act(() => client.move("offer", { offer: null }))
  await settle()
  expect(client.calls).toEqual(["get"])
})

test("a view that was read before is shown at once and not asked for", () => {
  const view = fakeLeaseView("offer")
  const client = fakeLeaseClient({ step: "offer" })
  show({ client, view })
  expect(screen.getByRole("heading", { name: steps.offer })).toBeTruthy()
  expect(client.calls).toEqual([])
})

test("the start waits for the consent", async () => {
  show()
  await heading(steps.intro)
  await press(buttons.start)
  expect(screen.getByRole("heading", { name: steps.intro })).toBeTruthy()
})

test("a consent that was given stands for its text alone", async () => {
  const { client } = show()
  await heading(steps.intro)
  await user.click(screen.getByRole("checkbox"))
  act(() => client.move("intro", { consent: { text: "Another text.", language: "en", version: "2", texts: {} } }))
  expect(screen.getByText("Another text.")).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false)
})

test("the application begins with what the cart knows, and with the consent that was given", async () => {
  await openForm()
  expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Ana")
  expect(screen.getByLabelText<HTMLInputElement>("Social Security number or ITIN").type).toBe("password")
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true)
  expect(screen.getByRole("group", { name: "Your income" })).toBeTruthy()
})

test("what is wrong is said above the form, with a way to the field, and at the field", async () => {
  const { client } = await openForm()
  await type(["First name"])
  await press(buttons.apply)
  const alert = screen.getByText(screens.check_fields).parentElement as HTMLElement
  expect(document.activeElement).toBe(alert)
  const field = screen.getByLabelText("First name")
  expect(field.getAttribute("aria-invalid")).toBe("true")
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(problems.required)
  await user.click(within(alert).getByRole("button", { name: `First name: ${problems.required}` }))
  expect(document.activeElement).toBe(field)
  expect(client.calls).toEqual(["get"])
})

test("an application that the store refused is on the form again, filled in", async () => {
  const { client } = await openForm()
  await type()
  const fields = [{ field: "customer.ssn", rule: "format", message: "Check it." }]
  client.failNext("apply", { code: "form_invalid", message: "Please check.", fields })
  await press(buttons.apply)
  await screen.findByText("Please check.")
  const field = screen.getByLabelText<HTMLInputElement>("Social Security number or ITIN")
  expect([field.value, field.getAttribute("aria-invalid")]).toEqual([SSN, "true"])
})

test("what is typed is in the controls, and in nothing that React renders", async () => {
  const { client, container } = await openForm()
  await type(["First name"])
  await press(buttons.apply)
  expect(container.innerHTML).not.toContain(SSN)
  await user.click(screen.getByRole("button", { name: `${buttons.show}: Social Security number or ITIN` }))
  expect(screen.getByLabelText<HTMLInputElement>("Social Security number or ITIN").value).toBe(SSN)
  expect(container.innerHTML).not.toContain(SSN)
  act(() => client.move("denied"))
  await heading(steps.denied)
  expect(JSON.stringify(client.applications)).not.toContain(SSN)
})

test("an amount is shown as it was understood", async () => {
  await openForm()
  await user.type(screen.getByLabelText("Monthly income before taxes"), "4,200")
  await user.tab()
  expect(screen.getByText("$4,200.00")).toBeTruthy()
})

test("a failure is said above the screen and takes the focus, and the next try starts without it", async () => {
  const { client } = show({ client: fakeLeaseClient({ step: "undecided" }) })
  await heading(steps.undecided)
  client.failNext("check", { message: "The store is away." })
  await press(buttons.look)
  const alert = screen.getByText("The store is away.")
  expect(document.activeElement).toBe(alert)
  await press(buttons.look)
  expect(alert.textContent).toBe("")
  expect(screen.getByText(screens.nothing_new).getAttribute("role")).toBe("status")
})

test("a new screen takes the focus to its heading, the first one does not", async () => {
  const { client } = show({ client: fakeLeaseClient({ step: "undecided" }) })
  await heading(steps.undecided)
  expect(document.activeElement).toBe(document.body)
  act(() => client.move("denied"))
  expect(document.activeElement).toBe(await heading(steps.denied))
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

describe("at a store", () => {
  const asked = (store: ReturnType<typeof fakeTransport>) => store.sent.map(({ path }) => path.split("/").at(-1))

  function atStore(view: LeaseView, cartId = "cart_1") {
    const store = fakeTransport()
    store.on("GET", view)
    store.on("cart_2", fakeLeaseView("denied"))
    const shop = { cart, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }
    // A new function at each render, as shops write it.
    const element = (id: string, dictionary = en) => (
      <LeaseCheckout {...shop} cartId={id} transport={(request) => store.transport(request)} dictionary={dictionary} />
    )
    return { store, element, ...render(element(cartId), { wrapper: StrictMode }) }
  }

  test("rendering again asks nothing, another cart starts over", async () => {
    const { store, element, rerender } = atStore(fakeLeaseView("undecided"))
    await heading(steps.undecided)
    rerender(element("cart_1"))
    await settle()
    expect(asked(store)).toEqual(["cart_1"])
    rerender(element("cart_2"))
    await heading(steps.denied)
    expect(asked(store)).toEqual(["cart_1", "cart_2"])
  })

  test("it may be asked through a route of the own site", async () => {
    const fetched = jest
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => Response.json(fakeLeaseView("denied")))
    const shop = { dictionary: en, cart, onPlaced: jest.fn(), onOther: "?step=payment", onCart: "/cart" }
    render(<LeaseCheckout {...shop} cartId="cart_1" transport="/api/lease" />)
    await heading(steps.denied)
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(["/api/lease/store/lease-to-own/carts/cart_1"])
    fetched.mockRestore()
  })

  test("another language starts over, in its words", async () => {
    const { element, rerender } = atStore(fakeLeaseView("denied"))
    await heading(steps.denied)
    rerender(element("cart_1", es))
    expect(await heading(es.texts.steps.denied)).toBeTruthy()
  })
})
