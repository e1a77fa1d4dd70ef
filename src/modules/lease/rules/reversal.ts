import type { SourceLine } from "../../../lease-cart"
import type { MessageCode } from "../texts/messages"
import { isEnded } from "./lease-predicates"
import type { LeaseRecord, ReducedLine, Reduction } from "./records"
import { type LeaseStatus, whyNot } from "./state-machine"

/** The facts that determine how a lease is reversed. Amounts are in cents. */
export type ReversalFacts = {
  status: LeaseStatus
  amount: number
  leased: number
  /** What remains of the leased amount after partial returns and lowered prices. */
  rest: number
  /** The amount taken off the lease by the service but not refunded in Medusa's books. */
  unbooked: number
  /** Whether the service accepts partial returns and lowered prices. */
  knowsLines: boolean
  /** Whether anything was shipped or delivered (not just packed); null if there is no order. Ignored after the delivery. */
  shipped: boolean | null
}

/** Which call to make to the service: none (`books_only`), cancel the contract, return the lease if possible, or return only a part (`reduce`). */
type Reversal = { do: "books_only" | "cancel" | "return" | "reduce" } | { do: "refuse"; code: MessageCode }

/** Decides which call to make before Medusa may refund (spec 1.5, 4.1). The order of the checks matters. */
export function decideReversal(facts: ReversalFacts): Reversal {
  const { status, amount, leased, rest, unbooked, knowsLines, shipped } = facts
  // Any part of the leased amount is allowed: Medusa's button proposes the price of the goods without shipping, and the card then asks for the rest.
  if (isEnded({ status }) && amount > 0 && amount <= leased) return { do: "books_only" }
  if (unbooked > 0) return amount === unbooked ? { do: "books_only" } : { do: "refuse", code: "reduction_books_first" }
  if (amount !== rest) {
    // A partial return is possible only after delivery. Until then, only the whole contract can be canceled (reference 7).
    const code = amount > 0 && amount < rest && knowsLines ? whyNot("reduce", status) : "refund_partial"
    return code ? { do: "refuse", code } : { do: "reduce" }
  }
  switch (status) {
    case "returning":
    case "delivered":
      // A scheduled delivery has started the lease, even if nothing has shipped, so the lease can only be returned.
      return { do: "return" }
    case "canceling":
      return { do: "cancel" }
    case "placed":
      if (shipped === null) return { do: "refuse", code: "refund_before_placed" }
      return { do: shipped ? "return" : "cancel" }
    default:
      return { do: "refuse", code: "refund_before_placed" }
  }
}

export type Reducible = Pick<LeaseRecord, "amount" | "snapshot" | "accepted_order" | "reductions">

/** The amount taken off a lease so far, in cents. */
export function reducedBy(reductions: readonly Reduction[] | null): number {
  return (reductions ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** The amount that remains of a lease, in cents. */
export function restOf({ amount, reductions }: Pick<Reducible, "amount" | "reductions">): number {
  return (amount ?? 0) - reducedBy(reductions)
}

/** The number of units that the service has taken back so far. */
export function piecesBack(reductions: readonly Reduction[] | null): number {
  return piecesOf(returnsOf(reductions))
}

function returnsOf(reductions: readonly Reduction[] | null): ReducedLine[] {
  return (reductions ?? []).flatMap(({ lines }) => lines.filter(({ action }) => action === "return"))
}

function piecesOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Whether two reductions have the same units at the same prices. Compares the values, because the database doesn't preserve the order of keys. */
export function isSame(a: Reduction | undefined, b: Reduction): boolean {
  const textOf = ({ amount, lines }: Reduction) =>
    [amount, ...lines.flatMap(({ action, number, quantity, price }) => [action, number, quantity, price])].join(" ")
  return a !== undefined && textOf(a) === textOf(b)
}

/** The value of a reduction's goods without tax, in cents. */
export function goodsOf({ amount, lines }: Reduction): number {
  return amount - lines.reduce((sum, { tax }) => sum + tax, 0)
}

/** A line as the service has it now, with a single price. `tax` covers all remaining units. */
type LineLeft = Omit<ReducedLine, "action">

/** The lines of a lease with their remaining units. A lowered price applies to every unit of its line. */
export function linesLeft({ snapshot, reductions }: Pick<Reducible, "snapshot" | "reductions">): LineLeft[] {
  const lines = (snapshot?.cart.items ?? []).map(({ identifier, unitPrice, quantity, tax }, index) => ({
    number: index + 1,
    identifier,
    quantity,
    price: Math.round(unitPrice * 100),
    tax: Math.round(tax * 100),
  }))
  for (const { action, number, quantity, price, tax } of (reductions ?? []).flatMap((reduction) => reduction.lines)) {
    const line = lines[number - 1]
    if (line && action === "return") Object.assign(line, { quantity: line.quantity - quantity, tax: line.tax - tax })
    else if (line) line.price = price
  }
  return lines
}

/** An order line with returned units. Article, quantity and price (cents) identify the line in the signed cart. */
export type BackLine = Pick<SourceLine, "key" | "quantity" | "unitPrice"> & { returned: number; requested?: number }

/** The lines to return, and the amount they take off the lease. If `isLast`, no goods are left, so all of it is returned, including shipping. */
type GoodsDue = { lines: ReducedLine[]; amount: number; pieces: number; isLast: boolean }

/** The returned units that the service hasn't taken back yet, cheapest first. Null if a unit isn't in the contract, or its price is ambiguous. */
export function goodsDue(lease: Reducible, back: readonly BackLine[]): GoodsDue | null {
  const { snapshot, reductions, accepted_order } = lease
  if (!snapshot || !hasOwnTaxes(lease)) return null
  // Staff accepted returns that were handled elsewhere. The ledger has no record of their lines, so it can't tell which lines are still due.
  if ((accepted_order?.returned ?? 0) > piecesBack(reductions)) return null
  const due = new Map<string, number>()
  const add = (identifier: string, pieces: number) => due.set(identifier, (due.get(identifier) ?? 0) + pieces)
  const sources = [...snapshot.lines]
  // Check all lines, because a line that isn't in the contract, such as a replacement, could be mistaken for one that is.
  for (const line of back.filter(({ quantity }) => quantity > 0)) {
    const source = takeSource(sources, line)
    if (!source || line.returned > source.quantity) return null
    let left = line.returned
    for (const { identifier, quantity } of [...source.parts].reverse()) {
      const pieces = Math.min(left, quantity)
      add(identifier, pieces)
      left -= pieces
    }
  }
  for (const { identifier, quantity } of returnsOf(reductions)) add(identifier, -quantity)
  if ([...due.values()].some((pieces) => pieces < 0)) return null
  const left = linesLeft(lease)
  const lines = left.flatMap((line): ReducedLine[] => {
    const quantity = due.get(line.identifier) ?? 0
    // Each unit gets its share of the line's tax, rounded down, and the last unit gets the rest.
    const tax = Math.floor((line.tax * quantity) / line.quantity)
    return quantity > 0 ? [{ action: "return", ...line, quantity, tax }] : []
  })
  const pieces = piecesOf(lines)
  const isLast = pieces > 0 && pieces === piecesOf(left)
  const amount = isLast
    ? restOf(lease)
    : lines.reduce((sum, { price, quantity, tax }) => sum + price * quantity + tax, 0)
  return { lines, amount, pieces, isLast }
}

/** Whether each line has the tax on its own units. If one line has the tax on all of them, the other lines' shares are unknown. */
function hasOwnTaxes({ snapshot }: Pick<Reducible, "snapshot">): boolean {
  if (!snapshot) return true
  const taxOf = new Map(snapshot.cart.items.map(({ identifier, tax }) => [identifier, tax]))
  return snapshot.lines.every(({ tax, parts }) => parts.every((part) => !taxOf.get(part.identifier) === !tax))
}

/** Finds the cart line that became an order line and removes it from `sources`. Identical lines are interchangeable if they have the same parts. */
function takeSource(sources: SourceLine[], line: BackLine): SourceLine | undefined {
  const [first, ...others] = sources.filter(
    ({ key, quantity, unitPrice }) => key === line.key && quantity === line.quantity && unitPrice === line.unitPrice,
  )
  const parts = JSON.stringify(first?.parts)
  if (!first || others.some((other) => JSON.stringify(other.parts) !== parts)) return undefined
  sources.splice(sources.indexOf(first), 1)
  return first
}

/**
 * How to make a partial refund through the service. Amounts are in cents: `due` must be refunded for `pieces` units; `sums` are the closest options.
 */
type ReductionPlan =
  | { do: "reduce"; reduction: Reduction }
  | { do: "refuse"; code: "reduction_books_ahead" | "reduction_requested" | "reduction_taxed" | "reduction_unmatched" }
  | { do: "refuse"; code: "reduction_goods"; due: number; pieces: number }
  | { do: "refuse"; code: "reduction_price"; sums: number[] }

/**
 * Turns a refund of less than the rest of a delivered lease into one reduction: goods that came back, or a lower price
 * (`docs/adr/0003-refunds-follow-the-lease.md`). `amount` is the refund in cents, `whole` is false if it has a fraction of a cent, and `refunded` is
 * what Medusa refunded earlier, in cents.
 */
export function planReduction(
  lease: Reducible,
  { amount, whole, refunded, back }: { amount: number; whole: boolean; refunded: number; back: readonly BackLine[] },
): ReductionPlan {
  // Refuse: an earlier refund is in progress, or Medusa refunded without reducing the lease, which raises its own alert.
  if (refunded !== reducedBy(lease.reductions)) return { do: "refuse", code: "reduction_books_ahead" }
  if (!hasOwnTaxes(lease)) return { do: "refuse", code: "reduction_taxed" }
  // If staff accepted a different amount, the operator may have lowered the contract already, so refuse.
  const accepted = lease.accepted_order?.total
  const isAsLeased = accepted === undefined || accepted === lease.amount || accepted === restOf(lease)
  const goods = isAsLeased ? goodsDue(lease, back) : null
  if (!goods) return { do: "refuse", code: "reduction_unmatched" }
  // Free goods can't be refunded alone, so they are returned together with the next ones.
  if (goods.amount === 0 && back.some(({ requested = 0 }) => requested > 0))
    return { do: "refuse", code: "reduction_requested" }
  if (goods.amount === 0) return lowerPrice(linesLeft(lease), amount, whole)
  if (!whole || amount !== goods.amount || goods.isLast)
    return { do: "refuse", code: "reduction_goods", due: goods.amount, pieces: goods.pieces }
  return { do: "reduce", reduction: { amount, lines: goods.lines } }
}

/** Lowers the price of every unit in the largest line that allows `amount` in whole cents. Skips taxed lines, whose share of tax is unknown. */
function lowerPrice(all: readonly LineLeft[], amount: number, whole: boolean): ReductionPlan {
  const held = ({ price, quantity }: LineLeft) => price * quantity
  const untaxed = all.filter(({ quantity, tax }) => quantity > 0 && tax === 0)
  if (!untaxed.length) return { do: "refuse", code: "reduction_taxed" }
  const lines = untaxed.sort((a, b) => held(b) - held(a))
  const line = whole && amount > 0 && lines.find((one) => amount % one.quantity === 0 && amount < held(one))
  if (!line) return { do: "refuse", code: "reduction_price", sums: sumsBeside(lines, amount) }
  const price = line.price - amount / line.quantity
  return { do: "reduce", reduction: { amount, lines: [{ action: "lower", ...line, price }] } }
}

/** The closest amounts below and above `amount` by which a line's price can be lowered. */
function sumsBeside(lines: readonly LineLeft[], amount: number): number[] {
  const steps = lines.flatMap(({ price, quantity }) => {
    const most = (price - 1) * quantity
    const below = Math.min(most, Math.floor(amount / quantity) * quantity)
    const above = Math.ceil((amount + 1) / quantity) * quantity
    return [below, ...(above <= most ? [above] : [])]
  })
  const below = Math.max(0, ...steps.filter((sum) => sum <= amount))
  const above = Math.min(...steps.filter((sum) => sum > amount))
  return [below, above].filter((sum) => sum > 0 && Number.isFinite(sum))
}
