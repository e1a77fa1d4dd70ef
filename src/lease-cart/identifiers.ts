import type { LeaseCartItem } from "./lease-cart"

/**
 * The lease cart's lines, no two with one identifier (spec 2.3): one article can stand in several lines of a cart, and a line whose price does not
 * divide by its quantity becomes two. Lines that say the same, at the same price and tax of a unit, become one; of others all but
 * the first get `-2`, `-3`, … behind the identifier, past those that are in use. Which is first depends on what they say, the
 * dearer before the cheaper, not on where they stand. Nothing that is paid changes.
 */
export function withOwnIdentifiers(items: readonly LeaseCartItem[]): OwnLines {
  const taken = new Set(items.map(({ identifier }) => identifier))
  if (taken.size === items.length) return { items: [...items], names: items.map(({ identifier }) => identifier) }
  const { merged, lineOf } = mergeEqual(items)
  const names = new Map<LeaseCartItem, string>()
  const claimed = new Set<string>()
  for (const item of [...merged].sort(compare)) {
    const { identifier } = item
    const name = claimed.has(identifier) ? free(identifier, taken) : identifier
    claimed.add(identifier)
    taken.add(name)
    names.set(item, name)
  }
  const nameOf = (item: LeaseCartItem) => names.get(item) ?? item.identifier
  return { items: merged.map((item) => ({ ...item, identifier: nameOf(item) })), names: lineOf.map(nameOf) }
}

/** Lines with identifiers of their own. `names`: of each line that was given, the identifier under which it stands now. */
export type OwnLines = { items: LeaseCartItem[]; names: string[] }

/** `lineOf`: for each line that was given, the one that it has become. */
function mergeEqual(items: readonly LeaseCartItem[]): { merged: LeaseCartItem[]; lineOf: LeaseCartItem[] } {
  const found = new Map<string, LeaseCartItem[]>()
  const lineOf = items.map(({ quantity, tax, ...texts }) => {
    const key = JSON.stringify(texts)
    const alike = found.get(key) ?? []
    const same = alike.find((other) => inCents(other.tax) * quantity === inCents(tax) * other.quantity)
    if (!same) {
      const line = { ...texts, tax, quantity }
      found.set(key, [...alike, line])
      return line
    }
    same.quantity += quantity
    same.tax = (inCents(same.tax) + inCents(tax)) / 100
    return same
  })
  return { merged: [...found.values()].flat(), lineOf }
}

function inCents(amount: number): number {
  return Math.round(amount * 100)
}

function free(identifier: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) if (!taken.has(`${identifier}-${number}`)) return `${identifier}-${number}`
}

function compare(a: LeaseCartItem, b: LeaseCartItem): number {
  if (a.unitPrice !== b.unitPrice) return b.unitPrice - a.unitPrice
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
