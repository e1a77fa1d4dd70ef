/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, fireEvent, render } from "@testing-library/react"
import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import "../../../packages/storefront/src/elements"
import { HostedLease } from "../../../packages/react/src/hosted"
import { LeaseCheckout, LeaseStatus } from "../../../packages/react/src/index"
import { LeaseMessage } from "../../../packages/react/src/message"
import { type FakeLeaseClient, fakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { CheckoutBlocks } from "../../../packages/storefront/src/checkout-blocks"
import { en } from "../../../packages/storefront/src/en"
import { createLeaseFlow } from "../../../packages/storefront/src/flow"
import type { LeaseView } from "../../../packages/storefront/src/index"
import { createLeaseMessage } from "../../../packages/storefront/src/message"
import { ScreenPart } from "../../../packages/storefront/src/screen-part"
import "../../../packages/storefront/src/hosted-element"
import { createLeaseCheckout } from "../../../packages/storefront/src/screens"
import { LEASE_STEPS } from "../react/steps"

/** One style sheet serves the React package and the elements, because their markup is the same. */
const shop = { dictionary: en, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }
const cart = { total: 500, currency_code: "usd", email: "ana@example.com" }
const operator = { name: "Harbor Leasing", contact: "555 0100" }

afterEach(cleanup)
beforeEach(() => history.replaceState(null, "", "/checkout"))

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** A line for each tag and text, with attributes in order and ids by the place of their first use. */
function linesOf(root: Element): string[] {
  const ids: string[] = []
  const idOf = (id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return `#${ids.indexOf(id)}`
  }
  const isId = (name: string) => /^(id|for|aria-(describedby|labelledby))$/.test(name)
  const lines = (node: Node): string[] => {
    if (!(node instanceof Element)) return node instanceof Text ? [node.data] : []
    const attributes = [...node.attributes].map(({ name, value }) => {
      return `${name}="${isId(name) ? idOf(value.replace(/-error$/, "")) : value}"`
    })
    return [`<${node.localName} ${attributes.sort().join(" ")}>`, ...childrenOf(node), `</${node.localName}>`]
  }
  const childrenOf = (node: Element) => [...node.childNodes].flatMap(lines)
  return childrenOf(root)
}

function parsed(html: string): Element {
  const root = document.createElement("div")
  root.innerHTML = html
  return root
}

/** Puts an element into the page, and waits until it shows what it was given. */
async function shown<Name extends keyof HTMLElementTagNameMap>(name: Name, options: object) {
  const element = Object.assign(document.createElement(name), options)
  document.body.append(element)
  await settle()
  return element
}

test.each(LEASE_STEPS)("the screen at %s is the one that React makes", (step) => {
  const view = fakeLeaseView(step)
  const client = fakeLeaseClient({ step })
  const flow = createLeaseFlow({ ...shop, client, view: en.view(view), cart })
  const checkout = createLeaseCheckout({ ...shop, client, flow })
  const blocks = new CheckoutBlocks({ form: checkout.form, press: checkout.press, dictionary: en })
  const { element } = new ScreenPart({ press: checkout.press, blocks }, checkout.state)
  const html = renderToString(<LeaseCheckout {...shop} client={client} view={view} cart={cart} />)
  expect(linesOf(parsed(element.outerHTML))).toEqual(linesOf(parsed(html)))
})

describe("beside each other", () => {
  /** Both, each with its own client. `both` does the same in one and then in the other, and compares them. */
  async function open(step?: "offer", view?: Partial<LeaseView>) {
    const clients = [fakeLeaseClient({ step, view }), fakeLeaseClient({ step, view })] as const
    const { container } = render(<LeaseCheckout {...shop} cart={cart} client={clients[0]} />)
    const element = await shown("lease-checkout", { client: clients[1], dictionary: en, cart })
    const both = async (act: (root: Element, client: (typeof clients)[number]) => unknown) => {
      for (const [at, root] of [container, element].entries()) {
        await act(root, clients[at as 0 | 1])
        await settle()
      }
      expect(linesOf(element)).toEqual(linesOf(container))
    }
    return { both, element }
  }
  const click = (root: Element, selector: string) => fireEvent.click(root.querySelector(selector) as Element)
  const openForm = (root: Element) => {
    click(root, '[name="consent"]')
    click(root, '[data-lease-action="start"]')
  }

  test("the form, its problems and a revealed secret are the same", async () => {
    const { both, element } = await open()
    await both(openForm)
    // In jsdom both forms are one page's: the browser's Back belongs to the one that was opened last.
    await both((root) => click(root, '[type="submit"]'))
    expect(element.querySelectorAll("[data-lease-problems] li").length).toBeGreaterThan(2)
    await both((root) => click(root, "[data-lease-secret] button"))
    expect(element.querySelector<HTMLInputElement>('[name="customer.ssn"]')?.type).toBe("text")
    await both((root) => {
      const income = root.querySelector('[name="customer.grossIncomeMonthly"]') as HTMLInputElement
      fireEvent.input(income, { target: { value: "4200" } })
      fireEvent.blur(income)
    })
    expect(element.querySelector("output")?.textContent).toBe("$4,200.00")
  })

  test("a one-time code is asked for, entered and handed on in the same form", async () => {
    const { can } = fakeLeaseView()
    const { both, element } = await open(undefined, { can: { ...can, code: { allowed: true } } })
    await both((root) => click(root, '[data-lease-action="askCode"]'))
    expect(element.querySelector('[data-lease-code] [name="code"]')?.getAttribute("autocomplete")).toBe("one-time-code")
    const submit = (root: Element) => fireEvent.submit(root.querySelector("[data-lease-code]") as Element)
    await both((root, client) => {
      submit(root)
      expect(client.calls).not.toContain("takeApproval")
    })
    await both((root, client) => {
      const control = root.querySelector<HTMLInputElement>('[name="code"]') as HTMLInputElement
      control.value = " 1234 5678 "
      client.failNext("takeApproval", { message: "This is not the code." })
      submit(root)
    })
    expect(element.querySelector("[data-lease-problem]")?.textContent).toBe("This is not the code.")
    await both((root) => {
      const control = root.querySelector<HTMLInputElement>('[name="code"]') as HTMLInputElement
      control.value = "8765 4321"
      submit(root)
    })
    expect(element.querySelector("[data-lease-screen]")?.getAttribute("data-lease-screen")).toBe("offer")
  })

  test("a failure is told in the same place", async () => {
    const { both, element } = await open("offer")
    await both((root, client) => {
      client.failNext("contract", { message: "Not now." })
      click(root, '[data-lease-action="sign"]')
    })
    expect(element.querySelector("[data-lease-problem]")?.textContent).toBe("Not now.")
  })

  test("the contract, its words and its questions are the same", async () => {
    const { both, element } = await open("offer")
    await both((root) => click(root, '[data-lease-action="sign"]'))
    const say = (text: string) =>
      both((root) => {
        const source = root.querySelector("iframe")?.contentWindow
        dispatchEvent(new MessageEvent("message", { data: text, origin: "https://contract.example.com", source }))
      })
    await say("Signature: 1 of 3")
    await both((root) => click(root, "[data-lease-contract-bar] button"))
    expect(element.querySelector("[data-lease-contract-question]")?.textContent).toContain("Close anyway?")
    await both((root) => click(root, "[data-lease-contract-question] button"))
    await say("Signature: All completed")
    expect(element.querySelectorAll("[data-lease-contract-links] button")).toHaveLength(1)
    await both((root) => click(root, "[data-lease-contract-bar] button"))
    await both((root) => click(root, "[data-lease-contract-question] button + button"))
    expect(element.querySelector("dialog")).toBeNull()
  })
})

test("an order's new contract is signed on the same screens, and nothing is placed", async () => {
  const clients = [0, 1].map(() => fakeLeaseClient({ step: "offer", view: { order_id: "order_1" } }))
  const [one, other] = clients as [FakeLeaseClient, FakeLeaseClient]
  const onPlaced = jest.fn()
  const { container } = render(<LeaseCheckout {...shop} onPlaced={onPlaced} client={one} />)
  const element = await shown("lease-checkout", { client: other, dictionary: en })
  element.addEventListener("lease-placed", ({ detail }) => onPlaced(detail.orderId))
  const { steps, contract } = en.texts
  const seen: (string | null | undefined)[] = []
  const buttonOf = (root: Element, label: string) =>
    [...root.querySelectorAll("button")].find(({ textContent }) => textContent === label) as Element
  const stages: ((root: Element, client: FakeLeaseClient) => unknown)[] = [
    () => undefined,
    (root) => fireEvent.click(root.querySelector('[data-lease-action="sign"]') as Element),
    (root, client) => {
      client.sign()
      fireEvent.click(buttonOf(root, contract.close))
    },
    (_, client) => act(() => client.move("placed", { order_id: "order_1" })),
  ]
  for (const stage of stages) {
    for (const [at, root] of [container, element].entries()) {
      await stage(root, clients[at] as FakeLeaseClient)
      await settle()
    }
    seen.push(element.querySelector("[data-lease-heading]")?.textContent)
    expect(linesOf(element)).toEqual(linesOf(container))
  }
  expect(seen).toEqual([steps.new_contract, steps.new_contract, steps.ready, steps.ready])
  expect(onPlaced.mock.calls).toEqual([["order_1"], ["order_1"]])
  expect(clients.map(({ calls }) => calls)).toEqual([1, 2].map(() => ["get", "contract", "get"]))
})

test("the hosted way is the same, from its opening to the card", async () => {
  const card = { isFilled: () => true, clear: () => undefined, tokenize: async () => null }
  const given = { card, dictionary: en, amount: "$1.00", pay: async () => null }
  /** One after the other: a page has one widget. */
  async function walk(root: Element, client: FakeLeaseClient) {
    const press = (action: string) => fireEvent.click(root.querySelector(`[data-lease-action="${action}"]`) as Element)
    const steps = [() => undefined, () => press("start"), () => client.finishWidget("success"), () => press("place")]
    const seen: string[][] = []
    for (const step of steps) {
      await act(async () => void step())
      // The widget's script is loaded, and then the widget opened.
      for (const _ of ["loaded", "opened"]) await settle()
      seen.push(linesOf(root))
    }
    return seen
  }
  const [one, other] = [fakeLeaseClient(), fakeLeaseClient()]
  const { container } = render(
    <HostedLease {...shop} {...given} client={one}>
      <input id="lease-card-cardnumber" />
    </HostedLease>,
  )
  const ofReact = await walk(container, one)
  cleanup()
  const element = Object.assign(document.createElement("lease-hosted"), { ...given, client: other })
  element.append(...parsed('<input id="lease-card-cardnumber">').childNodes)
  document.body.append(element)
  expect(await walk(element, other)).toEqual(ofReact)
  expect(new Set(ofReact.map((lines) => lines.join())).size).toBe(4)
})

async function same(element: HTMLElement, page: ReactElement) {
  const { container } = render(page)
  expect(linesOf(element)).toEqual(linesOf(container))
  return container
}

test.each([null, { en: "An example. The operator decides." }])(
  "the message of a product is the same, with the estimate's disclosure %j",
  async (disclosure) => {
    const figures = { dueToday: 40, payments: 26, each: 33.03, every: "biWeekly" as const, total: 898.78 }
    const limits = { minimum: 150, maximum: null, currency: "usd" }
    const estimate = disclosure && { ...figures, disclosure }
    const body = { leasable: true, reasons: [], limits, estimate, operator, test: false }
    const message = await createLeaseMessage({ transport: async () => ({ status: 200, body }) }).read("p", "r")
    const element = await shown("lease-message", { message })
    const container = await same(element, <LeaseMessage message={message} />)
    for (const root of [element, container]) fireEvent.click(root.querySelector("button") as Element)
    expect(linesOf(element)).toEqual(linesOf(container))
    expect(element.querySelector("dialog")).not.toBeNull()
  },
)

test("the place of a message is the same", async () => {
  await same(await shown("lease-message", { message: null }), <LeaseMessage message={null} />)
})

test("the lease of an order is the same", async () => {
  const says = { code: "y", params: {}, message: "Signed." }
  const lease = { reference: "L-ABCDEFGH12345", says, messages: [says], operator }
  await same(await shown("lease-status", { lease, dictionary: en }), <LeaseStatus lease={lease} dictionary={en} />)
})

test.each([
  ["to its new contract", "cart_1", "/lease?cart={cartId}", ["/lease?cart=cart_1"]],
  ["nowhere for those who did not apply", null, "/lease?cart={cartId}", []],
  ["nowhere where the page is not known", "cart_1", undefined, []],
])("the lease of an order that was edited leads %s", async (_, sign_cart_id, contractLink, links) => {
  const says = { code: "order_lease_to_sign", params: {}, message: "Sign." }
  const lease = { reference: "L-ABCDEFGH12345", says, messages: [], operator, sign_cart_id } as never
  const container = await same(
    await shown("lease-status", { lease, dictionary: en, contractLink }),
    <LeaseStatus lease={lease} dictionary={en} contractLink={contractLink} />,
  )
  const found = [...container.querySelectorAll("a")]
  expect(found.map((link) => link.getAttribute("href"))).toEqual(links)
  expect(found.map(({ textContent }) => textContent)).toEqual(links.map(() => en.texts.steps.new_contract))
})
