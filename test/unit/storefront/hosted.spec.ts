/** @jest-environment jsdom */
import { type HostedLeaseOptions, loadWidget, startHostedLease } from "../../../packages/storefront/src/hosted"
import {
  LeaseError,
  type LeaseView,
  type WidgetAnswer,
  type WidgetEventBody,
} from "../../../packages/storefront/src/index"
import { failure } from "./local-store"

type Callbacks = Record<WidgetEventBody["event"], (payload?: unknown) => void>
type Start = { callbacks: Callbacks; config: Record<string, unknown> }

const SUCCESS = { id: "L1", deliveryConfirmationUrl: "https://pay.test/d", orderConfirmationUrl: "https://pay.test/o" }
const view = { step: "card" } as LeaseView
let scripts = 0

/** A page with a card form, a store that answers what a test lays down, and a widget that does what a test says. */
function aPage({
  siteConfig = { cardNumber: "#number" } as Record<string, string>,
  html = '<input id="number">',
} = {}) {
  document.body.innerHTML = html
  const events: WidgetEventBody[] = []
  const answers: (LeaseError | "held")[] = []
  let goOn = () => {}
  const client = {
    widget: async (): Promise<WidgetAnswer> => ({
      token: "t1",
      scriptUrl: `https://pay.test/widget-${++scripts}.js`,
      startFunction: "Pay.open",
      config: { cart: { deliveryCost: 0, deliveryCostSalesTax: 0, items: [] }, siteConfig, merchant: "m1" },
      reference: "LTO-1",
    }),
    widgetEvent: async (event: WidgetEventBody) => {
      events.push(event)
      const answer = answers.shift()
      if (answer instanceof LeaseError) throw answer
      if (answer === "held") await new Promise<void>((resolve) => (goOn = resolve))
      return view
    },
  }
  let opened: (start: Start) => void = () => {}
  const start = new Promise<Start>((resolve) => (opened = resolve))
  const closed: string[] = []
  const open = function (this: unknown, config: Record<string, unknown>) {
    if (this !== (globalThis as { Pay?: unknown }).Pay) throw new Error("called without its owner")
    opened({ callbacks: config as Callbacks, config })
    return { close: () => closed.push("closed") }
  }
  Object.assign(globalThis, { Pay: { open } })
  return { client, events, answers, start, closed, goOn: () => goOn(), names: () => events.map(({ event }) => event) }
}
const refusal = (code: string, status: number, retryable: boolean) =>
  new LeaseError({ code, message: code, status, retryable })
const script = () => document.head.querySelector<HTMLScriptElement>("script:last-of-type")
/** The browser has loaded the script that was asked for. */
async function load(): Promise<void> {
  await settle()
  script()?.onload?.(new Event("load"))
  await settle()
}
const settle = () => jest.advanceTimersByTimeAsync(0)
/** Closes the page as a browser would: true where the browser asks the shopper first. */
const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }))

beforeEach(() => {
  jest.useFakeTimers()
  document.head.innerHTML = ""
})
afterEach(() => jest.useRealTimers())

describe("the script", () => {
  it("is put in once, however often it is asked for", async () => {
    const src = "https://pay.test/once.js"
    const both = Promise.all([loadWidget({ src, nonce: "n1" }), loadWidget({ src })])
    expect(document.head.querySelectorAll("script")).toHaveLength(1)
    expect([script()?.src, script()?.nonce]).toEqual([src, "n1"])
    await load()
    await both
    await loadWidget({ src })
    expect(document.head.querySelectorAll("script")).toHaveLength(1)
  })

  it.each([
    ["it is blocked", () => script()?.onerror?.(new Event("error"))],
    ["it is silent for 15 s", () => jest.advanceTimersByTime(15_000)],
  ])("is taken out when %s, and tried again by the next call", async (_, happen) => {
    const src = `https://pay.test/blocked-${++scripts}.js`
    const failed = failure(loadWidget({ src }))
    happen()
    expect(await failed).toMatchObject({ code: "widget_blocked", retryable: true, status: 0 })
    expect(script()).toBeNull()
    const again = loadWidget({ src })
    await load()
    await expect(again).resolves.toBeUndefined()
  })
})

describe("the card's fields", () => {
  it("are looked for before anything opens: without the card's number nothing does, and what does not match is named", async () => {
    const siteConfig = { cardNumber: "#number", cvv: "#cvv", name: "##" }
    const { client } = aPage({ siteConfig, html: "" })
    const error = await failure(startHostedLease({ client }))
    expect(error).toMatchObject({ code: "widget_fields", retryable: false })
    expect(error?.fields.map(({ field, rule }) => [field, rule])).toEqual([
      ["cardNumber", "missing"],
      ["cvv", "missing"],
      ["name", "unreadable"],
    ])
    expect(error?.message).toContain("cvv: #cvv matches no element.")
    expect(script()).toBeNull()
  })

  it("work as querySelector, and all but the number may be missing or come later: a warning, no refusal", async () => {
    const warned = jest.spyOn(console, "warn").mockImplementation(() => undefined)
    const siteConfig = { cardNumber: ".number", cvv: "#cvv", zip: "##" }
    const { client, start } = aPage({ siteConfig, html: '<input class="number"><input class="number">' })
    startHostedLease({ client })
    await load()
    expect((await start).config.siteConfig).toEqual(siteConfig)
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("cvv: #cvv matches no element."))
    warned.mockRestore()
  })
})

/** The widget, opened in a page, and what the page hears of it. */
async function opened(page = aPage(), more: Partial<HostedLeaseOptions> = {}) {
  const stages: string[] = []
  const leaving = new AbortController()
  const { client } = page
  const ended = startHostedLease({ client, signal: leaving.signal, onStage: (stage) => stages.push(stage), ...more })
  // Looked at later.
  ended.catch(() => undefined)
  await load()
  return { ...page, ended, stages, leave: () => leaving.abort(), ...(await page.start) }
}

describe("the widget", () => {
  it("gets the store's configuration with the five callbacks", async () => {
    const { config } = await opened()
    const callbacks = ["onApplicationSubmitResponse", "onApproved", "onCancel", "onFailure", "onSuccess"]
    expect(Object.keys(config).sort()).toEqual(["cart", "merchant", ...callbacks, "siteConfig"])
  })

  it("without its start function counts as blocked", async () => {
    const { client } = aPage()
    Object.assign(globalThis, { Pay: undefined })
    const failed = failure(startHostedLease({ client }))
    await load()
    expect(await failed).toMatchObject({ code: "widget_blocked", cause: expect.any(TypeError) })
  })

  it("that says nothing for 15 s stays open until the page is left, and the page hears of it, to offer a way out", async () => {
    const { stages, closed, names, ended, leave } = await opened()
    await jest.advanceTimersByTimeAsync(14_999)
    expect(stages).toEqual(["loading", "open"])
    await jest.advanceTimersByTimeAsync(1)
    expect([stages, closed]).toEqual([["loading", "open", "silent"], []])
    leave()
    expect([await ended, closed]).toEqual([{ type: "cancelled", decision: null }, ["closed"]])
    await settle()
    expect(names()).toEqual(["onCancel"])
  })

  it("that has said something is silent no more", async () => {
    const { callbacks, stages } = await opened()
    callbacks.onApplicationSubmitResponse({ status: "APP_PENDING" })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(stages).toEqual(["loading", "open"])
  })

  it("is not told to be left after an approval, when the page is: its lease may be made", async () => {
    const { callbacks, leave, names } = await opened()
    callbacks.onApplicationSubmitResponse({ status: "APP_APPROVED", leaseId: "L1" })
    leave()
    await settle()
    expect(names()).toEqual(["onApplicationSubmitResponse"])
  })
})

describe("what the widget says", () => {
  it("is told to the store in order, one after the other, without what else a widget adds", async () => {
    const page = aPage()
    page.answers.push("held")
    const { ended, callbacks, stages } = await opened(page)
    callbacks.onApplicationSubmitResponse({ leaseId: "L1", status: "APP_APPROVED", income: 4200 })
    callbacks.onApproved({ leaseId: "L1", card: "4242" })
    callbacks.onSuccess({ ...SUCCESS, cardNumber: "4242424242424242" })
    await settle()
    expect(page.names()).toEqual(["onApplicationSubmitResponse"])
    page.goOn()
    expect(await ended).toEqual({ type: "success", view })
    expect(page.events).toEqual([
      { token: "t1", event: "onApplicationSubmitResponse", payload: { leaseId: "L1", status: "APP_APPROVED" } },
      { token: "t1", event: "onApproved", payload: { leaseId: "L1" } },
      { token: "t1", event: "onSuccess", payload: SUCCESS },
    ])
    expect(stages).toEqual(["loading", "open", "saving"])
  })

  it("is history only, unless it is the success: a lost event holds nothing up", async () => {
    const page = aPage()
    page.answers.push(refusal("store_unreachable", 0, true))
    const { ended, callbacks } = await opened(page)
    callbacks.onApproved({ leaseId: "L1" })
    callbacks.onSuccess(SUCCESS)
    expect(await ended).toMatchObject({ type: "success" })
    expect(page.names()).toEqual(["onApproved", "onSuccess"])
  })

  it("is stored before the success counts, however often that takes, and the page asks before it closes", async () => {
    const page = aPage()
    const away = refusal("store_unreachable", 0, true)
    page.answers.push(away, refusal("busy", 400, false), refusal("store_unreachable", 503, true))
    const { ended, callbacks } = await opened(page)
    expect(asksBeforeLeaving()).toBe(false)
    let end: unknown
    void ended.then((given) => (end = given))
    callbacks.onSuccess(SUCCESS)
    await settle()
    for (const [at, pause] of [1000, 2000, 4000].entries()) {
      expect([page.events.length, end, asksBeforeLeaving()]).toEqual([at + 1, undefined, true])
      await jest.advanceTimersByTimeAsync(pause)
    }
    expect([page.events.length, end, asksBeforeLeaving()]).toEqual([4, { type: "success", view }, false])
  })

  it("ends with the store's refusal when it is a no", async () => {
    const page = aPage()
    page.answers.push(refusal("widget_empty", 400, false))
    const { ended, callbacks } = await opened(page)
    callbacks.onSuccess(SUCCESS)
    expect(await failure(ended)).toMatchObject({ code: "widget_empty" })
    expect(asksBeforeLeaving()).toBe(false)
  })

  it("is a leave when it is canceled, with the decision that was made", async () => {
    const { ended, callbacks, names } = await opened()
    callbacks.onApplicationSubmitResponse({ status: "APP_DENIED" })
    callbacks.onCancel()
    expect(await ended).toEqual({ type: "cancelled", decision: "APP_DENIED" })
    await settle()
    expect(names()).toEqual(["onApplicationSubmitResponse", "onCancel"])
  })

  it.each([
    [{ message: "upstream 500" }, "upstream 500"],
    ["upstream 500", "upstream 500"],
    [undefined, ""],
  ])("is a failure (%j) with the reference for people and the message for developers", async (payload, message) => {
    const { ended, callbacks, events } = await opened()
    callbacks.onFailure(payload)
    expect(await ended).toEqual({ type: "failed", message, reference: "LTO-1" })
    expect(events.at(-1)).toEqual({ token: "t1", event: "onFailure", payload: { message } })
  })

  it.each<["onCancel" | "onFailure" | "leave"]>([["onCancel"], ["onFailure"], ["leave"]])(
    "is a success all the same when %s follows while that is stored",
    async (after) => {
      const page = aPage()
      page.answers.push("held")
      const { ended, callbacks, leave } = await opened(page)
      callbacks.onSuccess(SUCCESS)
      if (after === "leave") leave()
      else callbacks[after]()
      await settle()
      page.goOn()
      expect(await ended).toEqual({ type: "success", view })
      expect(page.names()).toEqual(["onSuccess"])
    },
  )

  it("hears a decision in small letters, and tells the store of a word that it does not know", async () => {
    const decisions: string[] = []
    const onDecision = (decision: string) => void decisions.push(decision)
    const { callbacks, names } = await opened(aPage(), { onDecision })
    for (const status of ["app_approved", "APP_MAYBE"]) callbacks.onApplicationSubmitResponse({ status, leaseId: "L1" })
    await settle()
    expect(decisions).toEqual(["APP_APPROVED"])
    expect(names()).toEqual(["onApplicationSubmitResponse", "onApplicationSubmitResponse"])
  })
})
