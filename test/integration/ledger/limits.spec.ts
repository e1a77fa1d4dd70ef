import type { CartInput } from "../../../src/lease-cart"
import { READING_FRESH_MS } from "../../../src/modules/lease/lease-service/read-status"
import { MAX_REQUESTS, REQUEST_WINDOW_MS } from "../../../src/modules/lease/shopper/owner"
import { widgetOptions } from "../support/hosted-lease"
import {
  application,
  cartOf,
  DAY,
  describeLedger,
  OWNER,
  openedWidget,
  routes,
  STRANGER,
  type Wish,
} from "../support/ledger-room"

const GUEST = { shopper: {} }

const DENIED = { ...GUEST, tag: "denied" }

describeLedger(
  "limits",
  (room) => {
    /** Guests send applications until one is refused as too many; returns how many were sent, and the refusal's code. */
    async function untilRefused(wish: (n: number) => Wish) {
      for (let sent = 0; sent < 40; sent++) {
        try {
          await room.applied({ ...GUEST, ...wish(sent) })
        } catch (error) {
          const { code, kind } = error as { code: string; kind: string }
          if (kind === "too_many") return { sent, code }
          if (kind !== "invalid" && code !== "service_refused") throw error
        }
      }
      return { sent: 40, code: "none" }
    }
    const refuseForms = () => room.sandbox.fault({ route: routes.application, fault: "validation-403", times: 100 })

    const from = (email: string | null, address: string) => ({ cart: cartOf({ email }), address })
    const forCart = (n: number) => ({ cart: cartOf({ id: "cart_1", email: `shopper-${n}@mail.example` }) })
    it.each<[string, (n: number) => Wish, sent: number, code: string]>([
      ["for one cart, whatever its email address", forCart, 3, "too_many_attempts_for_cart"],
      ["with one mailbox", (n) => from(`robin+${n}@shopper.example`, `2001:db8:1:2::${n}`), 3, "too_many_attempts"],
      ["from one network", (n) => from(`shopper-${n}@mail.example`, `2001:db8::${n}`), 10, "too_many_from_network"],
      ["with one address", (n) => from("robin@shopper.example", `192.0.2.${n}`), 10, "too_many_for_email"],
      ["but not without an address", (n) => from(null, `192.0.2.${n}`), 40, "none"],
    ])("too many applications are refused %s", async (_, wish, sent, code) => {
      refuseForms()
      expect(await untilRefused(wish)).toEqual({ sent, code })
    })

    it("of two edges that each stand for many shoppers the busier one is reported, and the log warns once a day", async () => {
      refuseForms()
      const since = () => new Date(room.accountDeps.now().getTime() - DAY)
      expect(await room.accountDeps.store.submissions.busiest(since())).toEqual({ mailboxes: 0, requests: 0 })
      const edge = (n: number) => from(`shopper-${n}@mail.example`, n % 2 ? "192.0.2.1" : "198.51.100.1")
      expect(await untilRefused(edge)).toEqual({ sent: 20, code: "too_many_from_network" })
      expect((await untilRefused(edge)).sent).toBe(0)
      expect(await room.accountDeps.store.submissions.busiest(since())).toEqual({ mailboxes: 10, requests: 10 })
      const warnings = () => room.logged.filter((line) => line.includes("trustedProxies"))
      expect(warnings()).toHaveLength(1)
      room.pass(DAY + 1000)
      expect((await untilRefused(edge)).sent).toBe(20)
      expect(warnings()).toHaveLength(2)
    })

    it("applications are possible again after a day, and the table doesn't reveal their senders", async () => {
      await untilRefused(() => DENIED)
      expect(await room.rows.text("lease_submission")).not.toMatch(/192\.0\.2\.7|robin/)
      room.pass(DAY + 1000)
      await expect(room.applied(GUEST)).resolves.toBeDefined()
    })

    it("applications sent at once are counted one after the other", async () => {
      const all = Array.from({ length: 8 }, () => room.applied(DENIED))
      const sent = (await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled")
      expect(sent).toHaveLength(3)
    })

    it("applications that never arrived are not counted", async () => {
      // More than the limit, and fewer than an outage takes.
      room.sandbox.fault({ route: routes.application, fault: "429", times: 4 })
      for (let sent = 0; sent < 4; sent++)
        await expect(room.applied(GUEST)).rejects.toMatchObject({ kind: "unavailable" })
      await expect(room.applied(GUEST)).resolves.toBeDefined()
    })

    describe("applications by someone else", () => {
      const stranger = { address: "203.0.113.9" }
      const approved = async (wish: Wish) =>
        expect((await room.lease((await room.applied(wish)).id)).status).toBe("approved")

      it("a stranger's applications on a shopper's cart don't use up the shopper's own", async () => {
        refuseForms()
        const cart = cartOf()
        expect((await untilRefused(() => ({ ...stranger, cart }))).sent).toBe(3)
        await room.comeBack()
        await approved({ ...GUEST, cart })
      })

      it("a stranger's applications with a shopper's email address don't use up the shopper's own", async () => {
        expect((await untilRefused(() => ({ ...DENIED, ...stranger }))).sent).toBe(3)
        await approved(GUEST)
      })

      it("applications from many networks don't lock out a mailbox's owner who is signed in or continues", async () => {
        const { cart, shopper } = await room.applied(DENIED)
        await untilRefused((n) => ({ ...DENIED, address: `203.0.113.${n}` }))
        await expect(room.applied(GUEST)).rejects.toMatchObject({ code: "too_many_for_email" })
        await expect(room.applied({ ...DENIED, shopper: { customerId: "cus_robin" } })).resolves.toBeDefined()
        const partner = room.applied({ cart: { ...cart, email: "kim@shopper.example" }, shopper })
        await expect(partner).resolves.toBeDefined()
      })
    })

    const kim = (cart: CartInput) => ({ ...cart, email: "kim@shopper.example" })

    it("a denial remains for the denied person, who reads whom to contact and what else is possible", async () => {
      const { cart, shopper } = await room.applied(DENIED)
      for (const email of [cart.email, "Robin+again@shopper.example"])
        await expect(room.applied({ cart: { ...cart, email }, shopper })).rejects.toMatchObject({
          code: "denied",
          message: expect.stringMatching(/contact Sandbox Leasing: help@leasing.example.*Someone else can apply/),
        })
    })

    it("after a denial, another person can apply with the first one's key, which is then void", async () => {
      const { cart, shopper } = await room.applied(DENIED)
      const second = await room.apply(application(kim(cart), undefined, { shopper }))
      expect(second.lease).toMatchObject({ status: "approved", email: "kim@shopper.example" })
      await room.offer(cart, { leaseKey: second.leaseKey })
      await expect(room.contract(cart, shopper)).rejects.toMatchObject({ code: "contract_key" })
    })

    it("nobody else can apply on a denied cart, and they read what to do", async () => {
      const { cart } = await room.applied(DENIED)
      await expect(room.applied({ ...GUEST, cart: kim(cart) })).rejects.toMatchObject({
        code: "contract_key",
        message: expect.stringContaining("put the items into a new cart"),
      })
    })

    it("a denied shopper can use the hosted widget", async () => {
      const { cart, shopper } = await room.applied(DENIED)
      await expect(openedWidget(room, cart, STRANGER)).rejects.toMatchObject({ code: "contract_key" })
      await openedWidget(room, cart, shopper)
      expect(await room.leaseOf(cart)).toMatchObject({ flow: "hosted", status: "open" })
    })

    describe("asking the service", () => {
      const from = (address: string) => ({ address })
      const pricings = () => room.count(routes.pricing)

      async function contractOpen() {
        const open = await room.handedOut(GUEST)
        await room.attachSession(open.cart, "payses_1", false)
        return open
      }
      const complete = ({ cart, shopper }: Awaited<ReturnType<typeof contractOpen>>, address: string) =>
        room.checkPlaceable(cart.id, { cart, sessionId: "payses_1", shopper: { ...shopper, ...from(address) } })

      it("asking far too often is refused with the minutes to wait, and nobody else is", async () => {
        const open = await contractOpen()
        const { requestCounts } = room.accountDeps.store
        const counted = jest.spyOn(requestCounts, "count")
        await complete(open, "203.0.113.9").catch(() => undefined)
        const [asker = ""] = counted.mock.calls[0] ?? []
        counted.mockRestore()
        for (let asked = 1; asked < MAX_REQUESTS; asked++) await requestCounts.count(asker, REQUEST_WINDOW_MS)
        room.pass(READING_FRESH_MS)
        const before = pricings()
        await expect(complete(open, "203.0.113.9")).rejects.toMatchObject({
          code: "too_many_requests",
          kind: "too_many",
          message: expect.stringMatching(/Try again in 10 minutes/),
        })
        expect(pricings()).toBe(before)
        await expect(complete(open, "192.0.2.7")).rejects.toMatchObject({ code: "not_signed" })
        room.pass(REQUEST_WINDOW_MS)
        await expect(complete(open, "203.0.113.9")).rejects.toMatchObject({ code: "not_signed" })
      })

      it("checks of a signature count each time the service is read, even if it returns no status", async () => {
        const { cart, shopper } = await room.handedOut()
        const { requestCounts } = room.accountDeps.store
        const counted = jest.spyOn(requestCounts, "count")
        const check = () => room.verifySignature(cart.id, { ...shopper, ...from("203.0.113.9") })
        await check()
        await check()
        expect(counted).toHaveBeenCalledTimes(1)
        await room.rows.changeLease({ service_status: null })
        await check()
        expect(counted).toHaveBeenCalledTimes(2)
        const [asker = ""] = counted.mock.calls[0] ?? []
        counted.mockRestore()
        for (let asked = 2; asked < MAX_REQUESTS; asked++) await requestCounts.count(asker, REQUEST_WINDOW_MS)
        room.pass(READING_FRESH_MS)
        await expect(check()).rejects.toMatchObject({ code: "too_many_requests" })
      })

      it("moving an approval and fetching a contract each count", async () => {
        await room.applied()
        const shopper = { ...OWNER, ...from("203.0.113.9") }
        const cart = cartOf()
        await room.takeApproval(cart, shopper)
        await room.contract(cart, shopper)
        expect(await room.rows.of("lease_request_count")).toMatchObject([{ requests: 2 }])
      })

      it("offers count only if the cart has changed", async () => {
        const { cart, leaseKey } = await contractOpen()
        const shopper = { leaseKey, ...from("192.0.2.7") }
        await room.offer(cart, shopper)
        expect(await room.rows.of("lease_request_count")).toEqual([])
        await room.offer({ ...cart, shipping_address: { country_code: "us", province: "OH" } }, shopper)
        expect(await room.rows.of("lease_request_count")).toMatchObject([{ requests: 1 }])
      })
    })
  },
  widgetOptions,
)
