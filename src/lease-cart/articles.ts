import { readDecimal } from "./amount"
import type { CartInput } from "./cart-input"

/** So many pieces of one article. `variant_id` is null for a line that has none. */
export type Article = { variant_id: string | null; title: string; quantity: number }

/** An article whose number of pieces in a cart differs from the contract that was signed for it. `variant_id` is null for a line that has none. */
export type ArticleDifference = { variant_id: string | null; title: string; signed: number; now: number }

const ONE = Number(readDecimal(1))

/** A cart's contents, article by article, in its order. */
export function articlesOf(cart: Pick<CartInput, "items">): Article[] {
  const articles = new Map<string, Article>()
  for (const line of cart.items ?? []) {
    const article: Article = {
      variant_id: line.variant_id ?? null,
      title: line.product_title ?? line.title ?? "",
      quantity: Number(readDecimal(line.quantity)) / ONE,
    }
    const known = articles.get(keyOf(article))
    articles.set(keyOf(article), { ...article, quantity: article.quantity + (known?.quantity ?? 0) })
  }
  return [...articles.values()]
}

/** The changes that make a cart hold what was signed for: articles that are missing or fewer, then those that came in. */
export function articleDifferences(signed: readonly Article[], cart: Pick<CartInput, "items">): ArticleDifference[] {
  const now = new Map(articlesOf(cart).map((article) => [keyOf(article), article]))
  const wanted = new Set(signed.map(keyOf))
  const added = [...now.values()].filter((article) => !wanted.has(keyOf(article)))
  return [...signed, ...added.map((article) => ({ ...article, quantity: 0 }))]
    .map(({ variant_id, title, quantity }) => {
      return { variant_id, title, signed: quantity, now: now.get(keyOf({ variant_id, title }))?.quantity ?? 0 }
    })
    .filter(({ signed, now }) => signed !== now)
}

function keyOf({ variant_id, title }: Pick<Article, "variant_id" | "title">): string {
  return variant_id ?? `title ${title}`
}
