import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { dayIn, type FunnelStep, funnelsOf, mondaysUntil } from "../../../src/modules/lease/ledger"
import { orderOfCart } from "../support/fake-medusa"
import { widgetOptions } from "../support/hosted-lease"
import { ANA, cartOf, DAY, describeLedger, type LedgerRoom, OWNER, openedWidget, routes } from "../support/ledger-room"

const PAGE = "https://shop.example/lease?cart={cartId}"
const WEEK = 7 * DAY

/** The funnels of these weeks up to now. */
async function funnels({ accountDeps }: LedgerRoom, { weeks = 2, timeZone = "UTC", test = false } = {}) {
  const mondays = mondaysUntil(dayIn(accountDeps.now(), timeZone) ?? "", weeks)
  return funnelsOf(await accountDeps.store.funnels.count({ mondays, timeZone, test }), weeks)
}

/** How many leases of a flow reached each step. */
async function counts(room: LedgerRoom, flow = "api"): Promise<Partial<Record<FunnelStep, number>>> {
  const funnel = (await funnels(room)).find((one) => one.flow === flow)
  return Object.fromEntries((funnel?.total.steps ?? []).map(({ step, count }) => [step, count]))
}

/** The furthest step of the only lease of a flow. Each step before it has the lease, too, and none after it. */
async function furthest(room: LedgerRoom, flow?: string): Promise<string | undefined> {
  const steps = Object.entries(await counts(room, flow))
  const reached = steps.filter(([, count]) => count === 1).map(([step]) => step)
  expect(steps.map(([step, count]) => [step, count])).toEqual(
    steps.map(([step], place) => [step, place < reached.length ? 1 : 0]),
  )
  return reached.at(-1)
}

describeLedger(
  "the funnel",
  (room) => {
    const system = { actor: { by: "system" as const } }
    const expire = (id: string) => room.accountDeps.store.move(id, "lease_expired", system)
    const refuseForm = async () => {
      room.sandbox.fault({ route: routes.application, fault: "validation-403" })
      await room.applied({ shopper: {} }).catch(() => {})
    }
    const openLink = () => {
      const cart = cartOf()
      const order = orderOfCart({ cartId: cart.id, asCart: cart, sessions: [], payments: [] })
      return room.openByLink({ cart, orderId: order.id, displayId: order.displayId }, ANA)
    }

    it.each<[string, FunnelStep, () => Promise<unknown>]>([
      ["whose form the service refused", "started", refuseForm],
      ["offered by link", "started", openLink],
      ["offered by a link that was withdrawn", "started", async () => room.withdrawLink(await openLink(), ANA)],
      ["that was denied", "applied", () => room.applied({ tag: "denied" })],
      ["whose approval is pending", "applied", () => room.applied({ tag: "pending" })],
      [
        "that expired while its approval was pending",
        "applied",
        async () => expire((await room.applied({ tag: "pending" })).id),
      ],
      [
        "without an answer to its form",
        "applied",
        () => {
          room.sandbox.fault({ route: routes.application, fault: "drop-after" })
          return room.applied()
        },
      ],
      ["that was approved", "approved", () => room.applied()],
      ["whose approval expired", "approved", async () => expire((await room.applied()).id)],
      ["with a price", "priced", () => room.offered()],
      ["with a contract", "priced", () => room.handedOut()],
      ["whose offer expired", "priced", async () => expire((await room.offered()).id)],
      ["that was signed", "signed", () => room.signed()],
      [
        "canceled before the order",
        "signed",
        async () => room.cancelContract(await room.lease((await room.signed()).id), ANA),
      ],
      ["with an order", "ordered", () => room.placed()],
      [
        "canceled after the order",
        "ordered",
        async () => room.cancelContract(await room.lease((await room.placed()).id), ANA),
      ],
      ["that was delivered", "delivered", () => room.delivered()],
      ["that was returned", "delivered", async () => returned()],
    ])("a lease %s reached the step %s, and still did after its erasure", async (_, step, live) => {
      await live()
      expect(await furthest(room)).toBe(step)
      await room.rows.changeLease({ claimed_until: null })
      await room.erasePerson({ email: "robin@shopper.example" }, { includeDelivered: true, actor: ANA })
      expect(await furthest(room)).toBe(step)
    })

    async function returned(): Promise<void> {
      const { id } = await room.delivered()
      await room.returnLease(await room.lease(id), { actor: ANA })
    }

    it.each<[string, string | undefined, FunnelStep]>([
      ["approved", undefined, "approved"],
      ["denied", "denied", "applied"],
      ["pending", "pending", "applied"],
    ])("an application that was %s before the shopper chose the widget keeps its step", async (_, tag, step) => {
      const { cart } = await room.applied({ ...(tag && { tag }) })
      await openedWidget(room, cart, OWNER).catch(() => room.rows.changeLease({ status: "superseded" }))
      for (const erase of [false, true]) {
        if (erase) await room.rows.changeLease({ approved_until: null, idempotency_key_hash: "" })
        expect(await furthest(room)).toBe(step)
      }
    })

    describe("a lease that goes on under another reference", () => {
      /** The only lease of each week that has one: its furthest step, its sum and its days to sign. */
      const weeks = async () => {
        const [{ weeks } = { weeks: [] }] = await funnels(room)
        return weeks.map(({ steps, days_to_sign }) => {
          const reached = steps.filter(({ count }) => count === 1).at(-1)
          return reached ? [reached.step, reached.sums[0]?.amount, days_to_sign] : steps.map(({ count }) => count)
        })
      }
      const none = [0, 0, 0, 0, 0, 0, 0]
      const sign = async (cart: CartInput) => {
        await room.offer(cart, OWNER)
        await signContract((await room.contract(cart, OWNER)).url)
        await room.verifySignature(cart.id, OWNER)
      }

      it("counts once after its contract was replaced: in its first week, with its furthest step and the new amount", async () => {
        const { id, cart, order } = await room.placed()
        await room.run()
        const edited = { ...cartOf({ price: 479 }), id: cart.id }
        order.total = 48_999
        await room.replaceContract(await room.lease(id), { order: edited, actor: ANA })
        expect(await weeks()).toEqual([none, ["ordered", 43_999, 0]])
        room.pass(WEEK)
        await sign(edited)
        await room.run()
        expect((await room.rows.leases()).map(({ status }) => status)).toEqual(["canceled", "placed"])
        expect(await weeks()).toEqual([["ordered", 48_999, 0], none])
        await room.rows.changeLease({ delivered_at: room.accountDeps.now() }, (await room.leaseOf(cart)).id)
        expect(await weeks()).toEqual([["delivered", 48_999, 0], none])
        room.pass(WEEK)
        expect(await funnels(room)).toEqual([])
      })

      it("counts once after its approval moved to other carts, with the days from its first start to its signature", async () => {
        await room.offered()
        room.pass(3 * DAY)
        await room.takeApproval(cartOf({ price: 250 }), OWNER)
        const last = cartOf({ price: 300 })
        await room.takeApproval(last, OWNER)
        room.pass(DAY)
        expect(await counts(room)).toMatchObject({ started: 1, priced: 1, signed: 0 })
        await sign(last)
        expect(await counts(room)).toMatchObject({
          started: 1,
          applied: 1,
          approved: 1,
          priced: 1,
          signed: 1,
          ordered: 0,
        })
        const [{ total } = { total: null }] = await funnels(room)
        expect(total).toMatchObject({
          days_to_sign: 4,
          steps: expect.arrayContaining([
            expect.objectContaining({ step: "signed", sums: [{ currency_code: "usd", amount: 31_099 }] }),
          ]),
        })
      })

      it("two applications of one shopper count as two leases", async () => {
        await room.applied()
        await room.applied({ ssn: "219-09-9998" })
        expect(await counts(room)).toMatchObject({ started: 2, applied: 2, approved: 2, priced: 0 })
      })
    })

    it("a hosted lease has no steps that only the widget knows", async () => {
      const cart = cartOf()
      const { token } = await openedWidget(room, cart, OWNER)
      expect(await counts(room, "hosted")).toEqual({ started: 1, signed: 0, ordered: 0, delivered: 0 })
      await room.takeWidgetEvent({ id: cart.id, ordered: false }, { event: "onSuccess", payload: { id: "H-1" }, token })
      expect(await counts(room, "hosted")).toEqual({ started: 1, signed: 1, ordered: 0, delivered: 0 })
      await room.recordOrder(orderOfCart({ cartId: cart.id, asCart: cart }))
      expect(await counts(room, "hosted")).toEqual({ started: 1, signed: 1, ordered: 1, delivered: 0 })
    })

    it("weeks begin on Monday at midnight in the store's time zone", async () => {
      const timeZone = "America/New_York"
      const [, monday = ""] = mondaysUntil(dayIn(room.accountDeps.now(), timeZone) ?? "", 2)
      const [{ midnight } = {}] = await room.sql("select (?::date)::timestamp at time zone ? as midnight", [
        monday,
        timeZone,
      ])
      const started = [-1, 0].map((ms) => new Date((midnight as Date).getTime() + ms))
      await room.rows.addLeases(2, (n) => ({ status: "denied", created_at: started[n - 1] ?? null }))
      const [{ weeks } = { weeks: [] }] = await funnels(room, { timeZone })
      expect(weeks.map(({ steps }) => steps[0]?.count)).toEqual([1, 1])
    })

    it("sums are exact, by currency, and a test lease never counts beside live ones", async () => {
      const signed = { status: "signed" as const, priced_at: new Date(), signed_at: new Date() }
      await room.rows.addLeases(2, (n) => ({ ...signed, amount: 2_147_483_600 + n, reference: `L-USD${n}` }))
      await room.rows.addLease({ ...signed, amount: 1, currency_code: "cad" })
      await room.rows.addLease({ ...signed, amount: 7, test: true })
      const sums = async (test: boolean) =>
        (await funnels(room, { test }))[0]?.total.steps.find(({ step }) => step === "signed")
      expect(await sums(false)).toEqual({
        ...{ step: "signed", count: 3 },
        sums: [
          { currency_code: "cad", amount: 1 },
          { currency_code: "usd", amount: 4_294_967_203 },
        ],
      })
      expect(await sums(true)).toMatchObject({ count: 1, sums: [{ amount: 7 }] })
    })

    it("no lease is read that started before the first week", async () => {
      const [query] = await room.queries(() => funnels(room))
      expect(query && (await room.isIndexed(query))).toBe(true)
    })
  },
  (sandbox) => ({ ...widgetOptions(sandbox), contractLink: PAGE, retentionDays: 30 }),
)
