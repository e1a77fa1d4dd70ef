import type { LeaseClient, TransportRequest } from "../../../packages/storefront/src/index"
import { FakeCarts } from "./fake-carts"
import { clientOf } from "./fake-transport"
import { failure } from "./local-store"

const ENGRAVED = { engraving: "Ana" }
const LINES = [
  { variant_id: "sofa", quantity: 1 },
  { variant_id: "card", quantity: 2, metadata: ENGRAVED },
  { variant_id: "warranty", quantity: 1 },
]
const WHOLE = { sofa: 1, 'card {"engraving":"Ana"}': 2, warranty: 1 }
const { sofa: _, ...APART } = WHOLE

let shop: FakeCarts
beforeEach(() => {
  shop = new FakeCarts(LINES)
})

const { contents } = FakeCarts
const separate = (client = shop.tab(), ...variants: string[]) =>
  client.separate(variants.length > 0 ? shop.lineIds(...variants) : undefined)
const putBack = (client = shop.tab()) => client.putBack()
/** What the shopper has now: the cart, and the cart that the store's view names. */
const both = () => [contents(shop.cart()), contents(shop.separate)]

/** Runs `work` once for each request at which its tab can be closed, before and after the store has carried it out, on a shop of its own. */
async function closedAtEach(
  begin: () => Promise<void>,
  work: (client: LeaseClient) => Promise<void>,
  check: () => Promise<void>,
) {
  await begin()
  const before = shop.sent.length
  await work(shop.tab())
  const requests = shop.sent.length - before
  expect(requests).toBeGreaterThan(3)
  for (let at = 0; at < requests; at++)
    for (const isDone of [false, true]) {
      shop = new FakeCarts(LINES)
      await begin()
      expect(await failure(work(shop.tab({ at, isDone })))).toMatchObject({ code: "store_unreachable" })
      await check()
    }
}
const nothing = async () => undefined

/** The most that the shopper has of each line. An interrupted move may leave a line in both carts until it is finished. */
function expectNothingLost() {
  const [cart = {}, apart = {}] = both()
  for (const [key, units] of Object.entries(WHOLE))
    expect({ key, units: Math.max(cart[key] ?? 0, apart[key] ?? 0) }).toEqual({ key, units })
}

describe("moving lines to a separate cart", () => {
  test("the second cart is created with the lines, the first names it, and only then are the lines removed", async () => {
    await separate()
    expect(both()).toEqual([{ sofa: 1 }, APART])
    expect(shop.sent.map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toEqual([
      "GET /store/carts/cart_1",
      "GET /store/lease-to-own/carts/cart_1",
      "POST /store/carts",
      "GET /store/carts/cart_1",
      "POST /store/carts/cart_1",
      "POST /store/carts/cart_1/line-items/line_2",
      "POST /store/carts/cart_1/line-items/line_3",
    ])
  })

  test("the second cart is for the same shopper, and has no discount codes", async () => {
    const address = { id: "addr_1", first_name: "Ana", company: null, city: "Austin", country_code: "us" }
    const head = { region_id: "reg_1", sales_channel_id: "sc_1", email: "ana@example.com" }
    const promotions = [{ code: "TEN" }]
    const more = { ...head, locale: null, shipping_address: address, billing_address: null, promotions }
    shop = new FakeCarts(LINES, { ...more, metadata: { gift: "yes" } })
    await separate()
    expect(shop.sent[2]?.body).toEqual({
      ...head,
      shipping_address: { first_name: "Ana", city: "Austin", country_code: "us" },
      items: [
        { variant_id: "card", quantity: 2, metadata: ENGRAVED },
        { variant_id: "warranty", quantity: 1 },
      ],
      metadata: { lease_separate_from: "cart_1" },
    })
    expect(shop.cart().metadata).toMatchObject({ gift: "yes", lease_separate: { cart_id: "cart_2" } })
  })

  test("a tab that is closed at any request loses nothing, and the next press leaves every line in exactly one cart", async () => {
    await closedAtEach(nothing, separate, async () => {
      expectNothingLost()
      await separate()
      expect(both()).toEqual([{ sofa: 1 }, APART])
    })
  })

  test("after an interrupted move, a line that is removed instead isn't in the separate cart either", async () => {
    await closedAtEach(nothing, separate, async () => {
      const left = shop.lineIds("warranty")
      await separate(undefined, "card")
      expect(contents(shop.separate)).toEqual(left.length > 0 ? { 'card {"engraving":"Ana"}': 2 } : APART)
    })
  })

  test("lines that were moved before stay in the separate cart", async () => {
    await separate(undefined, "card")
    await separate(undefined, "warranty")
    expect(both()).toEqual([{ sofa: 1 }, APART])
  })

  test("two tabs that press at once lose and double nothing, in whatever order the store gets their requests", async () => {
    const plans = (a: number, b: number): string[] =>
      a + b === 0
        ? [""]
        : [
            ...(a > 0 ? plans(a - 1, b).map((rest) => `a${rest}`) : []),
            ...(b > 0 ? plans(a, b - 1).map((rest) => `b${rest}`) : []),
          ]
    for (const plan of plans(7, 7)) {
      shop = new FakeCarts(LINES)
      await inOrder(plan, separate)
      expect([plan, ...both()]).toEqual([plan, { sofa: 1 }, APART])
    }
  })

  describe("with the browser's locks", () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "navigator")
    const withLocks = (request: (name: string, work: () => Promise<void>) => Promise<void>) =>
      Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true })
    afterEach(() => {
      Reflect.deleteProperty(globalThis, "navigator")
      if (own) Object.defineProperty(globalThis, "navigator", own)
    })

    test("a tab waits until another one has moved or put back the lines", async () => {
      let last = Promise.resolve()
      withLocks((_, work) => {
        last = last.then(work)
        return last
      })
      await Promise.all([separate(), putBack(), separate()])
      expect(both()).toEqual([{ sofa: 1 }, APART])
    })

    test("lines are moved once in a browser that refuses locks, and failures stay failures", async () => {
      withLocks(async () => Promise.reject(new Error("No storage.")))
      await separate()
      expect(both()).toEqual([{ sofa: 1 }, APART])
      withLocks((_, work) => work())
      shop.soldOut.push("card")
      expect(await failure(putBack())).toMatchObject({ code: "put_back_failed" })
    })
  })

  test.each<[string, (request: TransportRequest) => void]>([
    ["another tab raises a quantity", () => Object.assign(shop.cart().items[1] ?? {}, { quantity: 3 })],
    ["another tab moves lines", () => Object.assign(shop.cart().metadata, { lease_separate: { cart_id: "cart_9" } })],
  ])("nothing is removed if %s in the meantime", async (_, change) => {
    shop.before = (request) => request.path === "/store/carts" && change(request)
    expect(await failure(separate())).toMatchObject({ code: "busy", retryable: true })
    expect(shop.cart().items).toHaveLength(3)
  })

  test.each<[string, () => void]>([
    ["Medusa would charge another price", () => Object.assign(shop.prices, { card: 30 })],
    ["a line is sold out", () => shop.soldOut.push("warranty")],
  ])("nothing changes if %s", async (_, change) => {
    change()
    const error = await failure(separate())
    expect(error).toMatchObject({ code: "separate_failed", params: { items: "card, warranty" } })
    expect([...both(), shop.cart().metadata]).toEqual([WHOLE, {}, {}])
  })

  test("a lease that was chosen with a payment session stays chosen, because Medusa deletes sessions when the total changes", async () => {
    const isPayment = ({ path }: TransportRequest) => path.includes("payment-")
    await separate()
    expect(shop.sent.filter(isPayment)).toEqual([])
    const payment_collection = { payment_sessions: [{ provider_id: "pp_lease-to-own" }] }
    shop = new FakeCarts(LINES, { payment_collection })
    await separate()
    expect(shop.sent.slice(-2).map(({ body }) => body)).toEqual([
      { cart_id: "cart_1" },
      { provider_id: "pp_lease-to-own" },
    ])
  })

  test("lines that can't be moved stay, and so do all once the cart can be leased", async () => {
    shop = new FakeCarts([...LINES, { variant_id: "wardrobe", quantity: 1 }])
    await separate()
    expect(both()).toEqual([{ sofa: 1, wardrobe: 1 }, APART])
    shop = new FakeCarts([{ variant_id: "sofa", quantity: 1 }])
    await separate()
    expect(shop.sent.map(({ method }) => method)).toEqual(["GET", "GET"])
  })

  test("a cart that doesn't name this one is never taken for its separate cart", async () => {
    shop.cart().metadata.lease_separate = {
      cart_id: "cart_9",
      items: [{ line_id: "x", variant_id: "tv", quantity: 1 }],
    }
    await separate()
    expect(both()).toEqual([{ sofa: 1 }, APART])
  })
})

describe("putting the lines back", () => {
  test("every line is back with its metadata, and the cart has no separate cart anymore", async () => {
    await separate()
    await putBack()
    expect(both()).toEqual([WHOLE, {}])
  })

  test.each(["signing", "signed", "placing"] as const)("nothing is put back while the lease is %s", async (status) => {
    await separate()
    shop.status = status
    await putBack()
    expect(both()).toEqual([{ sofa: 1 }, APART])
  })

  test("a tab that is closed at any request loses nothing, and the next press puts back what is missing, once", async () => {
    await closedAtEach(separate, putBack, async () => {
      expectNothingLost()
      await putBack()
      expect(both()).toEqual([WHOLE, {}])
    })
  })

  test("after an interrupted return, the lines can be moved again, once", async () => {
    await closedAtEach(separate, putBack, async () => {
      await separate()
      expect(both()).toEqual([{ sofa: 1 }, APART])
    })
  })

  test("an interrupted move is undone without adding what is still in the cart", async () => {
    await closedAtEach(nothing, separate, async () => {
      await putBack()
      expect(both()).toEqual([WHOLE, {}])
    })
  })

  test("a line that another line of its variant has joined since is put back beside it", async () => {
    await separate()
    shop.answer({ method: "POST", path: "/store/carts/cart_1/line-items", body: LINES[2] })
    await putBack()
    expect(both()).toEqual([{ ...WHOLE, warranty: 2 }, {}])
  })

  test("a line that is sold out is named, and the others are back", async () => {
    await separate()
    shop.soldOut.push("card")
    expect(await failure(putBack())).toMatchObject({ code: "put_back_failed", params: { items: "card" } })
    expect(both()).toEqual([{ sofa: 1, warranty: 1 }, {}])
  })
})

/** Runs `work` in two tabs whose requests the store gets in the order of `plan`. */
async function inOrder(plan: string, work: (client: LeaseClient) => Promise<void>): Promise<void> {
  const waiting = new Map<string, () => void>()
  const tab = (name: string) =>
    clientOf(async (request) => {
      await new Promise<void>((resolve) => waiting.set(name, resolve))
      return shop.answer(request)
    })
  const tabs = ["a", "b"].map((name) => failure(work(tab(name))))
  for (const name of [...plan, ..."ab".repeat(7)]) {
    await new Promise(setImmediate)
    const release = waiting.get(name)
    waiting.delete(name)
    release?.()
  }
  await Promise.all(tabs)
}
