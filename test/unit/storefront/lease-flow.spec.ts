import { MedusaError } from "@medusajs/framework/utils"
import { es } from "../../../packages/storefront/src/es"
import { createLeaseFlow, type LeaseFlowOptions, type LeaseState } from "../../../packages/storefront/src/flow"
import type { LeaseView } from "../../../packages/storefront/src/index"
import { messages, textOf } from "../../../src/modules/lease/texts/messages"
import { clientOf, fakeTransport } from "./fake-transport"
import { aView } from "./local-store"
import {
  approved,
  contract,
  offer,
  offered,
  offline,
  order,
  pending,
  placed,
  ready,
  refusal,
  signed,
  signing,
} from "./moments"

const consent = { accepted: ["application"], version: "2024-01" }
const intro = aView({ form: { fields: [] } })
const unpaid = aView({ status: "signing", step: "first_payment_pending", offer, poll_after_ms: 2000 })
const seenByServer = aView({ step: "in_progress", status: null })
const operator = intro.operator.name

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

type Options = Partial<LeaseFlowOptions<string>>
const aFlow = (options: Options = {}) =>
  createLeaseFlow<string>({ client: clientOf(store.transport), onPlaced, ...options })

function aStarted(view: LeaseView | null, options: Options = {}) {
  const flow = aFlow({ view, ...options })
  flow.start()
  return flow
}

/** A started flow that has done everything that needs neither the shopper nor a timer. */
async function anIdle(view: LeaseView | null, options: Options = {}) {
  const flow = aStarted(view, options)
  await flush()
  return flow
}

/** Runs everything that doesn't wait for a timer. */
const flush = () => jest.advanceTimersByTimeAsync(0)
const later = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const countOf = (name: string) => store.calls().filter((call) => call === name).length

/** A page that can be hidden. Without it, the test has no document. */
function aPage() {
  const page = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(globalThis, { document: page })
  return (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event("visibilitychange"))
  }
}

describe("starting and stopping the flow", () => {
  test("nothing is sent before the start, which reads the view once", async () => {
    store.on("GET", intro)
    const flow = aFlow()
    await flush()
    expect(store.sent).toEqual([])
    for (const _ of ["once", "again"]) flow.start()
    expect(flow.state).toMatchObject({ view: null, step: null, busy: "check" })
    await flush()
    expect(flow.state).toMatchObject({ view: intro, step: "intro", busy: null, error: null })
    expect(store.calls()).toEqual(["GET"])
  })

  test("a view read on the server is the first state and isn't read again", async () => {
    const flow = aFlow({ view: intro })
    expect(flow.state).toMatchObject({ view: intro, step: "intro", busy: null })
    flow.start()
    await flush()
    expect([flow.state.step, store.sent]).toEqual(["intro", []])
  })

  test("an action before the start updates the state", async () => {
    store.on("GET", offered)
    const flow = aFlow()
    expect([await flow.actions.check(), flow.state.view]).toEqual([true, offered])
  })

  test.each([
    ["the first read", null, ["GET"]],
    ["the read with this browser's key after the server read the view without one", seenByServer, ["GET"]],
    ["the offer", approved, ["offer"]],
    ["the order", ready, ["complete", "GET"]],
  ])("start, stop and start again send %s once, also later", async (_, view, calls) => {
    store.on({ GET: view ? offline : intro, offer: offered, complete: order })
    const flow = aStarted(view)
    for (const _ of ["at once", "later"]) {
      flow.stop()
      flow.start()
      await flush()
    }
    expect(store.calls()).toEqual(calls)
  })

  test("after a stop, a running call completes, but what follows it waits for the next start", async () => {
    store.on({ application: { ...approved, leaseKey: "key_1" }, offer: offered })
    const flow = aStarted(intro)
    const applied = flow.actions.apply({}, { consent })
    flow.stop()
    expect(await applied).toBe(true)
    await flush()
    expect(store.calls()).toEqual(["application"])
    expect(flow.state).toMatchObject({ view: approved, busy: null })
    flow.start()
    await flush()
    expect(flow.state.view).toEqual(offered)
  })

  test.each([
    ["at once", offered],
    ["after the running call", approved],
  ])("a stop ends %s what the flow gets from other calls of the client", async (_, view) => {
    store.on({ offer: offered, GET: placed })
    const client = clientOf(store.transport)
    const flow = aStarted(view, { client })
    flow.stop()
    await flush()
    await client.get()
    expect(flow.state).toMatchObject({ view: offered, busy: null })
    expect(onPlaced).not.toHaveBeenCalled()
  })
})

describe("flow states", () => {
  test("a state is immutable: each change creates a new one for every listener that is still subscribed", async () => {
    store.on("GET", intro)
    const flow = aFlow()
    const before = flow.state
    const heard: LeaseState<string>[] = []
    const stop = flow.subscribe((state) => heard.push(state))
    flow.start()
    await flush()
    expect(before).toMatchObject({ view: null, busy: null })
    expect([heard.at(-1), flow.state.view, Object.isFrozen(flow.state)]).toEqual([flow.state, intro, true])
    stop()
    await flow.actions.check()
    expect(heard).not.toContain(flow.state)
  })

  test("a listener or onPlaced that throws stops nothing", async () => {
    const told = jest.spyOn(console, "error").mockImplementation(() => undefined)
    Object.assign(globalThis, { reportError: undefined })
    store.on({ complete: order, GET: placed })
    const mine = new Error("mine")
    const flow = aFlow({ view: ready, onPlaced: () => Promise.reject(mine) })
    flow.subscribe(() => {
      throw mine
    })
    flow.start()
    await flush()
    expect(flow.state).toMatchObject({ step: "placed", error: null })
    expect(told).toHaveBeenCalled()
    told.mockRestore()
  })
})

describe("offer", () => {
  test("after an approval, the offer is requested once, and after a failure only by the shopper", async () => {
    store.on({ offer: [refusal(503, "service_unreachable", "Try again."), offered], GET: approved })
    const flow = await anIdle(approved)
    flow.start()
    await flush()
    expect(store.calls()).toEqual(["offer", "GET"])
    expect(flow.state).toMatchObject({ step: "offer", busy: null, error: { message: "Try again." } })
    expect(await flow.actions.offer()).toBe(true)
    expect(flow.state).toMatchObject({ view: offered, error: null })
  })

  test("a changed cart gets a new offer, and the old price is kept", async () => {
    const dearer = { ...offered, offer: { ...offer, cash_price: 600 } }
    store.on({ GET: aView({ status: "offered", step: "cart_changed", offer, cart_in_sync: false }), offer: dearer })
    const flow = aStarted(offered, { readCart: async () => "the new cart" })
    await flow.actions.check()
    expect(flow.state).toMatchObject({ view: dearer, oldPrice: 500, cart: "the new cart" })
  })
})

describe("order", () => {
  type Flow = ReturnType<typeof aFlow>

  test.each<[string, LeaseView, (flow: Flow) => unknown]>([
    ["that the flow placed", ready, flush],
    ["that was placed elsewhere", offered, (flow) => flow.actions.check()],
    ["that the server knows already", placed, () => expect(store.sent).toEqual([])],
    ["that was placed by a call before the stop", ready, (flow) => flow.stop()],
  ])("%s reaches onPlaced once, though the store returns it again", async (_, view, act) => {
    store.on({ complete: order, GET: placed })
    const flow = aStarted(view)
    await act(flow)
    await flush()
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    await flow.actions.check()
    expect(onPlaced).toHaveBeenCalledTimes(1)
    expect(flow.state).toMatchObject({ step: "placed", busy: null, error: null })
  })

  test("a refused order of a signed lease has its own screen with reason and reference, and only the shopper places it again", async () => {
    store.on("complete", refusal(409, "out_of_stock", "Not in stock: sofa."), order)
    store.on("GET", ready, ready, aView({ status: "signed", step: "contract_mismatch" }), placed)
    const flow = await anIdle(ready)
    const message = textOf("order_failed_signed", { reason: "Not in stock: sofa.", reference: "LTO-TEST" })
    expect(flow.state).toMatchObject({ step: "order_failed", error: { message } })
    await flow.actions.check()
    await flush()
    expect([countOf("complete"), onPlaced.mock.calls]).toEqual([1, []])
    await flow.actions.check()
    expect(flow.state).toMatchObject({ step: "contract_mismatch", error: null })
    await flow.actions.place()
    expect(flow.state).toMatchObject({ step: "placed", error: null })
  })

  test("a refusal that the view explains isn't explained twice", async () => {
    const message = { code: "order_failed_signed", params: {}, message: "It failed." }
    store.on("complete", refusal(409, "out_of_stock", "Not in stock."))
    store.on("GET", aView({ status: "signed", step: "order_failed", messages: [message] }))
    const flow = await anIdle(ready)
    expect(flow.state).toMatchObject({ step: "order_failed", error: null })
  })

  const MEDUSAS = [...Object.values(MedusaError.Types), ...Object.values(MedusaError.Codes), "unknown_error"]
  const OURS = Object.keys(messages).filter((code) => code !== "busy")

  test.each([
    ["Medusa's codes doesn't show its message for developers", MEDUSAS, "The store could not finish the order."],
    ["the plugin's codes shows the plugin's message", OURS, "As the store says."],
  ])("an order refused with one of %s", async (_, codes, words) => {
    for (const code of codes) {
      store = fakeTransport()
      store.on({ complete: refusal(409, code, "As the store says."), GET: ready })
      const { state } = await anIdle(ready)
      expect([code, state.error?.message]).toEqual([code, expect.stringContaining(words)])
    }
  })

  test("items that can't be leased are removed with one press, and the shop shows the new total", async () => {
    const [line_changes, onTotalChange] = [[{ line_id: "line_2", quantity: 0 }], jest.fn()]
    const blocked = aView({ step: "unavailable", line_changes })
    store.on({ GET: [blocked, aView()], line_2: { cart: {} } })
    const flow = aStarted(blocked, { onTotalChange })
    expect(await flow.actions.removeItems()).toBe(true)
    const path = "/store/carts/cart_1/line-items/line_2"
    expect(store.sent.filter(({ method }) => method === "POST")).toEqual([
      { method: "POST", path, body: { quantity: 0 } },
    ])
    expect([flow.state.step, onTotalChange.mock.calls.length]).toEqual(["intro", 1])
  })

  describe("items that are ordered separately", () => {
    const card = { id: "line_2", title: "Card", quantity: 1, movable: true }
    const wardrobe = { id: "line_3", title: "Wardrobe", quantity: 1, movable: false }
    const reasons = [{ code: "unavailable_items", params: {}, message: "No.", lines: [card, wardrobe] }]
    const blocked = aView({ step: "unavailable", reasons })
    const separate_cart = { id: "cart_2", items: [{ title: "Card", quantity: 1 }] }
    const onTotalChange = jest.fn()
    beforeEach(() => onTotalChange.mockClear())
    const clientWith = (calls: object) => ({ client: { ...clientOf(store.transport), ...calls }, onTotalChange })

    test("the movable lines are moved with one press, and the shop shows the cart again", async () => {
      const separate = jest.fn(async () => undefined)
      store.on({ GET: aView({ separate_cart }) })
      const flow = aStarted(blocked, clientWith({ separate }))
      expect(await flow.actions.separate()).toBe(true)
      expect(separate.mock.calls).toEqual([[]])
      expect([flow.state.step, onTotalChange.mock.calls.length]).toEqual(["intro", 1])
    })

    test("a removal ends an unfinished move", async () => {
      const calls = { separate: jest.fn(async () => undefined), restore: jest.fn(async () => undefined) }
      const flow = aStarted(blocked, clientWith(calls))
      store.on({
        GET: [aView({ ...blocked, separate_cart, line_changes: [{ line_id: "line_2", quantity: 0 }] }), aView()],
      })
      await flow.actions.removeItems()
      expect([calls.separate.mock.calls, calls.restore.mock.calls.length]).toEqual([[[[]]], 1])
    })

    test("another payment method puts the items back first, and stays if that fails", async () => {
      const putBack = jest.fn(async () => Promise.reject(new Error("offline")) as Promise<void>)
      store.on({ GET: aView({ separate_cart }) })
      const flow = await anIdle(aView({ separate_cart }), clientWith({ putBack }))
      expect([await flow.chooseOther(), flow.state.error?.message]).toEqual([false, "offline"])
      putBack.mockResolvedValue()
      expect([await flow.chooseOther(), flow.state.error, onTotalChange.mock.calls.length]).toEqual([true, null, 2])
    })

    test("the shop gets the separate cart with the order, even if the store no longer names it", async () => {
      store.on({ complete: order, GET: placed })
      await anIdle({ ...ready, separate_cart })
      expect(onPlaced.mock.calls).toEqual([["order_1", "cart_2"]])
    })
  })

  describe("restoring the cart to what was signed", () => {
    const differences = [{ variant_id: "v_1", title: "Sofa", signed: 2, now: 1 }]
    const line_changes = [
      { variant_id: "v_1", quantity: 1 },
      { line_id: "line_2", quantity: 0 },
    ]
    const difference = { differences, line_changes, cart_in_sync: false }
    const mismatch = aView({ status: "signed", step: "contract_mismatch", ...difference })
    const changed = { cart: {} }
    beforeEach(() => store.on({ GET: [mismatch, ready], "line-items": changed, line_2: changed, complete: order }))
    const linesSent = () => store.sent.filter(({ path }) => path.includes("line-items"))

    test("the flow changes the lines through Medusa's routes, reads the cart, and places the order", async () => {
      const flow = aStarted(mismatch, { readCart: async () => "put back" })
      await flow.actions.restore()
      const path = "/store/carts/cart_1/line-items"
      expect(linesSent()).toEqual([
        { method: "POST", path, body: { variant_id: "v_1", quantity: 1 } },
        { method: "POST", path: `${path}/line_2`, body: { quantity: 0 } },
      ])
      expect(flow.state.cart).toBe("put back")
      expect(onPlaced).toHaveBeenCalledTimes(1)
    })

    test("a shop's own function replaces it, and can call it", async () => {
      const restore = jest.fn(async (_: object[], restoreLines: () => Promise<void>) => restoreLines())
      await aStarted(mismatch, { restore }).actions.restore()
      expect(restore.mock.calls).toEqual([[differences, expect.any(Function)]])
      expect([linesSent().length, onPlaced.mock.calls.length]).toEqual([2, 1])
    })

    const refused = refusal(400, "insufficient_inventory", "Some variant does not have the required inventory")
    test.each([
      ["Medusa refuses a line", refused, mismatch],
      ["a price has changed", changed, aView({ status: "signed", step: "contract_mismatch", line_changes: [] })],
    ])("what can't be restored is said, and nothing is ordered, if %s", async (_, answer, after) => {
      store.on({ GET: [mismatch, after], "line-items": answer })
      const flow = aStarted(mismatch)
      await flow.actions.restore()
      const message = expect.stringMatching(/^Not everything could be restored/)
      expect(flow.state).toMatchObject({ step: "contract_mismatch", error: { code: "restore_failed", message } })
      expect(onPlaced).not.toHaveBeenCalled()
    })

    test("after a lost answer, the next press restores what is still missing", async () => {
      const rest = aView({ ...mismatch, line_changes: line_changes.slice(1) })
      store.on({ GET: [mismatch, rest, rest, ready], "line-items": offline })
      const flow = aStarted(mismatch)
      await flow.actions.restore()
      expect(flow.state.error).toMatchObject({ code: "store_unreachable" })
      await flow.actions.restore()
      expect(linesSent().map(({ path }) => path.split("/").at(-1))).toEqual(["line-items", "line_2"])
      expect(onPlaced).toHaveBeenCalledTimes(1)
    })
  })
})

describe("contract signing", () => {
  const show = jest.fn(async () => "done" as const)
  beforeEach(() => {
    show.mockClear()
    store.on("contract", contract)
  })

  test("the shop shows the contract, then the store checks the signature, then the order is placed", async () => {
    store.on({ signature: signed(ready, "verified"), complete: order, GET: placed })
    const flow = aStarted(offered)
    expect(await flow.actions.sign(show)).toBe(true)
    expect(show.mock.calls).toEqual([[contract]])
    expect(store.calls().slice(0, 3)).toEqual(["contract", "signature", "complete"])
    expect(onPlaced).toHaveBeenCalledTimes(1)
  })

  test("after the frame reports done, the signature is checked four times before the shopper is asked to wait", async () => {
    store.on("signature", signed(signing, "not_signed"))
    const flow = aStarted(offered)
    void flow.actions.sign(show)
    await flush()
    const counts = [countOf("signature")]
    for (const ms of [2500, 5000, 10_000]) {
      await later(ms - 1)
      counts.push(countOf("signature"))
      await later(1)
      counts.push(countOf("signature"))
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
    const message = expect.stringContaining(`${operator} has not confirmed your signature yet.`)
    expect(flow.state).toMatchObject({ step: "offer", busy: null, error: { code: "signature_unconfirmed", message } })
  })

  test("the signature isn't checked again once it is found", async () => {
    store.on("signature", signed(signing, "not_signed"), signed(unpaid, "not_signed"))
    const flow = aStarted(offered)
    const ended = flow.actions.sign(show)
    await later(2500)
    expect(await ended).toBe(true)
    expect(flow.state).toMatchObject({ step: "first_payment_pending", error: null })
  })

  test("a stop ends the checks of the signature, and nothing follows", async () => {
    store.on("signature", signed(signing, "not_signed"), signed(ready, "verified"))
    const flow = aStarted(offered)
    const ended = flow.actions.sign(show)
    await flush()
    flow.stop()
    await ended
    await later(60_000)
    expect(store.calls()).toEqual(["contract", "signature"])
  })

  test("if the shopper reports the signature, in the dialog or beside it, it is checked once", async () => {
    store.on("signature", signed(signing, "not_signed"))
    const flow = aStarted(offered)
    expect(await flow.actions.signature()).toBe(true)
    expect(await flow.actions.sign(async () => "requested")).toBe(true)
    expect(store.calls()).toEqual(["signature", "contract", "signature"])
    expect(store.sent.at(-1)?.body).toEqual({ hint: "requested" })
    expect(flow.state).toMatchObject({ step: "offer", error: null })
  })

  test.each(["detected", "closed"] as const)("a contract that was %s is checked without a hint", async (ending) => {
    store.on("GET", signing)
    const flow = aStarted(offered)
    await flow.actions.sign(async () => ending)
    expect([store.calls(), flow.state.view]).toEqual([["contract", "GET"], signing])
  })

  test.each([
    ["unreachable", "service_unreachable", undefined, messages.service_unreachable],
    ["no_status", "no_status", es, `No pudimos confirmar su firma con ${operator}.`],
  ] as const)("a signature that is %s shows an error in the shopper's language", async (...row) => {
    const [signature, code, dictionary, words] = row
    store.on("signature", signed(signing, signature))
    const flow = aStarted(offered, { dictionary })
    expect(await flow.actions.signature()).toBe(false)
    expect(flow.state.error).toMatchObject({ code, message: expect.stringContaining(words), status: 200 })
  })

  test("no order is placed while the contract is open", async () => {
    store.on({ signature: signed(ready, "verified"), GET: ready })
    const client = clientOf(store.transport)
    const flow = aStarted(offered, { client })
    void flow.actions.sign(() => new Promise(() => undefined))
    await flush()
    await client.signature()
    await flush()
    expect(flow.state).toMatchObject({ step: "ready", busy: "sign" })
    expect(store.calls()).toEqual(["contract", "signature"])
  })
})

describe("polling", () => {
  const polled = { ...pending, poll_after_ms: 5000 }
  beforeEach(() => {
    store.on({ GET: polled, offer: refusal(409, "pending", "Wait.") })
  })

  test("polling waits as long as the store says", async () => {
    aStarted(pending)
    for (const [ms, calls] of [[1999, 0] as const, [1, 2] as const, [4999, 2] as const, [1, 4] as const]) {
      await later(ms)
      expect(store.calls()).toHaveLength(calls)
    }
    expect(store.calls().slice(0, 2)).toEqual(["GET", "offer"])
  })

  test("the pause doubles after each failed or refused read, up to a minute, without an error", async () => {
    store.on("GET", offline, refusal(429, "too_many_requests", "Later."))
    const flow = aStarted(pending)
    let reads = 0
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      await later(seconds * 1000 - 1)
      expect(store.calls()).toHaveLength(reads)
      await later(1)
      expect(store.calls()).toHaveLength(++reads)
    }
    expect(flow.state).toMatchObject({ step: "undecided", error: null, busy: null })
  })

  test("the pause is short again after the first answer", async () => {
    store.on({ GET: [offline, unpaid], signature: signed(unpaid, "not_signed") })
    aStarted(unpaid)
    await later(2000 + 4000)
    expect(store.calls()).toEqual(["GET", "GET", "signature"])
    await later(2000)
    expect(store.calls()).toHaveLength(5)
  })

  test("a hidden page doesn't poll, and polls as soon as it's visible again", async () => {
    const hide = aPage()
    aStarted(pending)
    hide(true)
    await later(600_000)
    expect(store.calls()).toEqual([])
    hide(false)
    await flush()
    expect(store.calls()).toEqual(["GET", "offer"])
    await later(5000)
    expect(store.calls()).toHaveLength(4)
  })

  test("a page that becomes visible gets the offer of a cart that was changed in another tab, and doesn't start polling", async () => {
    const hide = aPage()
    const changed = aView({ ...offered, step: "cart_changed", cart_in_sync: false })
    const fresh = aView({ ...offered, offer: { ...offer, cash_price: 400 } })
    store.on({ GET: changed, offer: fresh })
    const flow = aStarted(offered)
    await later(60_000)
    expect(store.calls()).toEqual([])
    hide(true)
    hide(false)
    await later(60_000)
    expect(store.calls()).toEqual(["GET", "offer"])
    expect(flow.state).toMatchObject({ step: "offer", oldPrice: 500, error: null })
  })

  test("a page that becomes visible reads nothing after a stop or after the order", async () => {
    const hide = aPage()
    const [added, removed] = [jest.spyOn(document, "addEventListener"), jest.spyOn(document, "removeEventListener")]
    aStarted(pending).stop()
    expect(removed.mock.calls).toEqual(added.mock.calls)
    aStarted(placed)
    hide(true)
    hide(false)
    await later(60_000)
    expect(store.sent).toEqual([])
  })

  test("polling waits while the shopper's own action runs", async () => {
    let answer = (_: object) => {}
    store.on("GET", new Promise<object>((resolve) => (answer = resolve)))
    const flow = aStarted(pending)
    const checking = flow.actions.check()
    await later(10_000)
    expect(store.calls()).toEqual(["GET"])
    answer(pending)
    expect(await checking).toBe(true)
  })
})

describe("flow errors", () => {
  test("a failed first read without a view shows why, and can be repeated", async () => {
    store.on("GET", offline, offline, intro)
    const flow = await anIdle(null)
    expect(flow.state).toMatchObject({ view: null, step: null, busy: null, error: { code: "store_unreachable" } })
    expect(await flow.actions.check()).toBe(true)
    expect(flow.state).toMatchObject({ step: "intro", error: null })
  })

  test.each([
    ["succeeds shows the current view beside the refusal", offered, offered],
    ["fails leaves the view and the refusal", offline, intro],
  ])("after a refusal, the state is read: a read that %s", async (_, answer, view) => {
    store.on({ application: refusal(409, "application_open", "You have already applied."), GET: answer })
    const flow = aStarted(intro)
    expect(await flow.actions.apply({}, { consent })).toBe(false)
    expect(store.calls()).toEqual(["application", "GET"])
    expect(flow.state).toMatchObject({ view, busy: null, error: { code: "application_open", status: 409 } })
  })

  test("a contract refused because the cart has changed leads to the new offer without a press", async () => {
    const changed = aView({ ...offered, step: "cart_changed", cart_in_sync: false })
    const refused = refusal(409, "cart_changed", "Your cart has changed since the offer.")
    store.on({ contract: refused, GET: changed, offer: [offered, refused] })
    const flow = aStarted(offered)
    await flow.actions.sign(async () => "done")
    expect(store.calls()).toEqual(["contract", "GET", "offer"])
    expect(flow.state).toMatchObject({ step: "offer", error: null })
    // If that fails, it isn't repeated.
    await flow.actions.sign(async () => "done")
    expect(store.calls().slice(3)).toEqual(["contract", "GET", "offer", "GET"])
    expect(flow.state).toMatchObject({ step: "cart_changed", error: { code: "cart_changed" } })
  })

  test("an error of the shop's own function is shown, and the state isn't read", async () => {
    store.on("contract", contract)
    const flow = aStarted(offered)
    const mine = new Error("No dialog.")
    expect(await flow.actions.sign(() => Promise.reject(mine))).toBe(false)
    expect(flow.state).toMatchObject({ error: mine, busy: null })
    expect(store.calls()).toEqual(["contract"])
  })

  test.each<[string, unknown, object]>([
    ["a mistake in a script", new TypeError("x is not a function"), { code: "page_failed" }],
    ["nothing in words", { message: { text: "No." } }, { code: "page_failed" }],
    ["words alone", "No dialog.", { message: "No dialog." }],
  ])("a function of the shop that throws %s leaves words for the shopper", async (_, thrown, error) => {
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined)
    store.on("contract", contract)
    const flow = aStarted(offered)
    await flow.actions.sign(() => Promise.reject(thrown))
    expect(flow.state.error).toMatchObject(error)
    expect(logged.mock.calls.length).toBe("code" in error ? 1 : 0)
    logged.mockRestore()
  })

  test("only one action runs at a time", async () => {
    store.on("offer", offered)
    const flow = aStarted(aView({ status: "offered", step: "over_limit" }))
    const first = flow.actions.offer()
    expect([await flow.actions.offer(), await first]).toEqual([false, true])
    expect(store.calls()).toEqual(["offer"])
  })
})

describe("order that waits for its new contract", () => {
  const stands = (changes: Partial<LeaseView>) => aView({ order_id: "order_1", ...changes })
  const offeredAgain = stands({ status: "offered", step: "offer", offer })

  test("the order continues after the new signature, and is never placed again", async () => {
    const confirming = stands({ status: "signed", step: "confirming", poll_after_ms: 2000 })
    store.on({ offer: offeredAgain, contract, signature: signed(confirming, "verified"), GET: [confirming, placed] })
    const flow = await anIdle(stands({ status: "approved", step: "offer" }))
    expect(flow.state).toMatchObject({ step: "offer", view: { offer }, error: null })
    await flow.actions.sign(async () => "done")
    expect(flow.state).toMatchObject({ step: "confirming", busy: null, error: null })
    expect(onPlaced).not.toHaveBeenCalled()
    await later(2000)
    await later(2000)
    expect(onPlaced.mock.calls).toEqual([["order_1"]])
    expect(store.calls()).toEqual(["offer", "contract", "signature", "GET", "GET"])
  })

  test("the order waits without an error if only staff can confirm the signature", async () => {
    store.on({ contract, signature: signed(stands({ status: "signing", step: "confirming" }), "no_status") })
    const flow = aStarted(offeredAgain)
    await flow.actions.sign(async () => "done")
    expect(flow.state).toMatchObject({ step: "confirming", error: null })
  })

  test("a store that calls the order ready doesn't get it placed again", async () => {
    aStarted(stands({ status: "signed", step: "ready", offer }))
    await flush()
    expect(store.sent).toEqual([])
  })
})

describe("the sales tax of a cart whose operator charges it", () => {
  const taxed = aView({ ...intro, sales_tax: { mode: "by_operator", total_changes: true } })
  const untaxed = aView({ ...intro, sales_tax: { mode: "by_operator", total_changes: false } })
  const chosen = () => store.sent.flatMap(({ body }) => (body as { chosen?: boolean } | undefined)?.chosen ?? [])
  let onTotalChange: jest.Mock

  beforeEach(() => {
    onTotalChange = jest.fn()
    store.on("choice", untaxed)
  })

  test.each<[string, LeaseView | null]>([
    ["read here", null],
    ["read on the server", taxed],
  ])(
    "lease-to-own is chosen once, and the shop is told once that the total changed, with a view %s",
    async (_, view) => {
      store.on("GET", ...(view ? [] : [taxed]), untaxed)
      const flow = await anIdle(view, { onTotalChange })
      await flow.actions.check()
      expect([chosen(), onTotalChange.mock.calls.length]).toEqual([[true], 1])
      expect(flow.state).toMatchObject({ step: "intro", busy: null, error: null })
    },
  )

  test("the offer waits for the choice, because both calculate the tax", async () => {
    store.on({ choice: { ...approved, sales_tax: untaxed.sales_tax }, offer: offered })
    await anIdle({ ...approved, sales_tax: taxed.sales_tax })
    expect(store.calls()).toEqual(["choice", "offer"])
  })

  test.each<[string, LeaseView]>([
    ["can't be leased", { ...taxed, step: "unavailable" }],
    ["was denied", { ...taxed, step: "denied" }],
    ["is taxed by the store", aView()],
    ["has no tax", untaxed],
  ])("nothing is chosen for a cart that %s", async (_, view) => {
    await anIdle(view, { onTotalChange })
    expect([store.sent, onTotalChange.mock.calls]).toEqual([[], []])
  })

  test("a choice that failed shows no error, and isn't made again before the next start", async () => {
    store.on("choice", offline)
    const flow = await anIdle(taxed)
    expect([chosen(), flow.state.error]).toEqual([[true], null])
    flow.stop()
    flow.start()
    await flush()
    expect(chosen()).toEqual([true, true])
  })

  test("another payment method brings the tax back, even while the choice is being made, and lease-to-own isn't chosen again", async () => {
    store.on("choice", untaxed, taxed)
    const flow = aStarted(taxed, { onTotalChange })
    await flow.chooseOther()
    await flush()
    expect([chosen(), onTotalChange.mock.calls.length]).toEqual([[true, false], 2])
  })

  test("another payment method changes nothing if the tax is in the cart, and goes on without the store", async () => {
    store.on("choice", offline)
    await (await anIdle(aView())).chooseOther()
    expect(chosen()).toEqual([])
    await (await anIdle(untaxed)).chooseOther()
    expect(chosen()).toEqual([false])
  })

  test("after a denial, the tax is back in the cart for a second operator for which the store charges it", async () => {
    const sales_tax = (total_changes: boolean) => ({ sales_tax: { mode: "in_cart", total_changes } }) as const
    const second = aView({ ...intro, status: "denied", ...sales_tax(true) })
    store.on({ choice: [untaxed, { ...second, ...sales_tax(false) }], application: { ...second, leaseKey: "key_1" } })
    const flow = await anIdle(taxed, { onTotalChange })
    await flow.actions.apply({}, { consent })
    expect(chosen()).toEqual([true, true])
    expect(flow.state.view).toMatchObject(sales_tax(false))
    await flow.chooseOther()
    expect(chosen()).toEqual([true, true])
  })
})
