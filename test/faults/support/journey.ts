import { randomInt } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import { leaseInWidget } from "../../integration/support/hosted-lease"
import { application, cartOf, OWNER } from "../../integration/support/ledger-room"
import { ofCart, openWidget, takeWidgetEvent } from "../../support/ledger"
import { Customer } from "./customer"
import type { Process } from "./process"
import type { Room } from "./room"
import type { CompletionFault } from "./shop"

/** How far a journey is. Each holds the ones before it. */
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
/** The hosted ones begin with a lease that the widget made, and an order that its card has paid. */
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
    await customer.tellOfOrder(process)
  },
  delivered: (customer, process) => customer.deliverGoods(process),
}

/** A customer who has come that far without any trouble. */
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

/** The only customer of a room that is empty. Takes the way once for each stage and tag, and is put there later. */
export async function onlyCustomerAt(room: Room, stage: Stage, tag?: string): Promise<Customer> {
  const customer = await room.begin(`${stage} ${tag}`, () => {
    if (stage === "hosted") return hostedCustomer(room)
    return stage === "hosted, event lost" ? hostedCustomer(room, "event lost") : customerAt(room.main, stage, tag)
  })
  return customer.copy()
}

/** A customer whose hosted lease is made and whose card has paid the order, as another provider does. Nothing was sent for it yet. */
export async function hostedCustomer({ main, sandbox }: Room, fault?: CompletionFault): Promise<Customer> {
  const customer = await enter(main)
  const { id } = customer.cart
  const { token, cart } = await openWidget(main.ledger, customer.cart, { shopper: OWNER, locked: (work) => work() })
  const payload = await leaseInWidget(sandbox, { config: { cart } }, customer.form.application)
  await takeWidgetEvent(main.ledger, { id, ordered: false }, { token, event: "onSuccess", payload })
  await main.shop.askCard(id)
  await main.shop.cardAnswers(id, "paid", fault)
  return customer
}

/** A sofa, and three chairs whose price does not divide: 439.99 and 100.00. */
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
  // Everybody is somebody: the service gives a person's earlier approval back.
  const { customer } = form.application
  const ssn = `${randomInt(100, 660)}-${randomInt(10, 100)}-${randomInt(1000, 10_000)}`
  const consent = ofCart(process.ledger, cart)?.options.consent ?? form.consent
  return new Customer(cart, {
    ...form,
    consent: { version: consent.version },
    application: { ...form.application, customer: { ...customer, ssn } },
  })
}
