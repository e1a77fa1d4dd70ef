/** Gives each item a unique key, because two items can have the same name. Counts from the end, because new items are added at the start. */
export function keyed<T>(items: readonly T[], nameOf: (item: T) => string): [string, T][] {
  return items.map((item, place) => [`${items.length - place} ${nameOf(item)}`, item])
}
