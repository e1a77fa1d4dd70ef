import { canonicalText, cleanText, type SpecCartItem, sentText, toUrl } from "../client"
import {
  type Amount,
  type Cents,
  cents,
  isWithinRange,
  parseAmount,
  shownCents,
  toCents,
  toMajor,
  ZERO,
} from "./amount"
import {
  type CartCents,
  compareTexts,
  type ExactAmounts,
  type LineAmounts,
  largestLine,
  readField,
} from "./cart-amounts"
import type { CartInput, CartLine } from "./cart-input"
import { deliveryDateOf } from "./delivery-date"
import type { LeaseCartOptions } from "./options"
import { placeOf } from "./place"
import { type ItemProblem, type Problem, readProductFacts, stateProblems } from "./product-facts"

/** One line of the lease cart (spec 2.3). `unitPrice` is after discounts and without tax. `tax` is for the whole line, not per unit (rule 2). */
export type LeaseCartItem = Omit<SpecCartItem, "model">

/**
 * A line of the Medusa cart. `parts` lists the one or two lease cart lines that contain its units, the more expensive first. Once there is an order,
 * the other fields are used to find the matching order line, because its ID differs.
 */
export type SourceLine = {
  key: string
  quantity: number
  /** Whether the line has metadata, such as an engraving. The ledger doesn't store the metadata itself. */
  hasMetadata?: boolean
  unitPrice: Cents
  /** The tax on the whole line, even if the lease cart has the tax on another line. */
  tax: Cents
  parts: { identifier: string; quantity: number }[]
}

export function hasMetadata({ metadata }: Pick<CartLine, "metadata">): boolean {
  return Object.keys(metadata ?? {}).length > 0
}

/** The maximum length of a line's description (characters). Longer descriptions are truncated. The service specifies no limit. */
const LONGEST_DESCRIPTION = 300
/** The maximum length of a line's identifier (characters). Longer ones are refused, because a truncated identifier would be wrong. */
const LONGEST_IDENTIFIER = 100
/** The maximum length of an image URL (characters). Longer URLs aren't sent. */
const LONGEST_URL = 2_000

type ItemTexts = Omit<LeaseCartItem, "unitPrice" | "tax" | "quantity">

/** Returns the texts of a line in the lease cart, and all problems with the line. */
export function describeLine(
  amounts: LineAmounts,
  { cart, options, now }: { cart: CartInput; options: LeaseCartOptions; now: Date },
): { texts?: ItemTexts; problems: ItemProblem[] } {
  const { line } = amounts
  const facts = readProductFacts(line, options)
  const { brand, category, condition } = facts
  const delivery = deliveryDateOf(line, cart, { ...options, now })
  const identifier = sentText(line.variant_sku ?? "") || line.variant_id || line.id
  const found = [
    ...[...facts.problems.map(({ problem }) => problem), ...stateProblems(facts, placeOf(cart))],
    ...amountProblems(amounts),
    ...(delivery.unreadable ? [UNREADABLE_DATE] : []),
    ...(identifier.length > LONGEST_IDENTIFIER ? [LONG_IDENTIFIER] : []),
  ]
  const problems = found.map((problem) => ({ id: line.id, title: titleOf(line), ...problem }))
  if (!brand || !category || !condition) return { problems }
  const imgUrl = absoluteHttps(line.thumbnail)
  const texts = {
    brand,
    description: cleanText(descriptionOf(line), LONGEST_DESCRIPTION),
    category,
    identifier,
    ...(imgUrl && { imgUrl }),
    condition,
    ...(delivery.date && { deliveryDate: delivery.date }),
  }
  return { texts, problems }
}

/** Returns the problems with the cart as a whole that have no reason code of their own. `adds` is true if the cart's parts add up to its total. */
export function cartProblems(cart: CartInput, amounts: ExactAmounts, adds: boolean): ItemProblem[] {
  const problem = (title: string, field: string, rule: string, message: string) => {
    return [{ id: cart.id, title, field, rule, message }]
  }
  if (amounts.lines.length === 0) return problem("an empty cart", "items", "missing", "The cart has no items.")
  if (amounts.credit !== ZERO) {
    const message = "Store credit and gift cards cannot be combined with a lease. Remove them from the cart."
    return problem("store credit and gift cards", "credit_line_total", "not_allowed", message)
  }
  if (amounts.delivery < 0n || amounts.deliveryTax < 0n)
    return problem("delivery below zero", "deliveryCost", "negative", "The delivery costs less than nothing.")
  if (adds) return inexactProblems(cart, amounts)
  const isSaidElsewhere =
    amounts.lines.some(({ net, tax }) => net < ZERO || tax < ZERO) || !isWithinRange(amounts.total)
  if (isSaidElsewhere) return []
  const message = "Items, delivery and tax do not add up to the cart's total. Nothing was sent."
  return problem("this cart's total", "total", "does_not_add_up", message)
}

/**
 * Finds totals so close to half a cent (within a double's rounding error) that the lease would cost a cent more than Medusa shows. Medusa's own
 * promotions never result in such amounts, but code that computes discounts in doubles can. Names the lines, or the cart if no single line causes the
 * problem.
 */
function inexactProblems(cart: CartInput, { lines }: ExactAmounts): ItemProblem[] {
  const isInexact = ({ total }: { total?: Amount | null }) => shownCents(total) !== parseAmount(total)
  if (!isInexact(cart)) return []
  const inexact = lines.map(({ line }) => line).filter(isInexact)
  const named = inexact.length
    ? inexact.map((line) => ({ id: line.id, title: titleOf(line) }))
    : [{ id: cart.id, title: "this cart's total" }]
  const message =
    "The total is a hair below half a cent, as floating-point numbers make it, and could be read as either cent. Round discounts and prices to cents in the code that writes them. Nothing was sent."
  return named.map((one) => ({ ...one, field: "total", rule: "inexact", message }))
}

/**
 * Returns the lease cart's items. `unitPrice × quantity` is exactly each line's net amount. If the net amount isn't divisible by the quantity, the
 * line becomes two, one cent apart ({@link withOwnIdentifiers}). `"one_line"` puts the items' tax on the largest line (spec 2.3, rule 2a), but not
 * the delivery's tax, which has its own field. `lines` shows which items contain the units of each cart line.
 */
export function toItems(
  amounts: CartCents,
  texts: readonly ItemTexts[],
  form: LeaseCartOptions["tax"],
): { items: LeaseCartItem[]; lines: SourceLine[] } {
  const largest = largestLine(amounts)
  const itemTax = cents(amounts.tax - amounts.deliveryTax)
  const sources = amounts.lines.map((line, index) => {
    const text = texts[index]
    const tax = form === "per_line" ? line.tax : line === largest ? itemTax : cents(0)
    const parts = splitLine(line.net, line.quantity, tax, form)
    return { ...line, items: text ? parts.map((part) => toItem(text, part)) : [] }
  })
  const { items, identifierOf } = withOwnIdentifiers(sources.flatMap((source) => source.items))
  const lines = sources.map(({ line, key, quantity, tax, items }) => {
    const parts = items.map((item) => ({ identifier: identifierOf(item), quantity: item.quantity }))
    return {
      key,
      quantity,
      ...(hasMetadata(line) && { hasMetadata: true }),
      unitPrice: toCents(readField(line.unit_price, "items.unit_price")),
      tax,
      parts,
    }
  })
  return { items, lines }
}

type LinePart = { unitPrice: Cents; quantity: number; tax: Cents }

/**
 * Splits a line into up to two parts with exact unit prices, the more expensive units first. With `"per_line"`, the tax is split by price. With
 * `"one_line"`, it isn't split.
 */
function splitLine(net: Cents, quantity: number, tax: Cents, form: LeaseCartOptions["tax"]): LinePart[] {
  const dearer = net % quantity
  const unitPrice = cents((net - dearer) / quantity)
  if (dearer === 0) return [{ unitPrice, quantity, tax }]
  const dearerNet = BigInt(dearer) * BigInt(unitPrice + 1)
  const dearerTax = form === "one_line" ? tax : cents(Number((BigInt(tax) * dearerNet) / BigInt(net)))
  return [
    { unitPrice: cents(unitPrice + 1), quantity: dearer, tax: dearerTax },
    { unitPrice, quantity: quantity - dearer, tax: cents(tax - dearerTax) },
  ]
}

function toItem(texts: ItemTexts, { unitPrice, quantity, tax }: LinePart): LeaseCartItem {
  return { ...texts, unitPrice: toMajor(unitPrice), tax: toMajor(tax), quantity }
}

const UNREADABLE_DATE = {
  field: "deliveryDate",
  rule: "invalid",
  message: "The delivery date is no calendar date. Write YYYY-MM-DD, or leave it out while it is not known.",
}

const LONG_IDENTIFIER = {
  field: "identifier",
  rule: "too_long",
  message: `The SKU has more than ${LONGEST_IDENTIFIER} characters. Give the variant a shorter one.`,
}

function amountProblems({ quantity, net, tax }: LineAmounts): Problem[] {
  const problems: Problem[] = []
  if (Number.isNaN(quantity)) {
    const message = "The quantity is not a whole number from 1 up. Lease carts have whole pieces only."
    problems.push({ field: "quantity", rule: "not_whole", message })
  }
  if (net < 0n)
    problems.push({ field: "unitPrice", rule: "negative", message: "The discounts are larger than the price." })
  if (tax < 0n) problems.push({ field: "tax", rule: "negative", message: "The tax is less than nothing." })
  return problems
}

export function titleOf({ title, product_title, variant_sku, id }: CartLine): string {
  return sentText(title ?? "") || sentText(product_title ?? "") || sentText(variant_sku ?? "") || id
}

/** Omits Medusa's "Default variant", which is only a placeholder. */
function descriptionOf(line: CartLine): string {
  const title = titleOf(line)
  const variant = sentText(line.variant_title ?? "")
  const says =
    variant !== "" &&
    canonicalText(variant) !== canonicalText(title) &&
    !/^default( (variant|title|option value))?$/i.test(variant)
  return says ? `${title} (${variant})` : title
}

function absoluteHttps(url: string | null | undefined): string | undefined {
  const parsed = toUrl(url ?? "")
  const isPublic = parsed?.protocol === "https:" && parsed.username === "" && parsed.password === ""
  return isPublic && parsed.href.length <= LONGEST_URL ? parsed.href : undefined
}

/**
 * Returns the lease cart's lines, each with a unique identifier (spec 2.3). An article can be in several lines of a cart, and a line whose price
 * isn't divisible by its quantity becomes two. Lines with the same content, unit price and tax are merged. If several lines then have the same
 * identifier, all but the first get `-2`, `-3`, … appended, skipping identifiers in use. Which line is first depends on its content (the most
 * expensive first), not on line order.
 *
 * `identifierOf` returns a given line's new identifier. The amount payable doesn't change.
 */
function withOwnIdentifiers(items: readonly LeaseCartItem[]) {
  const taken = new Set(items.map(({ identifier }) => identifier))
  const { merged, lineOf } = mergeEqual(items)
  const claimed = new Set<string>()
  for (const line of [...merged].sort(compare)) {
    const { identifier } = line
    if (claimed.has(identifier)) line.identifier = free(identifier, taken)
    claimed.add(identifier)
    taken.add(line.identifier)
  }
  return { items: merged, identifierOf: (item: LeaseCartItem) => (lineOf.get(item) ?? item).identifier }
}

/** `lineOf` maps each given line to its merged line. */
function mergeEqual(items: readonly LeaseCartItem[]) {
  const found = new Map<string, LeaseCartItem[]>()
  const lineOf = new Map<LeaseCartItem, LeaseCartItem>()
  for (const item of items) {
    const { quantity, tax, ...texts } = item
    const key = JSON.stringify(texts)
    const alike = found.get(key) ?? []
    let line = alike.find((other) => parseAmount(other.tax) * quantity === parseAmount(tax) * other.quantity)
    if (line) {
      line.quantity += quantity
      line.tax = toMajor(cents(parseAmount(line.tax) + parseAmount(tax)))
    } else {
      line = { ...item }
      found.set(key, [...alike, line])
    }
    lineOf.set(item, line)
  }
  return { merged: [...found.values()].flat(), lineOf }
}

function free(identifier: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) if (!taken.has(`${identifier}-${number}`)) return `${identifier}-${number}`
}

function compare(a: LeaseCartItem, b: LeaseCartItem): number {
  return b.unitPrice - a.unitPrice || compareTexts(JSON.stringify(a), JSON.stringify(b))
}
