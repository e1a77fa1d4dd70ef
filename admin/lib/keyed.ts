/**
 * Gives each item a unique key, because two can have the same name. Counts from the end, because new items come first.
 *
 * @param nameOf the name of an item
 */
export function keyed<T>(items: readonly T[], nameOf: (item: T) => string): [string, T][] {
  return items.map((item, place) => [`${items.length - place} ${nameOf(item)}`, item])
}
