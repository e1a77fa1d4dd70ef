import { routes } from "../../../packages/sandbox/src/defaults"
import type { CallFault } from "../../../packages/sandbox/src/faults"
import { openReduction } from "../../../src/modules/lease/calls/return-lease"
import { SECOND_CHECK_MS } from "../../../src/modules/lease/decide/decision"
import {
  confirmDelivery,
  currentLease,
  type LeaseRecord,
  markResolved,
  reducedBy,
} from "../../../src/modules/lease/ledger"
import { allowRefusal } from "./allow-refusal"
import type { Customer } from "./customer"
import type { Stage } from "./journey"
import type { Absence } from "./line"
import type { Process } from "./process"
import type { Room } from "./room"
import { MERCHANT } from "./staff"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Methods of the client, and the route where a fault is set for each. */
const ROUTES = {
  submitApplication: routes.application,
  recordCart: routes.cart,
  getPricing: routes.pricing,
  getContract: routes.contract,
  cancelContract: routes.cancel,
  confirmDelivery: routes.delivery,
  checkReturn: routes.availability,
  returnLease: routes.return,
  sendOrderId: routes.updateOrder,
  sendDeliveryDate: routes.updateDelivery,
}

type Step = (customer: Customer, process: Process) => Promise<unknown>
type Before = (customer: Customer, room: Room) => Promise<unknown>

/** A call to the service by a person or the job, with the steps before it and its goal. */
export type Attempt = {
  name: string
  /** The customer's stage. */
  stage: Stage
  call: keyof typeof ROUTES
  /** The steps before the call, without any fault. */
  before?: Before
  act: Step
  /** The caller's later steps; none if the job continues on its own. */
  again?: (customer: Customer, room: Room, lease: LeaseRecord | null) => Promise<unknown>
  goal: LeaseRecord["status"]
  /** A partial return or reduction happens first. */
  reduces?: true
  /** The email tag that selects the service's outcome. */
  tag?: string
}

type Action = {
  [Name in keyof Customer]: Customer[Name] extends (process: Process) => Promise<unknown> ? Name : never
}[keyof Customer]
const by =
  (action: Action): Step =>
  (customer, process) =>
    customer[action](process)
const job: Step = (_customer, process) => process.runJob()
const wait =
  (ms: number): Before =>
  async (_customer, room) =>
    room.pass(ms)
/** The same person tries again. */
const anew =
  (step: Step): Attempt["again"] =>
  (customer, room) =>
    step(customer, room.main)
const unless =
  (status: string, step: Step): Attempt["again"] =>
  async (customer, room, lease) =>
    lease?.status === status || step(customer, room.main)
const soldOut: Before = async (_customer, room) => {
  room.main.shop.call.place_order = async () => {
    throw new Error("sold out")
  }
  room.pass(61 * MINUTE)
  // The order can't be placed. The contract is then canceled after a second reconciliation.
  for (let reconciles = 0; reconciles < 2; reconciles++) {
    await room.main.runJob()
    room.pass(SECOND_CHECK_MS + 1000)
  }
}
const schedule: Step = async (customer, process) => {
  const date = new Date(process.ledger.now().getTime() + 2 * DAY).toISOString().slice(0, 10)
  const order = await customer.order(process)
  return confirmDelivery(process.ledger, await customer.lease(process), { date, order, actor: MERCHANT })
}
const applyOn: Attempt["again"] = async (customer, room, lease) => {
  room.pass(MINUTE + 1000)
  if (!lease || lease.status === "open" || lease.status === "undecided") await customer.applyAgain(room.main)
  // The offer reads the decision, too.
  await customer.offer(room.main)
}
const offerOn: Attempt["again"] = async (customer, room, lease) => {
  // A refusal without a contract ended the approval; the same applicant gets it back.
  if (lease?.status === "expired") await customer.applyAgain(room.main)
  await customer.offer(room.main)
}
const openOn: Attempt["again"] = async (customer, room) => {
  // If the service has no contract, the cart is recorded again first.
  await customer.offer(room.main)
  await customer.contract(room.main)
}
/** The order was edited and its contract replaced; then the new one is handed out. */
const edited: Before = (customer, room) => customer.editOrder(room.main)
const replaced: Before = async (customer, room) => {
  await edited(customer, room)
  await customer.replaceContract(room.main)
}
const handedOutAgain: Before = async (customer, room) => {
  await replaced(customer, room)
  await customer.offer(room.main)
  await customer.contract(room.main)
}
const signedAgain: Before = async (customer, room) => {
  await handedOutAgain(customer, room)
  await customer.sign()
}
/** Staff created an unpaid order and sent its customer the link; then its contract is handed out and signed. */
const written: Before = (customer, room) => customer.writeOrder(room.main)
const linked: Before = async (customer, room) => {
  await written(customer, room)
  await customer.linkOrder(room.main)
}
const signedByLink: Before = async (customer, room) => {
  await linked(customer, room)
  await customer.apply(room.main)
  await customer.offer(room.main)
  await customer.contract(room.main)
  await customer.sign()
}
const replaceOn = unless("approved", (customer, process) => allowRefusal(() => customer.replaceContract(process)))

/** Staff ask the operator how a partial return ended and record the answer; whatever wasn't returned or booked is refunded again. */
export async function endPart(customer: Customer, room: Room): Promise<void> {
  const { main, sandbox } = room
  const lease = await customer.lease(main)
  const open = openReduction(await main.ledger.store.pendingCalls.ofLease(lease.id))
  if (open) {
    const taken = sandbox.leases().find(({ applicationId }) => applicationId === lease.application_id)?.returns.length
    const outcome = (taken ?? 0) > (lease.reductions?.length ?? 0) ? "reduced" : "nothing"
    const acknowledged = lease.alerts.map(({ code }) => code)
    const note = "The operator says so on the phone."
    await markResolved(main.ledger, lease, { outcome, note, acknowledged, actor: MERCHANT })
  }
  const payments = (await main.shop.orderOfCart(customer.cart.id))?.payments ?? []
  const { reductions } = await customer.lease(main)
  if (!reductions || payments.some(({ refunded }) => refunded !== reducedBy(reductions)))
    await allowRefusal(() => customer.refundPart(main))
  await customer.deliverOrderEvent(main)
}

const attempt = (
  name: string,
  stage: Stage,
  call: Attempt["call"],
  act: Step,
  goal: Attempt["goal"],
  more: Partial<Attempt> = {},
): Attempt => ({ name, stage, call, act, goal, ...more })

const cancel = by("cancelOrder")
const refund = by("refund")
const refundPart = by("refundPart")
/** Cancels the order, repeatedly until it succeeds. */
const CANCELED = { again: unless("canceled", cancel) }
const REFUNDED = { again: anew(refund) }
/** A partial return that can't be read back is left to staff. */
const PART = { again: endPart, reduces: true } as const
/** The order's event is lost, and its completion is abandoned. */
const eventLost: Before = async (customer, room) => {
  await customer.place(room.main, "event lost")
  room.pass(6 * MINUTE)
}

/** Every call of the API flow, by each person or process that makes it. */
export const ATTEMPTS: Attempt[] = [
  attempt("an application", "entered", "submitApplication", by("apply"), "offered", { again: applyOn }),
  attempt("a cart", "applied", "recordCart", by("offer"), "offered", { again: offerOn }),
  attempt("a price", "applied", "getPricing", by("offer"), "offered", { again: anew(by("offer")) }),
  attempt("a contract", "offered", "getContract", by("contract"), "signing", { again: openOn }),
  // The job also reconciles and places the order.
  attempt("a check of the signature", "signed", "getPricing", by("verify"), "placed"),
  attempt("the job's check for a signature", "signed", "getPricing", job, "placed", { before: wait(3 * MINUTE) }),
  attempt("an order", "verified", "getPricing", by("place"), "placed", {
    before: wait(MINUTE + 1000),
    again: unless("placed", by("place")),
  }),
  attempt("an order placed by the job", "verified", "getPricing", job, "placed", { before: wait(3 * MINUTE) }),
  attempt("a cancel by a person", "paid", "cancelContract", cancel, "canceled", CANCELED),
  attempt("a refund before anything has shipped", "paid", "cancelContract", refund, "canceled", REFUNDED),
  attempt("a cancel for an order that was canceled", "paid", "cancelContract", by("deliverOrderEvent"), "canceled", {
    before: (customer, room) => customer.cancelInCode(room.main),
  }),
  attempt("a cancel of what cannot be ordered", "verified", "cancelContract", job, "canceled", { before: soldOut }),
  attempt("a delivery", "paid", "confirmDelivery", by("deliverGoods"), "delivered"),
  attempt("a delivery scheduled by a person", "paid", "confirmDelivery", schedule, "delivered", {
    again: unless("delivered", schedule),
  }),
  attempt("a delivery reported for shipped goods", "paid", "confirmDelivery", by("reportDelivery"), "delivered", {
    before: (customer, room) => customer.shipGoods(room.main),
    again: unless("delivered", by("reportDelivery")),
  }),
  attempt("the question before a return", "delivered", "checkReturn", refund, "returned", REFUNDED),
  attempt("a return", "delivered", "returnLease", refund, "returned", REFUNDED),
  attempt("a part that goes back", "delivered", "returnLease", refundPart, "delivered", {
    ...PART,
    before: (customer, room) => customer.goodsComeBack(room.main),
  }),
  attempt("the question before a price is lowered", "delivered", "checkReturn", refundPart, "delivered", PART),
  attempt("a cancel for a new contract", "paid", "cancelContract", by("replaceContract"), "approved", {
    before: edited,
    again: replaceOn,
  }),
  attempt("a new contract that is signed, and its payment", "paid", "getPricing", by("verify"), "placed", {
    before: signedAgain,
  }),
  attempt("a cancel of an order whose new contract is out", "paid", "cancelContract", cancel, "canceled", {
    ...CANCELED,
    before: handedOutAgain,
  }),
]

/** Steps whose call has no fault elsewhere, or that make no call; a process can still crash in them. */
export const OTHER_STEPS: Attempt[] = [
  attempt("a cancel of an order that was never written down", "verified", "cancelContract", cancel, "canceled", {
    ...CANCELED,
    // The order is known only by its cart.
    before: async (customer, room) => {
      await eventLost(customer, room)
      await currentLease(room.main.ledger, customer.cart.id)
    },
  }),
  // The order has no contract, so no service is called.
  attempt("a cancel of an order that waits for its new contract", "paid", "cancelContract", cancel, "approved", {
    before: replaced,
    again: anew(cancel),
  }),
  // A refusal that means a lost approval leaves the order to staff: its cart is completed, so no one can apply for it again.
  attempt("the cart of a new contract", "paid", "recordCart", by("offer"), "offered", { before: replaced }),
  attempt("an application by link", "entered", "submitApplication", by("apply"), "offered", {
    before: linked,
    again: applyOn,
  }),
  attempt("a contract that is signed by link, and its payment", "entered", "getPricing", by("verify"), "placed", {
    before: signedByLink,
  }),
  attempt("a link that is sent", "entered", "submitApplication", by("linkOrder"), "open", {
    before: written,
    again: unless("open", by("linkOrder")),
  }),
  attempt("a link that is withdrawn", "entered", "submitApplication", by("withdrawLink"), "superseded", {
    before: linked,
    again: unless("superseded", by("withdrawLink")),
  }),
  attempt("an approval that another cart takes", "handed out", "recordCart", by("takeApproval"), "offered", {
    before: (customer, room) => customer.newCart(room.main),
    again: unless("offered", by("takeApproval")),
  }),
  attempt("a contract that nobody signs", "handed out", "getPricing", job, "signing", {
    before: wait(20 * MINUTE),
  }),
  attempt("an order whose event was lost", "verified", "getPricing", job, "placed", { before: eventLost }),
  attempt("the number of a hosted order", "hosted", "sendOrderId", by("deliverOrderEvent"), "placed"),
  attempt("a hosted order whose event was lost", "hosted, event lost", "sendOrderId", job, "placed", {
    before: wait(6 * MINUTE),
  }),
  attempt("the day of a hosted delivery", "hosted", "sendDeliveryDate", by("deliverGoods"), "delivered", {
    before: (customer, room) => customer.deliverOrderEvent(room.main),
    again: unless("delivered", by("deliverGoods")),
  }),
]

/** Calls with status 200 and a refusal in the body: nothing is resent automatically, and an order that can't be placed is given up. */
export const INSIDE: Attempt[] = [
  attempt("a return that is refused inside", "delivered", "returnLease", refund, "delivered", { tag: "returnfails" }),
  attempt("a part that is refused inside", "delivered", "returnLease", refundPart, "delivered", { tag: "returnfails" }),
  attempt("a return that is not allowed", "delivered", "checkReturn", refund, "delivered", { tag: "noreturn" }),
  attempt("a signature that is not ok to deliver", "signed", "getPricing", by("verify"), "canceled", {
    tag: "notpaid",
  }),
]

export type Fault = Absence | CallFault

/** One of each kind: not sent, without effect, successful without a response, refused, refused for now, and an unreadable response. */
export const SHORT_FAULTS: Fault[] = ["no connection", "hangs", "drop-after", "409", "503", "empty"]
export const OTHER_FAULTS: Fault[] = [
  ...(["timeout", "drop-before", "half-body", "malformed-json", "wrong-content-type", "502-html", "401"] as const),
  ...(["403", "429", "500", "validation-403", "no-appstatus", "unknown-status", "mixed-up"] as const),
]
/** The routes whose responses name their application. */
const NAMING: readonly string[] = [routes.cart, routes.pricing, routes.contract]

/** A status is read by requesting the price. */
const methodsOf = (call: Attempt["call"]) => (call === "getPricing" ? [call, "readStatus"] : [call])

/** Sets a fault for the next calls of an attempt. */
export function meet(room: Room, { call }: Pick<Attempt, "call">, fault: Fault, times = 1): void {
  if (fault === "mixed-up" && !NAMING.includes(ROUTES[call])) return
  if (fault === "timeout") room.line.stalls = true
  if (fault !== "no connection" && fault !== "hangs") {
    for (const { sandbox } of room.services) sandbox.fault({ route: ROUTES[call], fault, times })
    return
  }
  for (const name of methodsOf(call)) room.line.meet(name, fault, times)
}

/** Faults that never occurred; a test whose fault didn't occur proves nothing. */
export async function unmet(room: Room, { call }: Pick<Attempt, "call">): Promise<string[]> {
  const left = methodsOf(call)
    .map((name) => room.line.left(name))
    .filter((times) => times !== undefined)
  if (left.length && left.every((times) => times > 0)) return ["no connection"]
  const response = await fetch(room.sandbox.controlUrl)
  const { waitingFaults } = (await response.json()) as { waitingFaults: { fault: string }[] }
  return waitingFaults.map(({ fault }) => fault)
}

/** Ends all faults. */
export async function clearFaults(room: Room): Promise<void> {
  room.line.clear()
  for (const { sandbox } of room.services) await fetch(`${sandbox.controlUrl}/faults`, { method: "DELETE" })
}
