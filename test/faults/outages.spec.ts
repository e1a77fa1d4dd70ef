import { eventually } from "../integration/support/eventually"
import { type LeaseRecord } from "../support/ledger"
import { clearFaults } from "./support/attempts"
import type { Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import type { Absence } from "./support/line"
import type { Process } from "./support/process"
import { allowRefusal } from "./support/resume"
import { describeFaults } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import { FULL } from "./support/size"

const MINUTE = 60_000
/** More than a lane has slots for. */
const MANY = FULL ? 12 : 5
/** More than the lane of deliveries has slots for, or the same lane of two processes. */
const MORE = FULL ? 16 : 9
/** Calls of each kind in a backlog. */
const SOME = FULL ? 10 : 3
/** Longer than a signed contract is kept in these tests. */
const OUTAGE_MINUTES = 90

const CANCEL = "DELETE /application/contract"
const DELIVERY = "POST /application/cart/delivery"
const RETURN = "POST /application/return"

/** Leases that owe something, by what they owe; made while the service is well. */
const OWING = {
  order: (process: Process) => customerAt(process, "verified"),
  capture: (process: Process) => customerAt(process, "placed"),
  delivery: async (process: Process) => {
    const customer = await customerAt(process, "paid")
    await customer.goodsArrive(process)
    return customer
  },
  cancellation: async (process: Process) => {
    const customer = await customerAt(process, "paid")
    await customer.cancelInCode(process)
    return customer
  },
  return: (process: Process) => customerAt(process, "delivered"),
  question: (process: Process) => customerAt(process, "handed out"),
}
type Owing = keyof typeof OWING

const toldOf = ({ attention }: LeaseRecord) => attention.map(({ code }) => code)
const applicationOf = ({ application_id }: LeaseRecord) => application_id ?? ""

describeFaults(
  "a service that is away",
  (room) => {
    const at = (owing: Owing, count: number) =>
      Promise.all(Array.from({ length: count }, () => OWING[owing](room.main)))
    const leases = (customers: Customer[]) => Promise.all(customers.map((customer) => customer.lease(room.main)))
    const statuses = async (customers: Customer[]) => [
      ...new Set((await leases(customers)).map(({ status }) => status)),
    ]
    const effects = (route: string) =>
      room.sandbox.journal().filter((entry) => entry.route === route && entry.done).length
    const isPaid = async ({ cart }: Customer) =>
      (await room.main.shop.orderOfCart(cart.id))?.payments.some(({ captured }) => captured > 0) ?? false
    const paid = async (customers: Customer[]) => (await Promise.all(customers.map(isPaid))).every(Boolean)
    const wake = async (customers: Customer[]) => {
      for (const { id } of await leases(customers)) await room.main.ledger.store.wake(id)
    }
    const become = (end: string, customers: Customer[]) =>
      eventually(
        () => statuses(customers),
        (all) => all.join() === end,
      )
    /** Placed, captured: what the shop earns. */
    const earned = (customers: Customer[]) =>
      eventually(
        async () => (await paid(customers)) && (await statuses(customers)).join() === "placed",
        (done) => done,
      )
    /** The call that hangs, the leases that make it, their number, and their status once it answers. */
    const HANGING: [call: string, owing: Owing, count: number, end: string][] = [
      ["cancelContract", "cancellation", MANY, "cancelled"],
      ["confirmDelivery", "delivery", MORE, "delivered"],
      ["readStatus", "question", MANY, "signing"],
      ["every call", "cancellation", MANY, "cancelled"],
    ]

    it.each(FULL ? HANGING : HANGING.slice(0, 3))(
      "that hangs with %s keeps no other lease from its order and its payment, and is asked again",
      async (call, owing, count, end) => {
        const waiting = await at(owing, count)
        room.pass(3 * MINUTE)
        const others = [...(await at("order", 2)), ...(await at("capture", 2))]
        room.pass(15_000)
        await wake([...others, ...(owing === "question" ? [] : waiting)])
        room.line.hold()
        if (call === "every call") room.line.leave("hangs", 60 * MINUTE)
        else room.line.meet(call, "hangs")
        const run = room.main.runJob()
        expect(await earned(others)).toBe(true)
        expect(room.line.hanging).toBeGreaterThan(0)
        expect(await brokenNow(room)).toEqual([])
        await clearFaults(room)
        await run
        expect(await brokenAtRest(room)).toEqual([])
        expect(await statuses(waiting)).toEqual([end])
        expect(effects(CANCEL)).toBe(owing === "cancellation" ? count : 0)
        expect(effects(DELIVERY)).toBe(owing === "delivery" ? count : 0)
        for (const { checked_at } of await leases(waiting)) expect(checked_at).not.toBeNull()
      },
    )

    it("that hangs with every call holds no run up, and the next one goes on with what is owed by then", async () => {
      const late = await at("capture", 2)
      await room.sql("update lease set look_at = null")
      const waiting = await at("cancellation", MANY)
      await wake(waiting)
      room.line.hold()
      room.line.leave("hangs", 60 * MINUTE)
      const run = () => room.main.runJob({ until: new Date(room.now().getTime() + 2000) })
      await run()
      expect(room.line.hanging).toBeGreaterThan(0)
      await wake(late)
      await run()
      expect(room.line.hanging).toBeGreaterThan(0)
      expect(await paid(late)).toBe(true)
      await clearFaults(room)
      await eventually(
        async () => room.line.hanging,
        (hanging) => hanging === 0,
      )
      expect(await brokenAtRest(room)).toEqual([])
      expect(await statuses(waiting)).toEqual(["cancelled"])
      expect(effects(CANCEL)).toBe(MANY)
      // A run that never ends is told soon.
    }, 120_000)

    it.each<Absence>(["no connection", "hangs"])(
      "with %s for longer than a contract is kept leaves a backlog that is made once, spread, and before any question",
      async (how) => {
        const back = await at("return", SOME)
        const asked = await at("question", MORE)
        const cancelled = await at("cancellation", SOME)
        const arrived = await at("delivery", SOME)
        const ordered = await at("order", SOME)
        // People ask for these; no answer comes, and the outage begins.
        room.line.meet("returnLease", "hangs")
        for (const customer of back) await allowRefusal(() => customer.refund(room.main))
        await wake([...cancelled, ...arrived])
        room.line.leave(how, (OUTAGE_MINUTES + 1) * MINUTE)
        const other = room.start()
        for (let minutes = 0; minutes < OUTAGE_MINUTES; minutes += 15) {
          room.pass(15 * MINUTE)
          await Promise.all([room.main.runJob(), other.runJob()])
          expect(await brokenNow(room)).toEqual([])
        }
        // One alert tells of the outage; a call whose answer was lost before it counts as ever.
        expect((await leases([...back, ...asked, ...cancelled, ...arrived, ...ordered])).flatMap(toldOf)).toEqual([])
        type Due = { due_at: Date; last_error: object | null }
        const due = (await room.sql("select due_at, last_error from lease_task where state = 'due'")) as Due[]
        expect(due).toHaveLength(4 * SOME + MORE)
        // Calls that were not tried since wait for their turn in a lane, not for a moment of their own.
        const failed = due.filter(({ last_error }) => last_error)
        const seconds = failed.map(({ due_at }) => Math.floor(due_at.getTime() / 1000))
        expect(new Set(seconds).size).toBeGreaterThan(failed.length / 2)
        expect(Math.max(...seconds) - Math.min(...seconds)).toBeGreaterThan(60)

        room.pass(61 * MINUTE)
        await clearFaults(room)
        room.line.hold()
        room.line.meet("readStatus", "hangs", { of: new Set((await leases(asked)).map(applicationOf)) })
        const runs = [room.main.runJob(), other.runJob()]
        expect(await earned(ordered)).toBe(true)
        expect(await become("delivered", arrived)).toEqual(["delivered"])
        expect(await become("cancelled", cancelled)).toEqual(["cancelled"])
        expect(await become("returned", back)).toEqual(["returned"])
        expect(room.line.hanging).toBeGreaterThan(0)
        await clearFaults(room)
        await Promise.all(runs)
        expect(await brokenAtRest(room)).toEqual([])
        for (const { checked_at } of await leases(asked)) expect(checked_at).not.toBeNull()
        expect([CANCEL, DELIVERY, RETURN].map(effects)).toEqual([SOME, 2 * SOME, SOME])
        expect(await room.main.shop.orders()).toHaveLength(4 * SOME)
      },
    )
  },
  { placeOrderAfter: 10_000 },
)
