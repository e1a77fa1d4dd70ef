import { after } from "../../space/support/explore"
import type { Moment } from "../../space/support/moment"
import { OPTIONS } from "../../space/support/process"
import { placed } from "../../space/support/roots"
import { stepsFrom } from "../../space/support/steps"
import { type LeaseRecord, openLedger, type TaskRecord } from "../../support/ledger"
import { describeLedger, type LedgerRoom } from "../support/ledger-room"

const LEFT = { crashes: 2, losses: 2, refusals: 2, acts: 5, changes: 5 }

describeLedger("a path of the explorer", (room) => {
  it("ends on the tables as it does without them", async () => {
    await replay(room, placed(true, LEFT), [
      "the job looks",
      "the job makes capture_payment",
      "the job looks",
      "staff cancel the order",
      "staff cancel the order: cancelContract arrives",
      "staff cancel the order: the answer to cancelContract is lost",
      "the job looks",
      "time passes",
      "the job makes cancel_contract",
      "the job makes cancel_contract: readStatus arrives",
      "the job looks",
    ])
    expect(await present(room)).toMatchObject({
      status: "canceled",
      calls: ["cancel_order due", "cancel_contract done"],
    })
  })

  it("confirms a delivery at once after a refused return that it had given way to", async () => {
    await replay(room, placed(true, LEFT), [
      "the job looks",
      "the job makes capture_payment",
      "the goods leave and arrive",
      "the job looks",
      "staff refund the payment",
      "staff refund the payment: checkReturn arrives",
      "the job looks",
    ])
    expect(await present(room)).toMatchObject({
      status: "placed",
      calls: ["confirm_delivery due", "return_lease refused"],
    })
  })
})

/** Takes the steps of a path on the tables, and beside that without them. Both come to the same after each. */
async function replay(room: LedgerRoom, root: Moment, path: readonly string[]): Promise<void> {
  let alone = root
  let clock = root
  const { store } = openLedger({
    ...{ knex: room.knex, options: OPTIONS, log: room.ledger.log },
    ...{ now: () => new Date(clock.now), emit: async () => {} },
  })
  const columns = Object.entries(root.lease).map(([name, value]) => [name, inColumn(value)])
  await room.knex("lease").insert(Object.fromEntries(columns))
  let m: Moment = { ...root, tables: store }
  for (const name of path) {
    alone = await after(alone, take(alone, name))
    const step = take(m, name)
    m = await after(m, (next) => {
      clock = next
      return step(next)
    })
    m = {
      ...m,
      lease: (await store.byId(root.lease.id)) as LeaseRecord,
      tasks: await store.tasks.ofLease(root.lease.id),
    }
    expect([name, seen(m.lease, m.tasks)]).toEqual([name, seen(alone.lease, alone.tasks)])
  }
}

const inColumn = (value: unknown) =>
  typeof value === "object" && !(value instanceof Date) && value !== null ? JSON.stringify(value) : value

function take(m: Moment, name: string) {
  const step = stepsFrom(m).find((one) => one.name === name)
  if (!step) throw new Error(`"${name}" is not possible here.`)
  return step.take
}

/** What both must agree on. */
function seen(lease: LeaseRecord, tasks: readonly TaskRecord[]) {
  const { status, evidence, attention, look_at, status_at, checked_at, order_id } = lease
  return {
    ...{ status, evidence, order_id, look_at, status_at, checked_at, alerts: attention.map(({ code }) => code) },
    calls: tasks.map(({ kind, state, due_at, sent, attempts }) => ({ kind, state, due_at, sent, attempts })),
  }
}

async function present(room: LedgerRoom) {
  const lease = await room.ledger.store.ofCart("cart_1")
  const tasks = await room.tasks(lease?.id ?? "")
  const open = tasks.filter(({ kind }) => kind !== "capture_payment")
  return { status: lease?.status, calls: open.map(({ kind, state }) => `${kind} ${state}`) }
}
