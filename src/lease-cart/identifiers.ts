import type { LeaseCartItem } from "./lease-cart"

/**
 * The lease cart's lines, no two with one identifier (spec 2.3): one article can stand in several lines of a cart, and a line whose price does not
 * divide by its quantity becomes two. Lines that say the same, at the same price and tax of a unit, become one; of others all but
 * the first get `-2`, `-3`, … behind the identifier, past those that are in use. Which is first depends on what they say, the
 * dearer before the cheaper, not on where they stand. Nothing that is paid changes.
 */
export function withOwnIdentifiers(items: readonly LeaseCartItem[]): LeaseCartItem[] {
  const taken = new Set(items.map(({ identifier }) => identifier))
  if (taken.size === items.length) return [...items]
  const merged = mergeEqual(items)
  const names = new Map<LeaseCartItem, string>()
  const claimed = new Set<string>()
  for (const item of [...merged].sort(compare)) {
    const { identifier } = item
    const name = claimed.has(identifier) ? free(identifier, taken) : identifier
    claimed.add(identifier)
    taken.add(name)
    names.set(item, name)
  }
  return merged.map((item) => ({ ...item, identifier: names.get(item) ?? item.identifier }))
}

function mergeEqual(items: readonly LeaseCartItem[]): LeaseCartItem[] {
  const found = new Map<string, LeaseCartItem[]>()
  for (const { quantity, tax, ...texts } of items) {
    const key = JSON.stringify(texts)
    const alike = found.get(key) ?? []
    const same = alike.find((other) => inCents(other.tax) * quantity === inCents(tax) * other.quantity)
    if (same) {
      same.quantity += quantity
      same.tax = (inCents(same.tax) + inCents(tax)) / 100
    } else found.set(key, [...alike, { ...texts, tax, quantity }])
  }
  return [...found.values()].flat()
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
