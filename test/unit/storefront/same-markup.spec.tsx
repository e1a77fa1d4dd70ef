/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, cleanup, fireEvent, render, waitFor } from "@testing-library/react"
import { type ReactElement, StrictMode } from "react"
import { renderToString } from "react-dom/server"
import "../../../packages/storefront/src/elements"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { HostedLease } from "../../../packages/react/src/hosted"
import { LeaseCheckout, LeaseStatus } from "../../../packages/react/src/index"
import { LeaseMessage } from "../../../packages/react/src/message"
import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import { CheckoutBlocks } from "../../../packages/storefront/src/elements/checkout-element"
import { ScreenPart } from "../../../packages/storefront/src/elements/screen-part"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { createLeaseFlow } from "../../../packages/storefront/src/flow"
import type { Consent, LeaseStep, LeaseView, Offer, TransportRequest } from "../../../packages/storefront/src/index"
import { createLeaseMessage, type ProductLeaseView } from "../../../packages/storefront/src/message"
import "../../../packages/storefront/src/hosted-element"
import { createLeaseOrder, type LeaseOfOrder } from "../../../packages/storefront/src/order"
import { createLeaseCheckout } from "../../../packages/storefront/src/screens"
import { messageEn } from "../../../packages/storefront/src/words/message-en"
import { LEASE_STEPS } from "../react/steps"
import { aConsent } from "./local-store"
import { approval, cart, estimate, listed, offer, orderLease, product, summary } from "./moments"

/** One style sheet serves the React package and the elements, because their markup is the same. */
const shop = { dictionary: en, onPlaced: jest.fn(), onOther: jest.fn(), onCart: jest.fn() }

afterEach(async () => {
  cleanup()
  document.body.replaceChildren()
  await flush()
})
beforeEach(() => history.replaceState(null, "", "/checkout"))

const flush = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** One line for each tag and text, with sorted attributes, and ids numbered by first use. */
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

/** Puts an element into the page and waits until it shows its content. */
async function shown<Name extends keyof HTMLElementTagNameMap>(name: Name, options: object) {
  const element = Object.assign(document.createElement(name), options)
  document.body.append(element)
  await flush()
  return element
}

test.each(LEASE_STEPS)("a server's React screen at %s, in the dictionary's language, equals the elements'", (step) => {
  const view = fakeLeaseView(step, { messages: [{ code: "not_signed", params: {}, message: "Not signed yet." }] })
  const client = fakeLeaseClient({ step })
  const spanish = { ...shop, dictionary: es }
  const flow = createLeaseFlow({ ...spanish, client, view: es.view(view), cart })
  const checkout = createLeaseCheckout({ ...spanish, client, flow })
  const blocks = new CheckoutBlocks({ form: checkout.form, press: checkout.press, dictionary: es })
  const { element } = new ScreenPart({ press: checkout.press, blocks }, checkout.state)
  const html = renderToString(<LeaseCheckout {...spanish} client={client} view={view} cart={cart} />)
  expect(linesOf(parsed(element.outerHTML))).toEqual(linesOf(parsed(html)))
  expect(client.calls).toEqual([])
})

async function open(step?: LeaseStep, view?: Partial<LeaseView>) {
  const clients = [fakeLeaseClient({ step, view }), fakeLeaseClient({ step, view })] as const
  const { container } = render(<LeaseCheckout {...shop} cart={cart} client={clients[0]} />)
  const element = await shown("lease-checkout", { client: clients[1], dictionary: en, cart })
  expect(document.activeElement).toBe(document.body)
  /** Does the same in one and then in the other, inspects each, and compares them. */
  async function both(work: Work, inspect: Work = () => undefined) {
    for (const [at, root] of [container, element].entries()) {
      await work(root, clients[at as 0 | 1])
      await flush()
      await inspect(root, clients[at as 0 | 1])
    }
    expect(linesOf(element)).toEqual(linesOf(container))
  }
  return { both, element }
}
type Work = (root: Element, client: FakeLeaseClient) => unknown
const within = (root: Element, selector: string) => root.querySelector(selector) as HTMLInputElement
const click = (root: Element, selector: string) => fireEvent.click(within(root, selector))
const hasFocus = (selector: string) => (root: Element) =>
  expect(document.activeElement).toBe(root.querySelector(selector))

describe("elements and React", () => {
  const SSN = "900123456"
  const field = (name: string) => `[name="customer.${name}"]`
  const submit = (root: Element) => click(root, '[data-lease-content] [type="submit"]')
  const start = async (root: Element) => {
    click(root, '[name="consent.application"]')
    click(root, '[data-lease-action="start"]')
  }
  const typed: Record<string, string> = {
    ...{ firstName: "Ana", ssn: SSN, grossIncomeMonthly: "4200", "paymentFrequency.frequency": "weekly" },
  }
  const type = (root: Element) => {
    for (const [name, value] of Object.entries(typed)) {
      fireEvent.input(within(root, field(name)), { target: { value } })
      fireEvent.blur(within(root, field(name)))
    }
  }

  test("the start button needs the consent, which stays when a message appears above it and counts only for its text", async () => {
    const { both } = await open()
    const isTicked = (root: Element) => within(root, '[name="consent.application"]').checked
    const move = (view: Partial<LeaseView>) => (_: Element, client: FakeLeaseClient) =>
      act(() => client.move("intro", view))
    await both(
      (root) => click(root, '[data-lease-action="start"]'),
      (root) => expect(root.querySelector("form")).toBeNull(),
    )
    await both((root) => click(root, '[name="consent.application"]'))
    await both(move({ messages: [{ code: "x", params: {}, message: "A new word." }] }), (root) => {
      expect([root.textContent?.includes("A new word."), isTicked(root)]).toEqual([true, true])
    })
    await both(move({ consent: aConsent("2", { en: "Another text." }) }), (root) => {
      expect([root.textContent?.includes("Another text."), isTicked(root)]).toEqual([true, false])
    })
  })

  test("consent with links, one optional, is the same, and what is missing is shown next to its checkbox", async () => {
    const link = { link: "https://shop.example/privacy", links: { en: "https://shop.example/privacy" } }
    const [item] = aConsent("1").items
    const items = [
      item,
      { ...item, ...link, id: "privacy" },
      { ...item, id: "texting", required: false },
    ] as Consent["items"]
    const { both } = await open("intro", { consent: { ...aConsent("1"), items } })
    const errorsOf = (root: Element) =>
      [...root.querySelectorAll("[data-lease-error]")].map((error) => error.textContent)
    await both(
      (root) => click(root, '[data-lease-action="start"]'),
      (root) => {
        expect(errorsOf(root)).toEqual([en.texts.problems.consent, en.texts.problems.consent, ""])
        hasFocus('[name="consent.application"]')(root)
        const anchor = within(root, "[data-lease-document]")
        expect([anchor.getAttribute("href"), anchor.getAttribute("rel")]).toEqual([link.link, "noopener"])
      },
    )
    await both(
      (root) => click(root, '[name="consent.privacy"]'),
      (root) => expect(errorsOf(root)).toEqual([en.texts.problems.consent, "", ""]),
    )
    await both(start, (root) => {
      const names = ["consent.application", "consent.privacy", "consent.texting"]
      expect(names.map((name) => within(root, `form [name="${name}"]`).checked)).toEqual([true, true, false])
    })
  })

  test("the contract opens only after the operator's text is confirmed, with its version and language", async () => {
    const disclosure = { text: "Read this.", language: "en", texts: { en: "Read this." }, version: "NY/1" }
    const offer = { ...fakeLeaseView("offer").offer, disclosure } as Offer
    const { both } = await open("offer", { offer })
    const contract = new Map<FakeLeaseClient, jest.SpyInstance>()
    await both(
      (root, client) => {
        contract.set(client, jest.spyOn(client, "contract"))
        click(root, '[data-lease-action="sign"]')
      },
      (root, client) => {
        expect(within(root, "[data-lease-disclosure]").textContent).toBe("Read this.")
        expect(within(root, "[data-lease-error]").textContent).toBe(en.texts.problems.consent)
        expect(contract.get(client)).not.toHaveBeenCalled()
      },
    )
    await both((root) => click(root, '[name="acknowledged"]'))
    await both(
      (root) => click(root, '[data-lease-action="sign"]'),
      (_, client) => expect(contract.get(client)?.mock.calls).toEqual([[{ version: "NY/1", language: "en" }]]),
    )
  })

  test("typed values are in the controls and never in the markup, stay after a refusal, and are gone after the decision", async () => {
    const { both } = await open()
    const controls: HTMLInputElement[] = []
    await both(start)
    await both(type, (root) => expect(within(root, "output").textContent).toBe("$4,200.00"))
    await both((root, client) => {
      const fields = [{ field: "customer.ssn", rule: "format", message: "Check it." }]
      client.failNext("apply", { code: "form_invalid", message: "Please check.", fields })
      submit(root)
    }, hasFocus("[data-lease-problems]"))
    await both(
      (root) => click(root, "[data-lease-secret] button"),
      (root) => {
        const ssn = within(root, field("ssn"))
        controls.push(ssn)
        const error = document.getElementById(ssn.getAttribute("aria-describedby") ?? "")?.textContent
        expect([ssn.value, ssn.type, ssn.getAttribute("aria-invalid"), error]).toEqual([
          SSN,
          "text",
          "true",
          "Check it.",
        ])
        expect(root.innerHTML).not.toContain(SSN)
      },
    )
    await both(submit, hasFocus("[data-lease-heading]"))
    expect(controls.map(({ value }) => value)).toEqual(["", ""])
  })

  test("a one-time code is requested and entered in the same form, and a refused one is named there, with the focus", async () => {
    const { actions } = fakeLeaseView()
    const { both, element } = await open(undefined, { actions: { ...actions, code: { allowed: true } } })
    await both((root) => click(root, '[data-lease-action="askCode"]'))
    expect(within(element, '[data-lease-code] [name="code"]').autocomplete).toBe("one-time-code")
    const enter = (root: Element, code: string) => {
      within(root, '[name="code"]').value = code
      fireEvent.submit(within(root, "[data-lease-code]"))
    }
    await both(
      (root) => enter(root, ""),
      (_, client) => expect(client.calls).not.toContain("takeApproval"),
    )
    await both((root, client) => {
      client.failNext("takeApproval", { message: "This is not the code." })
      enter(root, " 1234 5678 ")
    }, hasFocus("[data-lease-problem]"))
    expect(within(element, "[data-lease-problem]").textContent).toBe("This is not the code.")
    await both((root) => enter(root, "8765 4321"))
    expect(within(element, "[data-lease-problem]").textContent).toBe("")
    expect(within(element, "[data-lease-screen]").dataset.leaseScreen).toBe("offer")
  })

  test("a button ignores clicks while its action runs, keeps the focus, and announces when nothing is new", async () => {
    const { both } = await open("undecided")
    const CHECK = '[data-lease-action="check"]'
    await both(
      (root) => {
        within(root, CHECK).focus()
        for (const _ of ["once", "again"]) click(root, CHECK)
        expect(within(root, CHECK).getAttribute("aria-disabled")).toBe("true")
      },
      (root, client) => {
        hasFocus(CHECK)(root)
        expect(client.calls).toEqual(["get", "check"])
        expect(within(root, CHECK).hasAttribute("aria-disabled")).toBe(false)
        expect(within(root, '[role="status"]').textContent).toBe(en.texts.screens.nothing_new)
      },
    )
  })

  test("the contract's dialog is the same: while it is signed, asked about, and fully signed", async () => {
    const { both } = await open("offer")
    const say = (text: string) => (root: Element) => {
      const source = root.querySelector("iframe")?.contentWindow
      dispatchEvent(new MessageEvent("message", { data: text, origin: "https://contract.example.com", source }))
    }
    await both((root) => click(root, '[data-lease-action="sign"]'))
    await both(say("Signature: 1 of 3"))
    await both((root) => click(root, "[data-lease-contract-bar] button"))
    await both(say("Signature: All completed"))
  })
})

test("the hosted checkout is the same from its opening to the order that its card pays, with one call each and none on Enter", async () => {
  const NUMBER = "4242424242424242"
  let accept = () => {}
  const ofCard = jest.fn((_: string) => new Promise<string>((resolve) => (accept = () => resolve("tok_1"))))
  const pay = jest.fn(async (_: string) => "order_1")
  const onPlaced = jest.fn()
  let number = document.createElement("input")
  const clear = () => void Object.assign(number, { value: "" })
  const card = { isFilled: () => number.value !== "", clear, tokenize: () => ofCard(number.value) }
  const given = { card, dictionary: en, amount: "$1.00", pay }
  /** One after the other, because a page has one widget. */
  async function walk(root: Element, client: FakeLeaseClient) {
    const press = (action: string) => click(root, `[data-lease-action="${action}"]`)
    const nothing = () => undefined
    const end = () => client.finishWidget("success")
    const steps = [nothing, () => press("start"), end, () => press("place"), () => accept()]
    const seen: string[][] = []
    const cards: (string | undefined)[] = []
    number = within(document.body, "#lease-card-cardnumber")
    for (const step of steps) {
      await act(async () => void step())
      // The widget's script is loaded, and then the widget opened.
      for (const _ of ["loaded", "opened"]) await flush()
      seen.push(linesOf(root))
      const form = within(root, "#lease-card-cardnumber").closest<HTMLElement>("[data-lease-card]")
      expect([form?.hidden, form?.contains(number)]).toEqual([form?.dataset.leaseCard === "hidden", true])
      cards.push(form?.dataset.leaseCard)
      const enter = new Event("submit", { bubbles: true, cancelable: true })
      number.form?.dispatchEvent(enter)
      expect(enter.defaultPrevented).toBe(true)
    }
    expect(cards).toEqual(["hidden", "hidden", "shown", "busy", "busy"])
    expect(JSON.stringify([seen, client])).not.toContain(NUMBER)
    expect([number.value, client.calls]).toEqual(["", ["get", "widget", "widgetEvent", "get"]])
    return seen
  }
  const [one, other] = [fakeLeaseClient(), fakeLeaseClient()]
  const { container } = render(
    <HostedLease {...shop} {...given} onPlaced={onPlaced} client={one}>
      <form>
        <input id="lease-card-cardnumber" />
      </form>
    </HostedLease>,
    { wrapper: StrictMode },
  )
  const ofReact = await walk(container, one)
  cleanup()
  const element = Object.assign(document.createElement("lease-hosted"), { ...given, client: other })
  element.append(...parsed('<form><input id="lease-card-cardnumber"></form>').childNodes)
  element.addEventListener("lease-placed", ({ detail }) => onPlaced(detail.orderId))
  document.body.append(element)
  expect(await walk(element, other)).toEqual(ofReact)
  expect(new Set(ofReact.map((lines) => lines.join())).size).toBe(4)
  expect([ofCard.mock.calls, pay.mock.calls]).toEqual([
    [[NUMBER], [NUMBER]],
    [["tok_1"], ["tok_1"]],
  ])
  expect(onPlaced.mock.calls).toEqual([["order_1"], ["order_1"]])
})

async function same(element: HTMLElement, page: ReactElement) {
  const { container } = render(page)
  expect(linesOf(element)).toEqual(linesOf(container))
  return container
}

test.each<[string, Partial<ProductLeaseView>]>([
  ["without figures", { limits: { minimum: 150, maximum: null, currency: "usd" } }],
  ["with figures", { estimate }],
])("a product's message %s is the same", async (_, view) => {
  const body = listed(["p"], { ...product, ...view })
  const message = await createLeaseMessage({ transport: async () => ({ status: 200, body }) }).read({
    productId: "p",
    regionId: "r",
  })
  const element = await shown("lease-message", { message })
  const container = await same(element, <LeaseMessage message={message} />)
  for (const root of [element, container]) fireEvent.click(within(root, "button"))
  expect(linesOf(element)).toEqual(linesOf(container))
  if (view.estimate) expect(within(container, '[lang="en"]').textContent).toBe(estimate.disclosure.en)
  for (const dialog of [within(element, "dialog"), within(container, "dialog")]) {
    for (const text of [...message.learnMore.how, ...message.learnMore.disclosure])
      expect(dialog.textContent).toContain(text)
    fireEvent.keyDown(dialog, { key: "Escape" })
    expect(dialog.isConnected).toBe(false)
  }
})

test("the question for the ZIP code and its answer are the same, and an answer in one message reaches all of the page", async () => {
  const transport = jest.fn(async ({ path }: TransportRequest) => ({
    status: 200,
    body: listed(["p"], {
      ...product,
      ...(path.includes("zip_prefix=787") ? { estimate, zip: "used" } : { zip: "needed" }),
    }),
  }))
  const message = await createLeaseMessage({ transport }).read({ productId: "p", regionId: "r", amount: 499.9 })
  const element = await shown("lease-message", { message, transport })
  const container = await same(element, <LeaseMessage {...{ message, transport }} />)
  const answer = (zip: string) => {
    fireEvent.change(within(container, "input"), { target: { value: zip } })
    fireEvent.keyDown(within(container, "input"), { key: "Enter" })
  }
  answer("787")
  expect(within(container, "[data-lease-error]").textContent).toBe(messageEn.zip.invalid)
  answer("78701-1234")
  for (const root of [element, container]) await waitFor(() => expect(root.textContent).toContain("$907.78"))
  expect(linesOf(element)).toEqual(linesOf(container))
  expect(document.activeElement).toBe(within(container, "[data-lease-message]"))
  for (const { path } of transport.mock.calls.slice(1).map(([request]) => request))
    expect(path).toMatch(/amounts=499.90&zip_prefix=787$/)
  for (const root of [element, container]) fireEvent.click(within(root, "[data-lease-zip] button"))
  expect(linesOf(element)).toEqual(linesOf(container))
  expect((within(container, "input") as HTMLInputElement).value).toBe("78701")
  sessionStorage.clear()
})

test("without a store to ask, no message has the question for the ZIP code", async () => {
  const body = listed(["p"], { ...product, zip: "needed" })
  const reading = createLeaseMessage({ transport: async () => ({ status: 200, body }) })
  const message = await reading.read({ productId: "p", regionId: "r", amount: 499.9 })
  const element = await shown("lease-message", { message })
  await same(element, <LeaseMessage message={message} />)
  expect(element.querySelector("input")).toBeNull()
})

test.each([
  ["of a cart", undefined, "offer"],
  ["of a product that was read before, with the cart's approval", product, "offer"],
  ["of a product that was read before, without an answer for the cart", product, undefined],
] as const)("the message %s is the same", async (_, body, step) => {
  const complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
  const view = step && fakeLeaseView(step, { approval })
  const transport = async () => (view ? { status: 200, body: view } : { status: 503, body: {} })
  const reading = createLeaseMessage({ transport: async () => ({ status: 200, body: listed(["prod_1"]) }) })
  const message = body && (await reading.read({ productId: "prod_1", regionId: "reg_1" }))
  const before = linesOf(parsed(renderToString(<LeaseMessage {...{ message, transport }} cartId="cart_1" />)))
  expect(before.join()).toContain(message ? message.headline : '<div data-lease-message="waiting">')
  const { container } = render(<LeaseMessage {...{ message, transport }} cartId="cart_1" />)
  const element = await shown("lease-message", { message, cartId: "cart_1", transport })
  const isApproved = () => element.textContent?.includes("You're approved for up to $3,000.00 until February 24, 2027.")
  await waitFor(() => expect(linesOf(element)).not.toEqual(step ? before : []))
  await waitFor(() => expect(linesOf(container)).toEqual(linesOf(element)))
  expect([isApproved(), element.childElementCount]).toEqual([step === "offer", 1])
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
})

test("without a cart, React shows no cart message", () => {
  expect(renderToString(<LeaseMessage cartId={null} transport="/api/lease" />)).toBe("")
})

test("the space reserved for a message is the same", async () => {
  await same(await shown("lease-message", { message: null }), <LeaseMessage message={null} />)
})

test("the lease of an order is the same, with the links to its new contract and to items that weren't leased", async () => {
  const agreed = { messages: [orderLease.status_message], offer: { ...offer, summary }, sign_cart_id: "cart_1" }
  const separate_cart = { id: "cart_2", items: [{ title: "Gift card", quantity: 1 }] }
  const body = { lease: { ...orderLease, ...agreed, separate_cart } }
  const words = { dictionary: en, contractLink: "/lease?cart={cartId}", cartLink: "/cart" }
  const orders = createLeaseOrder({ transport: async () => ({ status: 200, body }), ...words })
  const lease = (await orders.read("order_1")) as LeaseOfOrder
  const container = await same(await shown("lease-status", { lease }), <LeaseStatus lease={lease} />)
  const links = [...container.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link.textContent])
  expect(links).toEqual([
    ["/lease?cart=cart_1", en.texts.steps.new_contract],
    ["/cart", en.texts.buttons.to_cart],
  ])
})
