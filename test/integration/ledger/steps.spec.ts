import type { ClaimedTask } from "../../support/ledger"
import { describeLedger } from "../support/ledger-room"

const CLAIM_MS = 600_000
const DAY = "2026-11-20"
const DELIVERY = "POST /application/cart/delivery"
const SYSTEM = { by: "system" as const }

describeLedger("steps of pending calls", (room) => {
  /** Placed leases, each with a delivery that is owed and claimed. Oldest first. */
  async function claimed(count: number): Promise<ClaimedTask[]> {
    await room.rows.addLeases(count, (n) => ({
      ...{ status: "placed", evidence: "verified", order_id: `order_${n}`, application_id: String(1000 + n) },
    }))
    const { tasks } = room.ledger.store
    for (let n = 1; n <= count; n++)
      await tasks.owe(`lease_${n}`, "confirm_delivery", { detail: { delivery_date: DAY }, actor: SYSTEM })
    const due = await tasks.claimDue({ kinds: ["confirm_delivery"], limit: count, ms: CLAIM_MS })
    return due.sort((a, b) => (a.lease_id < b.lease_id ? -1 : 1))
  }
  const told = async (id: string) => (await room.history(id)).map(({ type, detail }) => [type, detail])
  const delivered = (task: ClaimedTask, set: Record<string, unknown> = { delivery_date: DAY }) =>
    room.ledger.store.step(task, {
      task: { state: "done" },
      event: "delivery_confirmed",
      set,
      history: [
        { type: "delivery_asked", detail: { date: DAY } },
        { type: "delivery_confirmed", detail: { date: DAY } },
      ],
      actor: SYSTEM,
    })

  it("concurrent steps are judged separately, and each is written completely or not at all", async () => {
    const [good, elsewhere, lost, last] = (await claimed(4)) as [ClaimedTask, ClaimedTask, ClaimedTask, ClaimedTask]
    await room.rows.changeLease({ status: "canceling" }, elsewhere.lease_id)
    const steps = [good, elsewhere, { ...lost, claim_token: "another" }, last].map((task) => delivered(task))
    const answers = await Promise.all(steps)
    expect(answers.map((after) => after && [after.id, after.status, after.delivery_date])).toEqual([
      [good.lease_id, "delivered", DAY],
      null,
      null,
      [last.lease_id, "delivered", DAY],
    ])
    expect(await told(good.lease_id)).toEqual([
      ["delivery_asked", { date: DAY }],
      ["delivery_confirmed", { date: DAY }],
    ])
    for (const { id, lease_id } of [elsewhere, lost]) {
      expect(await told(lease_id)).toEqual([])
      expect((await room.tasks(lease_id)).find((task) => task.id === id)?.state).toBe("running")
    }
  })

  it("concurrent steps of one lease are judged one after the other", async () => {
    const [task] = (await claimed(1)) as [ClaimedTask]
    const answers = await Promise.all([delivered(task), delivered(task)])
    expect(answers.map((after) => after?.status ?? null)).toEqual(["delivered", null])
  })

  it("steps store JSON, dates and nulls as given", async () => {
    const [task] = (await claimed(1)) as [ClaimedTask]
    const at = room.ledger.now()
    const reductions = [{ amount: 1000, lines: [] }]
    const after = await delivered(task, { reductions, delivered_at: at, delivery_link: null })
    expect(after).toMatchObject({ reductions, delivered_at: at, delivery_link: null })
    expect(await room.lease(task.lease_id)).toEqual(after)
  })

  it("a step isn't begun if its claim might end before the call; the next run begins it", async () => {
    const [task] = (await claimed(1)) as [ClaimedTask]
    const late = await room.ledger.store.step(task, { task: { sent: true }, lasts: CLAIM_MS + 1, actor: SYSTEM })
    expect(late).toBeNull()
    expect(await room.tasks(task.lease_id)).toMatchObject([{ state: "running", sent: false }])
    room.pass(CLAIM_MS)
    await room.run()
    expect(room.count(DELIVERY)).toBe(1)
  })
})
