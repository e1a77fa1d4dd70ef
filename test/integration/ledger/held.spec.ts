import { type LeaseRecord, readBack, refuseHeld } from "../../../src/modules/lease/ledger"
import { recordRestore } from "../../../src/modules/lease/outbox/hold"
import { leaseToBegin } from "../../../src/modules/lease/shopper/owner"
import { Findings } from "../../../src/scripts/restore/findings"
import { ReadingBack } from "../../../src/scripts/restore/read-back"
import { ANA, application, DAY, describeLedger, HOUR, type LedgerRoom, MINUTE, routes } from "../support/ledger-room"

const NOTE = "The operator says so on the phone."

describeLedger("held leases", (room) => {
  const held = async (id: string) => {
    await room.holdUnfinished()
    return room.lease(id)
  }
  /** What the shop sends while nothing may be sent. */
  const sentDuring = async (work: (room: LedgerRoom) => Promise<unknown>) => {
    const before = room.calls().length
    await work(room)
    return room.calls().slice(before)
  }
  const writing = (calls: string[]) => calls.filter((call) => call !== routes.pricing)

  it("every lease that isn't over is held once, with an alert that everybody hears of", async () => {
    const { id } = await room.placed()
    const { id: over } = await room.delivered()
    const { id: approved } = await room.applied()
    expect(await room.holdUnfinished()).toBe(1)
    expect(await room.holdUnfinished()).toBe(0)
    expect(await room.lease(id)).toMatchObject({ held_at: expect.any(Date), alerts: [{ code: "held" }] })
    expect(await room.lease(over)).toMatchObject({ held_at: null, alerts: [] })
    expect(await room.lease(approved)).toMatchObject({ held_at: null })
    await room.announce()
    expect(room.emitted).toContainEqual(
      expect.objectContaining({ name: "lease.needs_attention", data: expect.objectContaining({ id, alert: "held" }) }),
    )
  })

  it("a lease that is over is held if a call to the service is open", async () => {
    const { id } = await room.delivered()
    await room.enqueue(id, "return_lease", new Date(Date.now() + DAY))
    await room.holdUnfinished()
    expect((await room.lease(id)).held_at).not.toBeNull()
  })

  it("neither due calls nor the facts make the job do anything for it", async () => {
    const { id } = await room.placed()
    const { id: signed } = await room.signed()
    await room.enqueue(id, "confirm_delivery")
    await held(id)
    await room.orderChanges(id, { canceled: true })
    const calls = await sentDuring(async () => {
      await room.run()
      await room.run({ leaseId: id })
      await room.later(2 * HOUR)
      await room.later(30 * DAY)
    })
    expect(calls).toEqual([])
    expect(await room.lease(id)).toMatchObject({ status: "placed" })
    expect(await room.lease(signed)).toMatchObject({ status: "signed", order_id: null })
    expect(await room.pendingCalls(id)).toMatchObject([{ kind: "confirm_delivery", state: "due", attempts: 0 }])
  })

  it("a call that was claimed before the hold isn't begun", async () => {
    const { id } = await room.placed()
    const lease = await room.lease(id)
    const call = await room.accountDeps.store.pendingCalls.take(id, "cancel_contract", {
      detail: {},
      actor: ANA,
      ms: HOUR,
    })
    if (typeof call === "string") throw new Error(call)
    await held(id)
    const begun = await room.accountDeps.store.steps.write(call, {
      call: { sent: true },
      lasts: MINUTE,
      event: "cancel_started",
      guard: { status: [lease.status] },
      actor: ANA,
    })
    expect(begun).toBeNull()
    expect(await room.lease(id)).toMatchObject({ status: "placed" })
  })

  it("no person's request for it reaches the service or Medusa's books, and each is refused in words", async () => {
    const { id, order } = await room.placed()
    const lease = await held(id)
    const asked: [string, string, Promise<unknown>][] = await Promise.all([
      ["cancel", "lease_held", room.cancelContract(lease, ANA)],
      ["return", "lease_held", room.returnLease(lease, { actor: ANA })],
      ["ship", "lease_held", room.checkShippable(lease, order)],
      ["capture", "lease_held", room.checkCapturable(id, async () => order)],
    ] as [string, string, Promise<unknown>][])
    for (const [, code, refused] of asked) await expect(refused).rejects.toMatchObject({ code })
    await expect(
      room.confirmDelivery(lease, { date: new Date().toISOString().slice(0, 10), order, actor: ANA }),
    ).rejects.toMatchObject({ code: "ship_attention" })
    await expect(refuseHeld(room.ofLease(lease), lease)).rejects.toMatchObject({ code: "lease_held" })
    expect(writing(room.calls().slice(-6))).not.toContain(routes.cancel)
  })

  it("its shopper can't go on, and reads that nothing was lost", async () => {
    const { cart, id, shopper } = await room.signed()
    const lease = await held(id)
    const placing = room.startOrder({ cart, sessionId: "payses_1", shopper })
    await expect(placing).rejects.toMatchObject({ code: "lease_checking" })
    await expect(room.contract(cart, shopper)).rejects.toMatchObject({ code: "lease_checking" })
    await expect(room.offer(cart, shopper)).rejects.toMatchObject({ code: "lease_checking" })
    const view = await room.shopView(cart, lease, { elsewhere: null, codes: false, isOn: false })
    expect(view).toMatchObject({ step: "unavailable", reasons: [], messages: [{ code: "lease_checking" }] })
    expect(Object.values(view.actions).every(({ allowed }) => !allowed)).toBe(true)
    expect(await room.lease(id)).toMatchObject({ status: "signed" })
  })

  it("a held approval gives way to no other lease of its cart, because it may have a contract by now", async () => {
    const { cart, id, shopper } = await room.applied()
    await room.rows.change("lease", { held_at: new Date() }, { id })
    const beginning = leaseToBegin(room.accountDeps, cart.id, shopper)
    await expect(beginning).rejects.toMatchObject({ code: "lease_checking" })
  })

  it("what waits for staff isn't reported as late", async () => {
    const { id } = await room.placed()
    await room.enqueue(id, "confirm_delivery")
    await held(id)
    room.pass(2 * DAY)
    const { store, leases, now } = room.accountDeps
    expect(await store.pendingCalls.backlog()).toMatchObject({ due: 0, oldest_due_at: null })
    expect(await leases.overdue(now())).toMatchObject({ count: 0 })
  })

  it("new leases go on meanwhile", async () => {
    await held((await room.placed()).id)
    const { id } = await room.placed()
    await room.orderChanges(id, { deliveredAt: new Date() })
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "delivered", held_at: null })
  })

  describe("check and release", () => {
    it("a call that the service already has isn't sent again", async () => {
      const { id } = await room.placed()
      await room.orderChanges(id, { deliveredAt: new Date() })
      await room.enqueue(id, "confirm_delivery")
      await room.becomes(await room.lease(id), "Funded")
      const lease = await held(id)
      expect(await room.releaseHold(lease, ANA)).toMatchObject({ held_at: null, alerts: [] })
      await room.run()
      expect(await room.lease(id)).toMatchObject({ status: "delivered", alerts: [] })
      expect(room.count(routes.delivery)).toBe(0)
      expect((await room.history(id)).map(({ type }) => type)).toContain("hold_released")
    })

    it("a cancellation that the service already has ends the lease here, too", async () => {
      const { id } = await room.placed()
      await room.enqueue(id, "cancel_contract")
      await room.becomes(await room.lease(id), "Approved")
      await room.releaseHold(await held(id), ANA)
      await room.run()
      expect(await room.lease(id)).toMatchObject({ status: "canceled", held_at: null })
      expect(room.count(routes.cancel)).toBe(0)
    })

    it("a second release, by somebody else, doubts no call that was added since the first", async () => {
      const { id } = await room.placed()
      await room.releaseHold(await held(id), ANA)
      await room.enqueue(id, "confirm_delivery")
      expect(await room.accountDeps.store.pendingCalls.doubt(id, ["confirm_delivery"])).toEqual([])
      expect(await room.pendingCalls(id)).toMatchObject([{ sent: false }])
    })

    it("a command that was reading it meanwhile doesn't hold it again", async () => {
      const lease = await held((await room.signed()).id)
      await room.releaseHold(lease, ANA)
      await readBack(room.accountDeps, lease, "at_once")
      expect(await room.lease(lease.id)).toMatchObject({ held_at: null })
    })

    it.each(["released", "marked as resolved"] as const)(
      "a delivered lease that was %s isn't held again by a repeated command",
      async (how) => {
        const { id } = await room.delivered()
        await recordRestore(room.accountDeps, new Date())
        await room.becomes(await room.lease(id), "Approved")
        const repeat = async () => {
          const { holds } = room.accountDeps.store
          for await (const lease of holds.toReadBack(new Date(Date.now() - DAY)))
            await readBack(room.accountDeps, lease, "at_once")
          return room.lease(id)
        }
        const lease = await repeat()
        expect(lease.held_at).not.toBeNull()
        if (how === "released") await room.releaseHold(lease, ANA)
        else await room.markResolved(lease, { note: NOTE, outcome: "nothing", acknowledged: ["held"], actor: ANA })
        expect(await repeat()).toMatchObject({ held_at: null })
      },
    )

    it("a total that is neither the contract's nor the reduced one is another contract", async () => {
      const { id } = await room.delivered()
      const lease = await room.lease(id)
      await room.becomes(lease, "Funded")
      const findingAt = async (invoiceTotal: number) => {
        const snapshot = { ...lease.snapshot, invoiceTotal }
        const reductions = [{ amount: 100, lines: [] }]
        await room.rows.change("lease", { snapshot, reductions, held_at: new Date() }, { id })
        return (await readBack(room.accountDeps, await room.lease(id), "at_once")).finding
      }
      const total = Number(lease.snapshot?.invoiceTotal)
      const found = [await findingAt(total), await findingAt(total + 100), await findingAt(total + 500)]
      expect(found).toEqual(["agrees", "agrees", "other_contract"])
    })

    it("a call that the service doesn't have is sent once", async () => {
      const { id } = await room.placed()
      await room.orderChanges(id, { deliveredAt: new Date() })
      await room.enqueue(id, "confirm_delivery")
      await room.releaseHold(await held(id), ANA)
      await room.run()
      expect(await room.lease(id)).toMatchObject({ status: "delivered" })
      expect(room.count(routes.delivery)).toBe(1)
    })

    it("a lease that was delivered since, but has no order here, stays held", async () => {
      const { id } = await room.signed()
      const lease = await held(id)
      await room.becomes(lease, "Funded")
      await expect(room.releaseHold(lease, ANA)).rejects.toMatchObject({ code: "release_ahead" })
      await room.later(2 * HOUR)
      expect(await room.lease(id)).toMatchObject({ status: "signed", held_at: expect.any(Date) })
    })

    it("leases that the service refuses to report don't keep a command from reading the others", async () => {
      for (let count = 0; count < 4; count++) {
        await room.placed()
        // One mailbox may apply only three times a day.
        await room.sql("delete from lease_submission")
      }
      await room.holdUnfinished()
      room.sandbox.fault({ route: routes.pricing, fault: "validation-403", times: 3 })
      const lines: string[] = []
      const findings = new Findings((line) => void lines.push(line))
      const reading = new ReadingBack(room.accountDeps, { all: false, references: new Set() }, findings)
      const one = async function* (lease: LeaseRecord) {
        yield lease
      }
      for await (const lease of room.accountDeps.store.holds.toReadBack(new Date())) await reading.all(one(lease))
      expect([reading.released, reading.unread()[0]?.unread]).toEqual([1, 3])
      expect(lines.filter((line) => /^not read: .*lease L-/.test(line))).toHaveLength(3)
    })

    it("while the service can't be read, it stays held", async () => {
      const { id } = await room.placed()
      const lease = await held(id)
      room.sandbox.fault({ route: routes.pricing, fault: "drop-before", times: 9 })
      await expect(room.releaseHold(lease, ANA)).rejects.toMatchObject({ code: "service_unreachable" })
      expect((await room.lease(id)).held_at).not.toBeNull()
    })

    it("only a held lease can be released", async () => {
      const { id } = await room.placed()
      await expect(room.releaseHold(await room.lease(id), ANA)).rejects.toMatchObject({ code: "release_not_held" })
    })
  })

  it.each(["canceled", "nothing"] as const)(
    "staff who enter the outcome %s end the hold, and nothing is sent",
    async (outcome) => {
      const { id } = await room.placed()
      await room.enqueue(id, "confirm_delivery", new Date(Date.now() + HOUR))
      const lease = await held(id)
      await room.markResolved(lease, { note: NOTE, outcome, acknowledged: ["held"], actor: ANA })
      expect(await room.lease(id)).toMatchObject({ held_at: null, alerts: [] })
      await room.later(2 * HOUR)
      expect(room.count(routes.delivery)).toBe(0)
    },
  )

  it("the outcome that nothing changed doesn't end the hold before the order, which could be placed twice", async () => {
    const { id } = await room.signed()
    const lease = await held(id)
    await room.becomes(lease, "Funded")
    const given = { note: NOTE, acknowledged: ["held"] as const, actor: ANA }
    await expect(room.markResolved(lease, { ...given, outcome: "nothing" })).rejects.toMatchObject({
      code: "release_first",
    })
    await room.markResolved(lease, { ...given, outcome: "canceled" })
    await room.later(2 * HOUR)
    expect(await room.lease(id)).toMatchObject({ status: "canceled", order_id: null })
  })

  it("a lease without a contract here ends when it is resolved, because its order was taken by hand", async () => {
    const { cart, id, shopper } = await room.applied()
    await room.offer(cart, shopper)
    await room.contract(cart, shopper)
    await room.rows.change("lease", { status: "offered" }, { id })
    const lease = await held(id)
    await room.becomes(lease, "Funded")
    await room.markResolved(lease, { note: NOTE, outcome: "nothing", acknowledged: ["held"], actor: ANA })
    await room.later(2 * HOUR)
    expect(await room.lease(id)).toMatchObject({ status: "superseded", held_at: null, order_id: null })
  })

  it("an application for a cart whose lease was held and has ended is sent", async () => {
    const { cart, id } = await room.placed()
    await held(id)
    await room.markResolved(await room.lease(id), {
      note: NOTE,
      outcome: "canceled",
      acknowledged: ["held"],
      actor: ANA,
    })
    expect((await room.apply(application(cart))).lease).toMatchObject({ status: "approved" })
  })
})
