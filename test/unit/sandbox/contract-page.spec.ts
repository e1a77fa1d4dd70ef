import { signContract } from "lease-to-own-sandbox"
import { application, freshBench, isJson, item, type Json } from "./support"

const bench = freshBench()
const SHOP = "http://shop.test:8000"
const DONE = { text: "Post Process: Complete", success: true }
const CARD = { text: "Credit Card Collection" }
const UP_TO_SUBMIT = [
  { text: "Initialize: App loaded", success: true },
  { text: "Lease Summary loaded", success: true },
  ...["Consent: Initial Payment", "Consent: Recurring Payment"].map((text) => ({ text })),
  ...["1 of 3", "2 of 3", "3 of 3", "All completed"].map((text) => ({ text: `Signature: ${text}` })),
]

/** A contract that waits for its signature. */
async function contract(tag?: string, changes?: Json) {
  const id = await bench().withCart(tag, changes)
  return { id, url: await bench().esignUrl(id) }
}

async function step(url: string, action: string, body: Json, headers: Json = {}) {
  const response = await fetch(`${url}/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  const value: unknown = await response.json()
  return { status: response.status, json: isJson(value) ? value : {} }
}
const consent = (url: string, given: boolean, headers?: Json) =>
  step(url, "consents", { name: "initialPayment", given }, headers)

describe("signing", () => {
  it("the contract posts the reference's messages in order, then the lease is signed and paid", async () => {
    const { id, url } = await contract()
    expect(await signContract(url)).toMatchObject({ signed: true, messages: [...UP_TO_SUBMIT, DONE] })
    const paid = { state: "Contracts Received", firstPayment: "captured", isOkToDeliver: true }
    expect(bench().sandbox.lease(id)).toMatchObject(paid)
    expect((await step(url, "submit", {})).status).toBe(409)
  })

  it("messages go to the page that opened the frame, even after a reload without a referrer, and otherwise nowhere", async () => {
    const { url } = await contract()
    expect((await signContract(url, { merchantOrigin: SHOP, upTo: "load" })).targetOrigin).toBe(SHOP)
    expect((await signContract(url)).targetOrigin).toBe(SHOP)
    expect((await signContract((await contract()).url)).targetOrigin).toBeNull()
  })

  it("only Submit finishes the contract, and signatures stay when the page is loaded again", async () => {
    const { id, url } = await contract()
    for (const upTo of ["load", "consents"] as const) {
      await signContract(url, { upTo })
      expect((await step(url, "submit", {})).status).toBe(409)
    }
    expect((await signContract(url, { upTo: "signatures" })).signed).toBe(false)
    expect(bench().state(id)).toBe("Contracts")
    expect((await step(url, "submit", {})).status).toBe(200)
    expect(bench().state(id)).toBe("Contracts Received")
  })

  it("a place counts once, and not before both consents", async () => {
    const { url } = await contract()
    await consent(url, true)
    expect((await step(url, "signatures", { place: 1 })).status).toBe(409)
    await signContract(url, { upTo: "consents" })
    await step(url, "signatures", { place: 2 })
    expect((await step(url, "signatures", { place: 2 })).json.messages).toEqual([])
  })

  it("steps from a page of another origin are refused", async () => {
    expect((await consent((await contract()).url, true, { origin: SHOP })).status).toBe(403)
  })

  it("a declined card asks for another one, and a contract waits for a card that works", async () => {
    const again = await contract("carddeclined")
    expect((await signContract(again.url)).messages).toEqual([...UP_TO_SUBMIT, CARD, DONE])
    const never = await contract("cardfails")
    expect(await signContract(never.url)).toMatchObject({ signed: false, messages: [...UP_TO_SUBMIT, CARD] })
    expect(bench().state(never.id)).toBe("Contracts")
  })

  it.each([
    ["duplicate-done", [...UP_TO_SUBMIT, DONE, DONE], "Contracts Received"],
    ["done-false", [...UP_TO_SUBMIT, { ...DONE, success: false }], "Contracts"],
  ] as const)("the fault %s applies to one load of the contract", async (fault, messages, state) => {
    const { id, url } = await contract()
    bench().sandbox.fault({ route: "frame", fault })
    expect(await signContract(url)).toMatchObject({ messages })
    expect(bench().state(id)).toBe(state)
    if (state === "Contracts") expect((await signContract(url)).messages.at(-1)).toEqual(DONE)
  })
})

describe("contract page", () => {
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
    expect(html).toContain('<html lang="es">')
    expect(html).toContain("Usted paga hoy $49.00 y 26 pagos cada dos semanas")
    expect(html.replace(/<script[\s\S]*/, "")).not.toMatch(/Lease|Sign here|Submit|payment/)
  })

  it("the contract page escapes the cart's texts", async () => {
    const evil = '</script><img src=x onerror="alert(1)">'
    const { url } = await contract(undefined, { orderId: evil, items: [item({ description: evil })] })
    expect(await (await fetch(url)).text()).not.toContain("<img")
  })
})
