import { asQuestion, withinMs } from "../../../src/client"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import { LONGEST_TURN_MS } from "../../../src/modules/lease/accounts/rate"
import { noOnesApplication } from "../../../src/modules/lease/calls/service-call"
import type { TurnAnswer, TurnRequest } from "../../../src/modules/lease/tables/counters"
import { application, cartOf, describeLedger, type LedgerRoom, MINUTE, routes } from "../support/ledger-room"

const SECOND = 1000
const PERSON = 0
const PROMISE = 1
const QUESTION = 2
/** Reads aren't retried: each would be several calls. */
const ONE_TRY = { dialect: { retry: 0 }, maxAttempts: 100, maxAttemptsPerDay: 100 }

const asPerson = <T>(work: () => T, ms = 10 * SECOND) => withinMs(ms, work)
const ask = (accountDeps: AccountDeps) => accountDeps.service.getPricing(noOnesApplication()).catch((error) => error)

/** Another process of the same store. */
function otherProcess(room: LedgerRoom): AccountDeps {
  return openLedger({ ...room.accountDeps, knex: room.knex })
}

type Taken = { rank: number; at: number; told: number }

/** The turns that these ledgers' calls get, with their ledger and time. */
function turnsOf(...ledgers: AccountDeps[]): Taken[] {
  const turns: Taken[] = []
  for (const { store, now } of ledgers) {
    const take = store.rates.take.bind(store.rates)
    store.rates.take = async (account_id: string, asking: TurnRequest) => {
      const answer = await take(account_id, asking)
      if (answer.goes) turns.push({ rank: asking.rank, at: answer.turn.getTime(), told: now().getTime() })
      return answer
    }
  }
  return turns
}

describeLedger(
  "a rate of calls in a second",
  (room) => {
    const INTERVAL = 100
    const inOrder = (turns: Taken[]) => [...turns].sort((a, b) => a.at - b.at)

    it("all processes share one rate, and no two calls go closer together", async () => {
      const other = otherProcess(room)
      const turns = turnsOf(room.accountDeps, other)
      await asPerson(() => Promise.all([1, 2, 3, 4].flatMap(() => [ask(room.accountDeps), ask(other)])))
      expect(turns).toHaveLength(8)
      const moments = inOrder(turns).map(({ at }) => at)
      // The row counts in microseconds, a Date in whole milliseconds.
      for (const [place, at] of moments.slice(1).entries())
        expect(at - (moments[place] ?? 0)).toBeGreaterThanOrEqual(INTERVAL - 1)
      expect(room.calls()).toHaveLength(8)
      await other.service.close()
    })

    it("people go before the backlog, and pending calls before readings", async () => {
      const turns = turnsOf(room.accountDeps)
      const { rate } = room.accountDeps
      await rate?.acquire(MINUTE)
      const promises = Array.from({ length: 14 }, () => rate?.acquire(MINUTE))
      await Promise.race(promises)
      const questions = [1, 2].map(() => asQuestion(() => rate?.acquire(MINUTE)))
      await asPerson(() => rate?.acquire(MINUTE))
      await Promise.all([...questions, ...promises])
      const ranks = inOrder(turns).map(({ rank }) => rank)
      expect(ranks.filter((rank) => rank === PROMISE)).toHaveLength(15)
      const person = turns.find(({ rank }) => rank === PERSON)
      // Pending calls take their turns a second ahead, and no further.
      expect((person?.at ?? 0) - (person?.told ?? 0)).toBeLessThanOrEqual(SECOND + INTERVAL)
      expect(ranks.slice(ranks.indexOf(QUESTION))).toEqual([QUESTION, QUESTION])
    })

    it("the rate applies to the connection check", async () => {
      const turns = turnsOf(room.accountDeps)
      expect(await asPerson(() => room.checkConnections())).toMatchObject([{ result: "reached" }])
      expect(turns.map(({ rank }) => rank)).toEqual([PERSON])
    })
  },
  { ...ONE_TRY, rate: { perSecond: 10 } },
)

describeLedger(
  "a number of calls at once",
  (room) => {
    const asking = (call: string, rank: number, more: Partial<TurnRequest> = {}): TurnRequest => {
      const now = room.accountDeps.now()
      const soon = new Date(now.getTime() + MINUTE)
      return { call, rank, intervalMs: 0, latest: now, farthest: soon, room: 1, until: soon, waitsUntil: soon, ...more }
    }
    const take = (call: string, rank: number, more?: Partial<TurnRequest>): Promise<TurnAnswer> =>
      room.accountDeps.store.rates.take("account", asking(call, rank, more))
    const goes = async (call: string, rank: number, more?: Partial<TurnRequest>) => (await take(call, rank, more)).goes
    const leave = (call: string) => room.accountDeps.store.rates.release("account", call)

    it("one of many processes gets the slot, which is free once its call has ended or its process was killed", async () => {
      const other = otherProcess(room)
      const stores = [room.accountDeps.store.rates, other.store.rates]
      const all = Array.from({ length: 20 }, (_, n) => stores[n % 2]?.take("account", asking(`call_${n}`, PERSON)))
      const won = (await Promise.all(all)).findIndex((answer) => answer?.goes)
      expect(await goes("next", PERSON)).toBe(false)
      await leave(`call_${won}`)
      expect(await goes("next", PERSON)).toBe(true)
      room.pass(MINUTE + 1)
      expect(await goes("last", PERSON)).toBe(true)
      await other.service.close()
    })

    it("a slot goes to people first, then to pending calls, then to readings", async () => {
      await goes("first", PERSON)
      for (const rank of [QUESTION, PROMISE, PERSON]) expect(await goes(`${rank}`, rank)).toBe(false)
      await leave("first")
      expect([await goes("1", PROMISE), await goes("2", QUESTION)]).toEqual([false, false])
      expect(await goes("0", PERSON)).toBe(true)
      await leave("0")
      // No person has called for a minute.
      room.pass(MINUTE + 1)
      expect(await goes("2", QUESTION, { waitsUntil: null })).toBe(true)
      await leave("2")
      expect(await goes("1", PROMISE)).toBe(true)
    })

    it("each call frees its slot, even a failed one", async () => {
      room.sandbox.fault({ route: routes.pricing, fault: "drop-before" })
      for (let calls = 0; calls < 3; calls++) await asPerson(() => ask(room.accountDeps))
      expect(room.calls()).toHaveLength(3)
      expect(await room.rows.of("lease_rate")).toMatchObject([{ slots: [] }])
    })

    it("a person is refused with a reason, and nothing is sent, if no slot becomes free in time", async () => {
      const { baseUrl } = room.accountDeps.options.service
      const until = new Date(room.accountDeps.now().getTime() + 20 * SECOND)
      await room.accountDeps.store.rates.take(baseUrl, asking("hangs", PROMISE, { until }))
      const applying = asPerson(() => room.apply(application(cartOf())), 3 * SECOND)
      await expect(applying).rejects.toMatchObject({ code: "service_busy", kind: "unavailable" })
      expect(room.calls()).toEqual([])
      expect(room.logged).toEqual([])
    })

    it("a database fault holds no call back", async () => {
      const failing = jest.spyOn(room.accountDeps.store.rates, "take").mockRejectedValue(new Error("gone"))
      expect(await asPerson(() => ask(room.accountDeps))).toMatchObject({ httpStatus: 400 })
      failing.mockRestore()
    })
  },
  { ...ONE_TRY, rate: { concurrent: 1 } },
)

describeLedger(
  "a pending call that finds no turn",
  (room) => {
    const callOf = async (id: string, kind: string) => (await room.pendingCalls(id)).find((call) => call.kind === kind)
    const full = () =>
      room.rows.change("lease_rate", { next_at: new Date(room.accountDeps.now().getTime() + 2 * LONGEST_TURN_MS) })

    async function toCancel(): Promise<string> {
      const { id } = await room.placed()
      await room.run()
      await room.orderChanges(id, { canceled: true })
      return id
    }

    it("a pending call without a turn stays due, loses no attempt and raises no alert", async () => {
      const id = await toCancel()
      await room.enqueue(id, "read_status")
      await full()
      const before = room.calls().length
      await room.run()
      expect(room.calls()).toHaveLength(before)
      for (const kind of ["cancel_contract", "read_status"])
        expect(await callOf(id, kind)).toMatchObject({ state: "due", attempts: 0, sent: false })
      expect(await room.lease(id)).toMatchObject({ status: "placed", alerts: [] })
      expect(room.logged).toEqual([])
      await room.later(2 * MINUTE)
      expect((await room.lease(id)).status).toBe("canceled")
      expect(room.count(routes.cancel)).toBe(1)
    })
  },
  { ...ONE_TRY, rate: { perSecond: 10_000, concurrent: 50 } },
)
