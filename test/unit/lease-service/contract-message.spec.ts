import { parseContractMessage } from "../../../src/lease-service"
import { toWire } from "../../../src/lease-service/wire-defaults"

describe("texts (reference 11)", () => {
  it.each([
    ["Initialize: App loaded", { kind: "loaded" }],
    ["Initialize: Lease Summary loaded", { kind: "summary" }],
    ["Lease Summary loaded", { kind: "summary" }],
    ["Consent: Initial Payment", { kind: "consent", consent: "initial_payment" }],
    ["Consent: Recurring Payment", { kind: "consent", consent: "recurring_payment" }],
    ["Consent: Refundable Lease Deposit", { kind: "consent", consent: "deposit" }],
    ["Signature: 2 of 3", { kind: "signature", signed: 2, of: 3 }],
    ["Signature: All completed", { kind: "all_signed" }],
    ["Credit Card Collection", { kind: "card_declined" }],
    ["Post Process: Complete", { kind: "done" }],
    ["  post process:  COMPLETE ", { kind: "done" }],
    ["Post Process: Completed", { kind: "other" }],
    ["constructor", { kind: "other" }],
    ["", { kind: "other" }],
  ])("%j", (text, message) => expect(parseContractMessage(text)).toEqual(message))
})

describe("payloads", () => {
  it.each(["text", "message", "event", "name", "type"])("an object may hold its text in %s", (key) => {
    expect(parseContractMessage({ [key]: "Signature: All completed" })).toEqual({ kind: "all_signed" })
  })
  it("the first text property counts", () => {
    expect(parseContractMessage({ type: "x", text: "Signature: All completed" })).toEqual({ kind: "all_signed" })
  })
  it("text that is a JSON object is parsed first", () => {
    expect(parseContractMessage('{"text":"Post Process: Complete","success":true}')).toEqual({ kind: "done" })
  })
  it.each([undefined, null, 7, [], {}, { text: 7 }, "{broken", "{}", () => 1])("%p is ignored", (data) => {
    expect(parseContractMessage(data)).toEqual({ kind: "other" })
  })
  it.each([false, "false"])("done with success %j is a failed payment", (success) => {
    expect(parseContractMessage({ text: "Post Process: Complete", success })).toEqual({ kind: "payment_failed" })
  })
  it("loading with success false failed", () => {
    expect(parseContractMessage({ text: "Initialize: App loaded", success: false })).toEqual({ kind: "load_failed" })
  })
  it("a signature has no success to fail", () => {
    expect(parseContractMessage({ text: "Signature: 1 of 3", success: false })).toMatchObject({ kind: "signature" })
  })
})

describe("option wire", () => {
  const wire = toWire({ doneMessage: "All Done", messageTextKeys: ["say"] })
  it("tells another text for done", () => expect(parseContractMessage("all done", wire)).toEqual({ kind: "done" }))
  it("tells where the text is", () => expect(parseContractMessage({ say: "All Done" }, wire)).toEqual({ kind: "done" }))
})
