import type { CartLine } from "./lease"

/** One line of a partial return (reference 7). `priceCents` is the new, lower price of a `PriceAdj`. */
export type ReturnLine = {
  actionType: "Return" | "PriceAdj"
  lineNumber?: number
  sku?: string
  quantity?: number
  priceCents?: number
}

/** The rest of the cart after a partial return, or why it is refused. Pure: the lines given are not touched. */
export type ReturnOutcome = { lines: CartLine[] } | { refused: string }

/** Takes the lines of a partial return out of, or cheaper into, a cart. All or nothing. */
export function applyReturnLines(cart: readonly CartLine[], asked: readonly ReturnLine[]): ReturnOutcome {
  let lines = cart.map((line) => ({ ...line }))
  for (const [index, line] of asked.entries()) {
    const fits = (candidate: CartLine) => matches(candidate, line)
    if (!lines.some(fits)) return { refused: `Line ${index + 1}: the cart has no such line.` }
    const wanted = line.quantity ?? lines.filter(fits).reduce((sum, { quantity }) => sum + quantity, 0)
    const usable = (candidate: CartLine) =>
      fits(candidate) && (line.actionType === "Return" || candidate.unitCents > (line.priceCents ?? 0))
    const available = lines.filter(usable).reduce((sum, { quantity }) => sum + quantity, 0)
    if (available < wanted || wanted === 0) {
      const what = line.actionType === "Return" ? "left to return" : "with a higher price"
      return { refused: `Line ${index + 1}: fewer pieces are ${what}.` }
    }
    lines = changePieces(lines, usable, wanted, line)
  }
  return { lines }
}

function matches(candidate: CartLine, line: ReturnLine): boolean {
  if (line.lineNumber !== undefined && candidate.lineNumber !== line.lineNumber) return false
  return line.sku === undefined || candidate.sku === line.sku
}

function changePieces(
  lines: CartLine[],
  usable: (line: CartLine) => boolean,
  wanted: number,
  asked: ReturnLine,
): CartLine[] {
  let left = wanted
  return lines.flatMap((line) => {
    const taken = usable(line) ? Math.min(left, line.quantity) : 0
    left -= taken
    // A piece takes its share of the line's tax along, cut to cents; the last one takes the rest.
    const taxTaken = Math.floor((line.taxCents * taken) / line.quantity)
    const kept = { ...line, quantity: line.quantity - taken, taxCents: line.taxCents - taxTaken }
    const cheaper = { ...line, quantity: taken, taxCents: taxTaken, unitCents: asked.priceCents ?? 0 }
    const result = asked.actionType === "Return" ? [kept] : [kept, cheaper]
    return result.filter(({ quantity }) => quantity > 0)
  })
}
