import { type Sandbox, type SandboxOptions, signContract, startSandbox } from "lease-to-own-sandbox"
import { inventApplicant } from "../../../demo/applicant.mjs"

export type Json = { [key: string]: unknown }
export type Reply = { status: number; headers: Headers; text: string; json: Json }
type CallOptions = { headers?: Record<string, string>; query?: string }

let people = 0

/** A valid application of a new person. `tag` is the magic input. */
export function application(tag?: string, customer: Json = {}): Json {
  people += 1
  const person = inventApplicant({ tag })
  return { ...person, customer: { ...person.customer, ssn: `212-45-${1000 + people}`, ...customer } }
}

export const homeIn = (state: string) => ({ streetAddress1: "1 Main Street", city: "Somewhere", state, zip: "55401" })

/** One line of the spec's cart (spec 2.3). */
export function item(changes: Json = {}): Json {
  return {
    ...{ brand: "Acme", description: "Sofa, gray", category: "Furniture", identifier: "SOFA-1" },
    ...{ unitPrice: 429, tax: 0, quantity: 1, condition: "new", ...changes },
  }
}

/** The cart of the reference's check value: 429.00 + delivery 10.99. */
export function cart(applicationId: string, changes: Json = {}): Json {
  return { applicationId, orderId: "R-1", deliveryCost: 10.99, items: [item()], ...changes }
}

/** The same cart in the reference's format. */
export function referenceCart(applicationId: string, changes: Json = {}): Json {
  const line = (lineNumber: number, sku: string, price: number, type: string) => ({
    ...{ lineNumber, sku, model: sku, description: sku, priceEach: price, quantity: 1, lineTotal: price, isNew: true },
    type,
  })
  const items = [line(1, "SOFA-1", 429, "LeaseItem"), line(2, "DELIVERY", 10.99, "DeliveryFee")]
  return { applicationId, merchantTransactionId: "R-1", cartTotal: 439.99, items, ...changes }
}

/** An object in an answer. */
export const part = (json: Json, key: string) => json[key] as Json

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  let json: Json = {}
  try {
    json = JSON.parse(text)
  } catch {}
  return { status: response.status, headers: response.headers, text, json }
}

/** A sandbox, called in the spec's format. */
export class Bench {
  private constructor(readonly sandbox: Sandbox) {}

  static async start(options: SandboxOptions = {}): Promise<Bench> {
    return new Bench(await startSandbox(options))
  }

  /** Opens a bench while `work` runs. */
  static async use<T>(options: SandboxOptions, work: (bench: Bench) => Promise<T>): Promise<T> {
    const bench = await Bench.start(options)
    try {
      return await work(bench)
    } finally {
      await bench.close()
    }
  }

  close(): Promise<void> {
    return this.sandbox.close()
  }

  get headers(): Record<string, string> {
    const { username, password } = this.sandbox
    return {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
      accept: "application/json",
      "content-type": "application/*+json",
    }
  }

  /** `call("POST /application/cart", body)`. A text body is sent unchanged. */
  async call(route: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
    const [method = "", path = ""] = route.split(" ")
    const url = `${this.sandbox.baseUrl}/api/v1${path}${options.query ?? ""}`
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    return replyOf(await fetch(url, { method, headers: { ...this.headers, ...options.headers }, body: text }))
  }

  onId(route: string, applicationId: string, headers?: Record<string, string>): Promise<Reply> {
    return this.call(route, undefined, { query: `?applicationId=${applicationId}`, headers })
  }

  async control(route: string, body?: unknown): Promise<Reply> {
    const [method = "", path = ""] = route.split(" ")
    const headers = { "content-type": "application/json" }
    return replyOf(await fetch(this.sandbox.controlUrl + path, { method, headers, body: JSON.stringify(body) }))
  }

  pricing = (id: string, headers?: Record<string, string>) => this.onId("GET /application/cart/pricing", id, headers)
  contract = (id: string) => this.onId("GET /application/contract", id)
  cancel = (id: string) => this.onId("DELETE /application/contract", id)
  record = (id: string, changes?: Json, headers?: Record<string, string>) =>
    this.call("POST /application/cart", cart(id, changes), { headers })
  deliver = (applicationId: string) =>
    this.call("POST /application/cart/delivery", { applicationId, deliveryDate: "2026-03-01" })
  /** The authorization of a return, or its refusal. */
  eligible = async (id: string) =>
    part((await this.onId("POST /application/return/availability", id)).json, "merchandiseReturnAuthorization")
  giveBack = (applicationId: string, changes: Json = {}) =>
    this.call("POST /application/return", { applicationId, dateOfReturn: "2026-03-09T10:00:00.000Z", ...changes })
  returned = async (id: string, changes: Json = {}) => part((await this.giveBack(id, changes)).json, "returnLeaseInfo")

  /** Applies and returns the id. */
  async apply(tag?: string, customer?: Json): Promise<string> {
    const { json } = await this.call("POST /application", application(tag, customer))
    return String(json.applicationId)
  }

  /** Returns an id with a recorded cart. */
  async withCart(tag?: string, changes?: Json): Promise<string> {
    const id = await this.apply(tag)
    const reply = await this.record(id, changes)
    if (reply.status !== 200) throw new Error(reply.text)
    return id
  }

  async esignUrl(id: string): Promise<string> {
    return String((await this.contract(id)).json.esignUrl)
  }

  /** Returns an id with a signed and submitted contract. */
  async signed(tag?: string, changes?: Json): Promise<string> {
    const id = await this.withCart(tag, changes)
    await signContract(await this.esignUrl(id))
    return id
  }

  /** Returns an id in Lease Accepted. */
  async accepted(tag?: string, changes?: Json): Promise<string> {
    const id = await this.signed(tag, changes)
    await this.pricing(id)
    return id
  }

  /** Returns an id in Funded. */
  async funded(tag?: string, changes?: Json): Promise<string> {
    const id = await this.accepted(tag, changes)
    await this.deliver(id)
    return id
  }

  async status(id: string): Promise<Json> {
    return part((await this.pricing(id)).json, "appStatus")
  }

  state(id: string): string | undefined {
    return this.sandbox.lease(id)?.state
  }
}

/** The text after `#` in a problem's type (reference 10). */
export function codeOf(reply: Reply): string {
  return String(reply.json.type).split("#")[1] ?? ""
}

/** The refused fields of a reply. */
export function fieldsOf(reply: Reply): string[] {
  return Object.keys(part(reply.json, "errors")).sort()
}

/** Creates one sandbox for a file, empty before each test. */
export function freshBench(options: SandboxOptions = {}): () => Bench {
  let bench: Bench
  beforeAll(async () => {
    bench = await Bench.start(options)
  })
  afterAll(() => bench.close())
  beforeEach(() => bench.sandbox.reset())
  return () => bench
}
