import { z } from "zod"
import { type CallAnswer, type CallInput, storeField } from "../call"
import { noServicePlanStates, notLeasablePrefix, sandboxPricing, servicePlanWords } from "../defaults"
import {
  applicationId,
  custom,
  date,
  flag,
  isRecent,
  money,
  nullableText,
  optionalText,
  parseFields,
  quantity,
  said,
  text,
  webAddress,
  wholeNumber,
} from "../fields"
import { type CartLine, invoiceCents, type Lease, type RecordedCart } from "../lease"
import { move } from "../lifecycle"
import { dollars, dollarText } from "../money"
import { type FieldErrors, Problem } from "../problem"
import { nextState } from "../state-table"
import { findLease, type World } from "../world"
import { pricingFields } from "./pricing"

type ReadCart = {
  applicationId: string
  cart: Omit<RecordedCart, "cartId" | "firstPaymentCents" | "recordedAt">
  /** By place in `items`: what the leasable rule looks at. */
  goods: { sku: string; category: string }[]
}

const anObject = { error: said("an object") }
const atLeastOne = "must hold one line or more"

/** Members of the spec's cart and of its lines (spec 2.2, 2.3). */
export const SpecCartFields = {
  cart: { orderId: optionalText, deliveryCost: money, deliveryCostSalesTax: money.optional() },
  item: {
    brand: text,
    description: text,
    category: text,
    identifier: text,
    imgUrl: webAddress,
    unitPrice: money,
    tax: money,
    quantity,
    condition: z.enum(["new", "used", "refurbished"], { error: said("one of: new, used, refurbished") }),
  },
}
const specItems = (now: Date) => {
  const day = date.refine((value) => isRecent(value, now), "must not be long past").optional()
  return z
    .array(z.looseObject({ ...SpecCartFields.item, deliveryDate: day }, anObject), { error: said("a list") })
    .min(1, atLeastOne)
    .superRefine((items, context) => {
      for (const [at, { identifier }] of items.entries())
        if (items.findIndex((other) => other.identifier === identifier) < at)
          context.addIssue({ code: "custom", path: [at, "identifier"], message: "must be unique in the cart" })
    })
}

/** The spec's cart (spec 2.2, 2.3) with the application's id (reference 4). */
function readSpecCart(world: World, body: unknown): ReadCart {
  const schema = z.looseObject(
    {
      applicationId,
      store: storeField(world),
      ...SpecCartFields.cart,
      items: specItems(world.clock.now()),
    },
    { error: "must be a JSON object" },
  )
  const read = parseFields(schema, body)
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

const ReferenceItemSchema = z
  .looseObject(
    {
      lineNumber: wholeNumber,
      sku: text,
      model: nullableText,
      description: nullableText,
      priceEach: money,
      quantity,
      lineTotal: money.optional(),
      isNew: flag.optional(),
      type: z.enum(["LeaseItem", "DeliveryFee"], { error: said("LeaseItem or DeliveryFee") }).optional(),
    },
    anObject,
  )
  .refine((item) => item.lineTotal === undefined || item.lineTotal === item.priceEach * item.quantity, {
    error: "must be priceEach times quantity",
    path: ["lineTotal"],
  })

type ReferenceItem = z.infer<typeof ReferenceItemSchema>
const totalOf = (items: ReferenceItem[]) => items.reduce((sum, item) => sum + item.priceEach * item.quantity, 0)

/** The reference's cart (reference 4). It has no place for tax; delivery is a line of its own. */
function readReferenceCart(world: World, body: unknown): ReadCart {
  const schema = z
    .looseObject(
      {
        applicationId,
        store: storeField(world),
        merchantTransactionId: nullableText,
        cartTotal: money.optional(),
        deliveryDate: date.nullish(),
        custom: custom.nullish(),
        items: z.array(ReferenceItemSchema, { error: said("a list") }).min(1, atLeastOne),
      },
      { error: "must be a JSON object" },
    )
    .refine((cart) => cart.cartTotal === undefined || cart.cartTotal === totalOf(cart.items), {
      error: "must be the sum of all lines",
      path: ["cartTotal"],
    })
  const read = parseFields(schema, body)
  const lines: CartLine[] = read.items
    .filter(({ type }) => type !== "DeliveryFee")
    .map((item) => ({
      lineNumber: item.lineNumber,
      sku: item.sku,
      description: item.description ?? item.model ?? item.sku,
      quantity: item.quantity,
      unitCents: item.priceEach,
      taxCents: 0,
    }))
  const orderId = read.merchantTransactionId ?? undefined
  const deliveryCents = totalOf(read.items.filter(({ type }) => type === "DeliveryFee"))
  return {
    applicationId: read.applicationId,
    cart: { format: "reference", orderId, lines, deliveryCents, deliveryTaxCents: 0 },
    goods: read.items.map(({ sku }) => ({ sku, category: "" })),
  }
}

/** `items[0].priceEach` present means the reference's cart (reference 4). */
const ReferenceHint = z.object({ items: z.array(z.unknown()).min(1) })

function readCart(world: World, body: unknown): ReadCart {
  const taken = world.settings.dialect.requests.cart
  const hint = ReferenceHint.safeParse(body)
  const first = hint.success ? hint.data.items[0] : undefined
  const isReference = typeof first === "object" && first !== null && "priceEach" in first
  const format = taken === "either" ? (isReference ? "reference" : "spec") : taken
  return format === "reference" ? readReferenceCart(world, body) : readSpecCart(world, body)
}

/** Why a line cannot be leased (reference 4); undefined when it can. */
export function notLeasable(lease: Lease, { sku, category }: ReadCart["goods"][number]): string | undefined {
  const isPlan = servicePlanWords.some((word) => category.toLowerCase().includes(word))
  if (sku.startsWith(notLeasablePrefix)) return "cannot be leased"
  if (isPlan && noServicePlanStates.includes(lease.homeState))
    return "warranties and service plans cannot be leased in the customer's state"
  return undefined
}

function checkLeasable(lease: Lease, goods: ReadCart["goods"]): void {
  const errors: FieldErrors = {}
  goods.forEach((line, index) => {
    const reason = notLeasable(lease, line)
    if (reason) errors[`items[${index}]`] = [reason]
  })
  if (Object.keys(errors).length === 0) return
  throw new Problem("item-not-leasable", "Take the named lines out of the cart. The cart was not recorded.", { errors })
}

function checkTotal(world: World, lease: Lease, cents: number): void {
  const { minLeaseCents } = world.settings
  if (cents > lease.approvalCents) {
    const most = `The approval is for ${dollarText(lease.approvalCents)}, goods and delivery before tax.`
    throw new Problem("cart-over-limit", `${most} The cart was not recorded.`, {
      errors: { cartTotal: [`must be ${dollarText(lease.approvalCents)} or less`] },
    })
  }
  if (cents < minLeaseCents) {
    throw new Problem(
      "cart-under-minimum",
      `A lease starts at ${dollarText(minLeaseCents)}. The cart was not recorded.`,
      {
        errors: { cartTotal: [`must be ${dollarText(minLeaseCents)} or more`] },
      },
    )
  }
}

function checkState(lease: Lease): void {
  if (nextState(lease.state, "cart")) return
  const again = "The customer has to apply again. The cart was not recorded."
  if (lease.state === "Approval Expired") throw new Problem("approval-expired", `The approval is over. ${again}`)
  if (lease.state === "Contracts Expired") throw new Problem("contracts-expired", `The contract is over. ${again}`)
  throw new Problem(
    "wrong-state",
    `A cart is taken in Approved and Contracts only; the lease is in state ${lease.state}. The cart was not recorded.`,
  )
}

/** POST application/cart: records the cart, answers the pricing, moves the lease to Contracts (spec 4.1, reference 4). */
export function recordCart(world: World, input: CallInput): CallAnswer {
  return record(world, readCart(world, input.body))
}

/** The same from the service's own widget, which has the specification's cart whatever the API takes. */
export function recordWidgetCart(world: World, body: unknown): CallAnswer {
  return record(world, readSpecCart(world, body))
}

function record(world: World, read: ReadCart): CallAnswer {
  const { dialect } = world.settings
  const lease = findLease(world, read.applicationId)
  checkState(lease)
  checkLeasable(lease, read.goods)
  const now = world.clock.now()
  const cart: RecordedCart = { ...read.cart, cartId: Number(world.tokens.id()), firstPaymentCents: 0, recordedAt: now }
  if (dialect.rules.cartTax === "ignored") cart.taxIgnored = true
  const total = invoiceCents(cart)
  checkTotal(world, lease, total)
  cart.firstPaymentCents = Math.min(sandboxPricing.firstPaymentCents, total)

  const again = lease.state === "Contracts"
  move(lease, "cart", now, again ? `Cart replaced, ${dollarText(total)}` : `Cart recorded, ${dollarText(total)}`)
  if (lease.contract) world.contracts.delete(lease.contract.token)
  lease.contract = undefined
  lease.cart = cart
  lease.orderId = cart.orderId
  lease.payment = "none"
  return {
    applicationId: lease.applicationId,
    note: `cart of ${dollars(total)} ${again ? "replaced" : "recorded"}`,
    body:
      dialect.answers.cart === "pricing" ? { ...pricingFields(world, lease, cart), cartId: cart.cartId } : undefined,
  }
}
