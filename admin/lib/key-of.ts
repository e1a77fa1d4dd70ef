/** Returns the prefix of all query keys for one object. A change to the object invalidates all of them. */
export function keyOf(what: "lease" | "order" | "product" | "customer" | "region", id: string) {
  return ["lease-to-own", what, id] as const
}
