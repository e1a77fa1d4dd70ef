/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { loadWidget } from "../../../packages/storefront/src/hosted/load-widget"
import { type HostedLeaseOptions, startHostedLease } from "../../../packages/storefront/src/hosted/start-hosted-lease"
import { clientOf, fakeTransport } from "./fake-transport"
import { fakeWidget, SUCCESS, script, scriptLoaded, settle, widgetAnswer } from "./fake-widget"
import { aView, failure } from "./local-store"
import { offline, refusal } from "./moments"

const view = aView({ step: "card" })
const unavailable = { status: 503, body: undefined }
let scripts = 0
let store: ReturnType<typeof fakeTransport>
let widget: ReturnType<typeof fakeWidget>

const start = (more: Partial<HostedLeaseOptions> = {}) =>
  startHostedLease({ client: clientOf(store.transport), ...more })
/** What the store was told. */
const events = () => store.sent.filter(({ path }) => path.endsWith("/widget-events")).map(({ body }) => body)
const names = () => events().map((body) => (body as { event: string }).event)
/** Closes the page as a browser would: true where the browser asks the shopper first. */
const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }))

beforeEach(() => {
  jest.useFakeTimers()
  document.head.innerHTML = ""
  store = fakeTransport()
  store.on({ widget: widgetAnswer, "widget-events": view })
  widget = fakeWidget()
})
afterEach(() => jest.useRealTimers())

describe("widget script", () => {
  const load = (src: string) => loadWidget({ src, nonce: "n1", timeoutMs: 15_000 })

  it("the script is inserted once, no matter how often it is loaded", async () => {
    const src = "https://pay.test/once.js"
    const both = Promise.all([load(src), load(src)])
    expect(document.head.querySelectorAll("script")).toHaveLength(1)
    expect([script()?.src, script()?.nonce]).toEqual([src, "n1"])
    await scriptLoaded()
    await both
    await load(src)
    expect(document.head.querySelectorAll("script")).toHaveLength(1)
  })

  it.each([
    ["it is blocked", () => script()?.onerror?.(new Event("error"))],
    ["it is silent for 15 s", () => jest.advanceTimersByTime(15_000)],
  ])("the script is removed if %s, and the next call tries again", async (_, happen) => {
    const src = `https://pay.test/blocked-${++scripts}.js`
    const failed = failure(load(src))
    happen()
    expect(await failed).toMatchObject({ code: "widget_blocked", retryable: true, status: 0 })
    expect(script()).toBeNull()
    const again = load(src)
    await scriptLoaded()
    await expect(again).resolves.toBeUndefined()
  })
})

describe("card fields", () => {
  const withFields = (siteConfig: Record<string, string>, html: string) => {
    document.body.innerHTML = html
    store.on("widget", { ...widgetAnswer, config: { ...widgetAnswer.config, siteConfig } })
  }

  it("the widget opens only if the page has a field for the card number, and other missing fields are named", async () => {
    withFields({ cardNumber: "#number", cvv: "#cvv", name: "##" }, "")
    const error = await failure(start())
    expect(error).toMatchObject({ code: "widget_fields", retryable: false })
    const rules = error?.fields.map(({ field, rule }) => `${field} ${rule}`)
    expect(rules).toEqual(["cardNumber missing", "cvv missing", "name unreadable"])
    expect(error?.message).toContain("cvv: #cvv matches no element.")
    expect([script(), widget.opened]).toEqual([null, 0])
  })

  it("selectors work as in querySelector, and every field but the number may be missing or added later, with a warning", async () => {
    const warned = jest.spyOn(console, "warn").mockImplementation(() => undefined)
    const siteConfig = { cardNumber: ".number", cvv: "#cvv", zip: "##" }
    withFields(siteConfig, '<input class="number"><input class="number">')
    void start()
    await scriptLoaded()
    expect(widget.heard).toMatchObject({ siteConfig, merchant: "m1" })
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("cvv: #cvv matches no element."))
    warned.mockRestore()
  })
})

/** The widget, opened in a page, and what the page hears of it. */
async function opened(more: Partial<HostedLeaseOptions> = {}) {
  const stages: string[] = []
  const leaving = new AbortController()
  const ended = start({ signal: leaving.signal, onStage: (stage) => stages.push(stage), ...more })
  // Looked at later.
  ended.catch(() => undefined)
  await scriptLoaded()
  return { ended, stages, leave: () => leaving.abort(), callbacks: widget.heard }
}

/** The store's answer to the next event, which comes once it goes on. */
function held(): () => void {
  let goOn = (_: object) => {}
  store.on("widget-events", new Promise<object>((resolve) => (goOn = resolve)), view)
  return () => goOn(view)
}

describe("widget stages", () => {
  it("a script without its start function counts as blocked", async () => {
    Object.assign(globalThis, { Pay: undefined })
    const failed = failure(start())
    await scriptLoaded()
    expect(await failed).toMatchObject({ code: "widget_blocked", cause: expect.any(TypeError) })
  })

  it("a widget that has called back is never silent", async () => {
    const { callbacks, stages } = await opened()
    callbacks.onApplicationSubmitResponse({ status: "APP_PENDING" })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(stages).toEqual(["loading", "open"])
  })

  it.each([
    ["before a decision reports a cancellation", "APP_PENDING", ["onApplicationSubmitResponse", "onCancel"]],
    ["after an approval reports none, because there may be a lease", "APP_APPROVED", ["onApplicationSubmitResponse"]],
  ])("leaving the page %s", async (_, status, told) => {
    const { callbacks, leave } = await opened()
    callbacks.onApplicationSubmitResponse({ status, leaseId: "L1" })
    leave()
    await settle()
    expect(names()).toEqual(told)
  })
})

describe("widget callbacks", () => {
  it("callbacks are sent to the store in order, one at a time, with only the documented fields", async () => {
    const goOn = held()
    const { ended, callbacks, stages } = await opened()
    callbacks.onApplicationSubmitResponse({ leaseId: "L1", status: "APP_APPROVED", income: 4200 })
    callbacks.onApproved({ leaseId: "L1", card: "4242" })
    callbacks.onSuccess({ ...SUCCESS, cardNumber: "4242424242424242" })
    await settle()
    expect(names()).toEqual(["onApplicationSubmitResponse"])
    goOn()
    expect(await ended).toEqual({ type: "success", view })
    expect(events()).toEqual([
      { token: "t1", event: "onApplicationSubmitResponse", payload: { leaseId: "L1", status: "APP_APPROVED" } },
      { token: "t1", event: "onApproved", payload: { leaseId: "L1" } },
      { token: "t1", event: "onSuccess", payload: SUCCESS },
    ])
    expect(stages).toEqual(["loading", "open", "saving"])
  })

  it("losing any callback but the success delays nothing", async () => {
    store.on("widget-events", offline, view)
    const { ended, callbacks } = await opened()
    callbacks.onApproved({ leaseId: "L1" })
    callbacks.onSuccess(SUCCESS)
    expect(await ended).toMatchObject({ type: "success" })
    expect(names()).toEqual(["onApproved", "onSuccess"])
  })

  it("a success counts only once it's stored, however long that takes, and the page asks before it closes", async () => {
    store.on("widget-events", offline, refusal(400, "busy", "Wait."), unavailable, view)
    const { ended, callbacks } = await opened()
    expect(asksBeforeLeaving()).toBe(false)
    let end: unknown
    void ended.then((given) => (end = given))
    callbacks.onSuccess(SUCCESS)
    await settle()
    for (const [at, pause] of [1000, 2000, 4000].entries()) {
      expect([events().length, end, asksBeforeLeaving()]).toEqual([at + 1, undefined, true])
      await jest.advanceTimersByTimeAsync(pause)
    }
    expect([events().length, end, asksBeforeLeaving()]).toEqual([4, { type: "success", view }, false])
  })

  it("a refusal of a success ends the widget with that error, and the page no longer asks before it closes", async () => {
    store.on("widget-events", refusal(400, "widget_empty", "No card."))
    const { ended, callbacks } = await opened()
    callbacks.onSuccess(SUCCESS)
    expect(await failure(ended)).toMatchObject({ code: "widget_empty" })
    expect(asksBeforeLeaving()).toBe(false)
  })

  it.each([
    [{ message: "upstream 500" }, "upstream 500"],
    ["upstream 500", "upstream 500"],
    [undefined, ""],
  ])("a failure (%j) has the reference for shoppers and the message for developers", async (payload, message) => {
    const { ended, callbacks } = await opened()
    callbacks.onFailure(payload)
    expect(await ended).toEqual({ type: "failed", message, reference: "L-1" })
    expect(events().at(-1)).toEqual({ token: "t1", event: "onFailure", payload: { message } })
  })

  it("a success is stored even if a cancellation, a failure and the end of the page follow meanwhile", async () => {
    const goOn = held()
    const { ended, callbacks, leave } = await opened()
    callbacks.onSuccess(SUCCESS)
    callbacks.onCancel()
    callbacks.onFailure()
    leave()
    await settle()
    goOn()
    expect(await ended).toEqual({ type: "success", view })
    expect(names()).toEqual(["onSuccess"])
  })

  it("a decision is understood in lowercase, and an unknown one is passed on to the store", async () => {
    const { callbacks, ended } = await opened()
    for (const status of ["app_denied", "APP_MAYBE"]) callbacks.onApplicationSubmitResponse({ status, leaseId: "L1" })
    callbacks.onCancel({})
    expect(await ended).toEqual({ type: "canceled", decision: "APP_DENIED" })
    await settle()
    expect(names()).toEqual(["onApplicationSubmitResponse", "onApplicationSubmitResponse", "onCancel"])
  })
})
