import { createLeaseClient, fetchTransport, LeaseError, type LeaseView } from "../../../packages/storefront/src/index"
import { aStorage, aView, type LocalStore, startStore } from "./local-store"

const CART = "/store/lease-to-own/carts/cart_1"
const consent = { accepted: true, version: "2024-01" } as const
const approved = aView({ status: "approved", step: "offer" })

let store: LocalStore
let storage: ReturnType<typeof aStorage>

beforeEach(async () => {
  store = await startStore()
  storage = aStorage()
})
afterEach(() => store.close())

const transport = () => fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })
const aClient = () => createLeaseClient({ cartId: "cart_1", transport: transport(), storage })
const storageOf = () => storage
const bodies = () => store.seen.map(({ body }) => body)
const keys = () => store.seen.map(({ headers }) => headers["x-lease-key"])
const attempts = () => bodies().map((body) => (body as { attemptId: string }).attemptId)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as LeaseError,
  )

describe("get", () => {
  test("answers the view of the cart", async () => {
    store.on(`GET ${CART}`, { json: aView() })
    expect(await aClient().get()).toEqual(aView())
  })

  test("a cart id cannot reach another route", async () => {
    store.on("GET /store/lease-to-own/carts/a%2F..%2Fb", { json: aView() })
    const client = createLeaseClient({ cartId: "a/../b", transport: transport(), storage })
    await expect(client.get()).resolves.toMatchObject({ step: "intro" })
  })
})

describe("a signing link", () => {
  const { location: own, history: ownHistory } = globalThis
  const KEY = "k-_9".repeat(10)
  const state = { idx: 3, __NA: true }
  let page: { href: string }
  let replaced: unknown[][]

  /** A page at this address. */
  function open(href: string): void {
    page = { href }
    replaced = []
    const replaceState = (...given: unknown[]) => {
      replaced.push(given)
      page.href = String(given[2])
    }
    Object.assign(globalThis, { location: page, history: { state, replaceState } })
  }
  afterEach(() => Object.assign(globalThis, { location: own, history: ownHistory }))

  test.each([
    ["https://shop.example/lease?cart=cart_1", storageOf],
    ["https://shop.example/us/orders/cart_1/sign?lang=es", () => null],
  ])("to %s brings the key of its cart, and leaves the address without it", async (address, given) => {
    open(`${address}#lease-key=${KEY}`)
    store.on(`GET ${CART}`, { json: approved })
    const client = createLeaseClient({ cartId: "cart_1", transport: transport(), storage: given() })
    expect(page.href).toContain(KEY)
    await client.get()
    await client.get()
    expect(keys()).toEqual([KEY, KEY])
    expect(page.href).toBe(address)
    // The router's own things stay, but for the mark by which Next.js would not hear of it.
    expect(replaced).toEqual([[{ idx: 3, __NA: undefined }, "", address]])
    expect(storage.getItem("lease-to-own:cart_1")).toBe(given() && KEY)
  })

  test("takes the place of an older one", async () => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    open(`https://shop.example/lease?cart=cart_1#lease-key=${KEY}`)
    store.on(`GET ${CART}`, { json: approved })
    await aClient().get()
    expect([keys(), storage.getItem("lease-to-own:cart_1")]).toEqual([[KEY], KEY])
  })

  test("of another cart is left to that one", async () => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    open(`https://shop.example/lease?cart=cart_2#lease-key=${KEY}`)
    store.on(`GET ${CART}`, { json: approved })
    await aClient().get()
    expect([keys(), replaced]).toEqual([["key_1"], []])
  })

  test.each(["#lease-key=", "#/lease-key", "#lease", ""])("is not taken for one: %j", async (hash) => {
    open(`https://shop.example/lease?cart=cart_1${hash}`)
    store.on(`GET ${CART}`, { json: approved })
    await aClient().get()
    expect([keys(), replaced]).toEqual([[undefined], []])
  })
})

describe("check", () => {
  const pending = aView({ status: "pending", step: "undecided" })

  test("asks the operator for a decision, by telling it the cart", async () => {
    store.on(`GET ${CART}`, { json: pending })
    store.on(`POST ${CART}/offer`, { json: approved })
    expect(await aClient().check()).toEqual(approved)
  })

  test("still no decision is an answer", async () => {
    store.on(`GET ${CART}`, { json: pending })
    store.on(`POST ${CART}/offer`, { status: 409, json: { type: "not_allowed", code: "pending", message: "Wait." } })
    expect(await aClient().check()).toEqual(pending)
  })

  test("asks whether the first payment is there, and reports no signature by that", async () => {
    store.on(`GET ${CART}`, { json: aView({ status: "signing", step: "settling" }) })
    store.on(`POST ${CART}/signature`, {
      json: aView({ status: "signed", step: "ready", signature: "verified" } as never),
    })
    expect(await aClient().check()).toMatchObject({ step: "ready" })
    expect(bodies().at(-1)).toEqual({})
  })

  test("makes no call when only the shopper can continue", async () => {
    store.on(`GET ${CART}`, { json: approved })
    expect(await aClient().check()).toEqual(approved)
    expect(store.calls()).toEqual([`GET ${CART}`])
  })
})

describe("an approval of another cart", () => {
  test("comes to this cart by one request, without a form", async () => {
    store.on(`POST ${CART}/approval`, { json: approved })
    expect(await aClient().takeApproval()).toEqual(approved)
    expect(bodies()).toEqual([{}])
  })

  test("of a guest comes with the code and the key that it was asked for with", async () => {
    const message = { code: "code_sent", params: { minutes: "20" }, message: "A code is on its way." }
    store.on(`POST ${CART}/approval-code`, { json: { leaseKey: "key_1", message } })
    store.on(`POST ${CART}/approval`, { json: approved })
    const client = aClient()
    expect(await client.askCode()).toEqual(message)
    await client.takeApproval("1234 5678")
    expect(bodies()).toEqual([{}, { code: "1234 5678" }])
    expect(keys()).toEqual([undefined, "key_1"])
  })
})

describe("apply", () => {
  test("sends the form, the consent and the name of the attempt", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    const application = { customer: { firstName: "Ana" } }
    await aClient().apply(application, { consent, attemptId: "attempt-0123456789" })
    expect(bodies()).toEqual([{ application, consent, attemptId: "attempt-0123456789" }])
  })

  test("makes up a name for the attempt", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    await aClient().apply({}, { consent })
    expect(attempts()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test("makes up a name where the page has no randomUUID", async () => {
    const { randomUUID } = crypto
    Object.assign(crypto, { randomUUID: undefined })
    try {
      store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
      await aClient().apply({}, { consent })
      expect(attempts()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    } finally {
      Object.assign(crypto, { randomUUID })
    }
  })

  test("two answered applications are two attempts", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    const client = aClient()
    await client.apply({}, { consent })
    await client.apply({}, { consent })
    expect(new Set(attempts()).size).toBe(2)
  })

  test("a double click is one attempt", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    const client = aClient()
    await Promise.all([client.apply({}, { consent }), client.apply({}, { consent })])
    expect(new Set(attempts()).size).toBe(1)
  })

  test("is not resent automatically when the answer is lost", async () => {
    store.on(`POST ${CART}/application`, "cut")
    await failure(aClient().apply({}, { consent }))
    expect(store.seen).toHaveLength(1)
  })

  test("after a lost answer the next one is the same attempt", async () => {
    store.on(`POST ${CART}/application`, "cut", { json: { ...approved, leaseKey: "key_1" } })
    const client = aClient()
    await failure(client.apply({}, { consent }))
    await client.apply({}, { consent })
    expect(new Set(attempts()).size).toBe(1)
  })

  test("after a refused form the next one is a new attempt", async () => {
    const refusal = { type: "invalid", code: "form_invalid", message: "Please check the fields marked below." }
    store.on(`POST ${CART}/application`, { status: 400, json: refusal })
    const client = aClient()
    await failure(client.apply({}, { consent }))
    await failure(client.apply({}, { consent }))
    expect(new Set(attempts()).size).toBe(2)
  })

  test("keeps the lease key beside the cart id, and nothing else", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    await aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent })
    expect([...storage.entries]).toEqual([["lease-to-own:cart_1", "key_1"]])
  })

  test("hands out no lease key", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    expect(await aClient().apply({}, { consent })).toEqual(approved)
  })
})

describe("contract", () => {
  const contract = { url: "https://sign.example.com/c/1", origins: ["https://sign.example.com"] }

  test("sends the kept lease key, also after a reload", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    store.on(`POST ${CART}/contract`, { json: contract })
    await aClient().apply({}, { consent })
    await aClient().contract()
    expect([bodies().at(-1), keys().at(-1)]).toEqual([{}, "key_1"])
  })

  test("sends none when there is none", async () => {
    store.on(`POST ${CART}/contract`, { json: contract })
    await aClient().contract()
    expect(bodies()).toEqual([{}])
  })

  test("is fetched each time and stored nowhere", async () => {
    store.on(`POST ${CART}/contract`, { json: contract })
    const client = aClient()
    await client.contract()
    await client.contract()
    expect([store.seen.length, storage.entries.size]).toEqual([2, 0])
  })

  test("an address that is no web address is not handed out", async () => {
    store.on(`POST ${CART}/contract`, { json: { ...contract, url: "javascript:alert(1)" } })
    expect(await failure(aClient().contract())).toMatchObject({ code: "unexpected_answer" })
  })
})

describe("the lease key", () => {
  const broken = {
    getItem: (): string | null => {
      throw new Error("blocked")
    },
    setItem: () => {
      throw new Error("full")
    },
    removeItem: () => {
      throw new Error("blocked")
    },
  }

  test.each([
    ["refuses", broken],
    ["is switched off", null],
    ["does not exist", undefined],
  ])("lives as long as the page when the storage %s", async (_what, given) => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    store.on(`POST ${CART}/signature`, { json: { ...approved, signature: "not_signed" } })
    const client = createLeaseClient({ cartId: "cart_1", transport: transport(), storage: given })
    await client.apply({}, { consent })
    await client.signature("asked")
    expect([bodies().at(-1), keys().at(-1)]).toEqual([{ hint: "asked" }, "key_1"])
  })

  test("goes with every request, to Medusa's own routes too", async () => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    const collection = { id: "paycol_1", amount: 1, payment_sessions: [] }
    store.on(`GET ${CART}`, { json: approved })
    store.on(`POST ${CART}/offer`, { json: approved })
    store.on("POST /store/payment-collections", { json: { payment_collection: collection } })
    store.on("POST /store/payment-collections/paycol_1/payment-sessions", { json: { payment_collection: collection } })
    store.on("POST /store/carts/cart_1/complete", { json: { type: "order", order: { id: "order_1" } } })
    const client = aClient()
    await client.get()
    await client.offer()
    await client.place()
    expect(keys()).toEqual(Array(5).fill("key_1"))
  })

  test("is the widget's token while the operator's widget is open", async () => {
    const answer = { token: "token_1", scriptUrl: "https://widget.example.com/v1.js", config: {} }
    store.on(`POST ${CART}/widget`, { json: answer })
    store.on(`GET ${CART}`, { json: aView({ way: "widget" }) })
    await aClient().widget()
    await aClient().get()
    expect(keys()).toEqual([expect.stringMatching(/^[\w-]{64,100}$/), "token_1"])
  })

  test("is a secret of the browser's own before the widget is opened, the same where the answer is lost", async () => {
    store.on(`POST ${CART}/widget`, "cut")
    await failure(aClient().widget())
    await failure(aClient().widget())
    const [first, second] = keys()
    expect([first, storage.entries.get("lease-to-own:cart_1")]).toEqual([second, first])
  })

  test("is the application's where the widget takes its place", async () => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    store.on(`POST ${CART}/widget`, { json: { token: "token_1", scriptUrl: "https://w.example.com/1.js", config: {} } })
    await aClient().widget()
    expect([keys(), storage.entries.get("lease-to-own:cart_1")]).toEqual([["key_1"], "token_1"])
  })

  test("is the order's once that is placed, and the cart's no longer", async () => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    store.on(`GET ${CART}`, { json: aView({ step: "placed", order_id: "order_1" }) })
    await aClient().get()
    expect([...storage.entries]).toEqual([["lease-to-own:order_1", "key_1"]])
  })
})

describe("a page that is left before the answer", () => {
  const contract = { url: "https://sign.example.com/c/1", origins: ["https://sign.example.com"] }
  const name = "lease-to-own:cart_1:attempt"

  test("leaves the name of the attempt, and nothing of the form", async () => {
    store.on(`POST ${CART}/application`, "cut")
    await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect([...storage.entries]).toEqual([[name, attempts()[0]]])
  })

  test("gets its lease key by the attempt's name when the contract is opened", async () => {
    storage.setItem(name, "attempt-0123456789")
    store.on(`GET ${CART}`, { json: approved })
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    store.on(`POST ${CART}/contract`, { json: contract })
    await aClient().contract()
    const repeated = { application: null, consent, attemptId: "attempt-0123456789" }
    expect(bodies()).toEqual([undefined, repeated, {}])
    expect(keys()).toEqual([undefined, undefined, "key_1"])
  })

  test("gets it as soon as the store says that somebody has applied: it was this page", async () => {
    storage.setItem(name, "attempt-0123456789")
    store.on(`GET ${CART}`, { json: aView({ step: "in_progress" }) })
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    expect(await aClient().get()).toEqual(approved)
    expect([...storage.entries]).toEqual([["lease-to-own:cart_1", "key_1"]])
  })

  test("is shown that somebody else has applied when its own attempt never arrived", async () => {
    storage.setItem(name, "attempt-0123456789")
    const refusal = { type: "invalid", code: "attempt_refused", message: "This application was not accepted." }
    store.on(`GET ${CART}`, { json: aView({ step: "in_progress" }) })
    store.on(`POST ${CART}/application`, { status: 400, json: refusal })
    expect(await aClient().get()).toMatchObject({ step: "in_progress" })
    expect(storage.entries.size).toBe(0)
  })

  test("asks for the key of the second application, and does not go on with that of the first", async () => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    store.on(`GET ${CART}`, { json: approved })
    store.on(`POST ${CART}/application`, "cut", { json: { ...approved, leaseKey: "key_2" } })
    store.on(`POST ${CART}/contract`, { json: contract })
    const client = aClient()
    await failure(client.apply({}, { consent }))
    await client.contract()
    expect(keys().at(-1)).toBe("key_2")
  })

  test("asks for the key once", async () => {
    storage.setItem(name, "attempt-0123456789")
    store.on(`GET ${CART}`, { json: approved })
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    store.on(`POST ${CART}/contract`, { json: contract })
    await aClient().contract()
    expect([...storage.entries]).toEqual([["lease-to-own:cart_1", "key_1"]])
  })

  test("goes on without a key when the attempt never arrived", async () => {
    storage.setItem(name, "attempt-0123456789")
    const refusal = { type: "invalid", code: "form_invalid", message: "Please check the fields marked below." }
    store.on(`GET ${CART}`, { json: approved })
    store.on(`POST ${CART}/application`, { status: 400, json: refusal })
    store.on(`POST ${CART}/contract`, { json: contract })
    await aClient().contract()
    expect([bodies().at(-1), storage.entries.size]).toEqual([{}, 0])
  })

  test("a refused second attempt does not cost the first one its name", async () => {
    storage.setItem(name, "attempt-0123456789")
    const refusal = { type: "not_allowed", code: "application_open", message: "You have already applied." }
    store.on(`POST ${CART}/application`, { status: 400, json: refusal })
    await failure(aClient().apply({}, { consent }))
    expect(storage.entries.get(name)).toBe("attempt-0123456789")
  })

  test("a refused form leaves nothing", async () => {
    const refusal = { type: "invalid", code: "form_invalid", message: "Please check the fields marked below." }
    store.on(`POST ${CART}/application`, { status: 400, json: refusal })
    await failure(aClient().apply({}, { consent }))
    expect(storage.entries.size).toBe(0)
  })
})

describe("signature", () => {
  test("answers what the store saw, with the view", async () => {
    store.on(`POST ${CART}/signature`, { json: { ...approved, signature: "verified" } })
    expect(await aClient().signature("done")).toEqual({ ...approved, signature: "verified" })
  })
})

describe("errors", () => {
  test("a refusal keeps the store's code, words, parameters and fields", async () => {
    const fields = [{ field: "customer.ssn", rule: "format", message: "This is not as it should be." }]
    const refusal = { type: "invalid", code: "form_invalid", message: "Check it.", params: { a: "b" }, fields }
    store.on(`POST ${CART}/application`, { status: 400, json: refusal })
    const error = await failure(aClient().apply({}, { consent }))
    const { type: _, ...kept } = refusal
    expect({ ...error, message: error?.message }).toEqual({
      name: "LeaseError",
      status: 400,
      retryable: false,
      ...kept,
    })
  })

  test("they are LeaseErrors", async () => {
    expect(await failure(aClient().get())).toBeInstanceOf(LeaseError)
  })

  test.each([
    [409, { type: "not_allowed", code: "not_approved", message: "Apply first." }, "not_approved", false],
    [429, { type: "too_many", code: "too_many_attempts", message: "Wait." }, "too_many_attempts", true],
    [503, { type: "unavailable", code: "service_unreachable", message: "Try again." }, "service_unreachable", true],
    [400, { type: "not_allowed", message: "A publishable key is required." }, "not_allowed", false],
    [409, { type: "conflict", code: "invalid_state_error", message: "Idempotency-Key." }, "busy", true],
  ])("a %i %j is %s, retryable: %s", async (status, json, code, retryable) => {
    store.on(`POST ${CART}/offer`, { status, json })
    expect(await failure(aClient().offer())).toMatchObject({ code, retryable, status })
  })

  test.each([
    ["a proxy's page", 502, "<html>", "store_unreachable", true],
    ["a route that is not there", 404, "<html>", "unexpected_answer", false],
    ["a page in place of JSON", 200, "<html>", "unexpected_answer", true],
    ["JSON of somebody else", 200, '{"ok":true}', "unexpected_answer", true],
    ["no object", 200, "null", "unexpected_answer", true],
  ])("%s is told as such", async (_what, status, text, code, retryable) => {
    store.on(`GET ${CART}`, { status, text })
    expect(await failure(aClient().get())).toMatchObject({ code, retryable, status })
  })

  test("a route that an older store lacks is named to the developer, without the cart", async () => {
    store.on(`POST ${CART}/offer`, { status: 404, text: "<pre>Cannot POST</pre>" })
    const error = await failure(aClient().offer())
    expect(error?.message).toMatch(/cannot read.*choose another payment method/)
    expect(String(error?.cause)).toBe("Error: POST /store/lease-to-own/carts/:id/offer: lease-to-own plugin too old?")
  })

  test("a step of a newer store is named to the developer", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined)
    const newer = { step: "handed_over", reasons: [], messages: [], operator: { name: "", contact: "" } }
    store.on(`GET ${CART}`, { status: 200, json: newer })
    await aClient().get()
    expect(warn.mock.calls).toEqual([["Update lease-to-own-storefront: no step handed_over"]])
    warn.mockRestore()
  })

  test("no answer is store_unreachable, with its cause", async () => {
    store.on(`GET ${CART}`, "cut")
    const error = await failure(aClient().get())
    expect(error).toMatchObject({ code: "store_unreachable", status: 0, retryable: true, cause: expect.anything() })
  })

  test("no text of an error repeats what was sent", async () => {
    store.on(`POST ${CART}/application`, "cut")
    const error = await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect(JSON.stringify([error, error?.message, error?.stack, String(error?.cause)])).not.toContain("900-12")
  })
})

describe("subscribe", () => {
  const heardBy = (client: ReturnType<typeof aClient>) => {
    const steps: string[] = []
    const stop = client.subscribe((view) => steps.push(view.step))
    return { steps, stop }
  }

  test("tells each view that an action brings", async () => {
    store.on(`GET ${CART}`, { json: aView() })
    store.on(`POST ${CART}/offer`, { json: approved })
    const client = aClient()
    const { steps } = heardBy(client)
    await client.get()
    await client.offer()
    expect(steps).toEqual(["intro", "offer"])
  })

  test("ends when it is stopped", async () => {
    store.on(`GET ${CART}`, { json: aView() })
    const client = aClient()
    const { steps, stop } = heardBy(client)
    stop()
    await client.get()
    expect(steps).toEqual([])
  })

  test("tells the view alone: no lease key, no signature", async () => {
    store.on(`POST ${CART}/application`, { json: { ...approved, leaseKey: "key_1" } })
    store.on(`POST ${CART}/signature`, { json: { ...approved, signature: "verified" } })
    const client = aClient()
    const views: LeaseView[] = []
    client.subscribe((view) => views.push(view))
    await client.apply({}, { consent })
    await client.signature()
    expect(views).toEqual([approved, approved])
  })

  test("an old look that arrives after a newer answer is not told", async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    store.on(`GET ${CART}`, { json: aView(), wait })
    store.on(`POST ${CART}/offer`, { json: approved })
    const client = aClient()
    const { steps } = heardBy(client)
    const look = client.get()
    await client.offer()
    release()
    await look
    expect(steps).toEqual(["offer"])
  })

  test("a listener that throws harms neither the action nor the other listeners", async () => {
    const reported: unknown[] = []
    Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) })
    try {
      store.on(`GET ${CART}`, { json: aView() })
      const client = aClient()
      const broken = new Error("broken page")
      client.subscribe(() => {
        throw broken
      })
      const { steps } = heardBy(client)
      await client.get()
      expect([steps, reported]).toEqual([["intro"], [broken]])
    } finally {
      Object.assign(globalThis, { reportError: undefined })
    }
  })
})
