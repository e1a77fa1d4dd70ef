import type { SourceLine } from "../../../lease-cart"
import type { MessageCode } from "../texts/messages"
import type { LeaseRecord, ReducedLine, Reduction } from "./records"
import { isOver } from "./standing"
import { type LeaseStatus, whyNot } from "./state-machine"

/** Facts that decide a lease's reversal. Sums in cents. */
export type ReversalFacts = {
  status: LeaseStatus
  /** The sum asked to be reversed, the sum leased, and the part of it that is left where parts were returned or lowered. */
  amount: number
  leased: number
  rest?: number
  /** Taken off the lease at the service, and not given back in Medusa's books. */
  unbooked?: number
  /** The account knows returns of lines and lowered prices. */
  knowsLines?: boolean
  /** Something was shipped or delivered; packed is not shipped. */
  shipped: boolean
  hasOrder: boolean
}

/** `books_only`: the service holds none. `cancel`: the contract, first. `return`: availability, then the return. `reduce`: the same for a part. */
type Reversal = { do: "books_only" | "cancel" | "return" | "reduce" } | { do: "refuse"; code: MessageCode }

/** The step due at the service before Medusa may give the money back (spec 1.5, 4.1). The guards stand in the order in which they count. */
export function decideReversal(facts: ReversalFacts): Reversal {
  const { status, amount, leased, rest = leased, unbooked = 0, knowsLines, shipped, hasOrder } = facts
  // Nothing depends on the sum now: Medusa's button proposes the goods without their shipping, and the card asks for the rest.
  if (isOver({ status }) && amount > 0 && amount <= leased) return { do: "books_only" }
  if (unbooked > 0) return amount === unbooked ? { do: "books_only" } : { do: "refuse", code: "reduction_books_first" }
  if (amount !== rest) {
    // A part goes back only after the delivery: before it the contract is canceled (reference 7).
    const code = amount > 0 && amount < rest && knowsLines ? whyNot("reduce", status) : "refund_partial"
    return code ? { do: "refuse", code } : { do: "reduce" }
  }
  switch (status) {
    case "returning":
    case "delivered":
      // A scheduled delivery has started the lease, whether anything has shipped or not: it can only be returned.
      return { do: "return" }
    case "canceling":
      return { do: "cancel" }
    case "placed":
      if (!hasOrder) return { do: "refuse", code: "refund_before_placed" }
      return { do: shipped ? "return" : "cancel" }
    default:
      return { do: "refuse", code: "refund_before_placed" }
  }
}

/** A lease as far as its parts go. */
export type Reducible = Pick<LeaseRecord, "amount" | "snapshot" | "accepted_order" | "reductions">

/** Cents that were taken off a lease so far. */
export function reducedBy(reductions: readonly Reduction[] | null): number {
  return (reductions ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** The rest of a lease, in cents. */
export function restOf({ amount, reductions }: Pick<Reducible, "amount" | "reductions">): number {
  return (amount ?? 0) - reducedBy(reductions)
}

/** Pieces that the service has taken back so far. */
export function piecesBack(reductions: readonly Reduction[] | null): number {
  return piecesOf(returnsOf(reductions))
}

function returnsOf(reductions: readonly Reduction[] | null): ReducedLine[] {
  return (reductions ?? []).flatMap(({ lines }) => lines.filter(({ action }) => action === "return"))
}

function piecesOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The same pieces at the same prices. The database keeps no order of keys. */
export function isSame(a: Reduction | undefined, b: Reduction): boolean {
  const says = ({ amount, lines }: Reduction) =>
    [amount, ...lines.flatMap(({ action, number, quantity, price }) => [action, number, quantity, price])].join(" ")
  return a !== undefined && says(a) === says(b)
}

/** Goods without tax in a part, in cents. */
export function goodsOf({ amount, lines }: Reduction): number {
  return amount - lines.reduce((sum, { tax }) => sum + tax, 0)
}

/** A line as the service holds it now, with one price; `tax`: of all the pieces that are left. */
type LineLeft = Omit<ReducedLine, "action">

/** The lines of a lease with the pieces that are left of each. A lowered price holds for all of these. */
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

/** A line of the order of which pieces came back: article, pieces and price (cents) tell the line of the cart that was signed. */
export type BackLine = Pick<SourceLine, "key" | "quantity" | "unitPrice"> & { returned: number; requested?: number }

/** The lines to return, and the sum they take off the lease. `isLast`: no goods are left, so all of it is returned, with its delivery. */
type GoodsDue = { lines: ReducedLine[]; amount: number; pieces: number; isLast: boolean }

/** Pieces returned that the service has not taken back, cheaper first. Null if one is not the contract's, or at prices nothing tells apart. */
export function goodsDue(lease: Reducible, back: readonly BackLine[]): GoodsDue | null {
  const { snapshot, reductions, accepted_order } = lease
  if (!snapshot || !hasOwnTaxes(lease)) return null
  // A person has settled some of it elsewhere, and nothing says which lines that were.
  if ((accepted_order?.returned ?? 0) > piecesBack(reductions)) return null
  const due = new Map<string, number>()
  const add = (identifier: string, pieces: number) => due.set(identifier, (due.get(identifier) ?? 0) + pieces)
  const sources = [...(snapshot.lines ?? [])]
  // A line that the contract does not know, such as a replacement, could be taken for one of its own.
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
    // A piece takes its share of the line's tax along, cut to cents; the last one takes the rest.
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

/** Every line carries the tax of its own pieces. Where one line carries it all, nothing tells what the others take along. */
function hasOwnTaxes({ snapshot }: Pick<Reducible, "snapshot">): boolean {
  if (!snapshot?.lines) return !snapshot?.cart.items.some(({ tax }) => tax > 0)
  const taxOf = new Map(snapshot.cart.items.map(({ identifier, tax }) => [identifier, tax]))
  const isTaxed = (identifier: string) => (taxOf.get(identifier) ?? 0) > 0
  return snapshot.lines.every(({ tax, parts }) => parts.every((part) => isTaxed(part.identifier) === tax > 0))
}

/** The cart's line that a line of the order was made from. Lines that say the same stand in the same lines of the lease: either will do. */
function takeSource(sources: SourceLine[], line: BackLine): SourceLine | undefined {
  const [first, ...others] = sources.filter(
    ({ key, quantity, unitPrice }) => key === line.key && quantity === line.quantity && unitPrice === line.unitPrice,
  )
  const parts = JSON.stringify(first?.parts)
  if (!first || others.some((other) => JSON.stringify(other.parts) !== parts)) return undefined
  sources.splice(sources.indexOf(first), 1)
  return first
}

/** What a refund of a part means at the service. `due`: the sum it must have instead, for so many `pieces`; `sums`: the closest ones. In cents. */
type ReductionPlan =
  | { do: "reduce"; reduction: Reduction }
  | { do: "refuse"; code: "reduction_books_ahead" | "reduction_requested" | "reduction_taxed" | "reduction_unmatched" }
  | { do: "refuse"; code: "reduction_goods"; due: number; pieces: number }
  | { do: "refuse"; code: "reduction_price"; sums: number[] }

/**
 * Turns a refund of less than the rest of a delivered lease into one part (`docs/adr/0008-refunds-parts.md`): goods that came back, or a lower price.
 * `amount`: of the refund, in cents; `whole`: it holds no fraction of one; `refunded`: cents that Medusa's books gave back before it.
 */
export function planReduction(
  lease: Reducible,
  { amount, whole, refunded, back }: { amount: number; whole: boolean; refunded: number; back: readonly BackLine[] },
): ReductionPlan {
  // An earlier refund is being made at this moment; or Medusa gave money back past the lease, which has an alert of its own.
  if (refunded !== reducedBy(lease.reductions)) return { do: "refuse", code: "reduction_books_ahead" }
  if (!hasOwnTaxes(lease)) return { do: "refuse", code: "reduction_taxed" }
  // Where a person has accepted another sum, the operator may have lowered the contract already.
  const accepted = lease.accepted_order?.total
  const isAsLeased = accepted === undefined || accepted === lease.amount || accepted === restOf(lease)
  const goods = isAsLeased ? goodsDue(lease, back) : null
  if (!goods) return { do: "refuse", code: "reduction_unmatched" }
  // Goods that cost nothing cannot be refunded alone: they go back with the next ones.
  const isNothingDue = !goods.pieces || (goods.amount === 0 && !goods.isLast)
  if (isNothingDue && back.some(({ requested = 0 }) => requested > 0))
    return { do: "refuse", code: "reduction_requested" }
  if (isNothingDue) return lowerPrice(linesLeft(lease), amount, whole)
  if (!whole || amount !== goods.amount || goods.isLast)
    return { do: "refuse", code: "reduction_goods", due: goods.amount, pieces: goods.pieces }
  return { do: "reduce", reduction: { amount, lines: goods.lines } }
}

/** Lowers the price of all pieces of one line: the largest that can give `amount` in whole cents. Nothing says how much tax would go along. */
function lowerPrice(all: readonly LineLeft[], amount: number, whole: boolean): ReductionPlan {
  const held = ({ price, quantity }: LineLeft) => price * quantity
  const untaxed = all.filter(({ quantity, tax }) => quantity > 0 && tax === 0)
  if (!untaxed.length) return { do: "refuse", code: "reduction_taxed" }
  const lines = untaxed.sort((a, b) => held(b) - held(a) || a.number - b.number)
  const line = whole && amount > 0 && lines.find((one) => amount % one.quantity === 0 && amount < held(one))
  if (!line) return { do: "refuse", code: "reduction_price", sums: sumsBeside(lines, amount) }
  const price = line.price - amount / line.quantity
  return { do: "reduce", reduction: { amount, lines: [{ action: "lower", ...line, price }] } }
}

/** The closest sums below and above that a line could give. */
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
