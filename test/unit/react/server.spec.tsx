import { renderToString } from "react-dom/server"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { HostedLease } from "../../../packages/react/src/hosted"
import { LeaseCheckout, LeaseStatus } from "../../../packages/react/src/index"
import { LeaseMessage } from "../../../packages/react/src/message"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"

/** Runs in Node without a window. */
const shop = { dictionary: en, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }

test("a server renders a waiting checkout if there is no view", () => {
  const client = fakeLeaseClient()
  expect(typeof window).toBe("undefined")
  expect(renderToString(<LeaseCheckout {...shop} client={client} />)).toContain(en.texts.screens.waiting)
  expect(client.calls).toEqual([])
})

test.each([
  [undefined, "waiting", en.texts.screens.waiting],
  [fakeLeaseView("intro"), "intro", en.texts.buttons.open_widget],
  [fakeLeaseView("card"), "card", en.texts.screens.card_gone],
])("a server renders the hosted checkout with a hidden card form (%#)", (view, step, words) => {
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
  for (const touched of Object.values(card)) expect(touched).not.toHaveBeenCalled()
  complaint.mockRestore()
})

test("a server renders a link that reads an order's status again, but no message for a product that can't be leased", () => {
  const unread = renderToString(<LeaseStatus lease={{ summary: null, message: "Not loaded.", retry: "Try again" }} />)
  expect(unread).toMatch(/>Not loaded\.<.+<a href="" [^>]+>Try again<\/a>/)
  expect(renderToString(<LeaseMessage message={{ available: false } as never} />)).toBe("")
})
