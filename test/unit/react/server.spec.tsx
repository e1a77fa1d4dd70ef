import { renderToString } from "react-dom/server"
import { HostedLease } from "../../../packages/react/src/hosted"
import { LeaseCheckout, LeaseProvider, LeaseStatus } from "../../../packages/react/src/index"
import { fakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { LEASE_STEPS } from "./steps"

/** Node alone: there is no window here. */
const shop = { dictionary: en, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }

test("a server renders the checkout without a view: it waits", () => {
  const client = fakeLeaseClient()
  expect(typeof window).toBe("undefined")
  expect(renderToString(<LeaseCheckout {...shop} client={client} />)).toContain(en.texts.screens.waiting)
  expect(client.calls).toEqual([])
})

test.each(LEASE_STEPS)("a server renders the screen of a view at %s", (step) => {
  const transport = jest.fn()
  const html = renderToString(
    <LeaseCheckout {...shop} cartId="cart_1" transport={transport} view={fakeLeaseView(step)} />,
  )
  expect(html).toContain(`data-lease-screen="${step}"`)
  expect(html).toContain(en.texts.steps[step].replace("'", "&#x27;"))
  expect(transport).not.toHaveBeenCalled()
})

test("a view in the store's English is shown in the dictionary's language", () => {
  const view = fakeLeaseView("denied", {
    messages: [{ code: "not_signed", params: {}, message: "Your contract is not signed yet." }],
  })
  const html = renderToString(<LeaseCheckout {...shop} dictionary={es} client={fakeLeaseClient()} view={view} />)
  expect(html).toContain(es.texts.codes.not_signed)
})

test("a provider renders its children alone", () => {
  const page = (
    <LeaseProvider {...shop} client={fakeLeaseClient()}>
      mine
    </LeaseProvider>
  )
  expect(renderToString(page)).toBe("mine")
})

test.each([
  [undefined, "waiting", en.texts.screens.waiting],
  [fakeLeaseView("intro"), "intro", en.texts.buttons.open_widget],
  [fakeLeaseView("card"), "card", en.texts.screens.card_gone],
])("a server renders the hosted way, its card form hidden (%#)", (view, step, words) => {
  const client = fakeLeaseClient()
  const card = { isFilled: jest.fn(), clear: jest.fn(), tokenize: jest.fn() }
  const complaint = jest.spyOn(console, "error")
  const html = renderToString(
    <HostedLease {...shop} client={client} view={view} card={card} amount="$1.00" pay={jest.fn()}>
      <form>mine</form>
    </HostedLease>,
  )
  expect(html).toContain(`data-lease-screen="${step}"`)
  expect(html).toContain(words)
  expect(html).toMatch(/<div data-lease-card="hidden" hidden=""[^>]*><form>mine<\/form><\/div>/)
  expect([client.calls, complaint.mock.calls]).toEqual([[], []])
  complaint.mockRestore()
})

test("the page of an order says how it is paid and to whom, with the reference to name", () => {
  const operator = { name: "Example Leasing", contact: "help@leasing.example.com" }
  const messages = [{ code: "x", params: {}, message: "Being confirmed." }]
  const says = { code: "y", params: {}, message: "Signed." }
  const lease = { reference: "L-ABCDEFGH12345", says, messages, operator }
  const html = renderToString(<LeaseStatus lease={lease} dictionary={en} />)
  for (const words of ["Lease-to-own", "Signed.", "You pay Example Leasing", "Being confirmed.", "L-ABCDEFGH12345"])
    expect(html).toContain(words)
})
