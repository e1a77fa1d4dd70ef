/** What the query keys about one thing begin with. Its changes invalidate them all. */
export function keyOf(what: "lease" | "order" | "product" | "customer" | "region", id: string) {
  return ["lease-to-own", what, id] as const
}
