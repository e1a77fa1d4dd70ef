import { type ExportedLease, goodsOf, type HistoryRecord } from "../../../../../modules/lease/ledger"

/** Amounts in cents. `tax` includes fees, which the ledger doesn't store separately. */
type Parts = { goods: number; delivery: number; tax: number }

/** An entry for a lease in the store's books: the sale to the operator, or what was taken back later. `parts` is null if the cart isn't known. */
export type BookEntry = {
  entry: "sale" | "reduction" | "cancellation" | "return"
  /** Undefined if the history doesn't say when. */
  at: Date | undefined
  parts: Parts | null
}

/** The types of history entries that {@link bookEntries} reads. */
export const REDUCED = ["reduced", "resolved_by_hand"]

/** The columns that {@link bookEntries} reads. */
type Booked = Pick<ExportedLease, "amount" | "tax" | "delivery" | "reductions" | "status" | "status_at" | "placed_at"> &
  Pick<ExportedLease, "canceled_at" | "returned_at">

/** Returns the entries of a lease with an order, oldest first. `history` has the lease's entries of the types in {@link REDUCED}, oldest first. */
export function bookEntries(lease: Booked, history: readonly HistoryRecord[]): BookEntry[] {
  const { placed_at, status, status_at, canceled_at, returned_at } = lease
  if (!placed_at) return []
  const sale = saleOf(lease)
  const reducedAt = history.filter(({ type, detail }) => type === "reduced" || detail.outcome === "reduced")
  const reductions = (lease.reductions ?? []).map((reduction, place): BookEntry => {
    const goods = goodsOf(reduction)
    const parts = { goods: -goods, delivery: 0, tax: goods - reduction.amount }
    return { entry: "reduction", at: reducedAt[place]?.created_at, parts }
  })
  const booked: BookEntry[] = [{ entry: "sale", at: placed_at, parts: sale }, ...reductions]
  const rest = sale && booked.reduce((left, { parts }) => less(left, parts), NOTHING)
  if (status === "canceled") booked.push({ entry: "cancellation", at: canceled_at ?? status_at, parts: rest })
  if (status === "returned") booked.push({ entry: "return", at: returned_at ?? status_at, parts: rest })
  return booked
}

const NOTHING: Parts = { goods: 0, delivery: 0, tax: 0 }

function saleOf({ amount, tax, delivery }: Booked): Parts | null {
  if (amount === null || tax === null || delivery === null) return null
  return { goods: amount - tax - delivery, delivery, tax }
}

function less(left: Parts, parts: Parts | null): Parts {
  const { goods, delivery, tax } = parts ?? NOTHING
  return { goods: left.goods - goods, delivery: left.delivery - delivery, tax: left.tax - tax }
}
