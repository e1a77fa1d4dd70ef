import { withinMs } from "../../../src/client"
import { OUTAGE_AFTER } from "../../../src/modules/lease/accounts/breaker"
import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import { noOnesApplication } from "../../../src/modules/lease/calls/service-call"
import { checkAll, stopCheck } from "../../../src/modules/lease/ledger"
import type { Reduction } from "../../../src/modules/lease/rules/records"
import { restOf } from "../../../src/modules/lease/rules/reversal"
import { LEASE_STATUSES } from "../../../src/modules/lease/rules/state-machine"
import type { LeaseColumns } from "../../support/ledger-rows"
import { eventually } from "../support/eventually"
import { ANA, describeLedger, HOUR, type LedgerRoom, MINUTE, routes } from "../support/ledger-room"

const SECOND = 1000
const alert = (code: string) => ({ code, params: {}, since: "2026-11-20T00:00:00Z" }) as never
const DIFFERS: LeaseColumns = { status: "placed", evidence: "verified", alerts: [alert("money_differs")] }

/** Leases in a state that no use case produces in numbers, named `lease_1` and so on. */
const leases = (room: LedgerRoom, count: number, columnsOf: (n: number) => LeaseColumns = () => ({})) =>
  room.rows.addLeases(count, (n) => ({ ...DIFFERS, application_id: `App-${n}`, ...columnsOf(n) }))
const checks = (room: LedgerRoom) => room.alertGroups().then((all) => all.checks)
const readings = async (room: LedgerRoom) =>
  (await room.rows.pendingCalls()).filter(({ kind }) => kind === "read_status")
const checked = async (room: LedgerRoom) => (await readings(room)).map(({ lease_id }) => lease_id).sort()
let people = 0
/** A person's placed order with an alert. */
async function placed(
  room: LedgerRoom,
  code: "mixed_up_answer" | "shipped_unconfirmed" = "mixed_up_answer",
): Promise<string> {
  people += 1
  const { id } = await room.placed({ address: `192.0.2.${people}`, ssn: `512-44-${2000 + people}` })
  await room.run()
  await room.accountDeps.store.raise(id, code)
  return id
}

describeLedger("alerts as groups", (room) => {
  const reduced = (...amounts: number[]) => amounts.map((amount) => ({ amount, lines: [] }) as unknown as Reduction)

  it("each alert has its count and the exact sums of what is left of its leases, by currency", async () => {
    const columnsOf = (n: number): LeaseColumns => ({
      amount: n % 7 ? 10_000_000 + n * 37 : null,
      currency_code: n % 3 ? "usd" : "cad",
      reductions: n % 5 ? null : reduced(n, 1),
      alerts: [
        alert("money_differs"),
        ...(n % 4 ? [] : [alert("second_order")]),
        ...(n % 9 ? [] : [alert("goods_lost")]),
      ],
    })
    await leases(room, 500, columnsOf)
    await room.rows.addLease({ alerts: [] })
    const rows = (await room.rows.leases()).filter(({ alerts }) => alerts.length)
    const expected = (code: string) => {
      const own = rows.filter(({ alerts }) => alerts.some((one) => one.code === code))
      const sums = ["usd", "cad"].map((currency_code) => {
        const some = own.filter((lease) => lease.currency_code === currency_code)
        return { currency_code, count: some.length, amount: some.reduce((sum, lease) => sum + restOf(lease), 0) }
      })
      return { code, count: own.length, sums }
    }
    const { groups, checks } = await room.alertGroups()
    expect(groups).toMatchObject([expected("second_order"), expected("money_differs")])
    expect(checks).toEqual([])
    const { leases: found, count } = await room.accountDeps.leases.page({ alert: "second_order" }, { limit: 100 })
    expect([found.length, count]).toEqual([100, 125])
  })

  it("test leases are counted, but only summed if all accounts are in test mode", async () => {
    await leases(room, 3, (n) => ({ amount: 100, test: n === 1 }))
    const { options } = room.accountDeps.accounts.first
    options.mode = "test"
    expect((await room.alertGroups()).groups).toMatchObject([
      { count: 3, readable: 1, sums: [{ count: 1, amount: 100 }] },
    ])
    options.mode = "live"
    expect((await room.alertGroups()).groups).toMatchObject([
      { count: 3, readable: 2, sums: [{ count: 2, amount: 200 }] },
    ])
    await room.rows.changeLease({ test: true })
    expect((await room.alertGroups()).groups).toMatchObject([{ count: 3, readable: 0, sums: [] }])
  })
})

describeLedger("alerts while the whole store is held", (room) => {
  it("no lease counts as one that a check would read", async () => {
    await leases(room, 3)
    const { holds } = room.accountDeps.store
    room.pass(MINUTE)
    await holds.compare(await holds.database(), { isHeldByOption: true, kinds: [] })
    expect((await room.alertGroups()).groups).toMatchObject([{ count: 3, readable: 0 }])
    await room.rows.change("lease_store", { held_since: null }, { id: "store" })
    expect((await room.alertGroups()).groups).toMatchObject([{ count: 3, readable: 3 }])
  })
})

describeLedger("a check of all leases with an alert", (room) => {
  const start = (code: "money_differs" | "mixed_up_answer" | "shipped_unconfirmed" = "money_differs") =>
    room.checkAll(code, ANA)

  it("reads each lease that staff could check one by one, and leaves alone what must not be read", async () => {
    const statuses = LEASE_STATUSES.map((status): LeaseColumns => ({ status }))
    const others: LeaseColumns[] = [
      { alerts: [alert("second_order")] },
      { flow: "hosted" },
      { application_id: null },
      { held_at: new Date() },
      { account_id: "removed" },
      { test: true },
      { alerts: [alert("money_differs"), alert("goods_lost")] },
      {},
    ]
    const all = [...statuses, ...others]
    const plain = { ...DIFFERS, flow: "api", test: false, account_id: null, held_at: null } as const
    await leases(room, all.length, (n) => ({ ...plain, ...all[n - 1] }))
    await room.enqueue(`lease_${all.length}`, "read_status")
    await start()
    const readable = ["signing", "signed", "placing", "placed", "delivered", "returning", "canceling"] as const
    const expected = readable.map((status) => `lease_${LEASE_STATUSES.indexOf(status) + 1}`)
    expect(await checked(room)).toEqual([...expected, `lease_${all.length}`].sort())
    expect(await checks(room)).toMatchObject([{ code: "money_differs", of: 7, open: 7 }])
  })

  it("starts once, whoever starts it at the same time and in which process", async () => {
    const codes = ["money_differs", "shipped_unconfirmed"] as const
    // Leases in the middle have both alerts.
    await leases(room, 300, (n) => ({ alerts: codes.filter((_, place) => (place ? n > 100 : n <= 200)).map(alert) }))
    const other = openLedger({ ...room.accountDeps, knex: room.knex })
    const people = [room.accountDeps, other, room.accountDeps, other]
    await Promise.all(people.flatMap((deps) => codes.map((code) => checkAll(deps, code, ANA))))
    expect(await checked(room)).toHaveLength(300)
    const all = await checks(room)
    expect(all).toHaveLength(2)
    for (const { of, open } of all) expect(open).toBe(of)
    await other.service.close()
  })

  it("spreads its readings, the newest lease first, and makes no lease due for reconciliation", async () => {
    await leases(room, 11, (n) => ({ status_at: new Date(Date.now() - n * MINUTE), reconcile_at: null }))
    await start()
    const calls = await readings(room)
    const [first, ...later] = calls.sort((a, b) => a.due_at.getTime() - b.due_at.getTime())
    expect([first?.lease_id, later.at(-1)?.lease_id]).toEqual(["lease_1", "lease_11"])
    const waits = later.map(({ due_at }) => due_at.getTime() - (first?.due_at.getTime() ?? 0))
    expect(waits).toEqual(later.map((_, n) => (n + 1) * 200))
    expect(await checks(room)).toMatchObject([{ until: later.at(-1)?.due_at }])
    for (const { reconcile_at } of await room.rows.leases()) expect(reconcile_at).toBeNull()
  })

  it("has each lease checked as its own button does, and ends with the last one", async () => {
    const ids = [await placed(room), await placed(room)]
    await start("mixed_up_answer")
    const read = room.count(routes.pricing)
    await room.later(MINUTE)
    expect(room.count(routes.pricing)).toBe(read + 2)
    for (const id of ids) {
      expect(await room.alerts(id)).toEqual([])
      expect(await room.history(id)).toContainEqual(
        expect.objectContaining({ type: "status_checked", actor: "merchant", actor_id: ANA.id }),
      )
    }
    expect(await checks(room)).toEqual([])
  })

  it("waits for all other readings, however long it has been due", async () => {
    await leases(room, 40)
    await start()
    room.pass(HOUR)
    await room.rows.addLease({ id: "lease_shopper", status: "signing" })
    await room.enqueue("lease_shopper", "read_status")
    const { pendingCalls } = room.accountDeps.store
    const claimed = await pendingCalls.claimDue({ kinds: ["read_status"], limit: 4, ms: MINUTE })
    expect([claimed.length, claimed[0]?.lease_id]).toEqual([4, "lease_shopper"])
    expect(await pendingCalls.backlog()).toEqual({ due: 0, running: 1, unknown: 0, oldest_due_at: null })
  })

  it("doesn't delay the reading that the job does by itself", async () => {
    const { id } = await room.handedOut()
    await room.rows.changeLease({ reconcile_at: null })
    await room.accountDeps.store.raise(id, "mixed_up_answer")
    await leases(room, 300, () => ({ alerts: [alert("mixed_up_answer")], status_at: new Date(Date.now() + HOUR) }))
    await start("mixed_up_answer")
    const [before] = await room.pendingCalls(id)
    expect((before?.due_at.getTime() ?? 0) - (before?.created_at.getTime() ?? 0)).toBe(300 * 200)
    await room.rows.changeCall({ due_at: new Date(Date.now() + 9 * HOUR) })
    room.pass(3 * MINUTE)
    await room.accountDeps.store.wake(id)
    await room.run()
    expect((await room.lease(id)).checked_at).toEqual(expect.any(Date))
    expect(await checked(room)).not.toContain(id)
    expect(await checks(room)).toMatchObject([{ of: 301, open: 300 }])
  })

  it("goes on after a process was killed, in another one", async () => {
    const ids = [await placed(room), await placed(room)]
    await start("mixed_up_answer")
    room.pass(MINUTE)
    const { pendingCalls } = room.accountDeps.store
    expect(await pendingCalls.claimDue({ kinds: ["read_status"], limit: 1, ms: MINUTE })).toHaveLength(1)
    await room.run()
    expect(await checks(room)).toMatchObject([{ of: 2, open: 1 }])
    await room.later(MINUTE + 1)
    for (const id of ids) expect(await room.alerts(id)).toEqual([])
  })

  it("leaves a lease out whose alert or account is gone by then", async () => {
    await leases(room, 2)
    await start()
    await room.rows.changeLease({ alerts: [] }, "lease_1")
    await room.rows.changeLease({ account_id: "removed" }, "lease_2")
    await room.later(MINUTE)
    expect(room.calls()).toEqual([])
    expect(await checks(room)).toEqual([])
  })

  it("leaves a lease out after three attempts that failed, but waits for a service that is down", async () => {
    await placed(room)
    await start("mixed_up_answer")
    const { service, breaker } = room.accountDeps
    const failing = jest.spyOn(service, "readStatus").mockRejectedValue(new Error("unreadable"))
    for (let run = 1; run <= 3; run++) {
      expect(await checks(room)).toHaveLength(1)
      await room.later(HOUR)
      expect(failing).toHaveBeenCalledTimes(run)
    }
    expect(await checks(room)).toEqual([])
    failing.mockRestore()
    await start("mixed_up_answer")
    room.sandbox.fault({ route: routes.pricing, fault: "503", times: 10_000 })
    for (let failed = 0; failed < OUTAGE_AFTER; failed++) await service.getPricing(noOnesApplication()).catch(() => {})
    expect(await breaker.current()).not.toBeNull()
    for (let run = 1; run <= 5; run++) await room.later(HOUR)
    expect(await readings(room)).toMatchObject([{ attempts: 0 }])
    await room.comeBack()
    await room.later(HOUR)
    await room.later(HOUR)
    expect(await checks(room)).toEqual([])
  })

  it("ends although a lease was held in the meantime, which is read once it is released", async () => {
    const [id = "", held = ""] = [await placed(room), await placed(room)]
    await start("mixed_up_answer")
    await room.rows.changeLease({ held_at: new Date() }, held)
    await room.later(MINUTE)
    expect(await checks(room)).toEqual([])
    await room.accountDeps.store.raise(id, "mixed_up_answer")
    await start("mixed_up_answer")
    expect(await checks(room)).toMatchObject([{ of: 1, open: 1 }])
    await room.rows.changeLease({ held_at: null }, held)
    await room.later(MINUTE)
    expect([await room.alerts(id), await room.alerts(held), await checks(room)]).toEqual([[], [], []])
  })

  it("doesn't keep a person's data from being erased", async () => {
    await leases(room, 1, () => ({ status: "delivered", email: "robin@shopper.example", delivered_at: new Date() }))
    await start()
    const erase = () => room.erasePerson({ email: "robin@shopper.example" }, { includeDelivered: true, actor: ANA })
    expect([await checks(room), await erase()]).toMatchObject([[{ open: 1 }], { leases: 1, kept: [] }])
  })

  it("ends when it is stopped, by whoever and twice, and a reading under way is still recorded", async () => {
    const id = await placed(room)
    await leases(room, 20, () => ({ alerts: [alert("mixed_up_answer")], status_at: new Date(0) }))
    await start("mixed_up_answer")
    const { service } = room.accountDeps
    const readStatus = service.readStatus.bind(service)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow = jest.fn(async (...given: Parameters<typeof readStatus>) => held.then(() => readStatus(...given)))
    service.readStatus = slow
    const running = room.run({ leaseId: id })
    await eventually(
      async () => slow.mock.calls.length,
      (count) => count === 1,
    )
    await Promise.all([stopCheck(room.accountDeps, "mixed_up_answer"), room.stopCheck("mixed_up_answer")])
    expect(await checks(room)).toEqual([])
    answer()
    await running
    expect(await room.alerts(id)).toEqual([])
    await room.later(HOUR)
    expect(slow).toHaveBeenCalledTimes(1)
    expect(await readings(room)).toEqual([])
  })

  it("stops only the check of its alert, and can be started again", async () => {
    await leases(room, 4, (n) => ({ alerts: [alert(n % 2 ? "money_differs" : "shipped_unconfirmed")] }))
    await start()
    await start("shipped_unconfirmed")
    await room.stopCheck("money_differs")
    expect(await checks(room)).toMatchObject([{ code: "shipped_unconfirmed", of: 2, open: 2 }])
    await start()
    expect(await checks(room)).toHaveLength(2)
  })

  it("finds its leases, the groups and the checks with an index", async () => {
    const queries = await room.queries(async () => {
      await start()
      await room.alertGroups()
      await room.stopCheck("money_differs")
    })
    const made = queries.filter(({ sql }) => /^(with|select|delete)/.test(sql) && !sql.includes("advisory"))
    expect(made).toHaveLength(4)
    for (const query of made) expect([query.sql, await room.isIndexed(query)]).toEqual([query.sql, true])
  })
})

describeLedger(
  "a check under an account's rate",
  (room) => {
    it("plans half of the rate, so that a thousandth lease is read after two thousand turns", async () => {
      await leases(room, 1000)
      await room.checkAll("money_differs", ANA)
      const [check] = await checks(room)
      const last = (check?.until?.getTime() ?? 0) - room.accountDeps.now().getTime()
      expect(Math.round(last / SECOND)).toBe(2 * 999)
    })

    it("takes no turn from a person while many of its readings are due", async () => {
      await leases(room, 100)
      await room.checkAll("money_differs", ANA)
      room.pass(HOUR)
      const turns: number[] = []
      const { rates } = room.accountDeps.store
      const take = rates.take.bind(rates)
      rates.take = async (key, request) => {
        const answer = await take(key, request)
        if (answer.goes) turns.push(request.rank)
        return answer
      }
      const stopping = new AbortController()
      const running = room.run({ stopping: stopping.signal })
      await eventually(
        async () => turns.length,
        (count) => count > 0,
      )
      const before = turns.length
      await withinMs(10 * SECOND, () => room.checkConnections())
      // A person waits for the reading whose turn it is, and for no other.
      expect(turns.slice(before).indexOf(0)).toBeLessThanOrEqual(1)
      stopping.abort()
      await running
    })
  },
  { rate: { perSecond: 1 }, dialect: { retry: 0 } },
)
