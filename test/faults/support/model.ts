import fc from "fast-check"
import { ofLease } from "../../../src/modules/lease/accounts/deps"
import {
  checkStatus,
  confirmDelivery,
  type LeaseRecord,
  markResolved,
  type Outcome,
  retry,
  returnLease,
} from "../../../src/modules/lease/ledger"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { ATTEMPTS, type Fault, meet, OTHER_FAULTS, SHORT_FAULTS } from "./attempts"
import type { Customer } from "./customer"
import type { Absence } from "./line"
import { Life } from "./mortal"
import type { Process } from "./process"
import type { Room } from "./room"
import { MERCHANT } from "./staff"

const MINUTE = 60_000
const NOTE = "The operator says so on the phone."

/** Actions that anyone may try at any time, sensible or not. */
const ACTIONS: Record<string, (customer: Customer, process: Process, room: Room) => Promise<unknown>> = {
  apply: (customer, process) => customer.applyAgain(process),
  // All customers share one account, so each can move another's approval to their own cart.
  "take an approval": (customer, process) => customer.takeApproval(process),
  offer: (customer, process) => customer.offer(process),
  contract: (customer, process) => customer.contract(process),
  sign: (customer) => customer.sign(),
  verify: (customer, process) => customer.verify(process),
  place: (customer, process) => customer.place(process),
  "place, event lost": (customer, process) => customer.place(process, "event lost"),
  "place, out of stock": (customer, process) => customer.place(process, "fails after the authorization"),
  "place, stock locked": (customer, process) => customer.place(process, "the stock is locked"),
  "pay by card": (customer, { shop }) => shop.startCardPayment(customer.cart.id),
  "the card is declined": (customer, { shop }) => shop.endCardPayment(customer.cart.id, "declined"),
  "the card pays": (customer, { shop }) => shop.endCardPayment(customer.cart.id, "paid"),
  ship: (customer, process) => customer.deliverGoods(process),
  "ship without a delivery": (customer, process) => customer.shipGoods(process),
  "report a delivery": (customer, process) => customer.reportDelivery(process),
  "confirm a delivery": async (customer, process) =>
    confirmDelivery(process.ledger, await customer.lease(process), {
      date: process.ledger.now().toISOString().slice(0, 10),
      order: await customer.order(process),
      actor: MERCHANT,
    }),
  "cancel the order": (customer, process) => customer.cancelOrder(process),
  "cancel the order in code": (customer, process) => customer.cancelInCode(process),
  refund: (customer, process) => customer.refund(process),
  "goods come back": (customer, process) => customer.goodsComeBack(process),
  "refund a part": (customer, process) => customer.refundPart(process),
  "refund a part that no line can give": (customer, process) => customer.refundPart(process, 1_000_000),
  "return the lease": async (customer, process) =>
    returnLease(process.ledger, await customer.lease(process), { actor: MERCHANT }),
  "edit the order": (customer, process) => customer.editOrder(process),
  "undo the edit": (customer, process) => customer.editOrder(process, 0),
  "write an order": (customer, process) => customer.writeOrder(process),
  "link the order": (customer, process) => customer.linkOrder(process),
  "withdraw the link": (customer, process) => customer.withdrawLink(process),
  "replace the contract": (customer, process) => customer.replaceContract(process),
  "sign again": (customer, process) => customer.signAgain(process),
  "the approval ends": async (customer, process, room) => endApproval(room, await customer.lease(process)),
  "check the status": async (customer, process) => {
    const lease = await customer.lease(process)
    return checkStatus(ofLease(process.ledger, lease), lease, { actor: MERCHANT })
  },
  retry: async (customer, process) => retry(process.ledger, await customer.lease(process), MERCHANT),
  "resolve as nothing": (customer, process) => resolveAs("nothing", customer, process),
  "resolve as canceled": (customer, process) => resolveAs("canceled", customer, process),
  "resolve as returned in part": (customer, process) => resolveAs("reduced", customer, process),
  "the order's event": (customer, process) => customer.deliverOrderEvent(process),
  job: (_customer, process) => process.runJob(),
}

async function resolveAs(outcome: Outcome, customer: Customer, process: Process) {
  const lease = await customer.lease(process)
  const acknowledged = lease.alerts.map(({ code }) => code)
  return markResolved(process.ledger, lease, { outcome, note: NOTE, acknowledged, actor: MERCHANT })
}

const ENDS: Record<string, string> = { Approved: "Approval Expired", Contracts: "Contracts Expired" }

/** Expires the lease at the service if it isn't signed. */
async function endApproval({ services }: Room, { account_id, application_id: id }: LeaseRecord): Promise<void> {
  const sandbox = services.find((each) => each.account_id === account_id)?.sandbox
  const state = ENDS[sandbox?.lease(id ?? "")?.state ?? ""]
  if (!sandbox || !state) return
  const headers = { "content-type": "application/json" }
  await fetch(`${sandbox.controlUrl}/leases/${id}/state`, { method: "POST", headers, body: JSON.stringify({ state }) })
}

/** Actions in the order of a day without faults, so that long runs get far. */
const DAY = [
  ...["apply", "offer", "contract", "sign", "verify", "place", "the order's event", "ship", "job"],
  ...["goods come back", "refund a part", "refund a part", "job"],
]

/** The same with an order edited after the signature. */
const EDITED_DAY = [
  ...["apply", "offer", "contract", "sign", "verify", "place", "the order's event", "edit the order"],
  ...["replace the contract", "job", "offer", "contract", "sign", "verify", "the order's event", "ship", "job"],
]

/** The same with an order that staff create and its customer leases by link. */
const LINKED_DAY = [
  ...["write an order", "link the order", "apply", "offer", "contract", "sign", "verify", "the order's event"],
  ...["ship", "job"],
]

export type Operation =
  | { is: "action"; action: string; who: number; diesAfter: number | null }
  | { is: "both"; actions: [string, string]; who: number }
  | { is: "fault"; fault: Fault; attempt: number; times: number }
  | { is: "outage"; how: Absence; minutes: number }
  | { is: "time"; minutes: number }
  /** Sets the clock of every process ahead or back. */
  | { is: "clock"; minutes: number }

const actionNames = Object.keys(ACTIONS)

/** Runs of `customers` people: mostly forward, with other actions in between. */
export function operations(customers: number, length: number): fc.Arbitrary<Operation[]> {
  const who = fc.nat(customers - 1)
  const action = (...names: string[]) =>
    fc.record({
      is: fc.constant("action" as const),
      action: fc.constantFrom(...names),
      who,
      diesAfter: fc.option(fc.nat(40), { freq: 6 }),
    })
  const both = fc.record({
    is: fc.constant("both" as const),
    actions: fc.tuple(fc.constantFrom(...actionNames), fc.constantFrom(...actionNames)),
    who,
  })
  const fault = fc.record({
    is: fc.constant("fault" as const),
    fault: fc.constantFrom(...SHORT_FAULTS, ...OTHER_FAULTS),
    attempt: fc.nat(ATTEMPTS.length - 1),
    times: fc.integer({ min: 1, max: 3 }),
  })
  const outage = fc.record({
    is: fc.constant("outage" as const),
    how: fc.constantFrom("no connection" as const, "hangs" as const),
    // The outage ends as time passes.
    minutes: fc.constantFrom(1, 5, 90),
  })
  const time = fc.record({ is: fc.constant("time" as const), minutes: fc.constantFrom(1, 3, 6, 61, 300) })
  const clock = fc.record({ is: fc.constant("clock" as const), minutes: fc.constantFrom(-1, -20, -60, 60) })
  const any = fc.oneof(
    { arbitrary: action(...DAY, ...EDITED_DAY.slice(7), ...LINKED_DAY.slice(0, 2)), weight: 5 },
    { arbitrary: action(...actionNames), weight: 4 },
    { arbitrary: both, weight: 2 },
    { arbitrary: fault, weight: 2 },
    { arbitrary: outage, weight: 1 },
    { arbitrary: time, weight: 2 },
    { arbitrary: clock, weight: 1 },
  )
  // A customer who has only started encounters few faults, so each run begins with part of a day.
  const day = fc
    .constantFrom(DAY, EDITED_DAY, LINKED_DAY)
    .chain((actions) => fc.nat(actions.length).map((steps) => actions.slice(0, steps)))
  const start = fc.record({ actions: day, who })
  return fc
    .tuple(start, fc.array(any, { minLength: Math.ceil(length / 3), maxLength: length, size: "max" }))
    .map(([{ actions, who: first }, rest]) => [
      ...actions.map((action): Operation => ({ is: "action", action, who: first, diesAfter: null })),
      ...rest,
    ])
}

/** Performs an action. Returns messages that nobody should ever get. */
export async function perform(room: Room, customers: Customer[], operation: Operation): Promise<string[]> {
  switch (operation.is) {
    case "time":
      room.pass(operation.minutes * MINUTE)
      return []
    case "clock":
      room.turn(operation.minutes * MINUTE)
      return []
    case "outage":
      room.line.leave(operation.how, operation.minutes * MINUTE)
      return []
    case "fault": {
      const attempt = ATTEMPTS[operation.attempt]
      if (attempt) meet(room, attempt, operation.fault, operation.times)
      return []
    }
    case "action": {
      const { diesAfter, action, who } = operation
      const process = diesAfter === null ? room.main : room.start(new Life(diesAfter))
      return act(room, customers[who], process, action)
    }
    case "both": {
      const { actions, who } = operation
      const other = room.start()
      const [first, second] = actions
      const errors = await Promise.all([
        act(room, customers[who], room.main, first),
        act(room, customers[who], other, second),
      ])
      return errors.flat()
    }
  }
}

/** Messages of the test's own shop about something that doesn't exist. */
const NOT_NOW =
  /^There is no |out of stock|stock was gone|wait for the stock|there is no such cart|contract refused|cannot be signed/

async function act(room: Room, customer: Customer | undefined, process: Process, action: string): Promise<string[]> {
  if (!customer) return []
  try {
    await ACTIONS[action]?.(customer, process, room)
    return []
  } catch (error) {
    if (error instanceof LedgerRefusal || process.life.over) return []
    const { message } = error as Error
    return NOT_NOW.test(message) ? [] : [`"${action}" ended with: ${message}`]
  }
}
