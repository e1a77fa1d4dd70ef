import { randomInt } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import { ofCart, openWidget, takeWidgetEvent } from "../../../src/modules/lease/ledger"
import { leaseInWidget } from "../../integration/support/hosted-lease"
import { application, cartOf, OWNER } from "../../integration/support/ledger-room"
import { Customer } from "./customer"
import type { CompletionFault } from "./medusa"
import type { Process } from "./process"
import type { Room } from "./room"

/** Stages of a journey, each including those before it. */
export const STAGES = [
  "entered",
  "applied",
  "offered",
  "handed out",
  "signed",
  "verified",
  "placed",
  "paid",
  "delivered",
] as const
/** Hosted stages start with a lease from the widget and an order paid with its card. */
export type Stage = (typeof STAGES)[number] | "hosted" | "hosted, event lost"
type OwnStep = Exclude<(typeof STAGES)[number], "entered">

const STEPS: Record<OwnStep, (customer: Customer, process: Process) => Promise<unknown>> = {
  applied: (customer, process) => customer.apply(process),
  offered: (customer, process) => customer.offer(process),
  "handed out": (customer, process) => customer.contract(process),
  signed: (customer) => customer.sign(),
  verified: (customer, process) => customer.verify(process),
  placed: (customer, process) => customer.place(process),
  paid: async (customer, process) => {
    await customer.attest(process)
    await customer.deliverOrderEvent(process)
  },
  delivered: (customer, process) => customer.deliverGoods(process),
}

/** A customer who reached this stage without faults. */
export async function customerAt(
  process: Process,
  stage: (typeof STAGES)[number],
  tag?: string,
  region?: string,
): Promise<Customer> {
  const customer = await enter(process, tag, region)
  for (const step of STAGES.slice(1, STAGES.indexOf(stage) + 1)) await STEPS[step as OwnStep](customer, process)
  return customer
}

/** The only customer of an empty room. Goes through the stages once per stage and tag; later calls restore the result. */
export async function onlyCustomerAt(room: Room, stage: Stage, tag?: string): Promise<Customer> {
  const customer = await room.begin(`${stage} ${tag}`, () => {
    if (stage === "hosted") return hostedCustomer(room)
    return stage === "hosted, event lost" ? hostedCustomer(room, "event lost") : customerAt(room.main, stage, tag)
  })
  return customer.copy()
}

/** A customer with a hosted lease whose card has paid the order through another provider. Nothing has been sent for it yet. */
export async function hostedCustomer({ main, sandbox }: Room, fault?: CompletionFault): Promise<Customer> {
  const customer = await enter(main)
  const { id } = customer.cart
  const { token, cart } = await openWidget(main.ledger, customer.cart, { shopper: OWNER, locked: (work) => work() })
  const payload = await leaseInWidget(sandbox, { config: { cart } }, customer.form.application)
  await takeWidgetEvent(main.ledger, { id, ordered: false }, { token, event: "onSuccess", payload })
  await main.shop.startCardPayment(id)
  await main.shop.endCardPayment(id, "paid", fault)
  return customer
}

/** A sofa with delivery for 439.99, and three chairs for 100.00, which isn't divisible by three. */
const GOODS = ((): Partial<CartInput> => {
  const { items, total } = cartOf()
  const chairs = { quantity: 3, unit_price: 33.34, total: 100 }
  const texts = { id: "cali_2", title: "Chair", product_title: "Harbor chair", variant_sku: "CHAIR" }
  const sofas = items ?? []
  return { items: [...sofas, ...sofas.map((sofa) => ({ ...sofa, ...texts, ...chairs }))], total: Number(total) + 100 }
})()

async function enter(process: Process, tag?: string, region?: string): Promise<Customer> {
  const cart = cartOf({ ...GOODS, ...(region && { region_id: region }) })
  await process.shop.newCart(cart)
  const form = application(cart, tag, { address: `192.0.2.${randomInt(1, 255)}` })
  // A new person each time: the service returns a person's earlier approval.
  const { customer } = form.application
  const ssn = `${randomInt(100, 660)}-${randomInt(10, 100)}-${randomInt(1000, 10_000)}`
  const consent = ofCart(process.ledger, cart)?.options.consent ?? form.consent
  return new Customer(cart, {
    ...form,
    consent: { accepted: ["application"], version: consent.version },
    application: { ...form.application, customer: { ...customer, ssn } },
  })
}
