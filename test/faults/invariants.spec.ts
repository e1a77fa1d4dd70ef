import { type LeaseRecord, type TaskRecord } from "../support/ledger"
import { brokenRules, rules } from "./invariants"
import { customerAt, hostedCustomer, onlyCustomerAt } from "./support/journey"
import { describeFaults } from "./support/room"
import type { ShopOrder, ShopPayment } from "./support/shop-order"
import { readWorld, type World } from "./support/world"

const SET = (columns: string) => `update lease set ${columns}`
const EVENT = (type: string) =>
  `insert into lease_event (id, lease_id, type, actor, detail) select gen_random_uuid()::text, id, '${type}', 'system', '{}' from lease`
const TASK = (kind: string, state: string, id = "task_1") =>
  `insert into lease_task (id, lease_id, kind, state, due_at, detail, actor)
   select '${id}', id, '${kind}', '${state}', now() + interval '1 day', '{}', 'system' from lease`
const ORDER = (path: string, value: string) => `update shop_order set data = jsonb_set(data, '{${path}}', '${value}')`

/** A whole and peaceful lease, then one thing made wrong behind everybody's back. */
const WRONG: Record<string, string[][]> = {
  "no order without evidence": [
    [SET("evidence = 'none'")],
    ["delete from shop_order"],
    [SET("order_id = null, status = 'signed'")],
  ],
  "a lease has one exclusive call open": [
    [
      'drop index "IDX_lease_task_one_open_exclusive"',
      TASK("cancel_contract", "due"),
      TASK("confirm_delivery", "due", "task_2"),
    ],
  ],
  "no call goes to another account than its lease's": [[SET("account = 'maple'")]],
  "an approval is one lease's": [
    [
      'drop index "IDX_lease_one_live_per_application"',
      `insert into lease (id, reference, cart_id, way, application_id, status, currency_code, lease_key_hashes, attention, status_at)
       select 'lease_other', 'L-OTHER', 'cart_other', 'application', application_id, 'approved', 'usd', '[]', '[]', now() from lease`,
      "insert into lease_event (id, lease_id, type, actor, detail) select gen_random_uuid()::text, 'lease_other', type, actor, detail from lease_event where type = 'application_sent'",
    ],
  ],
  "no application without consent": [["update lease_event set detail = '{}' where type = 'application_sent'"]],
  "no contract is given up while its order may come": [
    [
      SET("status = 'cancelled', order_id = null"),
      TASK("cancel_contract", "done"),
      `update lease_task set detail = '{"cause": "abandoned"}'`,
    ],
    [
      SET("status = 'cancelled', order_id = null"),
      TASK("cancel_contract", "done"),
      `update lease_task set detail = '{"cause": "ordered_otherwise"}'`,
    ],
  ],
  "the history tells each thing once": [[EVENT("order_placed")], [EVENT("cancelled"), EVENT("cancelled")]],
  "no goods are reserved unknown to their lease": [["insert into shop_hold select id from lease"]],
  "an order that stands is written down": [
    [SET("order_id = null, status = 'expired'")],
    [SET("order_id = null, status = 'cancelled'"), ORDER("cancelled", "true")],
  ],
  "no signed lease is unexplained": [
    [SET("status = 'signed', signed_at = now() - interval '3 days'")],
    [SET("status = 'expired'")],
  ],
  "Medusa's money equals the ledger's, or a person is told": [
    [ORDER("payments,0,captured", "1")],
    [ORDER("payments,0,captured", "0"), "delete from lease_task"],
    [SET("status = 'cancelled'")],
  ],
  "the ledger says what the service says, or a person is told": [
    [SET("status = 'delivered'")],
    [SET("status = 'cancelled'")],
    [SET("status = 'returned'")],
  ],
  "the parts at the service, of the ledger and of Medusa are the same, or a person is told": [
    [
      SET("status = 'delivered'"),
      SET(`reductions = '[{"amount": 900, "lines": []}]'`),
      ORDER("payments,0,refunded", "900"),
    ],
  ],
  "the service has order and date of each hosted lease, or a person is told": [[SET("way = 'widget'")]],
  "the bus is told in order": [["update shop_event set sequence = 1000 - sequence"]],
  "the bus is told all that happened": [
    ["delete from shop_event where name = 'lease.placed'"],
    [
      "insert into lease_announcement (id, lease_id, name, bus_at) select 'leasean_1', id, 'lease.placed', now() from lease",
    ],
  ],
  "nothing owed is forgotten": [
    [ORDER("cancelled", "true")],
    [ORDER("deliveredAt", '"2026-11-20T10:00:00.000Z"')],
    [TASK("capture_payment", "due"), "update lease_task set due_at = now() - interval '1 hour'"],
  ],
  "nothing is both done and owed": [
    [TASK("capture_payment", "due", "task_2")],
    [SET("status = 'delivered'"), TASK("confirm_delivery", "unknown")],
  ],
  "no state is without an exit": [[SET("status = 'cancelling'")], [SET("status = 'submitting'")]],
}
const LATER = "2100-01-01T00:00:00.000Z"
const leasesThat = (status: string, set: Partial<LeaseRecord>) => (world: World) => ({
  ...world,
  leases: world.leases.map((lease) => (lease.status === status ? { ...lease, ...set } : lease)),
})
const ordersWith = (set: (order: ShopOrder) => Partial<ShopOrder>) => (world: World) => ({
  ...world,
  orders: world.orders.map((order) => ({ ...order, ...set(order) })),
})
const paymentsWith = (place: number, set: Partial<ShopPayment>) =>
  ordersWith(({ payments }) => ({ payments: payments.map((each, at) => (at === place ? { ...each, ...set } : each)) }))
const live = (world: World) => world.leases.filter(({ status }) => status !== "cancelled")

/** An order whose new contract waits for its signature, or is signed and paid; then one thing seen otherwise. */
const WRONG_REPLACED: Record<string, [stage: "replaced" | "signed again", wrong: (world: World) => World][]> = {
  "an order has one live lease": [["signed again", leasesThat("cancelled", { status: "placed" })]],
  "nothing is done with an order that waits for its new contract": [
    ["replaced", ordersWith(() => ({ shippedAt: LATER }))],
    ["replaced", paymentsWith(0, { capturedAt: LATER })],
    [
      "replaced",
      (world) => ({
        ...world,
        tasks: new Map(live(world).map(({ id }) => [id, [{ kind: "confirm_delivery", state: "done" } as TaskRecord]])),
      }),
    ],
  ],
  "a person is told of goods that left unsigned": [["replaced", ordersWith(() => ({ shipped: true }))]],
  "an order has one contract in force": [
    [
      "signed again",
      (world) => ({
        ...leasesThat("cancelled", { application_id: "other" })(world),
        service: world.service.flatMap((lease) => [lease, { ...lease, applicationId: "other" }]),
      }),
    ],
  ],
  "an approval whose order waits stays with it": [["replaced", leasesThat("approved", { status: "superseded" })]],
  "a contract that was replaced has one successor": [
    ["replaced", (world) => ({ ...world, leases: world.leases.filter(({ status }) => status === "cancelled") })],
    ["replaced", (world) => ({ ...world, leases: [...world.leases, ...live(world)] })],
    ["signed again", (world) => ({ ...world, tasks: new Map() })],
  ],
  "no shopper is told that a replaced lease is canceled": [
    [
      "signed again",
      (world) => ({
        ...world,
        mails: world.leases.map(({ reference }) => ({ template: "lease-to-own.canceled", reference })),
      }),
    ],
  ],
  "the new payment holds the new sum, and no former one anything": [
    ["signed again", paymentsWith(0, { refunded: 0 })],
    ["signed again", paymentsWith(0, { booked: 0 })],
    ["signed again", ordersWith(({ payments: [one, other] }) => ({ payments: [one, other, other] as ShopPayment[] }))],
    ["signed again", ordersWith(({ payments }) => ({ payments: payments.slice(0, 1) }))],
    ["signed again", ordersWith(({ total }) => ({ total: total + 1 }))],
  ],
  "an order that stands has a lease, or a person is told": [
    ["replaced", leasesThat("approved", { status: "expired" })],
  ],
}

/** Wrong only when the service is called again; made by calls, below. */
const BY_CALLS = [
  "no part of a lease goes back more often than it was asked for",
  "each call takes effect once",
  "a one-time URL takes effect once",
  "no call is repeated after it took effect",
]

describeFaults("the rules of the faults", (room) => {
  const broken = async () => brokenRules(await readWorld(room), { atRest: true })
  const cases = Object.entries(WRONG).flatMap(([rule, ways]) =>
    ways.map((way, index) => [rule, index + 1, way] as const),
  )

  it.each(cases)("notice: %s (%i)", async (rule, _number, way) => {
    await onlyCustomerAt(room, "paid")
    expect(await broken()).toEqual([])
    for (const statement of way) await room.sql(statement)
    try {
      expect((await broken()).filter((line) => line.startsWith(rule))).not.toEqual([])
    } finally {
      await room.sql("truncate lease_task")
      await room.sql("delete from lease where id = 'lease_other'")
      await room.sql(
        `create unique index if not exists "IDX_lease_one_live_per_application" on lease (application_id)
         where deleted_at is null and application_id is not null and status not in ('denied', 'cancelled', 'expired', 'superseded', 'returned')`,
      )
      await room.sql(
        `create unique index if not exists "IDX_lease_task_one_open_exclusive" on lease_task (lease_id)
         where deleted_at is null and state in ('due', 'running', 'unknown') and kind in
         ('place_order', 'cancel_contract', 'confirm_delivery', 'return_lease', 'return_lines', 'send_delivery_date')`,
      )
    }
  })

  const replacedCases = Object.entries(WRONG_REPLACED).flatMap(([rule, ways]) =>
    ways.map(([stage, wrong], index) => [rule, index + 1, stage, wrong] as const),
  )

  it.each(replacedCases)("notice: %s (%i)", async (rule, _number, stage, wrong) => {
    await room.begin(stage, async () => {
      const customer = await customerAt(room.main, "paid")
      await customer.editOrder(room.main)
      await customer.replaceContract(room.main)
      if (stage === "signed again") await customer.signAgain(room.main)
      await room.main.runJob()
    })
    const world = await readWorld(room)
    expect(brokenRules(world, { atRest: true })).toEqual([])
    expect(brokenRules(wrong(world), { atRest: true }).filter((line) => line.startsWith(rule))).not.toEqual([])
  })

  it("notice a call that is sent again after it took effect, and one that took effect twice", async () => {
    const customer = await customerAt(room.main, "delivered")
    const { application_id: id } = await customer.lease(room.main)
    const again = { method: "POST", body: JSON.stringify({ applicationId: id, deliveryDate: "2026-11-25" }) }
    const { baseUrl, username, password } = room.sandbox
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    const headers = { authorization, accept: "application/json", "content-type": "application/*+json" }
    await fetch(`${baseUrl}/api/v1/application/cart/delivery`, { ...again, headers })
    expect((await broken()).filter((line) => line.startsWith("no call is repeated"))).toHaveLength(1)
    const control = `${room.sandbox.controlUrl}/leases/${id}/state`
    const state = { method: "POST", headers: { "content-type": "application/json" } }
    await fetch(control, { ...state, body: JSON.stringify({ state: "Lease Accepted" }) })
    await fetch(`${baseUrl}/api/v1/application/cart/delivery`, { ...again, headers })
    expect((await broken()).filter((line) => line.startsWith("each call takes effect once"))).toHaveLength(1)
  })

  it("notice a part that goes back twice, and one that Medusa did not refund", async () => {
    const customer = await customerAt(room.main, "delivered")
    await customer.goodsComeBack(room.main)
    await customer.refundPart(room.main)
    await customer.tellOfOrder(room.main)
    expect(await broken()).toEqual([])
    const { application_id: applicationId } = await customer.lease(room.main)
    const { baseUrl, username, password } = room.sandbox
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    const headers = { authorization, accept: "application/json", "content-type": "application/*+json" }
    const call = (path: string, body?: unknown) =>
      fetch(`${baseUrl}/api/v1/application/${path}`, {
        ...{ method: "POST", headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    await call(`return/availability?applicationId=${applicationId}`)
    const merchandiseItems = [{ actionType: "Return", lineNumber: 3, sku: "CHAIR-2", quantity: 1 }]
    await call("return", { applicationId, dateOfReturn: new Date().toISOString(), merchandiseItems })
    const rules = (await broken()).map((line) => line.split(":")[0])
    expect(rules).toEqual([
      "no part of a lease goes back more often than it was asked for",
      "the parts at the service, of the ledger and of Medusa are the same, or a person is told",
    ])
  })

  it("notice a one-time URL that takes effect a second time", async () => {
    const customer = await hostedCustomer(room)
    await customer.tellOfOrder(room.main)
    const world = await readWorld(room)
    expect(brokenRules(world, { atRest: true })).toEqual([])
    const again = world.journal.filter(({ route }) => route === "POST /update-order")
    const twice = { ...world, journal: [...world.journal, ...again] }
    expect(brokenRules(twice, { atRest: true })).toEqual([expect.stringMatching(/^a one-time URL takes effect once/)])
  })

  it("are each proven to notice", () => {
    expect([...Object.keys(WRONG), ...Object.keys(WRONG_REPLACED), ...BY_CALLS].sort()).toEqual(
      rules.map(({ name }) => name).sort(),
    )
  })
})
