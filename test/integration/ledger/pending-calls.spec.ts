import type { Actor } from "../../../src/modules/lease/ledger"
import type { RaisedAlertCode } from "../../../src/modules/lease/rules/alert-codes"
import type { ClaimedCall } from "../../../src/modules/lease/rules/pending-calls"
import { deliverLease, orderOfCart } from "../support/fake-medusa"
import { ANA, application, describeLedger, MINUTE, routes } from "../support/ledger-room"

/** Staff mark a lease as resolved after seeing this alert. */
const word = (...acknowledged: RaisedAlertCode[]) => ({
  note: "The operator says so on the phone.",
  acknowledged,
  actor: ANA,
})

describeLedger("pending calls", (room) => {
  it("an application whose process died becomes undecided, even if an earlier lease paid its cart's order", async () => {
    const { cart, id } = await room.placed()
    await room.markResolved(await room.lease(id), { ...word(), outcome: "canceled" })
    const { lease } = await room.apply(application(cart))
    await room.rows.changeLease({ status: "submitting" }, lease.id)
    await room.later(10 * MINUTE)
    expect((await room.lease(lease.id)).status).toBe("undecided")
  })

  it("a call that can't be read back raises an alert, and staff can end it", async () => {
    const { id } = await room.placed()
    room.sandbox.fault({ route: routes.delivery, fault: "drop-after" })
    room.sandbox.fault({ route: routes.pricing, fault: "no-appstatus", times: 5 })
    await room.orderChanges(id, { deliveredAt: new Date() })
    await room.run()
    await room.later(2 * MINUTE)
    expect(await room.alerts(id)).toEqual(["delivery_unknown"])
    expect((await room.pendingCalls(id)).map(({ state }) => state)).toContain("unknown")
    await room.markResolved(await room.lease(id), { ...word("delivery_unknown"), outcome: "delivered" })
    expect(await room.lease(id)).toMatchObject({ status: "delivered", alerts: [] })
    await room.run()
    expect(room.count(routes.delivery)).toBe(1)
  })

  it.each([
    [[], "done"],
    [["drop-after"], "had been done"],
  ] as const)("a call that took effect after the faults %p is logged once", async (faults, outcome) => {
    const { id } = await room.placed()
    const { reference } = await room.lease(id)
    for (const fault of faults) room.sandbox.fault({ route: routes.delivery, fault })
    await room.orderChanges(id, { deliveredAt: new Date() })
    await room.run()
    await room.later(2 * MINUTE)
    const lines = room.logged.filter((line) => line.includes("confirm_delivery") && line.includes(" ms)"))
    const text = `^lease-to-own: confirm_delivery of lease ${reference}: ${outcome} \\(\\d+ ms\\)$`
    expect(lines).toEqual([expect.stringMatching(text)])
  })

  it("an alert raised after staff loaded the page stays open, and blocks their decision if it holds goods", async () => {
    const { id } = await room.placed()
    const { store } = room.accountDeps
    await store.raise(id, "cancel_failed")
    const read = await room.lease(id)
    await store.raise(id, "amount_differs")
    await room.markResolved(read, { ...word("cancel_failed"), outcome: "nothing" })
    expect(await room.alerts(id)).toEqual(["amount_differs"])
    await store.raise(id, "lease_dead")
    const asked = room.markResolved(read, { ...word("cancel_failed"), outcome: "delivered" })
    await expect(asked).rejects.toMatchObject({ code: "state_changed" })
    expect(await room.alerts(id)).toEqual(["amount_differs", "lease_dead"])
    expect((await room.lease(id)).status).toBe("placed")
  })

  it("a call that another process is making isn't begun once more", async () => {
    const { id } = await room.placed()
    await room.rows.changeLease({ status: "canceling" }, id)
    const running = {
      state: "running",
      sent: true,
      claim_token: "another",
      due_at: new Date(Date.now() + 10 * MINUTE),
    } as const
    await room.rows.addCall({ lease_id: id, kind: "cancel_contract", ...running })
    const asked = room.cancelContract(await room.lease(id), ANA)
    await expect(asked).rejects.toMatchObject({ code: "busy" })
    expect(room.count(routes.cancel)).toBe(0)
  })

  it("a decision is refused where the lease has left its status since, though it is back in it by another call", async () => {
    const { id } = await room.placed()
    await room.rows.changeLease({ status: "canceling" }, id)
    const read = await room.lease(id)
    const nothing = () => room.markResolved(read, { ...word(), outcome: "nothing" })
    expect((await nothing()).status).toBe("placed")
    await room.rows.changeLease({ status: "canceling", status_at: new Date(read.status_at.getTime() + 1000) }, id)
    await expect(nothing()).rejects.toMatchObject({ code: "state_changed" })
    expect((await room.lease(id)).status).toBe("canceling")
  })

  it("a new contract that staff report as active no longer waits for its order's payment", async () => {
    const { id } = await room.placed()
    await room.rows.changeLease({ status: "canceling", placed_at: null }, id)
    const lease = await room.markResolved(await room.lease(id), { ...word(), outcome: "delivered" })
    expect(lease).toMatchObject({ status: "delivered", placed_at: lease.delivered_at })
  })

  it("once a lease has ended, staff end a refund that failed, but not one that is only due", async () => {
    const { id } = await room.placed()
    await room.cancelContract(await room.lease(id), ANA)
    await room.rows.addCall({ lease_id: id, kind: "close_payment" })
    const ending = async () => room.markResolved(await room.lease(id), { ...word(), outcome: "nothing" })
    await expect(ending()).rejects.toMatchObject({ code: "resolve_nothing_open" })
    await room.rows.change("lease_pending_call", { attempts: 1 }, { kind: "close_payment" })
    await ending()
    expect((await room.pendingCalls(id)).map(({ kind, state }) => `${kind} ${state}`)).toContain(
      "close_payment resolved_by_hand",
    )
  })

  it("a capture that fails three times is an alert at once, though the delivered lease is next checked a week later", async () => {
    const { id } = await room.delivered()
    room.medusa.refuse.capture_payment = new Error("The store's database is down.")
    await room.run()
    for (const attempts of [2, 3]) {
      expect(await room.alerts(id)).toEqual([])
      await room.later(10 * MINUTE)
      expect((await room.pendingCalls(id))[0]).toMatchObject({ kind: "capture_payment", attempts })
    }
    await room.run()
    expect(await room.alerts(id)).toEqual(["capture_open"])
  })

  it("a clear response of the service resolves an unknown outcome", async () => {
    const { id } = await room.placed()
    await room.orderChanges(id, { deliveredAt: new Date() })
    await room.accountDeps.store.raise(id, "delivery_unknown")
    room.sandbox.fault({ route: routes.delivery, fault: "409" })
    await room.run()
    expect(await room.alerts(id)).toEqual(["delivery_failed"])
  })

  it("a call that is refused because the operator did the same in its portal counts as made", async () => {
    const [{ id: canceled }, { id: delivered }] = [await room.placed(), await room.placed()]
    await room.becomes(await room.lease(canceled), "Approved")
    expect(await room.cancelContract(await room.lease(canceled), ANA)).toMatchObject({ status: "canceled" })
    await room.becomes(await room.lease(delivered), "Funded")
    await room.orderChanges(delivered, { deliveredAt: new Date() })
    await room.run()
    expect(await room.lease(delivered)).toMatchObject({ status: "delivered", alerts: [] })
    const refused = room.sandbox.journal().flatMap(({ route, status }) => (status === 409 ? [route] : []))
    expect(refused).toEqual(expect.arrayContaining([routes.cancel, routes.delivery]))
  })

  it("a part that was computed from what was left before another part isn't sent", async () => {
    const { id } = await room.placed()
    await deliverLease(room, id)
    const reduction = { amount: 900, lines: [] }
    await room.rows.changeLease({ reductions: [reduction] }, id)
    await room.rows.addCall({ lease_id: id, kind: "return_lines", detail: { after: 0, reduction } })
    await room.run()
    expect(room.calls().filter((call) => call.includes("/return"))).toEqual([])
    expect(await room.pendingCalls(id)).toContainEqual(
      expect.objectContaining({ kind: "return_lines", state: "refused" }),
    )
  })
})

const CLAIM_MS = 600_000
const DAY = "2026-11-20"
const SYSTEM = { by: "system" as const }

describeLedger("steps of pending calls", (room) => {
  /** Placed leases, each with a claimed delivery call. Oldest first. */
  async function claimed(count: number, actor: Actor = SYSTEM): Promise<ClaimedCall[]> {
    await room.rows.addLeases(count, (n) => ({
      ...{ status: "placed", evidence: "verified", order_id: `order_${n}`, application_id: String(1000 + n) },
    }))
    const { pendingCalls } = room.accountDeps.store
    for (let n = 1; n <= count; n++)
      await pendingCalls.enqueue(`lease_${n}`, "confirm_delivery", { detail: { delivery_date: DAY }, actor })
    const due = await pendingCalls.claimDue({ kinds: ["confirm_delivery"], limit: count, ms: CLAIM_MS })
    return due.sort((a, b) => (a.lease_id < b.lease_id ? -1 : 1))
  }
  const told = async (id: string) => (await room.history(id)).map(({ type, detail }) => [type, detail])
  const delivered = (call: ClaimedCall, set: Record<string, unknown> = { delivery_date: DAY }) =>
    room.accountDeps.store.steps.write(call, {
      call: { state: "done" },
      event: "delivery_confirmed",
      set,
      history: [
        { type: "delivery_requested", detail: { date: DAY } },
        { type: "delivery_confirmed", detail: { date: DAY } },
      ],
      actor: SYSTEM,
    })

  it("concurrent steps are decided separately, and each is written completely or not at all", async () => {
    const [good, elsewhere, lost, last] = (await claimed(4)) as [ClaimedCall, ClaimedCall, ClaimedCall, ClaimedCall]
    await room.rows.changeLease({ status: "canceling" }, elsewhere.lease_id)
    const steps = [good, elsewhere, { ...lost, claim_token: "another" }, last].map((call) => delivered(call))
    const answers = await Promise.all(steps)
    expect(answers.map((after) => after && [after.id, after.status, after.delivery_date])).toEqual([
      [good.lease_id, "delivered", DAY],
      null,
      null,
      [last.lease_id, "delivered", DAY],
    ])
    expect(await told(good.lease_id)).toEqual([
      ["delivery_requested", { date: DAY }],
      ["delivery_confirmed", { date: DAY }],
    ])
    for (const { id, lease_id } of [elsewhere, lost]) {
      expect(await told(lease_id)).toEqual([])
      expect((await room.pendingCalls(lease_id)).find((call) => call.id === id)?.state).toBe("running")
    }
  })

  it("concurrent steps of one lease are decided one after the other", async () => {
    const [call] = (await claimed(1)) as [ClaimedCall]
    const answers = await Promise.all([delivered(call), delivered(call)])
    expect(answers.map((after) => after?.status ?? null)).toEqual(["delivered", null])
  })

  it("steps store JSON, dates and nulls as given", async () => {
    const [call] = (await claimed(1)) as [ClaimedCall]
    const at = room.accountDeps.now()
    const reductions = [{ amount: 1000, lines: [] }]
    const after = await delivered(call, { reductions, delivered_at: at, delivery_link: null })
    expect(after).toMatchObject({ reductions, delivered_at: at, delivery_link: null })
    expect(await room.lease(call.lease_id)).toEqual(after)
  })

  it("a step isn't begun if its claim might end before the call; the next run begins it", async () => {
    const [call] = (await claimed(1, { by: "merchant" })) as [ClaimedCall]
    room.medusa.orders.set("cart", orderOfCart({ id: "order_1" }))
    const late = await room.accountDeps.store.steps.write(call, {
      call: { sent: true },
      lasts: CLAIM_MS + 1,
      actor: SYSTEM,
    })
    expect(late).toBeNull()
    expect(await room.pendingCalls(call.lease_id)).toMatchObject([{ state: "running", sent: false }])
    await room.later(CLAIM_MS)
    expect(room.count(routes.delivery)).toBe(1)
  })

  it("a delivery isn't confirmed any more once its order is gone", async () => {
    const [call] = (await claimed(1)) as [ClaimedCall]
    await room.later(CLAIM_MS)
    expect(room.count(routes.delivery)).toBe(0)
    expect(await room.pendingCalls(call.lease_id)).toEqual([])
  })
})
