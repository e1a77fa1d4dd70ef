import { z } from "zod"
import { type CallAnswer, type CallInput, storeField } from "../call"
import { noServicePlanStates, notLeasablePrefix, sandboxPricing, servicePlanWords } from "../defaults"
import * as f from "../fields"
import { cartTaxCents, invoiceCents, type Lease, move, type RecordedCart } from "../lease"
import { dollars, dollarText } from "../money"
import { type FieldErrors, Problem, type ProblemCode } from "../problem"
import { nextState } from "../state-table"
import { dropContract, findLease, type World } from "../world"
import { pricingFields } from "./pricing"

type Goods = { sku: string; category: string }

/** A cart as read from a body. `goods` has the order of `items`. */
type ReadCart = {
  applicationId: string
  cart: Omit<RecordedCart, "cartId" | "firstPaymentCents" | "recordedAt">
  goods: Goods[]
}

/** The fields of the specification's cart and of its lines (spec 2.2, 2.3). */
export const SpecCartFields = {
  cart: { orderId: f.optionalText, deliveryCost: f.money, deliveryCostSalesTax: f.money.optional() },
  item: {
    brand: f.text,
    description: f.text,
    category: f.text,
    identifier: f.text,
    imgUrl: f.webAddress,
    unitPrice: f.money,
    tax: f.money,
    quantity: f.quantity,
    condition: z.enum(["new", "used", "refurbished"], { error: f.expected("one of: new, used, refurbished") }),
  },
}

const specItems = (now: Date) =>
  f
    .lines(f.object({ ...SpecCartFields.item, deliveryDate: f.recent(f.date, now).optional() }))
    .superRefine((items, context) => {
      for (const [at, { identifier }] of items.entries())
        if (items.findIndex((other) => other.identifier === identifier) < at)
          context.addIssue({ code: "custom", path: [at, "identifier"], message: "must be unique in the cart" })
    })

/** Reads the specification's cart (spec 2.2, 2.3), which includes the application's ID (reference 4). */
export function readSpecCart(world: World, body: unknown): ReadCart {
  const schema = f.wholeBody({
    applicationId: f.applicationId,
    store: storeField(world),
    ...SpecCartFields.cart,
    items: specItems(world.clock.now()),
  })
  const read = f.parseFields(schema, body)
  return {
    applicationId: read.applicationId,
    cart: {
      format: "spec",
      orderId: read.orderId,
      deliveryCents: read.deliveryCost,
      deliveryTaxCents: read.deliveryCostSalesTax ?? 0,
      lines: read.items.map((item, index) => ({
        lineNumber: index + 1,
        sku: item.identifier,
        description: item.description,
        quantity: item.quantity,
        unitCents: item.unitPrice,
        taxCents: item.tax,
      })),
    },
    goods: read.items.map(({ identifier, category }) => ({ sku: identifier, category })),
  }
}

const ReferenceItemSchema = f
  .object({
    lineNumber: f.wholeNumber,
    sku: f.text,
    model: f.nullableText,
    description: f.nullableText,
    priceEach: f.money,
    quantity: f.quantity,
    lineTotal: f.money.optional(),
    isNew: f.flag.optional(),
    type: z.enum(["LeaseItem", "DeliveryFee"], { error: f.expected("LeaseItem or DeliveryFee") }).optional(),
  })
  .refine((item) => item.lineTotal === undefined || item.lineTotal === item.priceEach * item.quantity, {
    error: "must be priceEach times quantity",
    path: ["lineTotal"],
  })

const totalOf = (items: z.infer<typeof ReferenceItemSchema>[]) =>
  items.reduce((sum, item) => sum + item.priceEach * item.quantity, 0)

/** Reads the reference's cart (reference 4), which has no field for tax and includes the delivery as a line. */
function readReferenceCart(world: World, body: unknown): ReadCart {
  const schema = f
    .wholeBody({
      applicationId: f.applicationId,
      store: storeField(world),
      merchantTransactionId: f.nullableText,
      cartTotal: f.money.optional(),
      deliveryDate: f.date.nullish(),
      custom: f.custom.nullish(),
      items: f.lines(ReferenceItemSchema),
    })
    .refine((cart) => cart.cartTotal === undefined || cart.cartTotal === totalOf(cart.items), {
      error: "must be the sum of all lines",
      path: ["cartTotal"],
    })
  const read = f.parseFields(schema, body)
  const fees = read.items.filter(({ type }) => type === "DeliveryFee")
  const goods = read.items.filter(({ type }) => type !== "DeliveryFee")
  return {
    applicationId: read.applicationId,
    cart: {
      format: "reference",
      orderId: read.merchantTransactionId ?? undefined,
      deliveryCents: totalOf(fees),
      deliveryTaxCents: 0,
      lines: goods.map((item) => ({
        lineNumber: item.lineNumber,
        sku: item.sku,
        description: item.description ?? item.model ?? item.sku,
        quantity: item.quantity,
        unitCents: item.priceEach,
        taxCents: 0,
      })),
    },
    goods: read.items.map(({ sku }) => ({ sku, category: "" })),
  }
}

/** Matches a cart in the reference's format, which has `items[0].priceEach` (reference 4). */
const ReferenceLine = z.looseObject({}).refine((line) => "priceEach" in line)
const ReferenceHint = z.object({ items: z.tuple([ReferenceLine], z.unknown()) })

function readCart(world: World, body: unknown): ReadCart {
  const taken = world.settings.dialect.requests.cart
  const isReference = taken === "either" ? ReferenceHint.safeParse(body).success : taken === "reference"
  return isReference ? readReferenceCart(world, body) : readSpecCart(world, body)
}

/** Returns why a line can't be leased (reference 4), or undefined if it can. */
export function notLeasable(lease: Lease, { sku, category }: Goods): string | undefined {
  if (sku.startsWith(notLeasablePrefix)) return "cannot be leased"
  const isPlan = servicePlanWords.some((word) => category.toLowerCase().includes(word))
  if (!isPlan || !noServicePlanStates.includes(lease.homeState)) return undefined
  return "warranties and service plans cannot be leased in the customer's state"
}

function refuse(code: ProblemCode, why: string, errors?: FieldErrors): never {
  throw new Problem(code, `${why} The cart was not recorded.`, { errors })
}

function checkLeasable(lease: Lease, goods: Goods[]): void {
  const reasons = goods.map((line, index) => [`items[${index}]`, notLeasable(lease, line)] as const)
  const errors = Object.fromEntries(reasons.flatMap(([field, reason]) => (reason ? [[field, [reason]]] : [])))
  if (Object.keys(errors).length) refuse("item-not-leasable", "Remove the listed lines from the cart.", errors)
}

function checkTotal({ settings }: World, lease: Lease, cents: number): void {
  const [most, least] = [dollarText(lease.approvalCents), dollarText(settings.minLeaseCents)]
  const why = `The approved amount is ${most} for items and delivery, before tax.`
  if (cents > lease.approvalCents) refuse("cart-over-limit", why, { cartTotal: [`must be ${most} or less`] })
  if (cents < settings.minLeaseCents)
    refuse("cart-under-minimum", `The minimum for a lease is ${least}.`, { cartTotal: [`must be ${least} or more`] })
}

function checkState({ state }: Lease): void {
  if (nextState(state, "cart")) return
  const again = "The customer must apply again."
  if (state === "Approval Expired") refuse("approval-expired", `The approval has expired. ${again}`)
  if (state === "Contracts Expired") refuse("contracts-expired", `The contract has expired. ${again}`)
  refuse("wrong-state", `A cart is accepted only in Approved and Contracts, and the lease is in state ${state}.`)
}

/**
 * POST application/cart (spec 4.1, reference 4). Records the cart, returns the pricing, and moves the lease to Contracts. The widget passes its own
 * `reader`, because it uses the specification's cart in every dialect.
 */
export function recordCart(world: World, { body: sent }: Pick<CallInput, "body">, reader = readCart): CallAnswer {
  const { answers, rules } = world.settings.dialect
  const read = reader(world, sent)
  const lease = findLease(world, read.applicationId)
  checkState(lease)
  checkLeasable(lease, read.goods)
  const now = world.clock.now()
  const cart: RecordedCart = { ...read.cart, cartId: Number(world.tokens.id()), firstPaymentCents: 0, recordedAt: now }
  if (rules.cartTax === "ignored") cart.taxIgnored = true
  if (rules.paymentTax === "named" && cartTaxCents(cart) === 0) cart.taxesPayments = true
  const total = invoiceCents(cart)
  checkTotal(world, lease, total)
  cart.firstPaymentCents = Math.min(sandboxPricing.firstPaymentCents, total)

  const done = lease.state === "Contracts" ? "replaced" : "recorded"
  move(lease, "cart", now, `Cart ${done}, ${dollarText(total)}`)
  dropContract(world, lease)
  lease.cart = cart
  lease.orderId = cart.orderId
  lease.payment = "none"
  const body = { ...pricingFields(world, lease, cart), cartId: cart.cartId }
  return {
    applicationId: lease.applicationId,
    note: `cart of ${dollars(total)} ${done}`,
    body: answers.cart === "pricing" ? body : undefined,
  }
}
