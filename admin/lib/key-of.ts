/** The prefix of the query keys about one thing. Its changes invalidate them all. */
export function keyOf(what: "lease" | "order" | "product" | "customer" | "region", id: string) {
  return ["lease-to-own", what, id] as const
}
