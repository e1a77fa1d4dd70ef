import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import { Announcer, announce } from "../../../src/modules/lease/outbox/announce"
import type { BusEvent } from "../../../src/modules/lease/rules/announcements"
import { eventually } from "../support/eventually"
import { ANA, cartOf, describeLedger, MINUTE } from "../support/ledger-room"

const UNTIL_SIGNED = ["lease.applied", "lease.approved", "lease.signing", "lease.signed"]

describeLedger("lease events are sent to the event bus", (room) => {
  const names = (events: readonly BusEvent[] = room.emitted) => events.map(({ name }) => name)
  /** A placed lease whose events have all been sent. */
  async function told() {
    const { id } = await room.placed()
    await room.announce()
    room.emitted.length = 0
    return id
  }

  it("events go from the application to the return, in order, without personal data", async () => {
    const { id, cart, order } = await room.delivered()
    await room.returnLease(await room.lease(id), { actor: ANA })
    await room.announce()
    expect(names()).toEqual([...UNTIL_SIGNED, "lease.placed", "lease.delivered", "lease.returned"])
    for (const { data } of room.emitted)
      expect(data).toEqual({
        id,
        event_id: expect.stringMatching(/^leasean_/),
        sequence: expect.any(Number),
        cart_id: cart.id,
        order_id: order.id,
        taxed_by: "in_cart",
      })
    expect(new Set(room.emitted.map(({ data }) => data.event_id)).size).toBe(room.emitted.length)
    expect(await room.rows.of("lease_announcement")).toEqual([])
  })

  it("an alert has one event with its code while it is open", async () => {
    const id = await told()
    await room.accountDeps.store.raise(id, "money_differs")
    await room.accountDeps.store.raise(id, "money_differs")
    await room.announce()
    expect(room.emitted).toEqual([
      { name: "lease.needs_attention", data: expect.objectContaining({ id, alert: "money_differs" }) },
    ])
  })

  it("a status that is kept has no event", async () => {
    const id = await told()
    await room.rows.changeLease({ status: "signed" })
    await room.accountDeps.store.move(id, "signature_verified", { actor: ANA })
    await room.announce()
    expect(room.emitted).toEqual([])
  })

  it("a change that is rolled back has no event", async () => {
    const id = await told()
    const undone = new Error("undone")
    const change = room.accountDeps.store.transaction(async (store) => {
      await store.move(id, "cancel_started", { actor: ANA })
      await store.move(id, "cancel_done", { actor: ANA })
      throw undone
    })
    await expect(change).rejects.toBe(undone)
    expect(await room.announce()).toBe(0)
  })

  it("events that the bus rejected are kept and sent again with the same ids, in order", async () => {
    await room.placed()
    const taken: BusEvent[] = []
    const dying = {
      ...room.accountDeps,
      emit: async (events: BusEvent[]) => {
        taken.push(...events)
        throw new Error("no connection")
      },
    }
    await announce(dying)
    expect(names(taken)).toEqual(["lease.applied"])
    expect(room.logged.join()).toContain("no connection. They are kept and sent again in a minute.")
    await room.announce()
    expect(room.emitted).toEqual([])
    room.pass(MINUTE)
    await room.announce()
    expect(names()).toEqual([...UNTIL_SIGNED, "lease.placed"])
    expect(room.emitted[0]).toMatchObject({ data: { event_id: taken[0]?.data.event_id } })
  })

  it("several processes send each event once, those of a lease in order", async () => {
    const leases = [cartOf(), cartOf(), cartOf()]
    for (const each of leases) await room.signed({ cart: each })
    await Promise.all(Array.from({ length: 5 }, () => room.announce()))
    await room.announce()
    expect(room.emitted).toHaveLength(leases.length * UNTIL_SIGNED.length)
    for (const { id } of leases) {
      const own = room.emitted.filter(({ data }) => data.cart_id === id)
      expect(names(own)).toEqual(UNTIL_SIGNED)
    }
  })

  it("the job sends events", async () => {
    await room.signed()
    await room.run()
    expect(names()).toEqual(UNTIL_SIGNED)
  })

  it("the process that wrote an event sends it at once", async () => {
    const announcer = new Announcer(() => room.announce())
    const accountDeps = openLedger({ ...room.accountDeps, knex: room.knex, tell: () => announcer.soon() })
    Object.assign(room, { accountDeps })
    announcer.start()
    await room.signed()
    await eventually(
      async () => names(),
      (all) => all.includes("lease.signed"),
    )
    expect(names()).toEqual(UNTIL_SIGNED)
    await announcer.stop()
    await accountDeps.service.close()
  })
})
