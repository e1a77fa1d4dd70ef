import { MedusaError } from "@medusajs/framework/utils"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { createLeaseFlow, type LeaseFlowOptions, type LeaseState } from "../../../packages/storefront/src/flow"
import { createLeaseClient, LeaseError, type LeaseView } from "../../../packages/storefront/src/index"
import { fakeTransport } from "./fake-transport"
import { aView } from "./local-store"

const consent = { accepted: true, version: "2024-01" } as const
const contract = { url: "https://sign.example.com/c/1", origins: ["https://sign.example.com"] }
const offer = { currency: "usd", cash_price: 500, summary: null, lines: [], priced_at: "2026-11-23T00:00:00Z" }

const intro = aView({ form: { fields: [] } })
const approved = aView({ status: "approved", step: "offer" })
const offered = aView({ status: "offered", step: "offer", offer })
const signing = aView({ status: "signing", step: "offer", offer })
const settling = aView({ status: "signing", step: "settling", offer, poll_after_ms: 2000 })
const pending = aView({ status: "pending", step: "undecided", poll_after_ms: 2000 })
const ready = aView({ status: "signed", step: "ready", offer })
const placed = aView({ status: null, step: "placed", order_id: "order_1" })
const order = { type: "order", order: { id: "order_1" } }

const offline = new TypeError("fetch failed")
const html = { status: 502, body: undefined }
const refusal = (status: number, code: string, message: string) => ({ status, body: { type: "x", code, message } })
const signed = (view: LeaseView, signature: string) => ({ ...view, signature })

let store: ReturnType<typeof fakeTransport>
let onPlaced: jest.Mock

beforeEach(() => {
  jest.useFakeTimers()
  store = fakeTransport()
  onPlaced = jest.fn()
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(globalThis, "document")
})

function aFlow(options: Partial<LeaseFlowOptions<string>> = {}) {
  const client = createLeaseClient({ cartId: "cart_1", transport: store.transport, storage: null })
  return createLeaseFlow<string>({ client, onPlaced, ...options })
}

function aStarted(view: LeaseView | null, options: Partial<LeaseFlowOptions<string>> = {}) {
  const flow = aFlow({ view, ...options })
  flow.start()
  return flow
}

/** Lets everything that waits for no timer happen. */
const settle = () => jest.advanceTimersByTimeAsync(0)
const later = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** A page that can be hidden, where there was none. */
function aPage() {
  const page = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(globalThis, { document: page })
  return (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event("visibilitychange"))
  }
}

describe("creation and start", () => {
  test("nothing is sent before the start", async () => {
    aFlow()
    await settle()
    expect(store.sent).toEqual([])
  })

  test("the start looks where the lease stands", async () => {
    store.on("GET", intro)
    const flow = aStarted(null)
    expect(flow.state).toMatchObject({ view: null, step: null, busy: "look" })
    await settle()
    expect(flow.state).toMatchObject({ view: intro, step: "intro", busy: null, error: null })
  })

  test("a view read on the server is the first state, and is not read again", async () => {
    const flow = aFlow({ view: intro })
    expect(flow.state).toMatchObject({ view: intro, step: "intro", busy: null })
    flow.start()
    await settle()
    expect(store.sent).toEqual([])
  })

  test("an application that the server saw as somebody's is looked at with this browser's key, once", async () => {
    store.on("GET", offered)
    const flow = aStarted(aView({ step: "in_progress", status: null }))
    flow.stop()
    flow.start()
    await settle()
    expect(flow.state.view).toEqual(offered)
    expect(store.calls()).toEqual(["GET"])
  })

  test("a start takes a newer view than the flow has", async () => {
    const flow = aFlow({ view: intro })
    flow.start(offered)
    expect(flow.state.step).toBe("offer")
  })

  test("a second start changes nothing", async () => {
    store.on("GET", intro)
    const flow = aStarted(null)
    flow.start()
    await settle()
    flow.start()
    await settle()
    expect(store.calls()).toEqual(["GET"])
  })

  test.each([
    ["the first look", null, ["GET"]],
    ["the offer", approved, ["offer"]],
    ["the order", ready, ["complete", "GET"]],
  ])("start, stop and start again send %s once", async (_, view, calls) => {
    store.on("GET", view ? placed : intro)
    store.on("offer", offered)
    store.on("complete", order)
    const flow = aStarted(view)
    flow.stop()
    flow.start()
    await settle()
    expect(store.calls()).toEqual(calls)
  })
})

describe("a stop", () => {
  test("leaves what follows from a call that was sent to the next start", async () => {
    store.on("application", { ...approved, leaseKey: "key_1" })
    store.on("offer", offered)
    const flow = aStarted(intro)
    const applied = flow.actions.apply({}, { consent })
    flow.stop()
    expect(await applied).toBe(true)
    await settle()
    expect(store.calls()).toEqual(["application"])
    expect(flow.state).toMatchObject({ view: approved, busy: null })
    flow.start()
    await settle()
    expect(flow.state.view).toEqual(offered)
  })

  test("ends what is heard of other calls of the client", async () => {
    store.on("GET", placed)
    const client = createLeaseClient({ cartId: "cart_1", transport: store.transport, storage: null })
    const flow = aStarted(offered, { client })
    flow.stop()
    await client.get()
    expect(onPlaced).not.toHaveBeenCalled()
    expect(flow.state.view).toEqual(offered)
  })

  test("while a call is under way ends with that call what is heard of others", async () => {
    store.on("offer", offered)
    store.on("GET", placed)
    const client = createLeaseClient({ cartId: "cart_1", transport: store.transport, storage: null })
    const flow = aStarted(approved, { client })
    flow.stop()
    await settle()
    expect(flow.state).toMatchObject({ view: offered, busy: null })
    await client.get()
    expect(flow.state.view).toEqual(offered)
  })

  test("lets go of the page", () => {
    aPage()
    const [added, removed] = [jest.spyOn(document, "addEventListener"), jest.spyOn(document, "removeEventListener")]
    aStarted(pending).stop()
    expect(added).toHaveBeenCalledTimes(1)
    expect(removed.mock.calls).toEqual(added.mock.calls)
  })

  test("does not place an order that is placed once more after the next start", async () => {
    store.on("complete", order)
    store.on("GET", offline)
    const flow = aStarted(ready)
    await settle()
    flow.stop()
    flow.start()
    await settle()
    expect(store.calls().filter((call) => call === "complete")).toHaveLength(1)
  })
})

test("an action before the start is heard", async () => {
  store.on("GET", offered)
  const flow = aFlow()
  expect(await flow.actions.look()).toBe(true)
  expect(flow.state.view).toEqual(offered)
})

describe("states", () => {
  test("a state never changes; a change makes another", async () => {
    store.on("GET", intro)
    const flow = aFlow()
    const before = flow.state
    flow.start()
    await settle()
    expect(before).toMatchObject({ view: null, busy: null })
    expect(flow.state).not.toBe(before)
    expect(Object.isFrozen(flow.state)).toBe(true)
    expect(flow.state).toBe(flow.state)
  })

  test("each listener hears each state until it stops", async () => {
    store.on("GET", intro)
    const flow = aFlow()
    const heard: LeaseState<string>[] = []
    const stop = flow.subscribe((state) => heard.push(state))
    flow.start()
    await settle()
    stop()
    await flow.actions.look()
    expect(heard.at(-1)).toMatchObject({ view: intro, busy: null })
    expect(heard).not.toContain(flow.state)
  })

  test("a listener that throws ends nothing", async () => {
    const told = jest.spyOn(console, "error").mockImplementation(() => undefined)
    Object.assign(globalThis, { reportError: undefined })
    store.on("GET", intro)
    const flow = aFlow()
    flow.subscribe(() => {
      throw new Error("mine")
    })
    flow.start()
    await settle()
    expect(flow.state.step).toBe("intro")
    expect(told).toHaveBeenCalled()
    told.mockRestore()
  })
})

describe("the offer", () => {
  test("is asked for after an approval, once", async () => {
    store.on("offer", refusal(503, "service_unreachable", "Try again."))
    store.on("GET", approved)
    const flow = aStarted(approved)
    await settle()
    flow.start()
    await settle()
    expect(store.calls()).toEqual(["offer", "GET"])
    expect(flow.state).toMatchObject({ step: "offer", busy: null })
    expect(flow.state.error?.message).toBe("Try again.")
  })

  test("is asked for again by the shopper", async () => {
    store.on("offer", offline, offered)
    store.on("GET", approved)
    const flow = aStarted(approved)
    await settle()
    expect(await flow.actions.offer()).toBe(true)
    expect(flow.state).toMatchObject({ view: offered, error: null })
  })

  test("follows an application that is approved", async () => {
    store.on("application", { ...approved, leaseKey: "key_1" })
    store.on("offer", offered)
    const flow = aStarted(intro)
    const tasks: unknown[] = []
    flow.subscribe(({ busy }) => tasks.push(busy))
    expect(await flow.actions.apply({}, { consent })).toBe(true)
    expect(store.calls()).toEqual(["application", "offer"])
    expect([...new Set(tasks)]).toEqual(["apply", "offer", null])
  })

  test("is asked for when the cart has changed, and the old price is kept beside it", async () => {
    const dearer = { ...offered, offer: { ...offer, cash_price: 600 } }
    store.on("GET", aView({ status: "offered", step: "cart_changed", offer, cart_in_sync: false }))
    store.on("offer", dearer)
    const flow = aStarted(offered, { readCart: async () => "the new cart" })
    await flow.actions.look()
    expect(flow.state).toMatchObject({ view: dearer, oldPrice: 500, cart: "the new cart" })
  })
})

describe("the order", () => {
  test("is placed after the signature, once", async () => {
    store.on("complete", refusal(409, "out_of_stock", "Not in stock."))
    store.on("GET", ready)
    const flow = aStarted(ready)
    await settle()
    await flow.actions.look()
    await settle()
    expect(store.calls().filter((call) => call === "complete")).toHaveLength(1)
    expect(onPlaced).not.toHaveBeenCalled()
  })

  test("reaches onPlaced once, though the store says it again", async () => {
    store.on("complete", order)
    store.on("GET", placed)
    const flow = aStarted(ready)
    await settle()
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    expect(flow.state).toMatchObject({ step: "placed", busy: null, error: null })
  })

  test("that was placed elsewhere reaches onPlaced once", async () => {
    store.on("GET", placed)
    const flow = aStarted(offered)
    await flow.actions.look()
    await flow.actions.look()
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
  })

  test("that the server knows already reaches onPlaced at the start", async () => {
    aStarted(placed)
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    expect(store.sent).toEqual([])
  })

  test("that a call before the stop placed reaches onPlaced after it", async () => {
    store.on("complete", order)
    store.on("GET", placed)
    aStarted(ready).stop()
    await settle()
    expect(onPlaced).toHaveBeenCalledTimes(1)
  })

  test("whose answer is lost is found", async () => {
    store.on("complete", offline)
    store.on("GET", placed)
    aStarted(ready)
    await settle()
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
  })

  test("an onPlaced that throws is the shop's matter", async () => {
    const told = jest.spyOn(console, "error").mockImplementation(() => undefined)
    store.on("complete", order)
    store.on("GET", placed)
    const flow = aStarted(ready, { onPlaced: () => Promise.reject(new Error("mine")) })
    await settle()
    expect(flow.state).toMatchObject({ step: "placed", error: null })
    told.mockRestore()
  })

  test("of a signed lease that is refused is a screen of its own, with the reason and the reference", async () => {
    store.on("complete", refusal(409, "out_of_stock", "Not in stock: sofa."))
    store.on("GET", ready)
    const flow = aStarted(ready)
    await settle()
    expect(flow.state.step).toBe("order_failed")
    expect(flow.state.error?.message).toContain("could not be placed: Not in stock: sofa.")
    expect(flow.state.error?.message).toContain("LTO-TEST")
  })

  test("leaves that screen when it is tried again, and when the store says otherwise", async () => {
    store.on("complete", refusal(409, "out_of_stock", "Not in stock."), order)
    store.on("GET", ready, aView({ status: "signed", step: "contract_mismatch" }))
    const flow = aStarted(ready)
    await settle()
    await flow.actions.look()
    expect(flow.state).toMatchObject({ step: "contract_mismatch", error: null })
    await flow.actions.place()
    expect(flow.state).toMatchObject({ step: "placed", error: null })
  })

  test("that the view explains gets no second explanation", async () => {
    const message = { code: "order_failed_signed", params: {}, message: "It failed." }
    store.on("complete", refusal(409, "out_of_stock", "Not in stock."))
    store.on("GET", aView({ status: "signed", step: "order_failed", messages: [message] }))
    const flow = aStarted(ready)
    await settle()
    expect(flow.state).toMatchObject({ step: "order_failed", error: null })
  })

  test.each([...new Set([...Object.values(MedusaError.Types), ...Object.values(MedusaError.Codes), "unknown_error"])])(
    "words for developers are not shown: %s",
    async (code) => {
      expect(Object.keys(en.texts.codes)).not.toContain(code)
      store.on("complete", refusal(400, code, "Cart cart_1 …"))
      store.on("GET", ready)
      const flow = aStarted(ready)
      await settle()
      expect(flow.state.error?.message).toContain("could not be placed: The store could not finish the order.")
    },
  )

  test("a refusal says by its status that the store refused, an outcome that it answered", async () => {
    store.on("contract", refusal(409, "cart_changed", "Your cart has changed."))
    store.on("signature", signed(signing, "unreachable"))
    store.on("GET", signing)
    const flow = aStarted(signing)
    await flow.actions.sign(async () => "done")
    expect(flow.state.error).toMatchObject({ status: 409 })
    await flow.actions.signature()
    expect(flow.state.error).toMatchObject({ status: 200 })
  })

  test("no code of the plugin's is taken for one of Medusa's", async () => {
    for (const code of Object.keys(en.texts.codes)) {
      if (["busy", "store_unreachable"].includes(code)) continue
      store = fakeTransport()
      store.on("complete", refusal(409, code, "In the plugin's words."))
      store.on("GET", ready)
      const flow = aStarted(ready)
      await settle()
      expect([code, flow.state.error?.message]).toEqual([code, expect.stringContaining("In the plugin's words.")])
    }
  })

  test("a cart is put back before its signed lease is ordered", async () => {
    const differences = [{ variant_id: "v_1", title: "Sofa", signed: 2, now: 1 }]
    const restore = jest.fn(async () => undefined)
    store.on("GET", ready)
    store.on("complete", order)
    const mismatch = aView({ status: "signed", step: "contract_mismatch", differences, cart_in_sync: false })
    const flow = aStarted(mismatch, { restore, readCart: async () => "put back" })
    await flow.actions.restore()
    expect(restore.mock.calls).toEqual([[differences]])
    expect(flow.state.cart).toBe("put back")
    expect(onPlaced).toHaveBeenCalledTimes(1)
  })
})

describe("the contract", () => {
  const show = jest.fn(async () => "done" as const)
  beforeEach(() => {
    show.mockClear()
    store.on("contract", contract)
  })

  test("is shown by the shop, then the store looks whether it is signed, then the order is placed", async () => {
    store.on("signature", signed(ready, "verified"))
    store.on("complete", order)
    store.on("GET", placed)
    const flow = aStarted(offered)
    expect(await flow.actions.sign(show)).toBe(true)
    expect(show.mock.calls).toEqual([[contract]])
    expect(store.calls().slice(0, 3)).toEqual(["contract", "signature", "complete"])
    expect(onPlaced).toHaveBeenCalledTimes(1)
  })

  test("that says it is done is looked at four times before the shopper is told to wait", async () => {
    store.on("signature", signed(signing, "not_signed"))
    const flow = aStarted(offered)
    void flow.actions.sign(show)
    await settle()
    const looks = () => store.calls().filter((call) => call === "signature").length
    const counts = [looks()]
    for (const ms of [2500, 5000, 10_000]) {
      await later(ms - 1)
      counts.push(looks())
      await later(1)
      counts.push(looks())
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
    expect(flow.state).toMatchObject({ step: "offer", busy: null })
    expect(flow.state.error).toMatchObject({ code: "signature_pending" })
  })

  test("looks end as soon as the signature is there", async () => {
    store.on("signature", signed(signing, "not_signed"), signed(settling, "not_signed"))
    const flow = aStarted(offered)
    const ended = flow.actions.sign(show)
    await later(2500)
    expect(await ended).toBe(true)
    expect(flow.state).toMatchObject({ step: "settling", error: null })
  })

  test("a stop ends the looks, and nothing follows", async () => {
    store.on("signature", signed(signing, "not_signed"), signed(ready, "verified"))
    const flow = aStarted(offered)
    const ended = flow.actions.sign(show)
    await settle()
    flow.stop()
    await ended
    await later(60_000)
    expect(store.calls()).toEqual(["contract", "signature"])
  })

  test("the shopper's own word is looked at once", async () => {
    store.on("signature", signed(signing, "not_signed"))
    const flow = aStarted(offered)
    expect(await flow.actions.signature()).toBe(true)
    expect(store.sent.at(-1)?.body).toEqual({ hint: "asked" })
    expect(flow.state).toMatchObject({ step: "offer", error: null })
  })

  test.each(["seen", "closed"] as const)("that was %s is looked at without a hint", async (ending) => {
    store.on("GET", signing)
    const flow = aStarted(offered)
    await flow.actions.sign(async () => ending)
    expect(store.calls()).toEqual(["contract", "GET"])
    expect(flow.state.view).toEqual(signing)
  })

  test.each([
    ["unreachable", signing, "service_unreachable"],
    ["no_status", signing, "no_status"],
  ])("a signature that is %s is told", async (signature, view, code) => {
    store.on("signature", signed(view, signature))
    const flow = aStarted(offered)
    expect(await flow.actions.signature()).toBe(false)
    const { name, contact } = view.operator
    const message = en.say("codes", code as "no_status", { operator: name, contact })
    expect(flow.state.error).toMatchObject({ code, message })
  })

  test("no order is placed behind a contract that is open", async () => {
    store.on("signature", signed(ready, "verified"))
    store.on("GET", ready)
    const client = createLeaseClient({ cartId: "cart_1", transport: store.transport, storage: null })
    const flow = aStarted(offered, { client })
    void flow.actions.sign(() => new Promise(() => undefined))
    await settle()
    await client.signature()
    await settle()
    expect(flow.state).toMatchObject({ step: "ready", busy: "sign" })
    expect(store.calls()).toEqual(["contract", "signature"])
  })
})

describe("polls", () => {
  test("come as late as the store says, and no sooner", async () => {
    store.on("GET", { ...pending, poll_after_ms: 5000 })
    store.on("offer", refusal(409, "pending", "Wait."))
    aStarted(pending)
    await later(1999)
    expect(store.calls()).toEqual([])
    await later(1)
    expect(store.calls()).toEqual(["GET", "offer"])
    await later(4999)
    expect(store.calls()).toHaveLength(2)
    await later(1)
    expect(store.calls()).toHaveLength(4)
  })

  test.each([
    ["offline", offline],
    ["500", { status: 500, body: { type: "unknown_error", message: "An unknown error occurred." } }],
    ["429", refusal(429, "asked_too_often", "Later.")],
    ["a page of HTML", html],
  ])("wait twice as long after each that fails, up to a minute, and say nothing: %s", async (_, answer) => {
    store.on("GET", answer)
    const flow = aStarted(pending)
    let looks = 0
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      await later(seconds * 1000 - 1)
      expect(store.calls()).toHaveLength(looks)
      await later(1)
      expect(store.calls()).toHaveLength(++looks)
    }
    expect(flow.state).toMatchObject({ step: "undecided", error: null, busy: null })
  })

  test("are as quick as before once one is answered", async () => {
    store.on("GET", offline, { ...settling, poll_after_ms: 2000 })
    store.on("signature", signed(settling, "not_signed"))
    aStarted(settling)
    await later(2000 + 4000)
    expect(store.calls()).toEqual(["GET", "GET", "signature"])
    await later(2000)
    expect(store.calls()).toHaveLength(5)
  })

  test("stop on a hidden page, and one follows as soon as it is seen again", async () => {
    const hide = aPage()
    store.on("GET", { ...pending, poll_after_ms: 5000 })
    store.on("offer", refusal(409, "pending", "Wait."))
    aStarted(pending)
    hide(true)
    await later(600_000)
    expect(store.calls()).toEqual([])
    hide(false)
    await settle()
    expect(store.calls()).toEqual(["GET", "offer"])
    await later(5000)
    expect(store.calls()).toHaveLength(4)
  })

  test("a page that is seen again asks nothing where nothing is waited for", async () => {
    const hide = aPage()
    aStarted(offered)
    hide(true)
    hide(false)
    await settle()
    expect(store.sent).toEqual([])
  })

  test("end with the stop", async () => {
    const hide = aPage()
    const flow = aStarted(pending)
    flow.stop()
    await later(60_000)
    hide(true)
    hide(false)
    await later(60_000)
    expect(store.sent).toEqual([])
  })

  test("wait while the shopper's own task runs", async () => {
    let answer = (_: object) => {}
    store.on("GET", new Promise<object>((resolve) => (answer = resolve)))
    const flow = aStarted(pending)
    const look = flow.actions.look()
    await later(10_000)
    expect(store.calls()).toEqual(["GET"])
    store.on("offer", refusal(409, "pending", "Wait."))
    answer(pending)
    expect(await look).toBe(true)
  })

  test("find an order of another tab", async () => {
    store.on("GET", placed)
    aStarted(aView({ status: "placing", step: "confirming", poll_after_ms: 2000 }))
    await later(2000)
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    await later(60_000)
    expect(store.calls()).toEqual(["GET"])
  })
})

describe("errors", () => {
  test.each([
    ["offline", offline, "store_unreachable"],
    ["500", { status: 500, body: "down" }, "store_unreachable"],
    ["429", refusal(429, "asked_too_often", "Later."), "asked_too_often"],
    ["a page of HTML", html, "store_unreachable"],
    ["a page of HTML that says 200", { status: 200, body: undefined }, "unexpected_answer"],
  ])("a first look without a view says why, and can be made again: %s", async (_, answer, code) => {
    store.on("GET", answer, answer, intro)
    const flow = aStarted(null)
    await settle()
    expect(flow.state).toMatchObject({ view: null, step: null, busy: null, error: { code } })
    expect(await flow.actions.look()).toBe(true)
    expect(flow.state).toMatchObject({ step: "intro", error: null })
  })

  test("after a refusal the store is asked where the lease stands", async () => {
    store.on("application", refusal(409, "application_open", "You have already applied."))
    store.on("GET", offered)
    const flow = aStarted(intro)
    expect(await flow.actions.apply({}, { consent })).toBe(false)
    expect(store.calls()).toEqual(["application", "GET"])
    expect(flow.state).toMatchObject({ view: offered, busy: null, error: { code: "application_open" } })
  })

  test("a look after a refusal that fails too leaves the refusal", async () => {
    store.on("contract", refusal(409, "cart_changed", "Your cart has changed."))
    store.on("GET", offline)
    const flow = aStarted(offered)
    expect(await flow.actions.sign(async () => "done")).toBe(false)
    expect(flow.state).toMatchObject({ view: offered, error: { code: "cart_changed" } })
  })

  test("problems of the form keep their fields", async () => {
    const fields = [{ field: "customer.ssn", rule: "format", message: "Check this." }]
    store.on("application", { status: 400, body: { type: "x", code: "form_invalid", message: "Check.", fields } })
    store.on("GET", intro)
    const flow = aStarted(intro)
    await flow.actions.apply({}, { consent })
    expect((flow.state.error as LeaseError).fields).toEqual(fields)
  })

  test("an error of the shop's own function is told, and the store is not asked", async () => {
    store.on("contract", contract)
    const flow = aStarted(offered)
    const mine = new Error("No dialog.")
    expect(await flow.actions.sign(() => Promise.reject(mine))).toBe(false)
    expect(flow.state).toMatchObject({ error: mine, busy: null })
    expect(store.calls()).toEqual(["contract"])
  })

  test("one task runs at a time", async () => {
    store.on("offer", offered)
    const flow = aStarted(aView({ status: "offered", step: "over_limit" }))
    const first = flow.actions.offer()
    expect([await flow.actions.offer(), await first]).toEqual([false, true])
    expect(store.calls()).toEqual(["offer"])
  })

  test("are in the shopper's language", async () => {
    store.on("signature", signed(signing, "no_status"))
    const flow = aStarted(signing, { dictionary: es })
    await flow.actions.signature()
    const { name: operator, contact } = signing.operator
    expect(flow.state.error?.message).toBe(es.say("codes", "no_status", { operator, contact }))
  })

  test("of the flow's own read as the English dictionary has them", async () => {
    const reason = "The store could not finish the order."
    expect(en.texts.codes.completion_failed).toBe(reason)
    store.on("complete", refusal(400, "invalid_data", "Cart cart_1 …"))
    store.on("GET", ready)
    const flow = aStarted(ready)
    await settle()
    const params = { reason, reference: "LTO-TEST" }
    expect(flow.state.error?.message).toBe(en.say("codes", "order_failed_signed", params))
    store.on("GET", signing)
    store.on("signature", signed(signing, "not_signed"))
    store.on("contract", contract)
    const second = aStarted(signing)
    void second.actions.sign(async () => "done")
    await later(20_000)
    const { name: operator } = signing.operator
    expect(second.state.error?.message).toBe(en.say("codes", "signature_pending", { operator }))
  })
})

test("two tabs of one cart: one order, and both come to it", async () => {
  const confirming = aView({ status: "placing", step: "confirming", poll_after_ms: 2000 })
  store.on("complete", order, refusal(409, "placing_elsewhere", "The order is being placed in another window."))
  // The first tab's look after its order, the second's after its refusal, the second's poll.
  store.on("GET", placed, confirming, placed)
  const [first, second] = [jest.fn(), jest.fn()]
  aStarted(ready, { onPlaced: first })
  await settle()
  const other = aStarted(ready, { onPlaced: second })
  await settle()
  expect([first.mock.calls.length, second.mock.calls.length, other.state.step]).toEqual([1, 0, "confirming"])
  await later(2000)
  expect(second.mock.calls).toEqual([["order_1"]])
})

describe("an order that stands, and waits for its new contract", () => {
  const stands = (changes: Partial<LeaseView>) => aView({ order_id: "order_1", ...changes })
  const toSign = stands({ status: "approved", step: "offer" })
  const offeredAgain = stands({ status: "offered", step: "offer", offer })
  const confirming = stands({ status: "signed", step: "confirming", poll_after_ms: 2000 })

  test("goes on after the signature, and is never placed", async () => {
    store.on("offer", offeredAgain)
    store.on("contract", contract)
    store.on("signature", signed(confirming, "verified"))
    store.on("GET", confirming, placed)
    const flow = aStarted(toSign)
    await settle()
    expect(flow.state).toMatchObject({ step: "offer", view: { offer }, error: null })
    await flow.actions.sign(async () => "done")
    expect(flow.state).toMatchObject({ step: "confirming", busy: null, error: null })
    expect(onPlaced).not.toHaveBeenCalled()
    await later(2000)
    await later(2000)
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    expect(store.calls()).toEqual(["offer", "contract", "signature", "GET", "GET"])
  })

  test("waits without an error where only staff can say that it is signed", async () => {
    store.on("contract", contract)
    store.on("signature", signed(stands({ status: "signing", step: "confirming" }), "no_status"))
    const flow = aStarted(offeredAgain)
    await flow.actions.sign(async () => "done")
    expect(flow.state).toMatchObject({ step: "confirming", error: null })
  })

  test("is not placed again by a store that calls it ready", async () => {
    aStarted(stands({ status: "signed", step: "ready", offer }))
    await settle()
    expect(store.sent).toEqual([])
  })
})
