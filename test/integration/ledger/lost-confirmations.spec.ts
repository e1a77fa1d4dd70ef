import { dateIn } from "../../../src/lease-cart"
import { ANA, describeLedger, HOUR, routes } from "../support/ledger-room"

const NOTE = "Agreed with the operator by phone."

describeLedger("a delivery that staff confirmed without an answer of the service", (room) => {
  /** Staff confirm in this way, the request gets lost, and then the order changes without an event. */
  async function lost(
    by: "confirmDelivery" | "markDelivered",
    change: object,
    answer: "drop-before" | "drop-after" = "drop-before",
  ) {
    const { id } = await room.placed()
    await room.orderChanges(id, { shipped: true, shippedAt: room.accountDeps.now(), delivered: 1 })
    await room.run()
    const lease = await room.lease(id)
    const order = (await room.medusa.factsOf([lease])).get(id)?.order ?? null
    const date = dateIn(room.accountDeps.now(), room.accountDeps.options.timeZone)
    room.sandbox.fault({ route: routes.delivery, fault: answer })
    await expect(room[by](lease, { date, order, actor: ANA })).rejects.toMatchObject({ code: "result_unknown" })
    await room.orderChanges(id, change)
    await room.rows.changeLease({ reconcile_at: null }, id)
    return id
  }
  const outcome = async (id: string) => [(await room.lease(id)).status, room.count(routes.delivery)]

  it.each<["confirmDelivery" | "markDelivered", string, object]>([
    ["confirmDelivery", "was canceled", { canceled: true, canceledAt: new Date() }],
    ["confirmDelivery", "goes to another recipient", { recipientDiffers: true }],
    ["markDelivered", "was canceled", { canceled: true, canceledAt: new Date() }],
    ["markDelivered", "goes to another recipient", { recipientDiffers: true }],
    ["markDelivered", "was edited", { total: 30_000 }],
    ["markDelivered", "came back", { returned: 1 }],
  ])("(%s) isn't sent again once the order %s", async (by, _, change) => {
    const id = await lost(by, change)
    await room.later(HOUR)
    expect([await outcome(id), room.medusa.made.map(({ call }) => call)]).toEqual([["placed", 1], ["capture_payment"]])
    expect((await room.pendingCalls(id)).map(({ kind }) => kind)).toEqual(["capture_payment"])
  })

  it("counts if it arrived, and is sent again if staff may still confirm it", async () => {
    const arrived = await lost("markDelivered", { total: 30_000 }, "drop-after")
    await room.later(HOUR)
    expect(await outcome(arrived)).toEqual(["delivered", 1])
    const edited = await lost("confirmDelivery", { total: 30_000 })
    await room.later(HOUR)
    expect(await outcome(edited)).toEqual(["delivered", 3])
  })

  it("waits while the order can't be read", async () => {
    const id = await lost("markDelivered", {})
    const { factsOf } = room.medusa
    room.medusa.factsOf = async () => new Map()
    await room.later(HOUR)
    expect(await outcome(id)).toEqual(["placed", 1])
    room.medusa.factsOf = factsOf
    await room.later(HOUR)
    expect(await outcome(id)).toEqual(["delivered", 2])
  })

  it("is followed by Medusa's parcels, also if staff enter that it arrived", async () => {
    const id = await lost("markDelivered", {}, "drop-after")
    await room.markResolved(await room.lease(id), { outcome: "delivered", note: NOTE, acknowledged: [], actor: ANA })
    await room.run()
    expect([await outcome(id), room.medusa.made.map(({ call }) => call)]).toEqual([
      ["delivered", 1],
      ["capture_payment", "mark_delivered"],
    ])
  })
})
