import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Query } from "../../src/medusa/read/carts"
import { type LeaseRecord, releaseHold, retry } from "../../src/modules/lease/ledger"
import { restore, type Words } from "../../src/scripts/restore/restore"
import { allowRefusal } from "./support/allow-refusal"
import { brokenAtRest } from "./support/at-rest"
import type { Customer } from "./support/customer"
import { customerAt, type STAGES } from "./support/journey"
import { Life } from "./support/mortal"
import type { Process } from "./support/process"
import { describeFaults, type Room } from "./support/room"
import { FULL } from "./support/size"
import { MERCHANT } from "./support/staff"
import { IN_FORCE } from "./support/world"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The room's shop isn't Medusa, so Medusa has no rows that name a lease. */
const NO_ROWS: Query = { graph: async () => ({ data: [] }) }
const READING = "GET /application/cart/pricing"

type Step = (customer: Customer, room: Room) => Promise<unknown>
type Moment = {
  /** The database is set back to just before this. */
  before: string
  stage: (typeof STAGES)[number]
  /** The steps until the backup, and those that the restored database doesn't know. */
  until?: Step
  since: Step
  /** What happens without the command, as a rule, a second order or a canceled contract says; null if the call's own read-back prevents harm. */
  harm: RegExp | null
  /** What the command says about the lease; null if it is released. */
  found: string | null
  /** The lease's status at rest after the command; null if the ledger has no lease. */
  status: LeaseRecord["status"] | null
}

const by =
  (...steps: ((customer: Customer, process: Process) => Promise<unknown>)[]): Step =>
  async (customer, room) => {
    for (const step of steps) {
      await step(customer, room.main)
      room.pass(3000)
    }
  }
const apply = (customer: Customer, process: Process) => customer.apply(process)
const offer = (customer: Customer, process: Process) => customer.offer(process)
const contract = (customer: Customer, process: Process) => customer.contract(process)
const sign = (customer: Customer) => customer.sign()
const verify = (customer: Customer, process: Process) => customer.verify(process)
const place = (customer: Customer, process: Process) => customer.place(process)
const pay = (customer: Customer, process: Process) => customer.deliverOrderEvent(process)
const deliver = (customer: Customer, process: Process) => customer.deliverGoods(process)
const cancel = (customer: Customer, process: Process) => customer.cancelOrder(process)
const refund = (customer: Customer, process: Process) => customer.refund(process)
const ordered = [sign, verify, place, pay]

/** The service can't be reached while `step` is taken, so its call is due at the time of the backup. */
const unreached =
  (call: string, step: (customer: Customer, process: Process) => Promise<unknown>): Step =>
  async (customer, room) => {
    room.line.meet(call, "no connection", 1)
    await allowRefusal(() => step(customer, room.main))
    room.line.clear()
  }
/** The call gets no answer and didn't arrive. The lease is then in the status that the call enters. */
const unanswered =
  (call: string, step: (customer: Customer, process: Process) => Promise<unknown>): Step =>
  async (customer, room) => {
    room.line.meet(call, "hangs", 1)
    await allowRefusal(() => step(customer, room.main))
    room.line.clear()
  }
const later: Step = async (_customer, room) => {
  room.pass(10 * MINUTE)
  await room.main.runJob()
}
const all =
  (...steps: Step[]): Step =>
  async (customer, room) => {
    for (const step of steps) await step(customer, room)
  }
const replaceUnanswered: Step = async (customer, room) => {
  await customer.editOrder(room.main)
  await unanswered("cancelContract", (one, process) => one.replaceContract(process))(customer, room)
}
const signAgain = by((customer, process) => customer.signAgain(process))

const MOMENTS: Moment[] = [
  {
    ...{ before: "the application", stage: "entered", since: by(apply, offer, contract, ...ordered) },
    ...{ harm: /for no lease of ours/, found: null, status: null },
  },
  {
    ...{ before: "the offer", stage: "applied", since: by(offer, contract, ...ordered) },
    ...{ harm: /no signed contract is forgotten/, found: "without_cart", status: "approved" },
  },
  {
    ...{ before: "the contract", stage: "offered", since: by(contract, ...ordered) },
    ...{ harm: /no signed contract is forgotten/, found: "signed_since", status: "offered" },
  },
  {
    ...{ before: "the contract, and it isn't signed yet", stage: "offered", since: by(contract) },
    // The shopper signs after the restore.
    ...{ harm: /no signed contract is forgotten/, found: null, status: "placed" },
  },
  {
    ...{ before: "the signature", stage: "handed out", since: by(...ordered) },
    ...{ harm: /is placed again/, found: "signed_since", status: "signing" },
  },
  {
    ...{ before: "the signature, and the goods were delivered", stage: "handed out", since: by(...ordered, deliver) },
    ...{ harm: /is placed again/, found: "without_order", status: "signing" },
  },
  {
    ...{ before: "the order", stage: "verified", since: by(place, pay) },
    ...{ harm: /is placed again/, found: "order_unsure", status: "signed" },
  },
  {
    ...{ before: "the order, and the goods were delivered", stage: "verified", since: by(place, pay, deliver) },
    ...{ harm: /is placed again/, found: "without_order", status: "signed" },
  },
  {
    ...{ before: "the confirmation of a delivery", stage: "paid", until: unreached("confirmDelivery", deliver) },
    ...{ since: later, harm: /came again/, found: null, status: "delivered" },
  },
  {
    ...{ before: "the delivery", stage: "paid", since: by(deliver) },
    ...{ harm: /the service has Funded/, found: null, status: "delivered" },
  },
  {
    ...{ before: "the cancellation", stage: "paid", since: by(cancel) },
    ...{ harm: /the service has Approved/, found: "void_since", status: "placed" },
  },
  {
    ...{ before: "the outcome of a cancellation", stage: "paid", until: unanswered("cancelContract", cancel) },
    ...{ since: later, harm: null, found: null, status: "canceled" },
  },
  {
    before: "a new contract, which replaced the one being canceled",
    ...{ stage: "paid", until: replaceUnanswered, since: all(later, signAgain) },
    ...{ harm: /newer contract .* is canceled/, found: "ending_unsure", status: "canceling" },
  },
  {
    ...{ before: "the return", stage: "delivered", since: by(refund) },
    ...{ harm: /the service has Returned/, found: "returned_since", status: "delivered" },
  },
  {
    ...{ before: "the outcome of a return", stage: "delivered", until: unanswered("returnLease", refund) },
    ...{ since: later, harm: null, found: null, status: "returned" },
  },
]

describeFaults("a database that was set back", (room) => {
  type Said = { lines: string[]; isDone: boolean }

  const run = async (words: Partial<Words> = {}, process = room.main): Promise<Said> => {
    const lines: string[] = []
    const given = { deps: process.ledger, query: NO_ROWS }
    return { isDone: await restore(given, { time, ...words }, (line) => void lines.push(line)), lines }
  }
  let time: string
  const sent = () => room.sandbox.journal().filter(({ route, done }) => done && route !== READING).length
  const inForce = () => room.sandbox.leases().filter(({ state }) => IN_FORCE.includes(state))

  /** The store up to the restore. */
  const setBack = async ({ stage, until, since }: Pick<Moment, "stage" | "until" | "since">) => {
    const customer = await customerAt(room.main, stage)
    await until?.(customer, room)
    time = room.now().toISOString()
    await room.backUp()
    await since(customer, room)
    const before = await room.main.shop.orders()
    await room.setBack()
    const left = new Set((await room.main.shop.orders()).map(({ id }) => id))
    const lost = before.filter(({ id }) => !left.has(id)).map(({ cartId }) => cartId)
    return { customer, lost, contracts: inForce().map(({ applicationId }) => applicationId) }
  }

  /** The job and the shopper go on. Returns what is wrong at rest. */
  const goOn = async ({ customer, lost, contracts }: Awaited<ReturnType<typeof setBack>>): Promise<string[]> => {
    room.pass(3000)
    // The contract may be signed already, or gone.
    await customer.sign().catch(() => {})
    const broken = await brokenAtRest(room)
    const again = (await room.main.shop.orders()).filter(({ cartId }) => lost.includes(cartId))
    const canceled = contracts.filter(
      (id) => room.sandbox.leases().find((one) => one.applicationId === id)?.state === "Approved",
    )
    return [
      ...broken,
      ...again.map(({ id }) => `order ${id} is placed again`),
      ...canceled.map((id) => `the newer contract of ${id} is canceled`),
    ]
  }
  const lease = async (customer: Customer) => room.main.ledger.store.ofCart(customer.cart.id)
  const findings = ({ lines }: Said) => lines.flatMap((line) => /^(\w+): .*lease L-/.exec(line)?.[1] ?? [])

  it.each(MOMENTS.filter(({ harm }) => harm))("without the command, it does harm before $before", async (moment) => {
    const broken = await goOn(await setBack(moment))
    expect(broken.join("\n")).toMatch(moment.harm as RegExp)
  })

  it.each(MOMENTS)("nothing is sent twice or forgotten before $before", async (moment) => {
    const store = await setBack(moment)
    const before = sent()
    const said = await run()
    expect(sent()).toBe(before)
    const status = (await lease(store.customer))?.status ?? null
    const broken = await goOn(store)
    // No row names a lease whose application came later. The operator's list does.
    expect(broken).toEqual(status === null ? [expect.stringContaining("for no lease of ours")] : [])
    expect(findings(said)).toEqual(
      moment.found ? [moment.found] : expect.not.arrayContaining([expect.stringMatching(/since|unsure|without/)]),
    )
    const held = await lease(store.customer)
    expect(held?.status ?? null).toBe(moment.status)
    expect(held?.held_at != null).toBe(moment.found !== null)
    expect(said.isDone).toBe(moment.found === null)
  })

  it("the operator's list names the leases that the store doesn't have, and those that differ", async () => {
    const store = await setBack({ stage: "entered", since: by(apply, offer, contract, ...ordered) })
    const [lost] = room.sandbox.leases()
    const ended = await customerAt(room.main, "paid")
    await ended.cancelOrder(room.main)
    const { application_id: id } = (await lease(ended)) as LeaseRecord
    // The service is no longer read about leases that ended so long ago.
    await room.sql("update lease set status_at = status_at - interval '200 days'")
    const said = await run({
      list: listOf(
        ["Agreement #", "State", "Amount"],
        [
          [lost?.applicationId, "Active", "539.99"],
          [id, "Funded", "1"],
        ],
      ),
    })
    expect(said.lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(RegExp(`^lost: line 2: ${lost?.applicationId} \\("Active", 539.99\\)`)),
        expect.stringMatching(/^alive: .*the list has "Funded" \(line 3\), and the store has canceled/),
      ]),
    )
    expect(said.isDone).toBe(false)
    expect(await lease(store.customer)).toBeNull()
  })

  it("a list of 100,000 lines is read and looked up in parts", async () => {
    await setBack({ stage: "paid", since: async () => {} })
    const lines = Array.from({ length: 100_000 }, (_, n) => [`A-${n}`, n % 2 ? "Denied" : "Canceled"])
    const { payouts } = room.main.ledger.store
    const parts: number[] = []
    const named = jest.spyOn(payouts, "named").mockImplementation(async ({ names }) => {
      parts.push(names.length)
      return []
    })
    const said = await run({ list: listOf(["Lease ID", "Status"], lines) }).finally(() => named.mockRestore())
    expect(said.lines).toContain("The list has 100000 lines. 100000 of them are unknown here and have no contract.")
    expect(parts.filter((names) => names > 0)).toEqual(Array(100).fill(1000))
  })

  it("a list that can't be read, or an unknown reference, changes nothing", async () => {
    await setBack({ stage: "paid", since: async () => {} })
    const wrong = [
      { list: listOf(["Name", "Status"], [["x", "y"]]) },
      { list: "/nowhere.csv" },
      { release: "L-22222-22222" },
    ]
    for (const words of wrong) expect((await run(words)).isDone).toBe(false)
    expect(await room.sql("select * from lease where held_at is not null")).toEqual([])
  })

  it("--release all has a signed lease's order placed once, and sends no cancellation of what may be a newer contract", async () => {
    const signed = await setBack(momentOf("the order"))
    expect((await run({ release: "all" })).isDone).toBe(true)
    await brokenAtRest(room)
    expect(await lease(signed.customer)).toMatchObject({ status: "placed", held_at: null })

    await room.empty()
    const replaced = await setBack(momentOf("a new contract, which replaced the one being canceled"))
    await run({ release: "all" })
    expect(await goOn(replaced)).toEqual([])
    const left = (await lease(replaced.customer)) as LeaseRecord
    expect(left).toMatchObject({ status: "canceling", held_at: null, alerts: [{ code: "cancel_unknown" }] })
    const [call] = await room.main.ledger.store.pendingCalls.ofLease(left.id)
    expect(call).toMatchObject({ state: "unknown", last_error: { code: "maybe_newer" } })
  })

  it("--release all leaves what contradicts, and a reference releases it", async () => {
    const { customer } = await setBack(momentOf("the cancellation"))
    await run({ release: "all" })
    const held = (await lease(customer)) as LeaseRecord
    expect(held).toMatchObject({ held_at: expect.any(Date) })
    await run({ release: held.reference.toLowerCase() })
    expect(await lease(customer)).toMatchObject({ held_at: null, alerts: [{ code: "lease_dead" }] })
  })

  it("no release places an order again that the operator has as delivered", async () => {
    const { customer } = await setBack(momentOf("the order, and the goods were delivered"))
    const held = (await lease(customer)) as LeaseRecord
    await run({ release: held.reference })
    await expect(releaseHold(room.main.ledger, (await lease(customer)) as LeaseRecord, MERCHANT)).rejects.toMatchObject(
      { code: "release_ahead" },
    )
    await brokenAtRest(room)
    expect(await room.main.shop.orders()).toEqual([])
  })

  it("an order that Medusa still has is recorded, not placed again, once its lease is released", async () => {
    const { stage, since } = momentOf("the order")
    const customer = await customerAt(room.main, stage)
    time = room.now().toISOString()
    await room.backUp()
    await since(customer, room)
    const [order] = await room.sql("select * from shop_order")
    await room.setBack()
    await room.sql("insert into shop_order select * from jsonb_populate_record(null::shop_order, ?::jsonb)", [
      JSON.stringify(order),
    ])
    await run({ release: "all" })
    room.pass(DAY / 24)
    await room.main.runJob()
    expect(await brokenAtRest(room)).toEqual([])
    expect((await room.main.shop.orders()).map(({ id }) => id)).toEqual([order?.id])
    expect(await lease(customer)).toMatchObject({ status: "placed", order_id: order?.id })
  })

  it("run again, it holds neither new leases nor those that staff released", async () => {
    const { customer } = await setBack(momentOf("the order"))
    await run()
    await releaseHold(room.main.ledger, (await lease(customer)) as LeaseRecord, MERCHANT)
    const young = await customerAt(room.main, "verified")
    expect((await run()).isDone).toBe(true)
    for (const one of [customer, young]) expect(await lease(one)).toMatchObject({ held_at: null })
  })

  it("while the service is down, it says so, and what is held stays held until it is run again", async () => {
    const { customer } = await setBack(momentOf("the delivery"))
    room.line.leave("no connection", DAY)
    const said = await run()
    expect(said).toMatchObject({
      isDone: false,
      lines: expect.arrayContaining([expect.stringMatching(/1 lease of .* could not be read: /)]),
    })
    expect(await lease(customer)).toMatchObject({ status: "placed", held_at: expect.any(Date) })
    room.line.clear()
    room.pass(DAY)
    expect((await run()).isDone).toBe(true)
    expect(await lease(customer)).toMatchObject({ status: "delivered", held_at: null })
  })

  it("while the service is too busy, it waits", async () => {
    const { customer } = await setBack(momentOf("the delivery"))
    room.sandbox.fault({ route: READING, fault: "429", times: 2 })
    expect((await run()).isDone).toBe(true)
    expect(await lease(customer)).toMatchObject({ status: "delivered", held_at: null })
  })

  it("a return that may have been a newer contract's is left to staff, who can have it sent", async () => {
    const store = await setBack({ stage: "delivered", until: unanswered("returnLease", refund), since: async () => {} })
    const before = sent()
    await run({ release: "all" })
    expect(await goOn(store)).toEqual([])
    expect(sent()).toBe(before)
    const left = (await lease(store.customer)) as LeaseRecord
    expect(left).toMatchObject({ status: "returning", held_at: null, alerts: [{ code: "return_unknown" }] })
    await retry(room.main.ledger, left, MERCHANT)
    await room.main.runJob()
    expect(await lease(store.customer)).toMatchObject({ status: "returned" })
  })

  it("killed at any step and run again, it has the same result", async () => {
    const stages = ["applied", "handed out", "verified", "paid", "delivered"] as const
    const after = async () => {
      const rows =
        await room.sql(`select reference, status, held_at is not null as held, alerts, contract_at is not null as handed_out,
        (select json_agg(json_build_object('kind', kind, 'state', state, 'sent', sent) order by kind) from lease_pending_call where lease_id = lease.id) as calls
        from lease order by reference`)
      return rows.map((row) => ({
        ...row,
        held: row.held,
        alerts: (row.alerts as { code: string }[]).map(({ code }) => code),
      }))
    }
    const customers = await Promise.all(stages.map((stage) => customerAt(room.main, stage)))
    time = room.now().toISOString()
    await room.backUp()
    for (const customer of customers)
      await allowRefusal(() => by(offer, contract, sign, verify)(customer, room)).catch(() => {})
    await room.setBack()
    const whole = room.start()
    await run({}, whole)
    const steps = whole.life.steps
    const expected = await after()
    expect(expected.filter(({ held }) => held)).toHaveLength(3)
    for (let step = 1; step < steps; step += FULL ? 1 : 7) {
      await room.setBack()
      const mortal = room.start(new Life(step))
      await run({}, mortal).catch(() => {})
      await run()
      expect({ step, rows: await after() }).toEqual({ step, rows: expected })
    }
  })
})

function momentOf(name: string): Moment {
  const moment = MOMENTS.find(({ before }) => before === name)
  if (!moment) throw new Error(`There is no moment before ${name}.`)
  return moment
}

const folder = mkdtempSync(join(tmpdir(), "operator-list-"))
afterAll(() => rmSync(folder, { recursive: true }))

function listOf(headers: string[], rows: (string | null | undefined)[][]): string {
  const file = join(folder, `${randomUUID()}.csv`)
  writeFileSync(file, [headers, ...rows].map((cells) => cells.join(",")).join("\n"))
  return file
}
