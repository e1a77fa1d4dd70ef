import { contractEvent } from "../../../packages/storefront/src/client/contract-message"
import {
  type ContractEvent,
  type ContractFrame,
  type IgnoredMessage,
  type WatchOptions,
  watchContractFrame,
} from "../../../packages/storefront/src/index"

const ORIGIN = "https://sign.example.com"
const DONE = "Post Process: Complete"

/** A page with a frame, reduced to what the watcher uses. */
function aPage(options: Partial<WatchOptions> = {}) {
  const page = new EventTarget()
  const contentWindow = {}
  const iframe = { contentWindow: contentWindow as object | null, ownerDocument: { defaultView: page } }
  const events: ContractEvent[] = []
  const ignored: IgnoredMessage[] = []
  const stop = watchContractFrame(iframe as unknown as ContractFrame, {
    origins: [ORIGIN],
    onEvent: (event) => events.push(event),
    onIgnoredMessage: (message) => ignored.push(message),
    ...options,
  })
  const post = (data: unknown, changes: { origin?: string; source?: object | null } = {}) =>
    page.dispatchEvent(Object.assign(new Event("message"), { data, origin: ORIGIN, source: contentWindow, ...changes }))
  return { iframe, events, ignored, stop, post }
}

const reasons = (ignored: IgnoredMessage[]) => ignored.map(({ reason }) => reason)

describe("accepted senders", () => {
  test.each([
    ...["https://evil.example.com", "https://sign.example.com.evil.com", "http://sign.example.com"],
    ...["https://sign.example.com:8443", "null", ""],
  ])("messages from the origin %j are ignored", (origin) => {
    const { events, ignored, post } = aPage()
    post(DONE, { origin })
    expect([events, ignored]).toEqual([[], [{ reason: "origin", origin }]])
  })

  test.each(["*", "null"])("no message is accepted if the allowed origin is %j", (origin) => {
    const { events, post } = aPage({ origins: [origin] })
    post(DONE)
    post(DONE, { origin: "null" })
    expect(events).toEqual([])
  })

  test("messages are ignored from another window of the right origin, and without a source once the frame is gone", () => {
    const { iframe, events, ignored, post } = aPage()
    post(DONE, { source: {} })
    expect([events, reasons(ignored)]).toEqual([[], ["window"]])
    iframe.contentWindow = null
    post(DONE, { source: null })
    expect(events).toEqual([])
  })
})

describe("message formats", () => {
  test.each([
    ["a bare text", DONE],
    ["a text of exactly 2 kB", DONE.padEnd(2048)],
    ["text with spaces and in another case", `  ${DONE.toUpperCase()} `],
    ...["text", "message", "event", "name", "type"].map((name): [string, object] => [
      `an object with ${name}`,
      { [name]: DONE },
    ]),
    ["the first text of several", { text: DONE, type: "lease", success: true }],
    ["the next property if one has no text", { text: 7, message: DONE }],
    ["a text with a success that is no word", { text: DONE, success: { toString: 1 } }],
    ["a text that is JSON", JSON.stringify({ text: DONE, success: true })],
  ])("a message can be %s", (_, data) => {
    const { events, post } = aPage()
    post(data)
    expect(events).toEqual([{ type: "done" }])
  })

  test.each<[string, unknown, string?]>([
    ["null", null],
    ["a number", 7],
    ["an empty text", " "],
    ["an object without text", { ok: true }],
    ["an array", [DONE]],
    ["a text over 2 kB", DONE.padEnd(2049)],
    ["a text over 2 kB in few characters", "é".repeat(1025)],
    ["a text over 2 kB in an object", { text: DONE.padEnd(2049) }],
    ["JSON over 2 kB", JSON.stringify({ text: DONE, more: "x".repeat(2048) })],
    ["an unknown text", "Theme: Changed", "unknown"],
    ["broken JSON", "{ broken", "unknown"],
    ["a signature without numbers", "Signature: many of 3", "unknown"],
  ])("a message can't be %s", (_, data, reason = "unreadable") => {
    const { events, ignored, post } = aPage()
    post(data)
    expect([events, reasons(ignored)]).toEqual([[], [reason]])
  })
})

describe("meanings of messages (reference 11)", () => {
  test.each<[string, boolean | undefined, ContractEvent]>([
    ["Initialize: App loaded", true, { type: "started" }],
    ["Initialize: App loaded", false, { type: "failed", at: "loading" }],
    ["Lease Summary loaded", true, { type: "visible" }],
    ["Lease Summary loaded", false, { type: "failed", at: "loading" }],
    ["Consent: Initial Payment", undefined, { type: "consent", consent: "Initial Payment" }],
    ["Signature: 2 of 3", undefined, { type: "signature", signed: 2, of: 3 }],
    ["Signature: All completed", undefined, { type: "all_signed" }],
    ["Credit Card Collection", undefined, { type: "card" }],
    ["Post Process: Complete", undefined, { type: "done" }],
    ["Post Process: Complete", true, { type: "done" }],
    ["Post Process: Complete", false, { type: "failed", at: "payment" }],
  ])('the message "%s" with success %s has the meaning of reference 11', (text, success, event) => {
    expect(contractEvent({ text, success })).toEqual(event)
  })

  test("done is reported once, and a failed payment doesn't count as done", () => {
    const { events, post } = aPage()
    for (const success of [false, true, true]) post({ text: DONE, success })
    expect(events.map(({ type }) => type)).toEqual(["failed", "done"])
  })

  test("the store's own map gets only accepted messages, and can replace the default table or leave a message to it", () => {
    const asked: string[] = []
    const map: WatchOptions["map"] = ({ text }) => {
      asked.push(text)
      return text === "fertig" ? { type: "done" } : text === "Credit Card Collection" ? null : undefined
    }
    const { events, post } = aPage({ map })
    post("forged", { origin: "https://evil.example.com" })
    post("forged", { source: {} })
    const accepted = ["Credit Card Collection", "Signature: All completed", "fertig"]
    for (const text of accepted) post(text)
    expect([events, asked]).toEqual([[{ type: "all_signed" }, { type: "done" }], accepted])
  })
})
