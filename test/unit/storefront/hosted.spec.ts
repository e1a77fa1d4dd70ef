/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { en } from "../../../packages/storefront/src/en"
import {
  aCheckout,
  aWidget,
  closePage,
  flush,
  input,
  kept,
  NUMBER,
  open,
  opened,
  openPage,
  SUCCESS,
  script,
  store,
  widget,
} from "./hosted-page"
import { offline, refusal } from "./moments"

/** Loading the widget's script, and sending its callbacks to the store. Its screens are in `hosted-checkout.spec.ts`. */
const { codes } = en.texts
const BLOCKED = "The application could not be opened. Try again or choose another payment method."

beforeEach(openPage)
afterEach(closePage)

const events = () => store.sent.filter(({ path }) => path.endsWith("/widget-events")).map(({ body }) => body)
const names = () => events().map((body) => (body as { event: string }).event)
/** Closes the page as a browser would. True if the browser asks the shopper first. */
const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }))

describe("widget script", () => {
  it("the script is inserted once, with the page's nonce, no matter how often the widget is opened", async () => {
    const all = await opened()
    await jest.advanceTimersByTimeAsync(15_000)
    await open(all)
    expect([widget.opened, document.head.querySelectorAll("script").length]).toEqual([2, 1])
    expect(script()?.nonce).toBe("n1")
  })

  it.each([
    ["is blocked", () => script()?.onerror?.(new Event("error"))],
    ["is silent for 15 s", () => jest.advanceTimersByTime(15_000)],
  ])("a script that %s is removed, and opening again loads it again", async (_, happen) => {
    const { checkout, state } = aCheckout()
    void checkout.press("start")
    await flush()
    happen()
    await flush()
    expect([state().problem, script()]).toEqual([BLOCKED, null])
    await open({ checkout })
    expect(widget.opened).toBe(1)
  })

  it("a script without its start function counts as blocked", async () => {
    Object.assign(globalThis, { Pay: undefined })
    const { state } = await opened()
    expect(state().problem).toBe(BLOCKED)
  })
})

it("selectors work as in querySelector, and every field but the number may be missing or added later, with a warning", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => undefined)
  document.body.innerHTML = '<input class="number"><input class="number">'
  const siteConfig = { cardNumber: ".number", cvv: "#cvv", zip: "##" }
  store.on("widget", { ...aWidget(), config: { merchant: "m1", siteConfig } })
  await opened()
  expect(widget.heard).toMatchObject({ siteConfig, merchant: "m1" })
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("cvv: #cvv matches no element."))
  warned.mockRestore()
})

describe("widget callbacks", () => {
  /** Holds the store's answer to the next event until the returned function is called. */
  function held(): () => void {
    let goOn = (_: object) => {}
    store.on("widget-events", new Promise<object>((resolve) => (goOn = resolve)), kept)
    return () => goOn(kept)
  }

  it("callbacks are sent to the store in order, one at a time, with only the documented fields", async () => {
    const goOn = held()
    await opened()
    widget.heard.onApplicationSubmitResponse({ leaseId: "L1", status: "APP_APPROVED", income: 4200 })
    widget.heard.onApproved({ leaseId: "L1", card: "4242" })
    widget.heard.onSuccess({ ...SUCCESS, cardNumber: NUMBER })
    await flush()
    expect(names()).toEqual(["onApplicationSubmitResponse"])
    goOn()
    await flush()
    expect(events()).toEqual([
      { token: "t1", event: "onApplicationSubmitResponse", payload: { leaseId: "L1", status: "APP_APPROVED" } },
      { token: "t1", event: "onApproved", payload: { leaseId: "L1" } },
      { token: "t1", event: "onSuccess", payload: SUCCESS },
    ])
  })

  it("a widget that has called back is never silent", async () => {
    const { state } = await opened()
    widget.heard.onApproved({ leaseId: "L1" })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(state().screen.buttons).toEqual([])
  })

  it("losing any callback but the success delays nothing", async () => {
    store.on("widget-events", offline, kept)
    const { state } = await opened()
    widget.heard.onApproved({ leaseId: "L1" })
    widget.heard.onSuccess(SUCCESS)
    await flush()
    expect([names(), state().screen.step]).toEqual([["onApproved", "onSuccess"], "card"])
  })

  it("a success counts only once it's stored, however long that takes, and the page asks before it closes", async () => {
    store.on("widget-events", offline, refusal(400, "busy", "Wait."), { status: 503, body: undefined }, kept)
    const { state } = await opened()
    expect(asksBeforeLeaving()).toBe(false)
    input().value = NUMBER
    widget.heard.onSuccess(SUCCESS)
    await flush()
    for (const [at, pause] of [1000, 2000, 4000].entries()) {
      expect([events().length, state().card, asksBeforeLeaving()]).toEqual([at + 1, "hidden", true])
      expect(state()).toMatchObject({ statusText: codes.widget_saving, screen: { buttons: [] } })
      await jest.advanceTimersByTimeAsync(pause)
    }
    expect([events().length, asksBeforeLeaving()]).toEqual([4, false])
    expect(state()).toMatchObject({ statusText: "", card: "shown", screen: { step: "card" } })
  })

  it.each([
    [{ message: "upstream 500" }, "upstream 500"],
    ["upstream 500", "upstream 500"],
    ...[undefined, null, 500, {}, { message: { text: "upstream 500" } }, { message: 500 }].map(
      (given): [unknown, string] => [given, ""],
    ),
  ])("the store gets the message of a failure (%j) for developers", async (payload, message) => {
    await opened()
    widget.heard.onFailure(payload)
    await flush()
    expect(events()).toEqual([{ token: "t1", event: "onFailure", payload: { message } }])
  })

  it("a success is stored even if a cancellation, a failure and the end of the page follow meanwhile", async () => {
    const goOn = held()
    const { checkout } = await opened()
    widget.heard.onSuccess(SUCCESS)
    widget.heard.onCancel()
    widget.heard.onFailure()
    checkout.stop()
    goOn()
    await flush()
    expect(names()).toEqual(["onSuccess"])
  })

  it("a decision is understood in lowercase, and an unknown one is passed on to the store", async () => {
    const { state } = await opened()
    for (const status of ["app_denied", "APP_MAYBE"])
      widget.heard.onApplicationSubmitResponse({ status, leaseId: "L1" })
    widget.heard.onCancel({})
    await flush()
    expect(state().screen.step).toBe("denied")
    expect(names()).toEqual(["onApplicationSubmitResponse", "onApplicationSubmitResponse", "onCancel"])
  })

  it.each([
    ["before a decision reports a cancellation", "APP_PENDING", ["onApplicationSubmitResponse", "onCancel"]],
    ["after an approval reports none, because there may be a lease", "APP_APPROVED", ["onApplicationSubmitResponse"]],
  ])("leaving the page %s", async (_, status, told) => {
    const { checkout } = await opened()
    widget.heard.onApplicationSubmitResponse({ status, leaseId: "L1" })
    checkout.stop()
    await flush()
    expect(names()).toEqual(told)
  })
})
