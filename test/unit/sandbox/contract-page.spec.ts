import { type FaultSpec, signContract } from "lease-to-own-sandbox"
import { application, freshBench, item, type Json } from "./support"

const bench = freshBench()
const SHOP = "http://shop.test:8000"
const DONE = { text: "Post Process: Complete", success: true }
const CARD = { text: "Credit Card Collection" }
const LOADED = [
  { text: "Initialize: App loaded", success: true },
  { text: "Lease Summary loaded", success: true },
]
const UP_TO_SUBMIT = [
  ...LOADED,
  ...["Consent: Initial Payment", "Consent: Recurring Payment"].map((text) => ({ text })),
  ...["1 of 3", "2 of 3", "3 of 3", "All completed"].map((text) => ({ text: `Signature: ${text}` })),
]

/** An unsigned contract. */
async function contract(tag?: string, changes?: Json) {
  const id = await bench().withCart(tag, changes)
  return { id, url: await bench().esignUrl(id) }
}

/** The HTTP status of one step in the page. */
async function step(url: string, action: string, body: Json, more: Record<string, string> = {}): Promise<number> {
  const headers = { "content-type": "application/json", ...more }
  return (await fetch(`${url}/${action}`, { method: "POST", headers, body: JSON.stringify(body) })).status
}

it.each<[string, string | undefined, FaultSpec["fault"] | undefined, object[], boolean]>([
  ["no magic input", undefined, undefined, [DONE], true],
  ["the input carddeclined", "carddeclined", undefined, [CARD, DONE], true],
  ["the input cardfails", "cardfails", undefined, [CARD], false],
  ["the fault duplicate-done", undefined, "duplicate-done", [DONE, DONE], true],
  ["the fault done-false", undefined, "done-false", [{ ...DONE, success: false }], false],
])("with %s, the contract posts the reference's messages, and is paid or stays open", async (...row) => {
  const [, tag, fault, last, signed] = row
  const { id, url } = await contract(tag)
  if (fault) bench().sandbox.fault({ route: "frame", fault })
  expect(await signContract(url)).toMatchObject({ signed, messages: [...UP_TO_SUBMIT, ...last] })
  const paid = { state: "Contracts Received", firstPayment: "captured", isOkToDeliver: true }
  expect(bench().sandbox.lease(id)).toMatchObject(signed ? paid : { state: "Contracts" })
})

it("messages go to the page that opened the frame, even after a reload without a referrer, and otherwise nowhere", async () => {
  const { url } = await contract()
  expect((await signContract(url, { merchantOrigin: SHOP, upTo: "load" })).targetOrigin).toBe(SHOP)
  expect((await signContract(url)).targetOrigin).toBe(SHOP)
  expect((await signContract((await contract()).url)).targetOrigin).toBeNull()
})

it("only Submit finishes the contract, and each consent and signature before it counts once", async () => {
  const { id, url } = await contract()
  expect(await step(url, "signatures", { place: 1 })).toBe(409)
  for (const upTo of ["load", "consents"] as const) {
    await signContract(url, { upTo })
    expect(await step(url, "submit", {})).toBe(409)
  }
  await signContract(url, { upTo: "signatures" })
  expect((await signContract(url, { upTo: "signatures" })).messages).toEqual(LOADED)
  expect(bench().state(id)).toBe("Contracts")
  expect([await step(url, "submit", {}), await step(url, "submit", {})]).toEqual([200, 409])
  expect(bench().state(id)).toBe("Contracts Received")
})

it("steps from a page of another origin are refused", async () => {
  expect(await step((await contract()).url, "submit", {}, { origin: SHOP })).toBe(403)
})

it("the contract page can be framed, loads nothing from elsewhere, and shows reference, signer and amounts", async () => {
  const response = await fetch((await contract()).url)
  const csp = response.headers.get("content-security-policy") ?? ""
  const html = await response.text()
  expect(response.headers.get("x-frame-options")).toBeNull()
  expect(csp).toContain("frame-ancestors *")
  expect(csp).toContain("default-src 'none'")
  expect(html).not.toMatch(/(src|href)="\//)
  for (const text of ["R-1", "Robin Example", "$439.99", "$879.98", "$49.00", "$461.99"]) expect(html).toContain(text)
})

it("the contract page is in the application's language", async () => {
  const { json } = await bench().call("POST /application", { ...application(), languagePreference: "es" })
  const id = String(json.applicationId)
  await bench().record(id)
  const html = await (await fetch(await bench().esignUrl(id))).text()
  for (const text of ['<html lang="es">', "Usted paga hoy $49.00 y 26 pagos"]) expect(html).toContain(text)
  expect(html.replace(/<script[\s\S]*/, "")).not.toMatch(/Lease|Sign here|Submit|payment/)
})

it("the contract page escapes the cart's texts", async () => {
  const evil = '</script><img src=x onerror="alert(1)">'
  const { url } = await contract(undefined, { orderId: evil, items: [item({ description: evil })] })
  expect(await (await fetch(url)).text()).not.toContain("<img")
})
