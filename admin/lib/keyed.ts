/**
 * Each item under a name of its own: two may be called the same. Counted from the end, because what is new comes first.
 *
 * @param nameOf what an item is called
 */
export function keyed<T>(items: readonly T[], nameOf: (item: T) => string): [string, T][] {
  return items.map((item, place) => [`${items.length - place} ${nameOf(item)}`, item])
}
