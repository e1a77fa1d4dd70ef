import { signContract } from "lease-to-own-sandbox"
import { application, Bench, cart, isJson, type Json } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

const merchantOrigin = "http://shop.test:8000"
const done = { text: "Post Process: Complete", success: true }
const upToSubmit = [
  { text: "Initialize: App loaded", success: true },
  { text: "Lease Summary loaded", success: true },
  { text: "Consent: Initial Payment" },
  { text: "Consent: Recurring Payment" },
  { text: "Signature: 1 of 3" },
  { text: "Signature: 2 of 3" },
  { text: "Signature: 3 of 3" },
  { text: "Signature: All completed" },
]

async function step(url: string, action: string, body: Json, headers: Json = {}) {
  const response = await fetch(`${url}/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  const value: unknown = await response.json()
  return { status: response.status, json: isJson(value) ? value : {} }
}

describe("signing", () => {
  it("posts the reference's messages in its order, then the lease is signed and paid", async () => {
    const id = await bench.withCart()
    const { signed, messages } = await signContract(await bench.esignUrl(id))
    expect(signed).toBe(true)
    expect(messages).toEqual([...upToSubmit, done])
    expect(bench.sandbox.lease(id)).toMatchObject({
      state: "Contracts Received",
      firstPayment: "captured",
      isOkToDeliver: true,
    })
  })

  it("posts to the page that opened the frame", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    expect((await signContract(url, { merchantOrigin })).targetOrigin).toBe(merchantOrigin)
  })

  it("keeps the merchant's origin when the page is loaded again without one", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    await signContract(url, { merchantOrigin, upTo: "load" })
    expect((await signContract(url)).targetOrigin).toBe(merchantOrigin)
  })

  it("posts nowhere when the page was opened on its own", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    expect((await signContract(url)).targetOrigin).toBeNull()
  })

  it("leaves the lease in Contracts until Submit", async () => {
    const id = await bench.withCart()
    const { signed } = await signContract(await bench.esignUrl(id), { upTo: "signatures" })
    expect([signed, bench.state(id)]).toEqual([false, "Contracts"])
  })

  it("keeps what was signed when the page is loaded again", async () => {
    const id = await bench.withCart()
    const url = await bench.esignUrl(id)
    await signContract(url, { upTo: "signatures" })
    expect((await step(url, "submit", {})).status).toBe(200)
    expect(bench.state(id)).toBe("Contracts Received")
  })

  it.each(["load", "consents"] as const)("refuses Submit after %s", async (upTo) => {
    const id = await bench.withCart()
    const url = await bench.esignUrl(id)
    await signContract(url, { upTo })
    expect((await step(url, "submit", {})).status).toBe(409)
    expect(bench.state(id)).toBe("Contracts")
  })

  it("refuses a signature before both consents", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    await step(url, "consents", { name: "initialPayment", given: true })
    expect((await step(url, "signatures", { place: 1 })).status).toBe(409)
  })

  it("counts a place once", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    await signContract(url, { upTo: "consents" })
    await step(url, "signatures", { place: 2 })
    expect((await step(url, "signatures", { place: 2 })).json.messages).toEqual([])
  })

  it("lets a consent be taken back until the first signature", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    await signContract(url, { upTo: "consents" })
    expect((await step(url, "consents", { name: "initialPayment", given: false })).json.consents).toEqual([
      "recurringPayment",
    ])
    await signContract(url, { upTo: "signatures" })
    expect((await step(url, "consents", { name: "initialPayment", given: false })).status).toBe(409)
  })

  it("refuses a second Submit", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    await signContract(url)
    expect((await step(url, "submit", {})).status).toBe(409)
  })

  it("refuses steps from a page of another origin", async () => {
    const url = await bench.esignUrl(await bench.withCart())
    expect(
      (await step(url, "consents", { name: "initialPayment", given: true }, { origin: merchantOrigin })).status,
    ).toBe(403)
  })

  it("says what happened to a contract that was replaced", async () => {
    const id = await bench.withCart()
    const url = await bench.esignUrl(id)
    await bench.call("POST /application/cart", cart(id))
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining("no longer open")])
  })
})

describe("the first card is declined", () => {
  it("and another one is asked for", async () => {
    const id = await bench.withCart("carddeclined")
    const { messages } = await signContract(await bench.esignUrl(id))
    expect(messages).toEqual([...upToSubmit, { text: "Credit Card Collection" }, done])
    expect(bench.state(id)).toBe("Contracts Received")
  })

  it("and the lease stays in Contracts until it is typed", async () => {
    const id = await bench.withCart("carddeclined")
    const { phase } = await signContract(await bench.esignUrl(id), { retryCard: false })
    expect([phase, bench.state(id)]).toEqual(["card", "Contracts"])
  })

  it("and every other one too with the input cardfails", async () => {
    const id = await bench.withCart("cardfails")
    const { signed, messages } = await signContract(await bench.esignUrl(id))
    expect([signed, messages]).toEqual([false, [...upToSubmit, { text: "Credit Card Collection" }]])
    expect(bench.state(id)).toBe("Contracts")
  })
})

describe("the page", () => {
  const load = async (changes?: Json) => fetch(await bench.esignUrl(await bench.withCart(undefined, changes)))

  it("may be framed and loads nothing from elsewhere", async () => {
    const response = await load()
    const csp = response.headers.get("content-security-policy") ?? ""
    expect(response.headers.get("x-frame-options")).toBeNull()
    expect(csp).toContain("frame-ancestors *")
    expect(csp).toContain("default-src 'none'")
    expect(await response.text()).not.toMatch(/(src|href)="/)
  })

  it("shows reference, signer and amounts", async () => {
    const html = await (await load()).text()
    for (const text of ["R-1", "Robin Example", "$439.99", "$879.98", "$49.00", "$461.99"]) expect(html).toContain(text)
  })

  it("is in the language of the application, its notices too", async () => {
    const { json } = await bench.call("POST /application", { ...application(), languagePreference: "es" })
    const id = String(json.applicationId)
    await bench.call("POST /application/cart", cart(id))
    const url = await bench.esignUrl(id)
    const html = await (await fetch(url)).text()
    expect(html).toContain('<html lang="es">')
    expect(html).toContain("Usted paga hoy $49.00 y 26 pagos cada dos semanas")
    for (const english of ["Lease", "Sign here", "Submit", "payment"])
      expect(html.replace(/<script[\s\S]*/, "")).not.toContain(english)
  })

  it("escapes what the cart says", async () => {
    const evil = '</script><img src=x onerror="alert(1)">'
    const html = await (await load({ orderId: evil, items: [{ ...line, description: evil }] })).text()
    expect(html).not.toContain("<img")
  })

  const line = {
    brand: "A",
    description: "B",
    category: "C",
    identifier: "D",
    unitPrice: 50,
    tax: 0,
    quantity: 1,
    condition: "new",
  }
})

describe("frame faults", () => {
  const signWith = async (
    fault: "bare-string" | "wrong-origin" | "duplicate-done" | "no-done" | "done-false" | "unknown-text",
  ) => {
    const id = await bench.withCart()
    const url = await bench.esignUrl(id)
    bench.sandbox.fault({ route: "frame", fault })
    return { id, url, ...(await signContract(url)) }
  }

  it("bare-string posts text alone", async () => {
    const { messages } = await signWith("bare-string")
    expect(messages).toEqual([...upToSubmit, done].map(({ text }) => text))
  })

  it("duplicate-done posts the last message twice", async () => {
    expect((await signWith("duplicate-done")).messages.slice(-2)).toEqual([done, done])
  })

  it("no-done loses the last message of a signed lease", async () => {
    const { messages, id } = await signWith("no-done")
    expect([messages, bench.state(id)]).toEqual([upToSubmit, "Contracts Received"])
  })

  it("done-false says that the payment failed, and the lease is not signed", async () => {
    const { messages, id } = await signWith("done-false")
    expect([messages.at(-1), bench.state(id)]).toEqual([
      { text: "Post Process: Complete", success: false },
      "Contracts",
    ])
  })

  it("unknown-text posts one unknown message", async () => {
    const { messages } = await signWith("unknown-text")
    expect(messages).toHaveLength(upToSubmit.length + 2)
  })

  it("wrong-origin posts from a page of another origin", async () => {
    const id = await bench.withCart()
    bench.sandbox.fault({ route: "frame", fault: "wrong-origin" })
    const page = await fetch(await bench.esignUrl(id))
    const apiOrigin = new URL(bench.sandbox.baseUrl).origin
    expect(page.headers.get("content-security-policy")).toContain(`frame-src ${apiOrigin}`)
    expect(await page.text()).toContain(`"relayUrl":"${apiOrigin}/frame-relay"`)
    expect(await (await fetch(`${apiOrigin}/frame-relay`)).text()).toContain(bench.sandbox.contractOrigin)
  })

  it("hold for one loading of the page", async () => {
    const { url } = await signWith("done-false")
    expect((await signContract(url)).messages.at(-1)).toEqual(done)
  })
})
