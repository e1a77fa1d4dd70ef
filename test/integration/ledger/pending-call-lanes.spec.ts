import { LeaseUnknown, LeaseUnreachable } from "../../../src/client"
import type { LeaseColumns } from "../../support/ledger-rows"
import { eventually } from "../support/eventually"
import { ANA, DAY, describeLedger, MINUTE, OWNER, routes } from "../support/ledger-room"

/** More than one lane has slots for. */
const MANY = 6

/** One lease, one call or one order must never keep the others waiting. */
describeLedger("what one lease costs the others", (room) => {
  const run = (until?: Date) => room.run(until && { until })
  const soon = () => new Date(room.accountDeps.now().getTime() + 2000)
  let people = 0
  /** A new person each time: the service returns a person's earlier approval. */
  const somebody = () => ({ address: `192.0.2.${++people}`, ssn: `512-44-${1000 + people}` })
  const handedOut = () => room.handedOut(somebody())
  async function signed() {
    const lease = await room.signed(somebody())
    room.medusa.carts.set(lease.cart.id, { completed: false, payments: [], sessionIds: ["payses_1"] })
    return lease
  }

  /** Makes the service hold this call until `answer` is called. `asked`: how often it was called by then. */
  function hang(call: "readStatus" | "confirmDelivery"): { answer: () => void; asked: () => Promise<number> } {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const ask = room.accountDeps.service[call].bind(room.accountDeps.service) as (...given: unknown[]) => Promise<never>
    const slow = jest.fn(async (...given: unknown[]) => {
      await held
      return ask(...given)
    })
    Object.assign(room.accountDeps.service, { [call]: slow })
    return { answer, asked: async () => slow.mock.calls.length }
  }

  it("hanging readings don't stop an order, a cancellation or later calls", async () => {
    const waiting: string[] = []
    for (let n = 0; n < MANY; n++) waiting.push((await handedOut()).id)
    for (const id of waiting) await room.enqueue(id, "read_status")
    const [waits, over, later] = [await signed(), await signed(), await signed()]
    await room.rows.changeLease({ reconcile_at: null }, over.id, later.id)
    await room.accountDeps.store.pendingCalls.enqueue(over.id, "cancel_contract", { actor: ANA })
    const { answer } = hang("readStatus")
    room.pass(3 * MINUTE)
    await run(soon())
    expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: waits.id })
    expect(room.count(routes.cancel)).toBe(1)
    await room.accountDeps.store.wake(later.id)
    await run(soon())
    expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: later.id })
    answer()
    await run()
    for (const id of waiting) expect((await room.lease(id)).checked_at).not.toBeNull()
  })

  it("a process that ends gives back claimed calls at once", async () => {
    const ids: string[] = []
    for (let n = 0; n < 2 * MANY; n++) ids.push((await room.placed(somebody())).id)
    await room.rows.changeLease({ reconcile_at: null })
    const detail = { delivery_date: room.accountDeps.now().toISOString().slice(0, 10) }
    const { pendingCalls } = room.accountDeps.store
    for (const id of ids) await pendingCalls.enqueue(id, "confirm_delivery", { detail, actor: ANA })
    const { answer, asked } = hang("confirmDelivery")
    const stopping = new AbortController()
    const running = room.run({ stopping: stopping.signal })
    await eventually(asked, (count) => count === 8)
    stopping.abort()
    // Calls in progress keep hanging.
    await eventually(
      () => pendingCalls.backlog(),
      ({ running }) => running === 8,
    )
    const rows = (await Promise.all(ids.map((id) => room.pendingCalls(id))))
      .flat()
      .filter(({ state }) => state === "due")
    expect(rows).toHaveLength(ids.length - 8)
    for (const row of rows) expect(row).toMatchObject({ attempts: 0, claim_token: null, sent: false })
    answer()
    expect(await running).toMatchObject({ made: 8 })
  })

  it("a failed claim is logged, and the next run makes the calls", async () => {
    const { id } = await handedOut()
    await room.rows.changeLease({ reconcile_at: null })
    await room.enqueue(id, "read_status")
    const { pendingCalls } = room.accountDeps.store
    const claimDue = pendingCalls.claimDue.bind(pendingCalls)
    pendingCalls.claimDue = () => Promise.reject(new Error("the connection to the database was lost"))
    expect(await run()).toMatchObject({ made: 0 })
    expect(room.logged).toContainEqual(expect.stringContaining("could not be claimed: the connection"))
    pendingCalls.claimDue = claimDue
    expect(await run()).toMatchObject({ made: 1 })
  })

  it("a lease with an unreadable order is checked less and less often, raises one alert, and continues when it can be read", async () => {
    const [{ id: bad }, { id: good }] = [await signed(), await signed()]
    const { reference } = await room.lease(bad)
    const { factsOf } = room.medusa
    room.medusa.factsOf = async (leases) => {
      if (leases.some(({ id }) => id === bad)) throw new RangeError("An amount of the cart is not a number")
      return factsOf(leases)
    }
    const untilReconcile = async () =>
      room.pass(((await room.lease(bad)).reconcile_at?.getTime() ?? 0) - room.accountDeps.now().getTime() + 1)
    room.pass(3 * MINUTE)
    for (let round = 0; round < 4; round++) {
      await run()
      expect(room.medusa.made[0]).toEqual({ call: "place_order", leaseId: good })
      expect(await room.alerts(bad)).toEqual(round < 2 ? [] : ["reconcile_failed"])
      await untilReconcile()
    }
    expect(room.logged.filter((line) => line.includes(reference))).toHaveLength(4)
    const history = await room.history(bad)
    expect(history.filter(({ type }) => type === "alert_raised")).toHaveLength(1)
    room.medusa.factsOf = factsOf
    await run()
    expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: bad })
    expect(await room.lease(bad)).toMatchObject({ alerts: [], reconcile_failures: 0 })
  })

  it("a fault in one call, or in recording it, affects only that call", async () => {
    const [bad, good] = [await signed(), await signed()]
    const { pendingCalls } = room.accountDeps.store
    const write = pendingCalls.write.bind(pendingCalls)
    pendingCalls.write = async (call, change) => {
      if (call.lease_id === bad.id) throw new Error("the connection to the database was lost")
      return write(call, change)
    }
    const { place_order } = room.medusa.call
    room.medusa.call.place_order = async (lease) => {
      if (lease.id === bad.id) throw new Error("sold out")
      return place_order(lease)
    }
    room.pass(3 * MINUTE)
    await run()
    expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: good.id })
    expect((await pendingCalls.ofLease(bad.id)).map(({ state }) => state)).toEqual(["running"])
  })

  describe("when a call to Medusa hangs", () => {
    let timers: jest.SpyInstance
    let id: string
    let made: Promise<void>
    let end: () => void
    /** Waits of more than a minute end at once. */
    beforeEach(async () => {
      id = (await signed()).id
      const { setTimeout } = global
      const quick = (work: () => void, ms = 0) => setTimeout(work, ms > MINUTE ? 0 : ms)
      timers = jest.spyOn(global, "setTimeout").mockImplementation(quick as typeof setTimeout)
      const { place_order } = room.medusa.call
      const held = new Promise<void>((resolve) => {
        end = resolve
      })
      room.medusa.call.place_order = (lease) => {
        made = held.then(() => place_order(lease))
        return made
      }
      room.pass(3 * MINUTE)
      await run()
      timers.mockRestore()
    })
    const call = async () => (await room.pendingCalls(id)).find(({ kind }) => kind === "place_order")

    it("the run ends, staff get an alert, and the claim keeps others out until the retry", async () => {
      expect(await call()).toMatchObject({ state: "running", attempts: 1, last_error: { code: "store_hangs" } })
      expect(await room.alerts(id)).toEqual(["signed_without_order"])
      await run()
      expect(await call()).toMatchObject({ state: "running", attempts: 1 })
      end()
      await made
      room.medusa.made.length = 0
      room.pass(room.claimMs())
      await run()
      expect(await call()).toMatchObject({ state: "done", attempts: 2, last_error: null })
      expect(await room.alerts(id)).toEqual([])
    })

    it("a late order is found, and the lease placed without a second attempt", async () => {
      end()
      await made
      await room.accountDeps.store.wake(id)
      await run()
      expect((await room.lease(id)).status).toBe("placed")
      expect(room.medusa.made.filter(({ call }) => call === "place_order")).toHaveLength(1)
      expect(await room.alerts(id)).toEqual([])
    })
  })

  it("checking many leases leaves the process time for shoppers between any two", async () => {
    await room.rows.addLeases(60, () => ({ reconcile_at: new Date() }))
    let isServing = true
    let served = 0
    const serve = () => {
      served += 1
      if (isServing) setImmediate(serve)
    }
    setImmediate(serve)
    const { reconciled } = await run()
    isServing = false
    expect(reconciled).toBe(60)
    expect(served).toBeGreaterThanOrEqual(60)
  })

  const placed = (n: number, waitsMs: number): LeaseColumns => ({
    ...{ status: "placed", evidence: "verified", order_id: `order_${n}`, reconcile_at: new Date(Date.now() - waitsMs) },
  })

  it("leases ordered in one minute aren't checked in one minute forever", async () => {
    await room.rows.addLeases(20, (n) => placed(n, 0))
    await run()
    const times = (await room.rows.leases()).map(
      ({ reconcile_at }) => (reconcile_at?.getTime() ?? 0) - room.accountDeps.now().getTime(),
    )
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(MINUTE)
    expect(Math.max(...times)).toBeLessThanOrEqual(60 * MINUTE)
  })

  it("a signed contract is checked before others that have waited longer", async () => {
    await room.rows.addLeases(40, (n) => placed(n, DAY))
    const { id } = await signed()
    room.pass(3 * MINUTE)
    const batches: string[][] = []
    const { factsOf } = room.medusa
    room.medusa.factsOf = (leases) => {
      batches.push(leases.map((lease) => lease.id))
      return factsOf(leases)
    }
    await run()
    expect(batches[0]).toContain(id)
  })

  it("a pending call is retried no sooner than the service requests", async () => {
    const { id } = await signed()
    await room.later(3 * MINUTE)
    await room.orderChanges(id, { shipped: true, deliveredAt: new Date() })
    await room.enqueue(id, "read_status")
    const asked = { operation: "confirmDelivery" as const, httpStatus: 503, message: "no", retryAfterMs: 30 * MINUTE }
    Object.assign(room.accountDeps.service, {
      readStatus: () => Promise.reject(new LeaseUnreachable(asked)),
      confirmDelivery: () => Promise.reject(new LeaseUnknown(asked)),
    })
    await run()
    const due = (await room.pendingCalls(id)).filter(({ state }) => state === "due")
    expect(due.map(({ kind }) => kind).sort()).toEqual(["confirm_delivery", "read_status"])
    for (const { due_at } of due)
      expect(due_at.getTime() - room.accountDeps.now().getTime()).toBeGreaterThan(29 * MINUTE)
  })

  it("the history records who tried to place an order: the shopper or the plugin", async () => {
    const { cart, id } = await signed()
    const tried = async () =>
      (await room.history(id)).flatMap(({ type, actor }) => (type === "order_refused" ? [actor] : []))
    const changed = { ...cart, total: 1 }
    room.medusa.call.place_order = async () =>
      void (await room.checkPlaceable(changed.id, { cart: changed, sessionId: "payses_1" }))
    room.pass(3 * MINUTE)
    await run()
    expect(await tried()).toEqual(["system"])
    await room.accountDeps.store.append(id, { by: "system" }, [{ type: "retried", detail: { kind: "place_order" } }])
    const byShopper = room.checkPlaceable(changed.id, { cart: changed, sessionId: "payses_1", shopper: OWNER })
    await expect(byShopper).rejects.toMatchObject({ code: "contract_mismatch" })
    expect(await tried()).toEqual(["system", "shopper"])
  })
})
