import { LeaseError, type LeaseView } from "../../../packages/storefront/src/index"
import { clientOf, fakeTransport } from "./fake-transport"
import { aStorage, aView, failure } from "./local-store"
import { approved, contract, offline, order, pending, ready, refusal } from "./moments"

const KEPT = "lease-to-own:cart_1"
const consent = { accepted: true, version: "2024-01" } as const
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
const attempts = () => bodies().map((body) => (body as { attemptId: string }).attemptId)

test("a cart id cannot reach another route", async () => {
  await failure(aClient({ cartId: "a/../b" }).get())
  expect(store.sent[0]?.path).toBe("/store/lease-to-own/carts/a%2F..%2Fb")
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
    const client = aClient(isStored ? {} : { storage: null })
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
    ["without a key", `${PAGE}#lease-key=`],
    ["that is another fragment", `${PAGE}#/lease-key`],
    ["that is none", PAGE],
  ])("%s is left alone", async (_, href) => {
    storage.setItem(KEPT, "key_1")
    open(href)
    await aClient().get()
    expect([keys(), replaced]).toEqual([["key_1"], []])
  })
})

describe("check", () => {
  const settling = aView({ step: "settling" })
  const wait = refusal(409, "pending", "Wait.")

  test.each<[string, LeaseView, string | null, object, LeaseView]>([
    ["has the operator told of the cart while there is no decision", pending, "offer", approved, approved],
    ["takes it for an answer that there still is none", pending, "offer", wait, pending],
    ["asks whether the first payment is there, and reports no signature by that", settling, "signature", ready, ready],
    ["only looks when the shopper has to go on", approved, null, {}, approved],
  ])("%s", async (_, view, call, answer, found) => {
    store.on({ GET: view, ...(call && { [call]: answer }) })
    expect(await aClient().check()).toMatchObject(found)
    expect(store.calls()).toEqual(["GET", ...(call ? [call] : [])])
    if (call === "signature") expect(bodies().at(-1)).toEqual({})
  })
})

describe("an approval of another cart", () => {
  test("comes to this cart by one request, without a form; a guest's by the code and the key that it was asked for with", async () => {
    const message = { code: "code_sent", params: { minutes: "20" }, message: "A code is on its way." }
    store.on({ approval: approved, "approval-code": { leaseKey: "key_1", message } })
    const client = aClient()
    expect(await client.takeApproval()).toEqual(approved)
    expect(await client.askCode()).toEqual(message)
    await client.takeApproval("1234 5678")
    expect(bodies()).toEqual([{}, {}, { code: "1234 5678" }])
    expect(keys()).toEqual([undefined, undefined, "key_1"])
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
    await aClient().apply({}, { consent })
    Object.assign(crypto, { randomUUID })
    expect(attempts()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test.each([
    ["after an answer is a new attempt", 2, [applied]],
    ["after a lost answer is the same attempt", 1, [offline, applied]],
    ["after a refused form is a new attempt", 2, [invalid]],
  ])("the next one %s, and nothing is resent automatically", async (_, names, answers) => {
    store.on("application", ...answers)
    const client = aClient()
    await failure(client.apply({}, { consent }))
    expect(store.sent).toHaveLength(1)
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
    expect(keys()).toEqual([undefined, "key_1", "key_1"])
    expect([...storage.entries]).toEqual([[KEPT, "key_1"]])
  })

  test("whose address is no web address is not handed out", async () => {
    store.on("contract", { ...contract, url: "javascript:alert(1)" })
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
    store.on("signature", { ...approved, signature: "not_signed" })
    const client = aClient({ storage: given })
    await client.apply({}, { consent })
    await client.signature("asked")
    expect([bodies().at(-1), keys().at(-1)]).toEqual([{ hint: "asked" }, "key_1"])
  })

  test("goes with every request, to Medusa's own routes too", async () => {
    storage.setItem(KEPT, "key_1")
    store.on("complete", order)
    const client = aClient()
    await client.get()
    await client.offer()
    await client.place()
    expect(keys()).toEqual(Array(5).fill("key_1"))
  })

  test("is a secret of the browser's own before the widget is opened, then the widget's token", async () => {
    store.on("widget", offline, widget)
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
    store.on("widget", widget)
    await aClient().widget()
    expect([keys(), storage.getItem(KEPT)]).toEqual([["key_1"], "token_1"])
  })
})

describe("a page that is left before the answer", () => {
  const NAME = `${KEPT}:attempt`
  const ATTEMPT = "attempt-0123456789"
  const refused = refusal(400, "attempt_refused", "Apply again.")

  test.each([
    ["leaves the name of the attempt, and nothing of the form", offline, 1],
    ["leaves nothing where the form was refused", invalid, 0],
  ])("%s", async (_, answer, names) => {
    store.on("application", answer)
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
    store.on("application", refused)
    await aClient().contract()
    expect([bodies().at(-1), keys().at(-1), storage.entries.size]).toEqual([{}, undefined, 0])
  })

  test.each([
    ["gets it as soon as the store says that somebody has applied", applied, "offer", [[KEPT, "key_1"]]],
    ["is shown that somebody else has, when its attempt never arrived", refused, "in_progress", []],
  ])("%s", async (_, answer, step, kept) => {
    storage.setItem(NAME, ATTEMPT)
    store.on({ GET: aView({ step: "in_progress" }), application: answer })
    expect(await aClient().get()).toMatchObject({ step })
    expect([...storage.entries]).toEqual(kept)
  })

  test("asks for the key of the second application, and does not go on with that of the first", async () => {
    storage.setItem(KEPT, "key_1")
    store.on("application", offline, { ...approved, leaseKey: "key_2" })
    const client = aClient()
    await failure(client.apply({}, { consent }))
    await client.contract()
    expect(keys().at(-1)).toBe("key_2")
  })

  test("does not lose the name of its attempt to a second one that is refused", async () => {
    storage.setItem(NAME, ATTEMPT)
    store.on("application", refused)
    await failure(aClient().apply({}, { consent }))
    expect(storage.getItem(NAME)).toBe(ATTEMPT)
  })
})

describe("errors", () => {
  test("a refusal keeps the store's code, words, parameters and fields", async () => {
    const fields = [{ field: "customer.ssn", rule: "format", message: "This is not as it should be." }]
    const more = { params: { a: "b" }, fields }
    store.on("application", refusal(400, "form_invalid", "Please check.", more))
    const error = await failure(aClient().apply({}, { consent }))
    expect(error).toBeInstanceOf(LeaseError)
    expect(error).toMatchObject({
      code: "form_invalid",
      message: "Please check.",
      status: 400,
      retryable: false,
      ...more,
    })
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
  ])("a %i %j is %s, retryable: %s", async (status, body, code, retryable) => {
    store.on("GET", { status, body })
    expect(await failure(aClient().get())).toMatchObject({ code, retryable, status })
  })

  test("no answer may be asked for again, and no text of its error repeats what was sent", async () => {
    store.on("application", offline)
    const error = await failure(aClient().apply({ customer: { ssn: "900-12-3456" } }, { consent }))
    expect(error).toMatchObject({ code: "store_unreachable", retryable: true, status: 0, cause: offline })
    expect(JSON.stringify([error, error?.message, error?.stack, String(error?.cause)])).not.toContain("900-12")
  })

  test("a route that an older store lacks is named to the developer, without the cart", async () => {
    store.on("offer", { status: 404, body: undefined })
    const error = await failure(aClient().offer())
    expect(error?.message).toMatch(/cannot read.*choose another payment method/)
    expect(String(error?.cause)).toBe("Error: POST /store/lease-to-own/carts/:id/offer: lease-to-own plugin too old?")
  })

  test("a step of a newer store is named to the developer", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined)
    store.on("GET", { ...approved, step: "handed_over" })
    await aClient().get()
    expect(warn.mock.calls).toEqual([["Update lease-to-own-storefront: no step handed_over"]])
    warn.mockRestore()
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
    store.on("signature", signed)
    const { client, views, stop } = heard()
    await client.apply({}, { consent })
    expect(await client.signature("done")).toEqual(signed)
    stop()
    await client.get()
    expect(views).toEqual([approved, approved])
  })

  test("do not hear an old look that arrives after a newer answer", async () => {
    let release = (_: LeaseView) => {}
    store.on("GET", new Promise<object>((resolve) => (release = resolve)))
    const { client, views } = heard()
    const look = client.get()
    await client.offer()
    release(aView())
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
