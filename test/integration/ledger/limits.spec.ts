import type { CartInput } from "../../../src/lease-cart"
import { ASKED_AT_MOST, ASKING_WINDOW_MS, READING_FRESH_MS } from "../../support/ledger"
import { widgetOptions } from "../support/hosted-lease"
import {
  application,
  cartOf,
  describeLedger,
  type LedgerRoom,
  OWNER,
  openedWidget,
  STRANGER,
} from "../support/ledger-room"

const DAY = 24 * 3600_000
const GUEST = { shopper: {} }

/** Sends applications until one is refused as too many; answers how many were sent, and the refusal's code. */
async function untilRefused(room: LedgerRoom, input: (n: number) => ReturnType<typeof application>) {
  for (let sent = 0; sent < 40; sent++) {
    try {
      await room.apply(input(sent))
    } catch (error) {
      const { code, kind } = error as { code: string; kind: string }
      if (kind === "too_many") return { sent, code }
      if (kind !== "invalid" && code !== "service_refused") throw error
    }
  }
  return { sent: 40, code: "none" }
}

const email = (n: number) => ({ email: `shopper-${n}@mail.example` })

describeLedger("applications more often than allowed", (room) => {
  const refuseForms = () => room.sandbox.fault({ route: "POST /application", fault: "validation-403", times: 100 })

  it("for one cart are refused, whatever e-mail address stands on it", async () => {
    refuseForms()
    const cart = cartOf()
    const input = (n: number) => application({ ...cart, ...email(n) }, undefined, GUEST)
    expect(await untilRefused(room, input)).toEqual({ sent: 3, code: "too_many_attempts_for_cart" })
  })

  it("with one e-mail address, other tags and other addresses of a network too, are refused", async () => {
    const more = (n: number) => ({ ...GUEST, address: `2001:db8:1:2::${n}` })
    const input = (n: number) => application(cartOf({ email: `robin+${n}@shopper.example` }), "denied", more(n))
    expect(await untilRefused(room, input)).toEqual({ sent: 3, code: "too_many_attempts" })
  })

  it("from one network are refused, whatever e-mail addresses they name", async () => {
    const input = (n: number) => application(cartOf(email(n)), "denied", { ...GUEST, address: `2001:db8::${n}` })
    expect(await untilRefused(room, input)).toEqual({ sent: 10, code: "too_many_from_network" })
  })

  it("with one e-mail address are refused from whatever networks they come", async () => {
    const input = (n: number) => application(cartOf(), "denied", { ...GUEST, address: `192.0.2.${n}` })
    expect(await untilRefused(room, input)).toEqual({ sent: 10, code: "too_many_for_email" })
  })

  it("are possible again after a day, and who sent them cannot be read from the table", async () => {
    await untilRefused(room, () => application(cartOf(), "denied", GUEST))
    expect(JSON.stringify(await room.sql("select * from lease_attempt"))).not.toMatch(/192\.0\.2\.7|robin/)
    room.pass(DAY + 1000)
    await expect(room.apply(application(cartOf(), undefined, GUEST))).resolves.toBeDefined()
  })

  it("sent at once are counted one after the other", async () => {
    const all = Array.from({ length: 8 }, () => room.apply(application(cartOf(), "denied", GUEST)))
    const sent = (await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled")
    expect(sent).toHaveLength(3)
  })

  it("without an e-mail address share no mailbox with others", async () => {
    const none = (n: number) => application(cartOf({ email: null }), "denied", { ...GUEST, address: `192.0.2.${n}` })
    expect(await untilRefused(room, none)).toEqual({ sent: 40, code: "none" })
  })

  it("that never arrived are not counted", async () => {
    // More than are allowed, and fewer than an outage.
    room.sandbox.fault({ route: "POST /application", fault: "429", times: 4 })
    for (let sent = 0; sent < 4; sent++)
      await expect(room.apply(application(cartOf(), undefined, GUEST))).rejects.toMatchObject({ kind: "unavailable" })
    await expect(room.apply(application(cartOf(), undefined, GUEST))).resolves.toBeDefined()
  })

  describe("by somebody else", () => {
    const stranger = { ...GUEST, address: "203.0.113.9" }

    it("on a shopper's cart, with its e-mail address, leave the shopper their own", async () => {
      refuseForms()
      const cart = cartOf()
      expect((await untilRefused(room, () => application(cart, undefined, stranger))).sent).toBe(3)
      await room.comeBack()
      expect((await room.apply(application(cart, undefined, GUEST))).lease.status).toBe("approved")
    })

    it("with a shopper's e-mail address on carts of their own leave the shopper theirs", async () => {
      expect((await untilRefused(room, () => application(cartOf(), "denied", stranger))).sent).toBe(3)
      expect((await room.apply(application(cartOf(), undefined, GUEST))).lease.status).toBe("approved")
    })

    it("from many networks with a shopper's e-mail address do not shut out who is signed in, or goes on", async () => {
      const cart = cartOf()
      const { leaseKey } = await room.apply(application(cart, "denied", GUEST))
      await untilRefused(room, (n) => application(cartOf(), "denied", { ...GUEST, address: `203.0.113.${n}` }))
      await expect(room.apply(application(cartOf(), undefined, GUEST))).rejects.toMatchObject({
        code: "too_many_for_email",
      })
      const signedIn = application(cartOf(), "denied", { shopper: { customerId: "cus_robin" } })
      await expect(room.apply(signedIn)).resolves.toBeDefined()
      const partner = application({ ...cart, email: "kim@shopper.example" }, undefined, { shopper: { leaseKey } })
      await expect(room.apply(partner)).resolves.toBeDefined()
    })
  })
})

describeLedger(
  "a denial",
  (room) => {
    const kim = (cart: CartInput) => ({ ...cart, email: "kim@shopper.example" })
    const denied = async (cart: CartInput) => (await room.apply(application(cart, "denied", GUEST))).leaseKey

    it("stands for the person who was denied, with the words whom to ask and what is left", async () => {
      const cart = cartOf()
      const shopper = { leaseKey: await denied(cart) }
      for (const email of [cart.email, "Robin+again@shopper.example"])
        await expect(room.apply(application({ ...cart, email }, undefined, { shopper }))).rejects.toMatchObject({
          code: "denied",
          message: expect.stringMatching(/contact Sandbox Leasing: help@leasing.example.*Somebody else can apply/),
        })
    })

    it("lets another person apply with the key of the first, whose own key is over then", async () => {
      const cart = cartOf()
      const leaseKey = await denied(cart)
      const second = await room.apply(application(kim(cart), undefined, { shopper: { leaseKey } }))
      expect(second.lease).toMatchObject({ status: "approved", email: "kim@shopper.example" })
      await room.offer(cart, { leaseKey: second.leaseKey })
      await expect(room.contract(cart, { leaseKey })).rejects.toMatchObject({ code: "contract_key" })
    })

    it("lets no one else apply on its cart, and says what to do", async () => {
      const cart = cartOf()
      await denied(cart)
      await expect(room.apply(application(kim(cart), undefined, GUEST))).rejects.toMatchObject({
        code: "contract_key",
        message: expect.stringContaining("put the items into a new cart"),
      })
    })

    it("lets its own shopper go the other way", async () => {
      const cart = cartOf()
      const leaseKey = await denied(cart)
      await expect(openedWidget(room, cart, STRANGER)).rejects.toMatchObject({ code: "contract_key" })
      await openedWidget(room, cart, { leaseKey })
      expect(await room.currentLease(cart.id)).toMatchObject({ way: "widget", status: "open" })
    })
  },
  widgetOptions,
)

describeLedger("asking the service", (room) => {
  const from = (address: string) => ({ address })
  const pricings = () => room.count("GET /application/cart/pricing")

  async function contractOpen(): Promise<{ cart: CartInput; leaseKey: string }> {
    const cart = cartOf()
    const { leaseKey } = await room.apply(application(cart, undefined, GUEST))
    await room.offer(cart, { leaseKey })
    await room.attachSession(cart, "payses_1", false)
    await room.contract(cart, { leaseKey })
    return { cart, leaseKey }
  }
  const complete = (cart: CartInput, address: string) =>
    room.checkPlaceable({ cart, sessionId: "payses_1", shopper: from(address) })

  it("by completions of an unsigned contract in a loop costs one call each two seconds", async () => {
    const { cart } = await contractOpen()
    const before = pricings()
    for (let time = 0; time < 5; time++)
      await expect(complete(cart, "203.0.113.9")).rejects.toMatchObject({ code: "not_signed" })
    expect(pricings()).toBe(before + 1)
  })

  it("more often than any page does is refused, with the minutes to wait, and refuses no one else", async () => {
    const { cart } = await contractOpen()
    const { askings } = room.ledger.store
    const counted = jest.spyOn(askings, "count")
    await complete(cart, "203.0.113.9").catch(() => undefined)
    const [asker = ""] = counted.mock.calls[0] ?? []
    counted.mockRestore()
    for (let asked = 1; asked < ASKED_AT_MOST; asked++) await askings.count(asker, ASKING_WINDOW_MS)
    room.pass(READING_FRESH_MS)
    const before = pricings()
    await expect(complete(cart, "203.0.113.9")).rejects.toMatchObject({
      code: "asked_too_often",
      kind: "too_many",
      message: expect.stringMatching(/Try again in 10 minutes/),
    })
    expect(pricings()).toBe(before)
    await expect(complete(cart, "192.0.2.7")).rejects.toMatchObject({ code: "not_signed" })
    room.pass(ASKING_WINDOW_MS)
    await expect(complete(cart, "203.0.113.9")).rejects.toMatchObject({ code: "not_signed" })
  })

  it("by an approval that goes from cart to cart, and by contracts, comes to an end", async () => {
    await room.apply(application(cartOf()))
    const shopper = { ...OWNER, ...from("203.0.113.9") }
    let last = cartOf()
    /** So often until it is refused as too often. */
    const until = async (ask: () => Promise<unknown>) => {
      for (let times = 0; times <= ASKED_AT_MOST; times++)
        try {
          await ask()
        } catch (error) {
          expect(error).toMatchObject({ code: "asked_too_often" })
          return times
        }
      return null
    }
    const next = async () => {
      const cart = cartOf()
      await room.takeApproval(cart, shopper)
      last = cart
    }
    expect(await until(next)).toBe(ASKED_AT_MOST)
    room.pass(ASKING_WINDOW_MS)
    expect(await until(() => room.contract(last, shopper))).toBe(ASKED_AT_MOST)
  })

  it("by offers is counted where the cart has changed, and free where it has not", async () => {
    const { cart, leaseKey } = await contractOpen()
    const shopper = { leaseKey, ...from("192.0.2.7") }
    const total = async () =>
      (await room.sql("select coalesce(sum(asked), 0)::int as asked from lease_asking"))[0]?.asked
    await room.offer(cart, shopper)
    expect(await total()).toBe(0)
    await room.offer({ ...cart, shipping_address: { country_code: "us", province: "OH" } }, shopper)
    expect(await total()).toBe(1)
  })

  it("leaves no useless rows behind", async () => {
    const { askings } = room.ledger.store
    for (const asker of ["a", "b", "c"]) await askings.count(asker, ASKING_WINDOW_MS)
    room.pass(2 * DAY)
    await askings.count("d", ASKING_WINDOW_MS)
    expect(await room.sql("select id from lease_asking")).toEqual([{ id: "d" }])
  })
})
