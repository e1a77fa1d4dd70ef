/** @jest-environment jsdom */
import { widgetScript } from "../../../packages/sandbox/src/widget-script"

const ORIGIN = "http://127.0.0.1:4011"
const CARD = { cardNumber: "4242424242424242", cvv: "123", state: "TX", city: "Austin" }

type Start = (config: object) => { close: () => void }

/** Opens the widget in a merchant's page. `say` posts messages as the widget's frame. */
function opened(html: string, config: object) {
  document.body.innerHTML = html
  Object.defineProperty(document, "currentScript", { configurable: true, value: { src: `${ORIGIN}/widget.js` } })
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
  const script = document.createElement("script")
  script.text = widgetScript
  document.head.append(script)
  const widget = (window as unknown as { startLeaseCheckout: Start }).startLeaseCheckout(config)
  const frame = document.querySelector("iframe")
  const say = (data: object, from: { origin?: string; source?: Window | null } = {}) =>
    dispatchEvent(new MessageEvent("message", { data, origin: ORIGIN, source: frame?.contentWindow ?? null, ...from }))
  return { widget, say }
}
const succeed = { type: "success", card: CARD, success: { id: "L1" }, token: "t1" }
const filled = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.value
const isOpen = () => document.querySelector("dialog") !== null

let warned: string[]
beforeEach(() => {
  warned = []
  jest.spyOn(console, "warn").mockImplementation((text) => void warned.push(text))
  jest.spyOn(console, "error").mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

it("the script fills inputs, and selects by value or label, and fires input and change", () => {
  const html = `<input id="n"><select id="s"><option value="TX">Texas</option><option value="CA">California</option></select>
      <select id="c"><option value="1">Dallas</option><option value="2">Austin</option></select>`
  const heard: string[] = []
  for (const type of ["input", "change"])
    addEventListener(type, ({ target }) => heard.push(`${type} ${(target as Element).id}`))
  const { say } = opened(html, { siteConfig: { cardNumber: "#n", state: "#s", city: "#c" } })
  say(succeed)
  expect([filled("#n"), filled("#s"), filled("#c")]).toEqual([CARD.cardNumber, "TX", "2"])
  expect(heard).toEqual(["input n", "change n", "input s", "change s", "input c", "change c"])
})

it("the script skips fields that the page lacks, with a warning, and fills the rest", () => {
  const siteConfig = { cardNumber: "#none", cvv: "##", state: "#s", city: "#n", pin: "#n" }
  const { say } = opened('<input id="n"><select id="s"><option>CA</option></select>', { siteConfig })
  say(succeed)
  expect(filled("#n")).toBe("Austin")
  expect(warned.map((text) => /for (\w+)\./.exec(text)?.[1])).toEqual(["cardNumber", "cvv", "state", "pin"])
})

it("the script continues if a callback throws, and ends once", () => {
  const heard: string[] = []
  const { say, widget } = opened("", {
    onApplicationSubmitResponse: () => {
      throw new Error("the merchant's")
    },
    onApproved: () => heard.push("onApproved"),
    onSuccess: () => heard.push("onSuccess"),
    onCancel: () => heard.push("onCancel"),
  })
  say({ type: "response", payload: { status: "APP_APPROVED", leaseId: "L1" } })
  say(succeed)
  say({ type: "failure", message: "late" })
  widget.close()
  expect(heard).toEqual(["onApproved", "onSuccess"])
  expect(isOpen()).toBe(false)
})

it("the script accepts messages only from its own frame", () => {
  const heard: unknown[] = []
  const { say, widget } = opened("", { onSuccess: (payload: unknown) => heard.push(payload) })
  say(succeed, { origin: "http://evil.test" })
  say(succeed, { source: window })
  expect([heard, isOpen()]).toEqual([[], true])
  widget.close()
})

it("the widget fails if its page is silent for 15 s", () => {
  jest.useFakeTimers()
  const heard: unknown[] = []
  opened("", { onFailure: (failure: unknown) => heard.push(failure) })
  jest.advanceTimersByTime(15_000)
  jest.useRealTimers()
  expect(heard).toEqual([{ message: "The application did not load." }])
})

it.each([
  ["es-MX", "es", "Solicitud de arrendamiento con opción a compra", "Cancelar"],
  ["fr-FR", "en", "Lease-to-own application", "Cancel"],
])("the overlay and its page are in the browser's language: %s", (browser, language, title, cancel) => {
  jest.spyOn(navigator, "language", "get").mockReturnValue(browser)
  const { widget } = opened("", {})
  const dialog = document.querySelector("dialog")
  const frame = dialog?.querySelector("iframe")
  expect([dialog?.lang, dialog?.getAttribute("aria-label"), frame?.title]).toEqual([language, title, title])
  expect(dialog?.querySelector("button")?.textContent).toBe(cancel)
  expect(frame?.src).toBe(`${ORIGIN}/widget/page?language=${language}`)
  widget.close()
})
