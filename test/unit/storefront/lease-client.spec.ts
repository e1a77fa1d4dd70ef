import { createLeaseClient, fetchTransport, LeaseError, type LeaseView } from "../../../packages/storefront/src/index"
import { aStorage, aView, failure, type LocalStore, startStore } from "./local-store"

const CART = "/store/lease-to-own/carts/cart_1"
const KEPT = "lease-to-own:cart_1"
const consent = { accepted: true, version: "2024-01" } as const
const approved = aView({ status: "approved", step: "offer" })
const applied = { json: { ...approved, leaseKey: "key_1" } }
const contract = { url: "https://sign.example.com/c/1", origins: ["https://sign.example.com"] }
const invalid = { type: "invalid", code: "form_invalid", message: "Please check the fields marked below." }

let store: LocalStore
let storage: ReturnType<typeof aStorage>

beforeEach(async () => {
  store = await startStore()
  storage = aStorage()
  store.on(`GET ${CART}`, { json: approved })
  store.on(`POST ${CART}/application`, applied)
  store.on(`POST ${CART}/contract`, { json: contract })
  store.on(`POST ${CART}/offer`, { json: approved })
})
afterEach(() => store.close())

const transport = () => fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })
const aClient = (given: Parameters<typeof createLeaseClient>[0]["storage"] = storage, cartId = "cart_1") =>
  createLeaseClient({ cartId, transport: transport(), storage: given })
const bodies = () => store.seen.map(({ body }) => body)
const keys = () => store.seen.map(({ headers }) => headers["x-lease-key"])
const attempts = () => bodies().map((body) => (body as { attemptId: string }).attemptId)

test("a cart id cannot reach another route", async () => {
  store.on("GET /store/lease-to-own/carts/a%2F..%2Fb", { json: aView() })
  expect(await aClient(storage, "a/../b").get()).toEqual(aView())
})

describe("a signing link", () => {
  const { location: own, history: ownHistory } = globalThis
  const KEY = "k-_9".repeat(10)
  const PAGE = "https://shop.example/lease?cart=cart_1"
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
    Object.assign(globalThis, { location: page, history: { state: { idx: 3, __NA: true }, replaceState } })
  }
  afterEach(() => Object.assign(globalThis, { location: own, history: ownHistory }))

  test.each([
    [PAGE, undefined, true],
    [PAGE, "key_1", true],
    ["https://shop.example/us/orders/cart_1/sign?lang=es", undefined, false],
  ])("to %s brings the key of its cart in place of %s, and leaves the address", async (address, kept, isStored) => {
    if (kept) storage.setItem(KEPT, kept)
    open(`${address}#lease-key=${KEY}`)
    const client = aClient(isStored ? storage : null)
    expect(page.href).toContain(KEY)
    await client.get()
    await client.get()
    expect([keys(), page.href]).toEqual([[KEY, KEY], address])
    // The router's own things stay, but for the mark by which Next.js would not hear of it.
    expect(replaced).toEqual([[{ idx: 3, __NA: undefined }, "", address]])
    expect(storage.getItem(KEPT)).toBe(isStored ? KEY : null)
  })

  test.each([
    ["of another cart", `https://shop.example/lease?cart=cart_2#lease-key=${KEY}`],
    ...["#lease-key=", "#/lease-key", "#lease", ""].map((hash): [string, string] => [
      `that is none: ${hash}`,
      PAGE + hash,
    ]),
  ])("%s is left alone", async (_, href) => {
    storage.setItem(KEPT, "key_1")
    open(href)
    await aClient().get()
    expect([keys(), replaced]).toEqual([["key_1"], []])
  })
})

describe("check", () => {
  const pending = aView({ status: "pending", step: "undecided" })
  const wait = { status: 409, json: { type: "not_allowed", code: "pending", message: "Wait." } }
  const ready = aView({ status: "signed", step: "ready" })

  test.each([
    ["has the operator told of the cart while there is no decision", pending, "offer", { json: approved }, approved],
    ["takes it for an answer that there still is none", pending, "offer", wait, pending],
    ["asks whether the first payment is there", aView({ step: "settling" }), "signature", { json: ready }, ready],
    ["only looks when the shopper has to go on", approved, null, { json: {} }, approved],
  ])("%s", async (_, view, call, answer, found) => {
    store.on(`GET ${CART}`, { json: view })
    store.on(`POST ${CART}/${call}`, answer)
    expect(await aClient().check()).toMatchObject(found)
    expect(store.calls()).toEqual([`GET ${CART}`, ...(call ? [`POST ${CART}/${call}`] : [])])
    // It reports no signature by that.
    if (call === "signature") expect(bodies().at(-1)).toEqual({})
  })
})

describe("an approval of another cart", () => {
  beforeEach(() => store.on(`POST ${CART}/approval`, { json: approved }))

  test("comes to this cart by one request, without a form", async () => {
    expect(await aClient().takeApproval()).toEqual(approved)
    expect(bodies()).toEqual([{}])
  })

  test("of a guest comes with the code and the key that it was asked for with", async () => {
    const message = { code: "code_sent", params: { minutes: "20" }, message: "A code is on its way." }
    store.on(`POST ${CART}/approval-code`, { json: { leaseKey: "key_1", message } })
    const client = aClient()
    expect(await client.askCode()).toEqual(message)
    await client.takeApproval("1234 5678")
    expect(bodies()).toEqual([{}, { code: "1234 5678" }])
    expect(keys()).toEqual([undefined, "key_1"])
  })
})

describe("an application", () => {
  test("sends the form, the consent and the name of the attempt, and hands out no lease key", async () => {
    const application = { customer: { firstName: "Ana", ssn: "900-12-3456" } }
    const attemptId = "attempt-0123456789"
    expect(await aClient().apply(application, { consent, attemptId })).toEqual(approved)
    expect(bodies()).toEqual([{ application, consent, attemptId }])
    expect([...storage.entries]).toEqual([[KEPT, "key_1"]])
  })

  test("makes up a name for the attempt, also where the page has no randomUUID", async () => {
    const { randomUUID } = crypto
    await aClient().apply({}, { consent })
    Object.assign(crypto, { randomUUID: undefined })
    try {
      await aClient().apply({}, { consent })
    } finally {
      Object.assign(crypto, { randomUUID })
    }
    expect(attempts()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test.each([
    ["after an answer is a new attempt", 2, [applied]],
    ["after a lost answer is the same attempt", 1, ["cut" as const, applied]],
    ["after a refused form is a new attempt", 2, [{ status: 400, json: invalid }]],
  ])("the next one %s, and nothing is resent automatically", async (_, names, answers) => {
    store.on(`POST ${CART}/application`, ...answers)
    const client = aClient()
    await failure(client.apply({}, { consent }))
    expect(store.seen).toHaveLength(1)
    await failure(client.apply({}, { consent }))
    expect(new Set(attempts()).size).toBe(names)
  })

  test("a double click is one attempt", async () => {
    const client = aClient()
    await Promise.all([client.apply({}, { consent }), client.apply({}, { consent })])
    expect(new Set(attempts()).size).toBe(1)
  })
})

describe("the contract", () => {
  test("is fetched each time with the kept lease key, also after a reload, and stored nowhere", async () => {
    await aClient().apply({}, { consent })
    const client = aClient()
    expect([await client.contract(), await client.contract()]).toEqual([contract, contract])
    expect([bodies().slice(1), keys()]).toEqual([
      [{}, {}],
      [undefined, "key_1", "key_1"],
    ])
    expect([...storage.entries]).toEqual([[KEPT, "key_1"]])
  })

  test("whose address is no web address is not handed out", async () => {
    store.on(`POST ${CART}/contract`, { json: { ...contract, url: "javascript:alert(1)" } })
    expect(await failure(aClient().contract())).toMatchObject({ code: "unexpected_answer" })
  })
})

describe("the lease key", () => {
  const blocked = () => {
    throw new Error("blocked")
  }
  const widget = { token: "token_1", scriptUrl: "https://widget.example.com/v1.js", config: {} }

  test.each([
    ["refuses", { getItem: blocked, setItem: blocked, removeItem: blocked }],
    ["is switched off", null],
    ["does not exist", undefined],
  ])("lives as long as the page when the storage %s", async (_, given) => {
    store.on(`POST ${CART}/signature`, { json: { ...approved, signature: "not_signed" } })
    const client = createLeaseClient({ cartId: "cart_1", transport: transport(), storage: given })
    await client.apply({}, { consent })
    await client.signature("asked")
    expect([bodies().at(-1), keys().at(-1)]).toEqual([{ hint: "asked" }, "key_1"])
  })

  test("goes with every request, to Medusa's own routes too", async () => {
    storage.setItem(KEPT, "key_1")
    const collection = { json: { payment_collection: { id: "paycol_1", amount: 1, payment_sessions: [] } } }
    store.on("POST /store/payment-collections", collection)
    store.on("POST /store/payment-collections/paycol_1/payment-sessions", collection)
    store.on("POST /store/carts/cart_1/complete", { json: { type: "order", order: { id: "order_1" } } })
    const client = aClient()
    await client.get()
    await client.offer()
    await client.place()
    expect(keys()).toEqual(Array(5).fill("key_1"))
  })

  test("is a secret of the browser's own before the widget is opened, then the widget's token", async () => {
    store.on(`POST ${CART}/widget`, "cut", { json: widget })
    await failure(aClient().widget())
    expect(storage.getItem(KEPT)).toBe(keys()[0])
    await aClient().widget()
    await aClient().get()
    const [first] = keys()
    expect(first).toMatch(/^[\w-]{64,100}$/)
    expect(keys()).toEqual([first, first, "token_1"])
  })

  test("is the application's where the widget takes its place", async () => {
    storage.setItem(KEPT, "key_1")
    store.on(`POST ${CART}/widget`, { json: widget })
    await aClient().widget()
    expect([keys(), storage.getItem(KEPT)]).toEqual([["key_1"], "token_1"])
  })
})

describe("a page that is left before the answer", () => {
  const NAME = `${KEPT}:attempt`
  const ATTEMPT = "attempt-0123456789"
  const refused = (code: string) => ({ status: 400, json: { ...invalid, code } })

  test.each([
    ["leaves the name of the attempt, and nothing of the form", "cut" as const, 1],
    ["leaves nothing where the form was refused", refused("form_invalid"), 0],
  ])("%s", async (_, answer, names) => {
    store.on(`POST ${CART}/application`, answer)
    await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect([...storage.entries]).toEqual([[NAME, attempts()[0]]].slice(0, names))
  })

  test("gets its lease key by the attempt's name when the contract is opened, once", async () => {
    storage.setItem(NAME, ATTEMPT)
    await aClient().contract()
    expect(bodies()).toEqual([undefined, { application: null, consent, attemptId: ATTEMPT }, {}])
    expect([keys(), [...storage.entries]]).toEqual([[undefined, undefined, "key_1"], [[KEPT, "key_1"]]])
  })

  test("goes on without a key when the attempt never arrived", async () => {
    storage.setItem(NAME, ATTEMPT)
    store.on(`POST ${CART}/application`, refused("form_invalid"))
    await aClient().contract()
    expect([bodies().at(-1), keys().at(-1), storage.entries.size]).toEqual([{}, undefined, 0])
  })

  test.each([
    [
      "gets it as soon as the store says that somebody has applied: it was this page",
      applied,
      "offer",
      [[KEPT, "key_1"]],
    ],
    ["is shown that somebody else has, when its attempt never arrived", refused("attempt_refused"), "in_progress", []],
  ])("%s", async (_, answer, step, kept) => {
    storage.setItem(NAME, ATTEMPT)
    store.on(`GET ${CART}`, { json: aView({ step: "in_progress" }) })
    store.on(`POST ${CART}/application`, answer)
    expect(await aClient().get()).toMatchObject({ step })
    expect([...storage.entries]).toEqual(kept)
  })

  test("asks for the key of the second application, and does not go on with that of the first", async () => {
    storage.setItem(KEPT, "key_1")
    store.on(`POST ${CART}/application`, "cut", { json: { ...approved, leaseKey: "key_2" } })
    const client = aClient()
    await failure(client.apply({}, { consent }))
    await client.contract()
    expect(keys().at(-1)).toBe("key_2")
  })

  test("does not lose the name of its attempt to a second one that is refused", async () => {
    storage.setItem(NAME, ATTEMPT)
    store.on(`POST ${CART}/application`, refused("application_open"))
    await failure(aClient().apply({}, { consent }))
    expect(storage.getItem(NAME)).toBe(ATTEMPT)
  })
})

describe("errors", () => {
  test("a refusal keeps the store's code, words, parameters and fields", async () => {
    const fields = [{ field: "customer.ssn", rule: "format", message: "This is not as it should be." }]
    const { type, ...kept } = { ...invalid, params: { a: "b" }, fields }
    store.on(`POST ${CART}/application`, { status: 400, json: { type, ...kept } })
    const error = await failure(aClient().apply({}, { consent }))
    expect(error).toBeInstanceOf(LeaseError)
    expect({ ...error, message: error?.message }).toEqual({
      name: "LeaseError",
      status: 400,
      retryable: false,
      ...kept,
    })
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
    ["a proxy's page", { status: 502, text: "<html>" }, 502, "store_unreachable", true],
    ["a route that is not there", { status: 404, text: "<html>" }, 404, "unexpected_answer", false],
    ["a page in place of JSON", { text: "<html>" }, 200, "unexpected_answer", true],
    ["JSON of somebody else", { json: { ok: true } }, 200, "unexpected_answer", true],
    ["no object", { text: "null" }, 200, "unexpected_answer", true],
    ["no answer", "cut" as const, 0, "store_unreachable", true],
  ])("%s is told as such", async (_, answer, status, code, retryable) => {
    store.on(`GET ${CART}`, answer)
    const error = await failure(aClient().get())
    expect(error).toMatchObject({ code, retryable, status, ...(status === 0 && { cause: expect.anything() }) })
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
    store.on(`GET ${CART}`, { json: newer })
    await aClient().get()
    expect(warn.mock.calls).toEqual([["Update lease-to-own-storefront: no step handed_over"]])
    warn.mockRestore()
  })

  test("no text of an error repeats what was sent", async () => {
    store.on(`POST ${CART}/application`, "cut")
    const error = await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect(JSON.stringify([error, error?.message, error?.stack, String(error?.cause)])).not.toContain("900-12")
  })
})

describe("listeners", () => {
  /** A client, the views that it tells, and an end of the telling. */
  function heard() {
    const client = aClient()
    const views: LeaseView[] = []
    return { client, views, stop: client.subscribe((view) => views.push(view)) }
  }

  test("hear each view that an action brings until they stop, and the view alone: no lease key, no signature", async () => {
    const signed = { ...approved, signature: "verified" }
    store.on(`POST ${CART}/signature`, { json: signed })
    const { client, views, stop } = heard()
    await client.apply({}, { consent })
    expect(await client.signature("done")).toEqual(signed)
    stop()
    await client.get()
    expect(views).toEqual([approved, approved])
  })

  test("do not hear an old look that arrives after a newer answer", async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => (release = resolve))
    store.on(`GET ${CART}`, { json: aView(), wait })
    const { client, views } = heard()
    const look = client.get()
    await client.offer()
    release()
    await look
    expect(views).toEqual([approved])
  })

  test("that throw harm neither the action nor the others", async () => {
    const reported: unknown[] = []
    Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) })
    const broken = new Error("broken page")
    const client = aClient()
    const others = jest.fn()
    client.subscribe(() => {
      throw broken
    })
    client.subscribe(others)
    await client.get()
    Object.assign(globalThis, { reportError: undefined })
    expect([others.mock.calls, reported]).toEqual([[[approved]], [broken]])
  })
})
