import { endPart } from "./support/attempts"
import { type Child, give, startChild, stopChild } from "./support/child"
import type { Customer } from "./support/customer"
import { hostedCustomer, onlyCustomerAt, type Stage } from "./support/journey"
import type { Act } from "./support/ledger-process"
import { allowRefusal, resume } from "./support/resume"
import { describeFaults, type Room } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import { FULL } from "./support/size"

const MINUTE = 60_000

type Plan = {
  name: string
  stage: Stage | "hosted" | "hosted, event lost"
  before?: (customer: Customer, room: Room) => Promise<unknown>
  act: "job" | Act
  failpoints: string[]
  /** Where the lease ends; a shopper continues on their own. */
  goal: "placed" | "delivered" | "cancelled" | "returned"
  /** The shopper's first step after it; the others follow from where the store says that they are. */
  comeBack?: (customer: Customer, room: Room) => Promise<unknown>
  /** Who asked asks again, where nothing was sent. */
  again?: (customer: Customer, room: Room) => Promise<unknown>
}

const call = (kind: string) =>
  ["before_intent", "after_intent", "after_send", "before_outcome", "after_outcome"].map((at) => `${kind}:${at}`)
const owed = (kind: string) => [`${kind}:claimed`, ...call(kind)]
const medusa = (kind: string) => ["claimed", "before_call", "after_call"].map((at) => `${kind}:${at}`)
const move = (event: string) => [`move:before_${event}`, `move:after_${event}`]
const service = (method: string) => [`service:before_${method}`, `service:after_${method}`]
const wait = (minutes: number) => async (_customer: Customer, room: Room) => room.pass(minutes * MINUTE)
const unless = (status: string, work: (customer: Customer, room: Room) => Promise<unknown>): Plan["again"] => {
  return async (customer, room) => (await customer.lease(room.main)).status === status || work(customer, room)
}

const PLANS: Plan[] = [
  {
    name: "applies",
    stage: "entered",
    act: "applyAgain",
    failpoints: [...move("application_sent"), ...service("submitApplication"), ...move("application_approved")],
    goal: "placed",
  },
  {
    name: "is made an offer",
    stage: "applied",
    act: "offer",
    failpoints: [...service("recordCart"), ...service("getPricing"), ...move("offer_made")],
    goal: "placed",
  },
  {
    name: "brings an approval to another cart",
    stage: "handed out",
    before: (customer, room) => customer.newCart(room.main),
    act: "takeApproval",
    failpoints: [
      ...service("recordCart"),
      ...service("getPricing"),
      ...move("approval_moved"),
      ...move("approval_taken"),
      ...move("offer_made"),
    ],
    comeBack: async (customer, room) => {
      // The killed process held a claim.
      room.pass(5 * MINUTE)
      await customer.takeApproval(room.main)
    },
    goal: "placed",
  },
  {
    name: "is handed the contract",
    stage: "offered",
    act: "contract",
    failpoints: ["reserve:before_call", "reserve:after_call", ...move("contract_requested"), ...service("getContract")],
    goal: "placed",
  },
  {
    name: "has let the time of the reserved goods pass",
    stage: "handed out",
    before: wait(20),
    act: "job",
    failpoints: medusa("release_stock"),
    goal: "placed",
  },
  {
    name: "has signed",
    stage: "signed",
    act: "verify",
    failpoints: [...service("readStatus"), ...move("signature_verified")],
    goal: "placed",
  },
  {
    name: "orders",
    stage: "verified",
    act: "place",
    failpoints: move("order_placed"),
    goal: "placed",
  },
  {
    name: "orders, and the order stays without a payment",
    stage: "verified",
    act: "place",
    failpoints: move("order_started"),
    // A person who was told cancels the order, and the job its contract.
    again: (customer, room) => customer.cancelInCode(room.main),
    goal: "cancelled",
  },
  {
    name: "is ordered for by the job",
    stage: "verified",
    before: wait(3),
    act: "job",
    failpoints: [
      "look:taken",
      "look:owing",
      "look:owed",
      "look:written",
      ...medusa("place_order"),
      ...move("order_placed"),
      ...medusa("capture_payment"),
    ],
    goal: "placed",
  },
  {
    name: "has ordered, and the event is lost",
    stage: "verified",
    before: async (customer, room) => {
      await customer.place(room.main, "event lost")
      room.pass(6 * MINUTE)
    },
    act: "job",
    failpoints: ["record:before_call", ...move("order_placed"), "record:after_call"],
    goal: "placed",
  },
  {
    name: "cancels in code",
    stage: "paid",
    before: (customer, room) => customer.cancelInCode(room.main),
    act: "tellOfOrder",
    failpoints: ["look:taken", "look:owing", "look:owed", ...owed("cancel_contract")],
    goal: "cancelled",
  },
  {
    name: "cancels the order",
    stage: "paid",
    act: "cancelOrder",
    failpoints: call("cancel_contract"),
    goal: "cancelled",
    again: unless("cancelled", (customer, room) => customer.cancelOrder(room.main)),
  },
  {
    name: "is delivered to",
    stage: "paid",
    act: "deliverGoods",
    failpoints: owed("confirm_delivery"),
    goal: "delivered",
    // Nothing had been requested before the goods were noted.
    again: unless("delivered", (customer, room) => customer.deliverGoods(room.main)),
  },
  {
    name: "is refunded",
    stage: "delivered",
    act: "refund",
    failpoints: [...service("checkReturn"), ...call("return_lease")],
    goal: "returned",
    again: (customer, room) => customer.refund(room.main),
  },
  {
    name: "is refunded before anything shipped",
    stage: "paid",
    act: "refund",
    failpoints: call("cancel_contract"),
    goal: "cancelled",
    again: (customer, room) => customer.refund(room.main),
  },
]

PLANS.push({
  name: "is refunded for a part that came back",
  stage: "delivered",
  before: (customer, room) => customer.goodsComeBack(room.main),
  act: "refundPart",
  failpoints: [
    ...service("checkReturn"),
    ...service("returnLease"),
    ...["before_intent", "after_intent", "before_outcome", "after_outcome"].map((at) => `return_lines:${at}`),
  ],
  goal: "delivered",
  again: endPart,
})

const edited = (customer: Customer, room: Room) => customer.editOrder(room.main)
const replaced = async (customer: Customer, room: Room) => {
  await edited(customer, room)
  await customer.replaceContract(room.main)
}
const offeredAgain = async (customer: Customer, room: Room) => {
  await replaced(customer, room)
  await customer.offer(room.main)
}
const signedAgain = async (customer: Customer, room: Room) => {
  await offeredAgain(customer, room)
  await customer.contract(room.main)
  await customer.sign()
}

/** An order that was edited after signing: a process dies anywhere on the way to the new contract, and to its payment. */
PLANS.push(
  {
    name: "gets a new contract",
    stage: "paid",
    before: edited,
    act: "replaceContract",
    failpoints: [...call("cancel_contract"), ...move("contract_replaced")],
    comeBack: async (customer, room) => {
      expect(await brokenAtRest(room)).toEqual([])
      await allowRefusal(() => customer.replaceContract(room.main))
    },
    goal: "placed",
  },
  {
    name: "is made an offer of the new contract",
    stage: "paid",
    before: replaced,
    act: "offer",
    failpoints: [...service("recordCart"), ...service("getPricing"), ...move("offer_made")],
    goal: "placed",
  },
  {
    name: "is handed the new contract",
    stage: "paid",
    before: offeredAgain,
    act: "contract",
    failpoints: [...move("contract_requested"), ...service("getContract")],
    goal: "placed",
  },
  {
    name: "has signed the new contract",
    stage: "paid",
    before: signedAgain,
    act: "verify",
    failpoints: [
      ...service("readStatus"),
      ...move("signature_verified"),
      ...medusa("replace_payment"),
      ...move("order_placed"),
      ...medusa("capture_payment"),
    ],
    goal: "placed",
  },
  {
    name: "cancels the order that waits for the signature",
    stage: "paid",
    before: async (customer, room) => {
      await offeredAgain(customer, room)
      await customer.contract(room.main)
    },
    act: "cancelOrder",
    failpoints: call("cancel_contract"),
    goal: "cancelled",
    again: unless("cancelled", (customer, room) => customer.cancelOrder(room.main)),
  },
)

/** The same for the customers of the hosted widget: a process dies over the one-time URLs. */
const HOSTED: Plan[] = [
  {
    name: "has paid with the virtual card",
    stage: "hosted",
    act: "tellOfOrder",
    failpoints: owed("send_order_id"),
    goal: "placed",
  },
  {
    name: "has paid with the virtual card, and the event is lost",
    stage: "hosted, event lost",
    before: wait(6),
    act: "job",
    failpoints: ["record:before_call", ...move("order_placed"), "record:after_call"],
    goal: "placed",
  },
  {
    name: "is delivered to, having paid with the virtual card",
    stage: "hosted",
    before: (customer, room) => customer.tellOfOrder(room.main),
    act: "deliverGoods",
    failpoints: owed("send_delivery_date"),
    goal: "delivered",
    again: unless("delivered", (customer, room) => customer.deliverGoods(room.main)),
  },
]

/** Before the request of an owed call, between it and its answer, and after what the answer says; after what Medusa was asked for. */
const MOMENT = /:(before_intent|after_send|after_returnLease|after_outcome|after_call)$/

/**
 * A short run takes every one of these moments. Cancellations share a kind, of which each plan takes another moment, and a plan that has none of
 * them is killed at one of its steps, the next plan at a later one.
 */
function failpointsOf({ failpoints }: Plan, place: number): string[] {
  if (FULL) return failpoints
  const taken = failpoints.filter((name) => MOMENT.test(name) && !name.startsWith("cancel_contract"))
  return taken.length ? taken : failpoints.filter((_, at) => at === place % failpoints.length)
}
const CASES = [PLANS, HOSTED].flatMap((plans) =>
  plans.flatMap((plan, place) => failpointsOf(plan, place).map((failpoint) => ({ plan, failpoint }))),
)

function enter(room: Room, stage: Plan["stage"]): Promise<Customer> {
  if (stage === "hosted") return hostedCustomer(room)
  return stage === "hosted, event lost" ? hostedCustomer(room, "event lost") : onlyCustomerAt(room, stage)
}

describeFaults("the process is killed while a customer", (room) => {
  const children = new Map<number, Child>()
  // The next one loads while this one works.
  const child = (index: number) => {
    const failpoint = CASES[index]?.failpoint
    const started = children.get(index) ?? (failpoint === undefined ? undefined : startChild(failpoint))
    if (started) children.set(index, started)
    return started as Child
  }
  afterAll(() => Promise.all([...children.values()].map(stopChild)))

  it.each(CASES.map(({ plan, failpoint }, index) => [plan.name, failpoint, index] as const))(
    "%s, at %s",
    async (_name, failpoint, index) => {
      const { plan } = CASES[index] ?? {}
      if (!plan) throw new Error(`There is no plan for ${failpoint}.`)
      const killed = child(index)
      child(index + 1)
      const customer = await enter(room, plan.stage)
      await plan.before?.(customer, room)
      const { cart, form } = customer
      expect(await give(killed, { site: room.site(), customer: { cart, form }, act: plan.act })).toBe("SIGKILL")

      expect(await brokenNow(room)).toEqual([])
      await plan.comeBack?.(customer, room)
      if (plan.goal === "placed") await resume(room, customer)
      expect(await brokenAtRest(room)).toEqual([])
      await plan.again?.(customer, room)
      expect(await brokenAtRest(room)).toEqual([])
      expect((await customer.lease(room.main)).status).toBe(plan.goal)
      const order = await room.main.shop.orderOfCart(cart.id)
      expect(order?.cancelled).toBe(plan.goal === "cancelled" && plan.name !== "is refunded before anything shipped")
    },
  )
})
