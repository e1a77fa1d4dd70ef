import { LeaseError, type LeaseView } from "../../../packages/storefront/src/index"
import { clientOf, fakeTransport } from "./fake-transport"
import { aStorage, aView, failure } from "./local-store"
import { approved, contract, offline, order, pending, ready, refusal } from "./moments"

const KEPT = "lease-to-own:cart_1"
const consent = { accepted: ["application"], version: "2024-01" }
const applied = { ...approved, leaseKey: "key_1" }
const invalid = refusal(400, "form_invalid", "Please check the fields marked below.")

let store: ReturnType<typeof fakeTransport>
let storage: ReturnType<typeof aStorage>

beforeEach(() => {
  store = fakeTransport()
  store.on({ GET: approved, application: applied, contract, offer: approved })
  storage = aStorage()
})

const aClient = (more: Parameters<typeof clientOf>[1] = {}) => clientOf(store.transport, { storage, ...more })
const bodies = () => store.sent.map(({ body }) => body)
const keys = () => store.sent.map(({ headers }) => headers?.["x-lease-key"])
const idempotencyKeys = () => bodies().map((body) => (body as { idempotencyKey: string }).idempotencyKey)

test("a cart id can't reach another route", async () => {
  await failure(aClient({ cartId: "a/../b" }).get())
  expect(store.sent[0]?.path).toBe("/store/lease-to-own/carts/a%2F..%2Fb")
})

describe("signing link", () => {
  const { location: own, history: ownHistory } = globalThis
  const KEY = "k-_9".repeat(10)
  const PAGE = "https://shop.example/lease?cart=cart_1"
  let page: { href: string }
  let replaced: unknown[][]

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

  const stranger = aView({ step: "in_progress", status: null })
  const other = aView({ step: "placed", status: null })
  const notFound = refusal(404, "cart_not_found", "This cart was not found.")
  const ofCustomer = refusal(403, "cart_of_customer", "This cart belongs to an account.")

  test.each<[string, string | undefined, boolean, object]>([
    [PAGE, undefined, true, stranger],
    [PAGE, "key_1", true, other],
    [PAGE, "key_1", true, notFound],
    ["https://shop.example/us/orders/cart_1/sign?lang=es", undefined, false, ofCustomer],
  ])(
    "a link to %s stores its cart's key once the store accepts it, replacing %s, and removes it from the address",
    async (...row) => {
      const [address, kept, isStored, without] = row
      if (kept) storage.setItem(KEPT, kept)
      open(`${address}#lease-key=${KEY}`)
      store.on("GET", without, approved)
      const client = aClient(isStored ? {} : { storage: null })
      expect(page.href).toContain(KEY)
      expect(await client.get()).toEqual(approved)
      await client.get()
      expect([keys(), page.href]).toEqual([[kept, KEY, KEY], address])
      // The router's own data stay, except for the mark with which Next.js would ignore the new address.
      expect(replaced).toEqual([[{ idx: 3, __NA: undefined }, "", address]])
      expect([...storage.entries]).toEqual(isStored ? [[KEPT, KEY]] : [])
    },
  )

  test.each([
    ["its own key", "key_1"],
    ["a login", undefined],
  ])("a browser that sees the lease by %s doesn't send a link's key", async (_, kept) => {
    if (kept) storage.setItem(KEPT, kept)
    open(`${PAGE}#lease-key=${KEY}`)
    await aClient().get()
    await aClient().contract()
    expect([keys(), [...storage.entries], page.href]).toEqual([[kept, kept], kept ? [[KEPT, kept]] : [], PAGE])
  })

  test.each<[string, object]>([
    ["shows as a stranger's", stranger],
    ["refuses with 404", notFound],
    ["refuses with 403", ofCustomer],
  ])("a link whose key the store %s gives the browser nothing to keep", async (_, refused) => {
    storage.setItem(KEPT, "key_1")
    open(`${PAGE}#lease-key=${KEY}`)
    store.on("GET", stranger, refused, approved)
    const client = aClient()
    expect(await client.get()).toEqual(stranger)
    expect(await client.get()).toEqual(approved)
    expect([keys(), [...storage.entries]]).toEqual([["key_1", KEY, "key_1"], [[KEPT, "key_1"]]])
  })

  test("a refusal is shown if neither the browser nor the link may see the cart", async () => {
    open(`${PAGE}#lease-key=${KEY}`)
    store.on("GET", ofCustomer)
    expect(await failure(aClient().get())).toMatchObject({ code: "cart_of_customer" })
  })

  test("a link's key that the store doesn't accept opens no widget", async () => {
    open(`${PAGE}#lease-key=${KEY}`)
    store.on({ GET: stranger, widget: { token: "token_1", scriptUrl: "https://cdn.example/w.js", config: {} } })
    await aClient().widget()
    expect([store.calls().at(-1), keys().at(-1) === KEY]).toEqual(["widget", false])
  })

  test("a key that the store hands out while a link's is tried stays", async () => {
    open(`${PAGE}#lease-key=${KEY}`)
    let release = (_: object) => {}
    store.on("GET", stranger, new Promise<object>((resolve) => (release = resolve)), approved)
    const client = aClient()
    const reading = client.get()
    await new Promise(setImmediate)
    // Another tab with the same storage.
    await aClient().apply({}, { consent })
    release(approved)
    await reading
    expect([...storage.entries]).toEqual([[KEPT, "key_1"]])
  })

  test.each<[string, object[], (string | undefined)[]]>([
    ["without it", [offline, stranger, approved], [undefined, undefined, KEY]],
    ["with it", [stranger, offline, stranger, approved], [undefined, KEY, undefined, KEY]],
  ])("a link's key is tried again after a read %s got no answer", async (...row) => {
    const [, answers, sent] = row
    open(`${PAGE}#lease-key=${KEY}`)
    store.on("GET", ...answers)
    await failure(aClient().get())
    await aClient().get()
    expect([keys(), storage.getItem(KEPT)]).toEqual([sent, KEY])
  })

  test("an order isn't completed with a link's key that was never accepted", async () => {
    storage.setItem(KEPT, "key_1")
    open(`${PAGE}#lease-key=${KEY}`)
    store.on({ GET: [offline, approved], complete: order })
    const client = aClient()
    await failure(client.get())
    expect(await client.place()).toMatchObject({ type: "order" })
    expect(new Set(keys())).toEqual(new Set(["key_1"]))
  })

  test.each([
    ["of another cart", `https://shop.example/lease?cart=cart_2#lease-key=${KEY}`],
    ["without a key", `${PAGE}#lease-key=`],
    ["with another fragment", `${PAGE}#/lease-key`],
    ["without a fragment", PAGE],
  ])("an address %s stays unchanged", async (_, href) => {
    storage.setItem(KEPT, "key_1")
    open(href)
    await aClient().get()
    expect([keys(), replaced]).toEqual([["key_1"], []])
  })
})

const unpaid = aView({ step: "first_payment_pending" })
const wait = refusal(409, "pending", "Wait.")

test.each<[string, LeaseView, string | null, object, LeaseView]>([
  ["check sends the cart to the operator while there is no decision", pending, "offer", approved, approved],
  ["check doesn't fail if there is still no decision", pending, "offer", wait, pending],
  ["check asks for the first payment without reporting a signature", unpaid, "signature", ready, ready],
  ["check only reads if the next step is the shopper's", approved, null, {}, approved],
])("%s", async (_, view, call, answer, found) => {
  store.on({ GET: view, ...(call && { [call]: answer }) })
  expect(await aClient().check()).toMatchObject(found)
  expect(store.calls()).toEqual(["GET", ...(call ? [call] : [])])
  if (call === "signature") expect(bodies().at(-1)).toEqual({})
})

test("one request moves the approval to this cart, without a form. A guest's needs the code and the key it was requested with", async () => {
  const message = { code: "code_sent", params: { minutes: "20" }, message: "A code is on its way." }
  store.on({ approval: approved, "approval-code": { leaseKey: "key_1", message } })
  const client = aClient()
  expect(await client.takeApproval()).toEqual(approved)
  expect(await client.askCode()).toEqual(message)
  await client.takeApproval("1234 5678")
  expect(bodies()).toEqual([{}, {}, { code: "1234 5678" }])
  expect(keys()).toEqual([undefined, undefined, "key_1"])
})

test("an application whose answer was lost neither stops the approval of another cart nor takes the key of its code", async () => {
  const message = { code: "code_sent", params: { minutes: "20" }, message: "A code is on its way." }
  store.on({ application: offline, approval: approved, "approval-code": { leaseKey: "key_1", message } })
  const client = aClient()
  await failure(client.apply({}, { consent }))
  await client.askCode()
  expect(await client.takeApproval("1234 5678")).toEqual(approved)
  expect([store.calls().at(-1), keys().at(-1)]).toEqual(["approval", "key_1"])
})

describe("application", () => {
  test("an application sends the form, the consent and the idempotency key, and never returns the lease key", async () => {
    const application = { customer: { firstName: "Ana", ssn: "900-12-3456" } }
    const idempotencyKey = "idempotency-key-0123456789"
    expect(await aClient().apply(application, { consent, idempotencyKey })).toEqual(approved)
    expect(bodies()).toEqual([{ application, consent, idempotencyKey }])
    expect([...storage.entries]).toEqual([[KEPT, "key_1"]])
  })

  test("an application gets a generated idempotency key, also on a page without randomUUID", async () => {
    const { randomUUID } = crypto
    await aClient().apply({}, { consent })
    Object.assign(crypto, { randomUUID: undefined })
    await aClient().apply({}, { consent })
    Object.assign(crypto, { randomUUID })
    expect(idempotencyKeys()).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
  })

  test.each([
    ["after an answer has a new idempotency key", 2, [applied]],
    ["after a lost answer has the same idempotency key", 1, [offline, applied]],
    ["after a refused form has a new idempotency key", 2, [invalid]],
  ])("an application %s, and nothing is resent automatically", async (_, names, answers) => {
    store.on("application", ...answers)
    const client = aClient()
    await failure(client.apply({}, { consent }))
    expect(store.sent).toHaveLength(1)
    await failure(client.apply({}, { consent }))
    expect(new Set(idempotencyKeys()).size).toBe(names)
  })

  test("a double click sends one idempotency key", async () => {
    const client = aClient()
    await Promise.all([client.apply({}, { consent }), client.apply({}, { consent })])
    expect(new Set(idempotencyKeys()).size).toBe(1)
  })
})

describe("contract", () => {
  test("the contract is requested each time with the stored lease key, even after a reload, and its address isn't stored", async () => {
    await aClient().apply({}, { consent })
    const client = aClient()
    expect([await client.contract(), await client.contract()]).toEqual([contract, contract])
    expect(keys()).toEqual([undefined, "key_1", "key_1"])
    expect([...storage.entries]).toEqual([[KEPT, "key_1"]])
  })

  test("what the shopper confirmed is sent with the request", async () => {
    const acknowledged = { version: "NY/1", language: "es" }
    await aClient().contract(acknowledged)
    await aClient().contract()
    expect(bodies()).toEqual([{ acknowledged }, {}])
  })

  test("a contract address that isn't http or https is rejected", async () => {
    store.on("contract", { ...contract, url: "javascript:alert(1)" })
    expect(await failure(aClient().contract())).toMatchObject({ code: "unexpected_answer" })
  })
})

describe("lease key", () => {
  const blocked = () => {
    throw new Error("blocked")
  }
  const widget = { token: "token_1", scriptUrl: "https://widget.example.com/v1.js", config: {} }

  test.each([
    ["throws", { getItem: blocked, setItem: blocked, removeItem: blocked }],
    ["is switched off", null],
    ["doesn't exist", undefined],
  ])("the lease key lasts as long as the page if the storage %s", async (_, given) => {
    store.on("signature", { ...approved, signature: "not_signed" })
    const client = aClient({ storage: given })
    await client.apply({}, { consent })
    await client.signature("requested")
    expect([bodies().at(-1), keys().at(-1)]).toEqual([{ hint: "requested" }, "key_1"])
  })

  test("the lease key is sent with every request, including Medusa's own routes", async () => {
    storage.setItem(KEPT, "key_1")
    store.on("complete", order)
    const client = aClient()
    await client.get()
    await client.offer()
    await client.place()
    expect(keys()).toEqual(Array(5).fill("key_1"))
  })

  test("before the widget opens, the lease key is the browser's own secret, then the widget's token", async () => {
    store.on("widget", offline, widget)
    await failure(aClient().widget())
    expect(storage.getItem(KEPT)).toBe(keys()[0])
    await aClient().widget()
    await aClient().get()
    const [first] = keys()
    expect(first).toMatch(/^[\w-]{64,100}$/)
    expect(keys()).toEqual([first, first, "token_1"])
  })
})

describe("page closed before the answer", () => {
  const NAME = `${KEPT}:idempotency-key`
  const IDEMPOTENCY_KEY = "idempotency-key-0123456789"
  const refused = refusal(400, "attempt_refused", "Apply again.")

  test.each([
    ["keeps the idempotency key and nothing of the form", offline, 1],
    ["keeps nothing if the form was refused", invalid, 0],
  ])("a page closed before the answer %s", async (_, answer, names) => {
    store.on("application", answer)
    await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect([...storage.entries]).toEqual([[NAME, idempotencyKeys()[0]]].slice(0, names))
  })

  test("opening the contract recovers the lease key by the idempotency key, once", async () => {
    storage.setItem(NAME, IDEMPOTENCY_KEY)
    await aClient().contract()
    const nothing = { ...consent, accepted: [] }
    expect(bodies()).toEqual([undefined, { application: null, consent: nothing, idempotencyKey: IDEMPOTENCY_KEY }, {}])
    expect([keys(), [...storage.entries]]).toEqual([[undefined, undefined, "key_1"], [[KEPT, "key_1"]]])
  })

  test("the contract opens without a key if the application never arrived", async () => {
    storage.setItem(NAME, IDEMPOTENCY_KEY)
    store.on("application", refused)
    await aClient().contract()
    expect([bodies().at(-1), keys().at(-1), storage.entries.size]).toEqual([{}, undefined, 0])
  })

  test.each([
    ["the lease key is recovered once the store says that somebody has applied", applied, "offer", [[KEPT, "key_1"]]],
    ["if the application never arrived, the shopper sees that somebody else has applied", refused, "in_progress", []],
  ])("%s", async (_, answer, step, kept) => {
    storage.setItem(NAME, IDEMPOTENCY_KEY)
    store.on({ GET: aView({ step: "in_progress" }), application: answer })
    expect(await aClient().get()).toMatchObject({ step })
    expect([...storage.entries]).toEqual(kept)
  })

  test("after a second application, its own lease key is recovered and not that of the first", async () => {
    storage.setItem(KEPT, "key_1")
    store.on("application", offline, { ...approved, leaseKey: "key_2" })
    const client = aClient()
    await failure(client.apply({}, { consent }))
    await client.contract()
    expect(keys().at(-1)).toBe("key_2")
  })

  test("a refused second application doesn't lose the idempotency key of the first", async () => {
    storage.setItem(NAME, IDEMPOTENCY_KEY)
    store.on("application", refused)
    await failure(aClient().apply({}, { consent }))
    expect(storage.getItem(NAME)).toBe(IDEMPOTENCY_KEY)
  })
})

describe("client errors", () => {
  test("a refusal keeps the store's code, message, parameters and fields", async () => {
    const fields = [{ field: "customer.ssn", rule: "format", message: "This is not as it should be." }]
    const more = { params: { a: "b" }, fields }
    store.on("application", refusal(400, "form_invalid", "Please check.", more))
    const error = await failure(aClient().apply({}, { consent }))
    expect(error).toBeInstanceOf(LeaseError)
    const said = { code: "form_invalid", message: "Please check.", status: 400, retryable: false }
    expect(error).toMatchObject({ ...said, ...more })
  })

  const type = "not_allowed"
  test.each([
    [409, { type, code: "not_approved", message: "Apply first." }, "not_approved", false],
    [429, { type, code: "too_many_attempts", message: "Wait." }, "too_many_attempts", true],
    [503, { type, code: "service_unreachable", message: "Try again." }, "service_unreachable", true],
    [400, { type, message: "A publishable key is required." }, "not_allowed", false],
    [409, { type, code: "invalid_state_error", message: "Idempotency-Key." }, "busy", true],
    // No JSON, or that of somebody else.
    [502, undefined, "store_unreachable", true],
    [404, undefined, "unexpected_answer", false],
    [200, undefined, "unexpected_answer", true],
    [200, { ok: true }, "unexpected_answer", true],
    [200, null, "unexpected_answer", true],
  ])("a %i with the body %j is the error %s, retryable: %s", async (status, body, code, retryable) => {
    store.on("GET", { status, body })
    expect(await failure(aClient().get())).toMatchObject({ code, retryable, status })
  })

  test("a call without an answer can be retried, and its error never contains what was sent", async () => {
    store.on("application", offline)
    const error = await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect(error).toMatchObject({ code: "store_unreachable", retryable: true, status: 0, cause: offline })
    expect(JSON.stringify([error, error?.message, error?.stack, String(error?.cause)])).not.toContain("900-12")
  })

  test.each<[string, Error, string]>([
    ["a browser's lost connection", new TypeError("Load failed"), "store_unreachable"],
    ["a lost connection in another language", new TypeError("Die Verbindung wurde unterbrochen."), "store_unreachable"],
    ...[
      "Failed to fetch",
      "network error",
      "NetworkError when attempting to fetch resource.",
      "A data connection is not currently allowed.",
      "The Internet connection appears to be offline.",
      "The network connection was lost.",
      "Preflight response is not successful. Status code: 503",
      "cancelled",
    ].map((text): [string, Error, string] => ["a lost connection", new TypeError(text), "store_unreachable"]),
    ...[
      "crypto.randomUUID is not a function",
      "token is not iterable",
      "token is not a constructor",
      "object is not iterable (cannot read property Symbol(Symbol.iterator))",
      "null is not an object (evaluating 'token.value')",
      "Cannot read properties of undefined (reading 'value')",
      'can\'t access property "value", token is null',
      "undefined is not a function (near '...token...')",
      "Right side of assignment cannot be destructured: token is undefined",
    ].map((text): [string, Error, string] => ["a mistake", new TypeError(text), "page_failed"]),
    ["a shop's own error", new Error("Request failed with status code 0"), "store_unreachable"],
    ["an answer that isn't JSON", new SyntaxError("Unexpected token '<'"), "store_unreachable"],
    ["a function that is missing", new TypeError("AbortSignal.timeout is not a function"), "page_failed"],
    ["a value that is missing", new TypeError("undefined is not an object (evaluating 'token.value')"), "page_failed"],
    ["a name that is missing", new ReferenceError("token is not defined"), "page_failed"],
  ])("a transport that rejects with %s (%s) is the error %s", async (_, thrown, code) => {
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined)
    store.on("GET", thrown)
    expect(await failure(aClient().get())).toMatchObject({ code, cause: thrown, retryable: true })
    // A server's log has only the kind of an error, whose words may quote what was sent.
    const kind = [expect.stringContaining("this page could not contact"), thrown.name]
    expect(logged.mock.calls).toEqual(code === "page_failed" ? [kind] : [])
    logged.mockRestore()
  })

  test("a route missing in an older store is reported to the developer, without the cart's id", async () => {
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined)
    store.on("offer", { status: 404, body: undefined })
    const error = await failure(aClient().offer())
    expect(error?.message).toMatch(/cannot read.*choose another payment method/)
    const cause = "POST /store/lease-to-own/carts/:id/offer: lease-to-own plugin too old, or baseUrl wrong?"
    expect(logged.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ message: cause })]])
    expect(error?.cause).toBe(logged.mock.calls[0]?.[1])
    logged.mockRestore()
  })

  test("an unknown step of a newer store is reported to the developer", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined)
    store.on("GET", { ...approved, step: "handed_over" })
    await aClient().get()
    expect(warn.mock.calls).toEqual([["Update lease-to-own-storefront: no step handed_over"]])
    warn.mockRestore()
  })
})

describe("client listeners", () => {
  function heard() {
    const client = aClient()
    const views: LeaseView[] = []
    return { client, views, stop: client.subscribe((view) => views.push(view)) }
  }

  test("listeners get the view of every action until they unsubscribe, without lease key and signature", async () => {
    const signed = { ...approved, signature: "verified" }
    store.on("signature", signed)
    const { client, views, stop } = heard()
    await client.apply({}, { consent })
    expect(await client.signature("done")).toEqual(signed)
    stop()
    await client.get()
    expect(views).toEqual([approved, approved])
  })

  test("listeners don't get an old view that arrives after a newer one", async () => {
    let release = (_: LeaseView) => {}
    store.on("GET", new Promise<object>((resolve) => (release = resolve)))
    const { client, views } = heard()
    const reading = client.get()
    await client.offer()
    release(aView())
    await reading
    expect(views).toEqual([approved])
  })

  test("a listener that throws affects neither the action nor the other listeners", async () => {
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
