import { routes } from "../../../packages/sandbox/src/defaults"
import type { CallFault } from "../../../packages/sandbox/src/faults"
import {
  confirmDelivery,
  currentLease,
  type LeaseRecord,
  openReduction,
  reducedBy,
  SECOND_LOOK_MS,
  settle,
} from "../../support/ledger"
import { type Customer, MERCHANT } from "./customer"
import type { Stage } from "./journey"
import type { Absence } from "./line"
import type { Process } from "./process"
import { allowRefusal } from "./resume"
import type { Room } from "./room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A call of the service that somebody, or the job, has made; what comes before it, and where it leads. */
export type Attempt = {
  name: string
  /** How far the customer is. */
  stage: Stage
  /** Method of the client, and the route where a fault waits. */
  call: string
  route: string
  /** Steps before it, without any fault. */
  before?: (customer: Customer, room: Room) => Promise<unknown>
  act: (customer: Customer, process: Process) => Promise<unknown>
  /** The caller's later steps; none where the job continues on its own. */
  again?: (customer: Customer, room: Room, lease: LeaseRecord | null) => Promise<unknown>
  goal: LeaseRecord["status"]
  /** One part goes back or is lowered on the way there. */
  reduces?: true
  /** The e-mail tag that steers the service. */
  tag?: string
}

const job = (_customer: Customer, process: Process) => process.runJob()
const soldOut = async (_customer: Customer, room: Room) => {
  room.main.shop.call.place_order = async () => {
    throw new Error("sold out")
  }
  room.pass(61 * MINUTE)
  // The order is tried in vain. Then its contract is owed to be given up, which waits for a second look.
  for (let looks = 0; looks < 2; looks++) {
    await room.main.runJob()
    room.pass(SECOND_LOOK_MS + 1000)
  }
}
const schedule = async (customer: Customer, process: Process) => {
  const date = new Date(process.ledger.now().getTime() + 2 * DAY).toISOString().slice(0, 10)
  const count = { pieces: 1, delivered: 0 }
  return confirmDelivery(process.ledger, await customer.lease(process), { date, count, actor: MERCHANT })
}
const unless = (status: string, work: (customer: Customer, process: Process) => Promise<unknown>): Attempt["again"] => {
  return async (customer, room, lease) => lease?.status === status || work(customer, room.main)
}

/** Every call of the spec that this plugin makes, by everybody who has it made. */
export const ATTEMPTS: Attempt[] = [
  {
    name: "an application",
    stage: "entered",
    call: "submitApplication",
    route: routes.application,
    act: (customer, process) => customer.apply(process),
    again: async (customer, room, lease) => {
      room.pass(MINUTE + 1000)
      if (!lease || lease.status === "open" || lease.status === "undecided") await customer.applyAgain(room.main)
      // The offer asks for the decision as well.
      await customer.offer(room.main)
    },
    goal: "offered",
  },
  {
    name: "a cart",
    stage: "applied",
    call: "recordCart",
    route: routes.cart,
    act: (customer, process) => customer.offer(process),
    again: async (customer, room, lease) => {
      // A refusal without any contract ended the approval; the same person gets it back.
      if (lease?.status === "expired") await customer.applyAgain(room.main)
      await customer.offer(room.main)
    },
    goal: "offered",
  },
  {
    name: "a price",
    stage: "applied",
    call: "getPricing",
    route: routes.pricing,
    act: (customer, process) => customer.offer(process),
    again: (customer, room) => customer.offer(room.main),
    goal: "offered",
  },
  {
    name: "a contract",
    stage: "offered",
    call: "getContract",
    route: routes.contract,
    act: (customer, process) => customer.contract(process),
    again: async (customer, room) => {
      // Where the service said that there is none, the cart is recorded again first.
      await customer.offer(room.main)
      await customer.contract(room.main)
    },
    goal: "signing",
  },
  {
    name: "a look at the signature",
    stage: "signed",
    call: "getPricing",
    route: routes.pricing,
    act: (customer, process) => customer.verify(process),
    // The job looks as well, and places what was not ordered.
    goal: "placed",
  },
  {
    name: "the job's look for a signature",
    stage: "signed",
    call: "getPricing",
    route: routes.pricing,
    before: async (_customer, room) => room.pass(3 * MINUTE),
    act: job,
    goal: "placed",
  },
  {
    name: "an order",
    stage: "verified",
    call: "getPricing",
    route: routes.pricing,
    before: async (_customer, room) => room.pass(MINUTE + 1000),
    act: (customer, process) => customer.place(process),
    again: unless("placed", (customer, process) => customer.place(process)),
    goal: "placed",
  },
  {
    name: "an order placed by the job",
    stage: "verified",
    call: "getPricing",
    route: routes.pricing,
    before: async (_customer, room) => room.pass(3 * MINUTE),
    act: job,
    goal: "placed",
  },
  {
    name: "a cancel by a person",
    stage: "paid",
    call: "cancelContract",
    route: routes.cancel,
    act: (customer, process) => customer.cancelOrder(process),
    again: unless("cancelled", (customer, process) => customer.cancelOrder(process)),
    goal: "cancelled",
  },
  {
    name: "a refund before anything has shipped",
    stage: "paid",
    call: "cancelContract",
    route: routes.cancel,
    act: (customer, process) => customer.refund(process),
    again: (customer, room) => customer.refund(room.main),
    goal: "cancelled",
  },
  {
    name: "a cancel for an order that was canceled",
    stage: "paid",
    call: "cancelContract",
    route: routes.cancel,
    before: (customer, room) => customer.cancelInCode(room.main),
    act: (customer, process) => customer.tellOfOrder(process),
    goal: "cancelled",
  },
  {
    name: "a cancel of what cannot be ordered",
    stage: "verified",
    call: "cancelContract",
    route: routes.cancel,
    before: soldOut,
    act: job,
    goal: "cancelled",
  },
  {
    name: "a delivery",
    stage: "paid",
    call: "confirmDelivery",
    route: routes.delivery,
    act: (customer, process) => customer.deliverGoods(process),
    goal: "delivered",
  },
  {
    name: "a delivery scheduled by a person",
    stage: "paid",
    call: "confirmDelivery",
    route: routes.delivery,
    act: schedule,
    again: unless("delivered", schedule),
    goal: "delivered",
  },
  {
    name: "the question before a return",
    stage: "delivered",
    call: "checkReturn",
    route: routes.availability,
    act: (customer, process) => customer.refund(process),
    again: (customer, room) => customer.refund(room.main),
    goal: "returned",
  },
  {
    name: "a return",
    stage: "delivered",
    call: "returnLease",
    route: routes.return,
    act: (customer, process) => customer.refund(process),
    again: (customer, room) => customer.refund(room.main),
    goal: "returned",
  },
]

const refundPart = (customer: Customer, process: Process) => customer.refundPart(process)

/** A person asks the operator how the return of a part ended, and says so; what was not made, or not booked, is refunded again. */
export async function endPart(customer: Customer, room: Room): Promise<void> {
  const { main, sandbox } = room
  const lease = await customer.lease(main)
  const open = openReduction(await main.ledger.store.tasks.ofLease(lease.id))
  if (open) {
    const taken = sandbox.leases().find(({ applicationId }) => applicationId === lease.application_id)?.returns.length
    const outcome = (taken ?? 0) > (lease.reductions?.length ?? 0) ? "reduced" : "nothing"
    const seen = lease.attention.map(({ code }) => code)
    const note = "The operator says so on the phone."
    await settle(main.ledger, lease, { outcome, note, seen, actor: MERCHANT })
  }
  const [{ payments = [] } = {}] = [(await main.shop.orderOfCart(customer.cart.id)) ?? undefined]
  const { reductions } = await customer.lease(main)
  if (!reductions || payments.some(({ refunded }) => refunded !== reducedBy(reductions)))
    await allowRefusal(() => customer.refundPart(main))
  await customer.tellOfOrder(main)
}

/** Parts that go back after the delivery. What cannot be read back is left to a person. */
ATTEMPTS.push(
  {
    name: "a part that goes back",
    stage: "delivered",
    before: (customer, room) => customer.goodsComeBack(room.main),
    call: "returnLease",
    route: routes.return,
    act: refundPart,
    again: endPart,
    goal: "delivered",
    reduces: true,
  },
  {
    name: "the question before a price is lowered",
    stage: "delivered",
    call: "checkReturn",
    route: routes.availability,
    act: refundPart,
    again: endPart,
    goal: "delivered",
    reduces: true,
  },
)

/** The order was edited, and its contract replaced; `signed`: the shopper has signed the new one, and says so next. */
const edited = (customer: Customer, room: Room) => customer.editOrder(room.main)
const replaced = async (customer: Customer, room: Room) => {
  await edited(customer, room)
  await customer.replaceContract(room.main)
}
const handedOutAgain = async (customer: Customer, room: Room) => {
  await replaced(customer, room)
  await customer.offer(room.main)
  await customer.contract(room.main)
}
const replace = (customer: Customer, process: Process) => customer.replaceContract(process)

/** An order that was edited after signing: its contract is canceled for a new one, which is offered, signed and paid by. */
ATTEMPTS.push(
  {
    name: "a cancel for a new contract",
    stage: "paid",
    before: edited,
    call: "cancelContract",
    route: routes.cancel,
    act: replace,
    again: unless("approved", (customer, process) => allowRefusal(() => replace(customer, process))),
    goal: "approved",
  },
  {
    name: "a new contract that is signed, and its payment",
    stage: "paid",
    before: async (customer, room) => {
      await handedOutAgain(customer, room)
      await customer.sign()
    },
    call: "getPricing",
    route: routes.pricing,
    act: (customer, process) => customer.verify(process),
    goal: "placed",
  },
  {
    name: "a cancel of an order whose new contract is out",
    stage: "paid",
    before: handedOutAgain,
    call: "cancelContract",
    route: routes.cancel,
    act: (customer, process) => customer.cancelOrder(process),
    again: unless("cancelled", (customer, process) => customer.cancelOrder(process)),
    goal: "cancelled",
  },
)

/** A refusal that means a lost approval leaves the order to a person: the cart is finished, so that no one applies for it again. */
export const OFFER_AGAIN: Attempt = {
  name: "the cart of a new contract",
  stage: "paid",
  before: replaced,
  call: "recordCart",
  route: routes.cart,
  act: (customer, process) => customer.offer(process),
  goal: "offered",
}

/** No contract of it is out, so that no service is asked. */
export const DROP_REPLACEMENT: Attempt = {
  name: "a cancel of an order that waits for its new contract",
  stage: "paid",
  call: "cancelContract",
  route: routes.cancel,
  before: replaced,
  act: (customer, process) => customer.cancelOrder(process),
  again: (customer, room) => customer.cancelOrder(room.main),
  goal: "approved",
}

/** The event of its order was lost, and its completion is abandoned: the order is known by its cart only. */
export const CANCEL_UNWRITTEN: Attempt = {
  name: "a cancel of an order that was never written down",
  stage: "verified",
  call: "cancelContract",
  route: routes.cancel,
  before: async (customer, room) => {
    await customer.place(room.main, "event lost")
    room.pass(6 * MINUTE)
    await currentLease(room.main.ledger, customer.cart.id)
  },
  act: (customer, process) => customer.cancelOrder(process),
  again: unless("cancelled", (customer, process) => customer.cancelOrder(process)),
  goal: "cancelled",
}

const refund = (customer: Customer, process: Process) => customer.refund(process)

/** Calls answered with success, and a no inside: nothing is resent automatically, and an order that cannot be placed is given up. */
export const INSIDE: Attempt[] = [
  {
    name: "a return that is refused inside",
    stage: "delivered",
    tag: "returnfails",
    call: "returnLease",
    route: routes.return,
    act: refund,
    goal: "delivered",
  },
  {
    name: "a part that is refused inside",
    stage: "delivered",
    tag: "returnfails",
    call: "returnLease",
    route: routes.return,
    act: refundPart,
    goal: "delivered",
  },
  {
    name: "a return that is not allowed",
    stage: "delivered",
    tag: "noreturn",
    call: "checkReturn",
    route: routes.availability,
    act: refund,
    goal: "delivered",
  },
  {
    name: "a signature that is not ok to deliver",
    stage: "signed",
    tag: "notpaid",
    call: "getPricing",
    route: routes.pricing,
    act: (customer, process) => customer.verify(process),
    goal: "cancelled",
  },
]

export type Fault = Absence | CallFault

/** One of each sort: nothing sent, nothing done, done without an answer, a clear no, a passing no, an answer that says nothing. */
export const SHORT_FAULTS: Fault[] = ["no connection", "hangs", "drop-after", "409", "503", "empty"]
export const OTHER_FAULTS: Fault[] = [
  "timeout",
  "drop-before",
  "half-body",
  "malformed-json",
  "wrong-content-type",
  "502-html",
  "401",
  "403",
  "429",
  "500",
  "validation-403",
  "no-appstatus",
  "unknown-status",
]

/** Reading a status is asking for the price. */
const ALSO: Record<string, string[]> = { getPricing: ["readStatus"] }

const methodsOf = (call: string) => [call, ...(ALSO[call] ?? [])]

/** Puts a fault in wait for the next calls of an attempt. */
export function meet(room: Room, { call, route }: Pick<Attempt, "call" | "route">, fault: Fault, times = 1): void {
  if (fault === "timeout") room.line.stalls = true
  if (fault !== "no connection" && fault !== "hangs") {
    for (const { sandbox } of room.services) sandbox.fault({ route, fault, times })
    return
  }
  for (const name of methodsOf(call)) room.line.meet(name, fault, { times })
}

/** Faults that were never hit; a test whose fault was not hit has shown nothing. */
export async function unmet(room: Room, { call }: Pick<Attempt, "call">): Promise<string[]> {
  const left = methodsOf(call)
    .map((name) => room.line.left(name))
    .filter((times) => times !== undefined)
  if (left.length && left.every((times) => times > 0)) return ["no connection"]
  const response = await fetch(room.sandbox.controlUrl)
  const { waitingFaults } = (await response.json()) as { waitingFaults: { fault: string }[] }
  return waitingFaults.map(({ fault }) => fault)
}

/** The service is well again. */
export async function clearFaults(room: Room): Promise<void> {
  room.line.clear()
  for (const { sandbox } of room.services) await fetch(`${sandbox.controlUrl}/faults`, { method: "DELETE" })
}
