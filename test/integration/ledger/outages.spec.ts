import { withinMs } from "../../../src/client"
import { OUTAGE_AFTER, OUTAGE_WITHIN_MS, probeAfterMs } from "../../../src/modules/lease/accounts/breaker"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import { noOnesApplication } from "../../../src/modules/lease/calls/service-call"
import { application, cartOf, describeLedger, MINUTE, routes } from "../support/ledger-room"

const SECOND = 1000
/** The longest wait before an outage's first probe. */
const FIRST_PROBE_MS = probeAfterMs(0, 1)

describeLedger(
  "a lease service that does not answer",
  (room) => {
    const calls = () => room.calls().length
    const callOf = async (id: string, kind: string) => (await room.pendingCalls(id)).find((call) => call.kind === kind)
    const outage = () => room.accountDeps.breaker.current()

    /** Makes the service fail for everyone, this many times per call. */
    function goAway(fault: "503" | "429" | "drop-before" = "503"): void {
      for (const route of [routes.application, routes.pricing, routes.cancel, routes.cart, routes.contract])
        room.sandbox.fault({ route, fault, times: 10_000 })
    }
    const ask = (accountDeps: AccountDeps = room.accountDeps) =>
      accountDeps.service.getPricing(noOnesApplication()).catch((error) => error)

    /** Enough unanswered calls to declare the outage. */
    async function declared(): Promise<void> {
      goAway()
      for (let failed = 0; failed < OUTAGE_AFTER; failed++) await ask()
      expect(await outage()).not.toBeNull()
    }

    /** Another process of the same store. */
    const otherProcess = () => openLedger({ ...room.accountDeps, knex: room.knex })

    async function placed(): Promise<string> {
      const { id } = await room.placed()
      await room.run()
      return id
    }

    const cancelInCode = (id: string) => room.orderChanges(id, { canceled: true })

    describe("what counts as an outage", () => {
      it.each(["503", "429", "drop-before"] as const)(
        "an outage begins after five failures in a minute and a failed probe, not sooner: %s",
        async (fault) => {
          goAway(fault)
          for (let failed = 1; failed < OUTAGE_AFTER; failed++) await ask()
          expect(await outage()).toBeNull()
          await ask()
          expect(await outage()).toMatchObject({ failures: OUTAGE_AFTER + 1, probes: 0 })
        },
      )

      it.each(["429", "503", "drop-before"] as const)(
        "one shopper's failures are no outage if the probe is answered: %s",
        async (fault) => {
          room.sandbox.fault({ route: routes.application, fault, times: 10_000 })
          for (let failed = 0; failed < 3 * OUTAGE_AFTER; failed++)
            await room.apply(application(cartOf())).catch(() => {})
          expect(room.count(routes.application)).toBe(3 * OUTAGE_AFTER)
          expect(await outage()).toBeNull()
          expect(room.logged.filter((line) => line.includes("has not responded since"))).toEqual([])
        },
      )

      it("five failures are no outage over more than a minute, or after a response", async () => {
        goAway()
        for (let failed = 1; failed < OUTAGE_AFTER; failed++) await ask()
        room.pass(OUTAGE_WITHIN_MS)
        for (let failed = 1; failed < OUTAGE_AFTER; failed++) await ask()
        expect(await outage()).toBeNull()
        await room.comeBack()
        expect(await ask()).toMatchObject({ httpStatus: 400 })
        goAway()
        await ask()
        expect(await outage()).toBeNull()
      })

      it("processes count failures together, and the outage is logged once", async () => {
        const other = otherProcess()
        goAway()
        for (let failed = 1; failed < OUTAGE_AFTER; failed++) await ask(failed % 2 ? other : room.accountDeps)
        await ask(other)
        room.pass(SECOND)
        const before = calls()
        expect(await ask()).toMatchObject({ name: "LeaseHeldBack", effect: "none" })
        expect(calls()).toBe(before)
        expect(room.logged.filter((line) => line.includes("has not responded since"))).toHaveLength(1)
        await other.service.close()
      })
    })

    it("a known outage survives the late count of an earlier call", async () => {
      goAway()
      const { outages } = room.accountDeps.store
      const failed = outages.failed.bind(outages)
      let release = () => {}
      const late = new Promise<void>((resolve) => {
        release = resolve
      })
      jest.spyOn(outages, "failed").mockImplementation(async (...args) => {
        const row = await failed(...args)
        if (row.failures === OUTAGE_AFTER - 1) await late
        return row
      })
      for (let call = 0; call < OUTAGE_AFTER - 2; call++) await ask()
      const overtaken = ask()
      while ((await outages.read(room.accountDeps.options.service.baseUrl))?.failures !== OUTAGE_AFTER - 1);
      await ask()
      expect(room.accountDeps.breaker.outage).not.toBeNull()
      release()
      await overtaken
      expect(room.accountDeps.breaker.outage).not.toBeNull()
    })

    it("one process probes when it is due, and each time later", async () => {
      const other = otherProcess()
      await declared()
      const before = calls()
      await Promise.all([ask(), ask(other)])
      expect(calls()).toBe(before)
      let waited = FIRST_PROBE_MS
      for (let probe = 1; probe < 7; probe++) {
        room.pass(waited)
        await Promise.all([ask(), ask(other), ask(), ask(other)])
        expect(calls()).toBe(before + probe)
        const { probe_at, probes } = (await outage()) ?? {}
        expect(probes).toBe(probe)
        waited = (probe_at?.getTime() ?? 0) - room.accountDeps.now().getTime()
        expect(waited).toBeGreaterThan(29 * SECOND)
        expect(waited).toBeLessThanOrEqual(300 * SECOND)
        room.pass(waited - 2 * SECOND)
        await Promise.all([ask(), ask(other)])
        expect(calls()).toBe(before + probe)
        waited = 3 * SECOND
      }
      await other.service.close()
    })

    it("a person waits for a probe only if no job came for it", async () => {
      await declared()
      const before = calls()
      const person = () => withinMs(10 * SECOND, () => ask())
      room.pass(FIRST_PROBE_MS + MINUTE)
      expect(await room.accountDeps.breaker.refusesPeople()).toBe(true)
      expect(await person()).toMatchObject({ name: "LeaseHeldBack" })
      room.pass(31 * SECOND)
      expect(await room.accountDeps.breaker.refusesPeople()).toBe(false)
      expect(await person()).toMatchObject({ httpStatus: 503 })
      expect(calls()).toBe(before + 1)
    })

    it("the job finds that the service is back even without pending calls, and all processes call again", async () => {
      const other = otherProcess()
      await declared()
      await ask(other)
      await room.comeBack()
      await room.later(FIRST_PROBE_MS)
      expect(await outage()).toBeNull()
      room.pass(SECOND)
      expect(await ask(other)).toMatchObject({ httpStatus: 400 })
      expect(room.logged.filter((line) => line.includes("is responding again"))).toHaveLength(1)
      await other.service.close()
    })

    it("an outage keeps calls due, uncounted and without alerts, while calls to Medusa continue", async () => {
      const [unsent, sent, paid] = [await placed(), await placed(), await placed()]
      room.sandbox.fault({ route: routes.cancel, fault: "drop-after" })
      await cancelInCode(sent)
      await room.run()
      await cancelInCode(unsent)
      const { id: asked } = await room.applied({ ssn: "219-09-9998" })
      await room.enqueue(asked, "read_status")
      await room.enqueue(paid, "capture_payment")
      await declared()
      const before = calls()
      const captured = () =>
        room.medusa.made.filter(({ call, leaseId }) => call === "capture_payment" && leaseId === paid)
      const made = captured().length
      for (let minutes = 0; minutes < 30; minutes++) {
        await room.later(MINUTE)
      }
      expect(captured()).toHaveLength(made + 1)
      // The service gets only the probe.
      const seen = room.calls().slice(before)
      expect(seen).toEqual(seen.map(() => routes.pricing))
      expect(seen.length).toBeLessThanOrEqual(10)
      expect(await callOf(unsent, "cancel_contract")).toMatchObject({ state: "due", attempts: 0, sent: false })
      expect(await callOf(sent, "cancel_contract")).toMatchObject({ state: "due", attempts: 1, sent: true })
      expect(await callOf(asked, "read_status")).toMatchObject({ state: "due", attempts: 0 })
      for (const id of [unsent, sent]) expect(await room.alerts(id)).toEqual([])

      await room.comeBack()
      await room.later(5 * MINUTE)
      for (const id of [unsent, sent]) expect((await room.lease(id)).status).toBe("canceled")
      expect(room.count(routes.cancel)).toBe(2)
      expect(await callOf(asked, "read_status")).toBeUndefined()
    })

    it("a call put off too late for the end of an outage is made due, too", async () => {
      const id = await placed()
      await cancelInCode(id)
      goAway("429")
      for (let failed = 1; failed < OUTAGE_AFTER; failed++) await ask()
      await room.run()
      const dueAt = async () => (await callOf(id, "cancel_contract"))?.due_at.getTime() ?? 0
      const { breaker, now } = room.accountDeps
      await breaker.releasePostponed()
      expect(await dueAt()).toBeGreaterThan(now().getTime())

      const other = otherProcess()
      await other.breaker.current()
      await other.breaker.recordEnd({ answered: true })
      await other.service.close()
      await room.rows.changeCall({ due_at: new Date(now().getTime() + MINUTE) })
      expect(breaker.outage).not.toBeNull()
      await breaker.releasePostponed()
      expect(breaker.outage).toBeNull()
      expect(await dueAt()).toBeLessThanOrEqual(now().getTime())
    })

    it("the backlog can be counted: due, in progress, unknown, and the age of the oldest", async () => {
      const { pendingCalls } = room.accountDeps.store
      const dueAt = new Date(room.accountDeps.now().getTime() - MINUTE)
      await room.enqueue("lease_1", "read_status")
      await pendingCalls.claimDue({ kinds: ["read_status"], limit: 1, ms: MINUTE })
      await room.enqueue("lease_2", "cancel_contract", dueAt)
      await room.enqueue("lease_3", "cancel_contract", new Date(dueAt.getTime() + 2 * MINUTE))
      await room.rows.addCall({ lease_id: "lease_4", kind: "cancel_contract", state: "unknown", due_at: new Date(0) })
      expect(await pendingCalls.backlog()).toEqual({ due: 1, running: 1, unknown: 1, oldest_due_at: dueAt })
      room.pass(MINUTE + SECOND)
      // The claim of the one in progress has expired by now.
      expect(await pendingCalls.backlog()).toEqual({ due: 3, running: 0, unknown: 1, oldest_due_at: dueAt })
    })

    it("the service isn't called sooner than it requested", async () => {
      const { store, options, now } = room.accountDeps
      await declared()
      await room.accountDeps.breaker.recordEnd({ answered: false, retryAfterMs: 20 * MINUTE })
      const { probe_at } = (await store.outages.read(options.service.baseUrl)) ?? {}
      expect((probe_at?.getTime() ?? 0) - now().getTime()).toBeGreaterThan(19 * MINUTE)
    })

    it("a database fault changes no call", async () => {
      const failing = jest.spyOn(room.accountDeps.store.outages, "read").mockRejectedValue(new Error("gone"))
      expect(await ask()).toMatchObject({ httpStatus: 400 })
      failing.mockRestore()
      goAway()
      const counting = jest.spyOn(room.accountDeps.store.outages, "failed").mockRejectedValue(new Error("gone"))
      expect(await ask()).toMatchObject({ httpStatus: 503 })
      counting.mockRestore()
    })
  },
  // A retried read would be several calls to the service.
  { dialect: { retry: 0 }, maxAttempts: 100, maxAttemptsPerDay: 100 },
)
