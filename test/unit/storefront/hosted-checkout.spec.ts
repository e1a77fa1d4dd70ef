/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { HostedState } from "../../../packages/storefront/src/hosted"
import { fill } from "../../../packages/storefront/src/words/fill"
import {
  aCheckout,
  allowed,
  atCard,
  aWidget,
  closePage,
  flush,
  hosted,
  input,
  kept,
  labels,
  NUMBER,
  open,
  opened,
  openPage,
  operator,
  SUCCESS,
  sign,
  store,
  widget,
} from "./hosted-page"
import { offline, refusal } from "./moments"

const { screens, codes, steps, buttons } = en.texts
const intro = hosted()
const closed = { allowed: false, reason: "widget_signed", params: {}, message: "It is signed." }
const shut = hosted({ actions: { ...allowed, widget: closed } })
const changed = { ...kept, messages: [{ code: "card_mismatch", params: {}, message: "The cart has changed." }] }
const placed = hosted({ step: "placed", order_id: "order_1" })
const inWords = (text: string, more = {}) =>
  fill(text, { operator: operator.name, contact: operator.contact, reference: "–", ...more })
const texts = ({ screen }: HostedState) => screen.blocks.flatMap((block) => (block.kind === "text" ? block.text : []))

beforeEach(openPage)
afterEach(closePage)

describe("before the hosted widget", () => {
  test("the first screen explains what follows and offers the next steps, in the dictionary's language", () => {
    const { state } = aCheckout({ dictionary: es })
    const { hosted_method, hosted_about, is_a_lease, hosted_decides, free_to_choose } = es.texts.screens
    expect(state()).toMatchObject({ screen: { heading: inWords(hosted_method) }, focus: null })
    expect(state().screen.blocks).toEqual([
      { kind: "text", tone: "plain", text: inWords(hosted_about) },
      { kind: "points", points: [inWords(is_a_lease), inWords(hosted_decides), free_to_choose] },
    ])
    const { open_widget, other } = es.texts.buttons
    expect([labels(state()), store.calls()]).toEqual([[open_widget, other], []])
  })

  test("without a view, two starts read it once, and a failed read shows an error and can be repeated", async () => {
    store.on("GET", offline, intro)
    const { checkout, state } = aCheckout({ view: null })
    checkout.stop()
    checkout.start()
    expect(state().screen).toMatchObject({ step: "waiting", blocks: [{ kind: "waiting" }] })
    await flush()
    expect(store.calls()).toEqual(["GET"])
    expect(state()).toMatchObject({ problem: expect.stringContaining("could not reach"), focus: { on: "problem" } })
    expect(labels(state())).toEqual([buttons.retry])
    await checkout.press("check")
    expect(state()).toMatchObject({ screen: { step: "intro" }, problem: "" })
  })

  test("if the widget isn't allowed for the cart, the screen shows why, and checking again may change that", async () => {
    const { checkout, state, onOther } = aCheckout({ view: shut })
    expect(texts(state())).toEqual([closed.message])
    expect(labels(state())).toEqual([buttons.check, buttons.other])
    await checkout.press("check")
    expect(state()).toMatchObject({ screen: { step: "intro" }, focus: { on: "heading" } })
    await checkout.press("other")
    expect(onOther).toHaveBeenCalledTimes(1)
  })

  test("a lease that staff check first isn't sent to another way to pay", () => {
    const messages = [{ code: "lease_checking", params: {}, message: "We are checking your lease." }]
    const { state } = aCheckout({ view: { ...shut, messages } })
    expect([state().screen.heading, labels(state())]).toEqual([steps.checking, [buttons.check]])
  })

  test("an existing order is reported once", () => {
    const { checkout, onPlaced, state } = aCheckout({ view: placed })
    checkout.stop()
    checkout.start()
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    expect(state().screen.step).toBe("waiting")
  })
})

describe("hosted widget", () => {
  test("the widget opens, and its stages are announced without moving the focus out of it", async () => {
    const { heard, state } = await opened()
    const said = heard.map((each) => each.statusText).filter((words, at, all) => words !== all[at - 1])
    expect(said).toEqual(["", screens.hosted_opening, inWords(screens.hosted_open)])
    const { focus } = state()
    expect(focus).toEqual({ on: "heading" })
    await jest.advanceTimersByTimeAsync(14_999)
    expect(state().statusText).toBe(inWords(screens.hosted_open))
    await jest.advanceTimersByTimeAsync(1)
    expect(state().statusText).toBe(inWords(screens.hosted_silent))
    expect(labels(state())).toEqual([buttons.retry, buttons.other])
    expect(state().focus).toBe(focus)
    expect(state()).toMatchObject({ screen: { step: "waiting" }, card: "hidden" })
  })

  test("the widget opens once no matter how often its button is clicked, and a silent one is closed before another opens", async () => {
    const { checkout, state } = aCheckout()
    void checkout.press("start")
    await open({ checkout })
    expect([widget.opened, store.calls()]).toEqual([1, ["widget"]])
    await jest.advanceTimersByTimeAsync(15_000)
    await open({ checkout })
    expect(widget).toMatchObject({ opened: 2, closed: 1 })
    expect(state().statusText).toBe(inWords(screens.hosted_open))
  })

  test.each([
    ["", inWords(screens.hosted_method), inWords(screens.hosted_about), [buttons.open_widget, buttons.other], 1],
    ["APP_DENIED", steps.denied, inWords(codes.denied), [buttons.other], 0],
    ["APP_PENDING", steps.undecided, inWords(codes.pending), [buttons.open_widget, buttons.other], 0],
  ])("leaving the widget after the decision %j has its screen, without one the other methods", async (...row) => {
    const [status, heading, words, ways, others] = row
    const { state, onOther } = await opened()
    if (status) widget.heard.onApplicationSubmitResponse({ status })
    widget.heard.onCancel()
    await flush()
    expect(state()).toMatchObject({ screen: { heading }, focus: { on: "heading" }, problem: "", statusText: "" })
    expect([texts(state()), labels(state()), onOther.mock.calls.length]).toEqual([[words], ways, others])
  })

  test("a failed widget shows the reference, and opening it again clears the message", async () => {
    const all = await opened()
    widget.heard.onFailure({ message: "upstream 500" })
    await flush()
    const problem = inWords(codes.widget_failed, { reference: "L-1" })
    expect(all.state()).toMatchObject({ problem, focus: { on: "problem" }, screen: { step: "intro" } })
    await open(all)
    expect(all.state().problem).toBe("")
  })

  test.each([
    ["is shown after another read", "It is open elsewhere.", intro, { problem: "It is open elsewhere." }, []],
    ["isn't shown twice on the screen", closed.message, shut, { problem: "", focus: { on: "heading" } }, []],
    ["because of an existing order ends the checkout", "It is an order.", placed, {}, [["order_1"]]],
  ] as const)("a refusal of the store %s", async (_, message, view, shown, orders) => {
    store.on({ widget: refusal(403, "refused_here", message), GET: view })
    const { checkout, state, onPlaced } = aCheckout()
    await checkout.press("start")
    expect(state()).toMatchObject(shown)
    if (view === shut) expect(texts(state())).toEqual([closed.message])
    expect([store.calls(), onPlaced.mock.calls]).toEqual([["widget", "GET"], orders])
  })

  test("the widget doesn't open on a page without the card's inputs, and the developer gets the reason", async () => {
    document.body.innerHTML = ""
    const siteConfig = { cardNumber: "#number", cvv: "#cvv", name: "##" }
    store.on("widget", { ...aWidget(), config: { siteConfig } })
    const complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
    const { checkout, state } = aCheckout({ card: { clear: jest.fn() } })
    await checkout.press("start")
    expect([state().problem, widget.opened]).toEqual([codes.widget_fields, 0])
    expect(complaint.mock.calls.flat()).toEqual([
      "cardNumber: #number matches no element.",
      "cvv: #cvv matches no element.",
      "name: ## isn't a valid selector.",
    ])
    complaint.mockRestore()
  })

  test.each([
    ["widget_token", inWords(codes.widget_empty, { reference: "L-1" })],
    ["widget_late", "Late."],
    ["widget_other_cart", "Late."],
  ])("after a lease that the store didn't accept (%s), no second one is offered", async (code, words) => {
    store.on({ "widget-events": refusal(403, code, "Late."), GET: hosted({ reference: "L-1" }) })
    const { state } = await opened()
    await sign()
    expect(state()).toMatchObject({ problem: words, focus: { on: "problem" }, card: "hidden" })
    // The browser no longer asks before the page closes.
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true)
    expect([labels(state()), texts(state())]).toEqual([[], []])
  })

  test("a success without a card in the form can't be paid, and a success that is already an order ends the checkout", async () => {
    store.on("widget-events", kept, placed)
    const all = await opened()
    widget.heard.onSuccess(SUCCESS)
    await flush()
    expect(all.state()).toMatchObject({ problem: codes.widget_fields, card: "hidden" })
    expect(labels(all.state())).toEqual([buttons.open_widget])
    await open(all)
    await sign()
    expect(all.onPlaced.mock.calls).toEqual([["order_1"]])
  })
})

describe("virtual card", () => {
  test("a declined card can be tried once more, and the lease is kept", async () => {
    const { checkout, state, tokenize, pay, form } = await atCard()
    tokenize.mockResolvedValue(null)
    await checkout.press("place")
    expect(state()).toMatchObject({ problem: inWords(codes.card_declined), card: "shown", focus: { on: "problem" } })
    expect(labels(state())).toHaveLength(1)
    await checkout.press("place")
    expect([state().card, labels(state()), tokenize.mock.calls.length]).toEqual(["shown", [], 2])
    expect([pay.mock.calls, form.clear.mock.calls]).toEqual([[], []])
  })

  test("a provider without an answer doesn't count as a decline", async () => {
    const { checkout, state, tokenize } = await atCard()
    tokenize.mockRejectedValue(new Error("The provider is away."))
    for (const _ of ["once", "again", "once more"]) await checkout.press("place")
    expect(state()).toMatchObject({ problem: "The provider is away.", card: "shown" })
    expect([labels(state()).length, input().value]).toEqual([1, NUMBER])
  })

  test.each([
    ["the shop's words", new Error("The store is away."), "The store is away."],
    ["our words if the shop has none", undefined, codes.refused],
    ["our words if the shop's are no text", { message: { code: 7 } }, codes.refused],
    ["our words if the shop made a mistake", new ReferenceError("stripe is not defined"), codes.refused],
  ])("after a failed order, an accepted card keeps its token, and the error is in %s", async (_, error, problem) => {
    store.on("GET", kept)
    const { checkout, state, tokenize, pay, onPlaced } = await atCard()
    pay.mockRejectedValueOnce(error)
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined)
    await checkout.press("place")
    expect(state()).toMatchObject({ problem, card: "shown", focus: { on: "problem" } })
    await checkout.press("place")
    expect([tokenize.mock.calls.length, pay.mock.calls]).toEqual([1, [["tok_1"], ["tok_1"]]])
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    expect(logged.mock.calls.flat()).toEqual(error instanceof ReferenceError ? [error] : [])
    logged.mockRestore()
  })

  test("a page that is left keeps no card, and one that Back brings back reads where the lease stands", async () => {
    const { state, form } = await atCard()
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))
    expect([input().value, state().card, form.clear.mock.calls.length, texts(state())]).toEqual([
      "",
      "hidden",
      1,
      [screens.card_gone],
    ])
    store.on("GET", changed)
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
    await flush()
    expect(texts(state())).toEqual(["The cart has changed."])
  })

  test("if the payment's answer is lost, an order that the store has ends the checkout", async () => {
    const { checkout, state, pay, onPlaced } = await atCard()
    pay.mockRejectedValueOnce(offline)
    store.on("GET", placed)
    await checkout.press("place")
    expect([onPlaced.mock.calls, state().problem]).toEqual([[["order_1"]], ""])
  })

  test("a card issued for another cart can't pay until the cart is restored", async () => {
    store.on("widget-events", changed)
    expect(labels(aCheckout({ view: changed }).state())).toEqual([buttons.to_cart, buttons.check])
    const { checkout, state, onCart } = await atCard()
    expect([texts(state()), labels(state())]).toEqual([["The cart has changed."], [buttons.to_cart, buttons.check]])
    await checkout.press("toCart")
    expect(onCart).toHaveBeenCalledTimes(1)
    store.on("GET", changed, kept)
    const { focus } = state()
    await checkout.press("check")
    expect(state()).toMatchObject({ statusText: screens.nothing_new, problem: "" })
    expect(state().focus).toBe(focus)
    await checkout.press("check")
    expect(state()).toMatchObject({ statusText: "", card: "shown", focus: { on: "heading" } })
    expect(labels(state())).toEqual(["Pay $500.00 with the virtual card"])
  })

  test("if the card of a signed lease is gone from the page, the widget fills it in again, and no other method is offered", async () => {
    const all = aCheckout({ view: kept })
    const { state, onOther } = all
    expect(state()).toMatchObject({ card: "hidden", screen: { step: "card", heading: steps.card } })
    expect([texts(state()), labels(state())]).toEqual([[screens.card_gone], [buttons.open_widget]])
    await open(all)
    await jest.advanceTimersByTimeAsync(15_000)
    expect(labels(state())).toEqual([buttons.retry])
    widget.heard.onCancel()
    await flush()
    expect(state()).toMatchObject({ focus: { on: "heading" }, screen: { step: "card" } })
    expect(onOther).not.toHaveBeenCalled()
    await open(all)
    await sign()
    expect(state().card).toBe("shown")
  })
})

describe("leaving the hosted checkout", () => {
  test("leaving closes the widget and empties the card form, and shows nothing more", async () => {
    const { checkout, heard, form, onOther } = await opened()
    const before = heard.length
    checkout.stop()
    await flush()
    expect([widget.closed, form.clear.mock.calls.length]).toEqual([1, 1])
    expect([heard.length, onOther.mock.calls]).toEqual([before, []])
  })

  test("leaving while the card is being tokenized charges nothing, now or later", async () => {
    const all = await atCard()
    const { checkout, tokenize, pay, state } = all
    let accept = (_token: string) => {}
    tokenize.mockReturnValueOnce(new Promise((resolve) => (accept = resolve)))
    const paying = checkout.press("place")
    checkout.stop()
    accept("tok_old")
    await paying
    expect([pay.mock.calls, input().value]).toEqual([[], ""])
    checkout.start()
    expect(state()).toMatchObject({ problem: "", card: "hidden", focus: null, screen: { step: "card" } })
    await open(all)
    await sign()
    await checkout.press("place")
    expect(pay.mock.calls).toEqual([["tok_1"]])
  })

  test("leaving while the order is being placed doesn't lose the order", async () => {
    const { checkout, pay, onPlaced } = await atCard()
    let answer = (_id: string) => {}
    pay.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const paying = checkout.press("place")
    await flush()
    checkout.stop()
    answer("order_1")
    await paying
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
  })

  test("an error of the shop's own function rejects the click", async () => {
    const { checkout, onOther } = aCheckout()
    onOther.mockRejectedValue(new Error("mine"))
    await expect(checkout.press("other")).rejects.toThrow("mine")
  })
})

describe("the sales tax of a cart whose operator charges it", () => {
  const taxed = hosted({ sales_tax: { mode: "by_operator", total_changes: true } })
  const untaxed = hosted({ sales_tax: { mode: "by_operator", total_changes: false } })
  const chosen = () => store.sent.flatMap(({ body }) => (body as { chosen?: boolean } | undefined)?.chosen ?? [])

  test.each([null, taxed])(
    "it leaves the cart before the widget opens, and comes back with another method",
    async (view) => {
      store.on({ GET: taxed, choice: [untaxed, taxed] })
      const { checkout, onOther, onTotalChange, state } = aCheckout({ view })
      await flush()
      expect([chosen(), onTotalChange.mock.calls.length]).toEqual([[true], 1])
      const points = state().screen.blocks.flatMap((block) => (block.kind === "points" ? block.points : []))
      expect(points).toContain(inWords(en.texts.offer.tax_by_operator))
      await checkout.press("other")
      expect([chosen(), onTotalChange.mock.calls.length]).toEqual([[true, false], 2])
      expect(onOther).toHaveBeenCalledTimes(1)
    },
  )

  test("after another method, it leaves the cart again before the widget opens, so that the card's amount is right", async () => {
    store.on({ GET: taxed, choice: [untaxed, taxed, untaxed] })
    const { checkout, onTotalChange } = aCheckout({ view: taxed })
    await flush()
    await checkout.press("other")
    void checkout.press("start")
    await flush()
    expect([chosen(), onTotalChange.mock.calls.length]).toEqual([[true, false, true], 3])
    expect(store.calls().slice(-2)).toEqual(["choice", "widget"])
  })

  test("nothing is chosen if the widget isn't allowed for the cart", async () => {
    aCheckout({ view: { ...taxed, actions: { ...allowed, widget: closed } } })
    await flush()
    expect(store.calls()).toEqual([])
  })
})
