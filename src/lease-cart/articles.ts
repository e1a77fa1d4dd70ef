import { readDecimal } from "./amount"
import { lineKey } from "./cart-amounts"
import type { CartInput } from "./cart-input"
import { hasMetadata, type SourceLine } from "./lease-items"

/** `variant_id` is null for a line without a variant. */
export type Article = { variant_id: string | null; title: string; quantity: number }

/** An article whose quantity differs from the signed contract. */
export type ArticleDifference = { variant_id: string | null; title: string; signed: number; now: number }

const ONE = Number(readDecimal(1))

/** Returns a cart's contents by article, in the order of its lines. */
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

/** Returns how the cart differs from the signed articles. Signed articles come first, then added ones. */
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

/** A change to a cart's lines: a line's new quantity (0 removes the line), or a variant to add. */
export type LineChange = { line_id: string; quantity: number } | { variant_id: string; quantity: number }

/**
 * Returns the changes that restore a cart's signed lines. Increases come first, because a cart that is empty in between loses its shipping method. A
 * missing line isn't restored if it had no variant, because shoppers can't add such a line, or if it had metadata (e.g. an engraving), which would be
 * lost.
 */
export function lineChanges(
  signed: readonly Pick<SourceLine, "key" | "quantity" | "hasMetadata">[],
  cart: Pick<CartInput, "items">,
): LineChange[] {
  const open = (cart.items ?? []).map((line) => {
    return {
      id: line.id,
      key: lineKey(line),
      custom: hasMetadata(line),
      quantity: Number(readDecimal(line.quantity)) / ONE,
    }
  })
  type Line = (typeof open)[number]
  const take = (isWanted: (line: Line) => boolean) => {
    const at = open.findIndex(isWanted)
    return at < 0 ? undefined : open.splice(at, 1)[0]
  }
  const wanted = signed.map(({ key, quantity, hasMetadata: custom = false }) => {
    return { key, quantity, custom, isSame: (line: Line) => line.key === key && line.custom === custom }
  })
  const changed = wanted.filter(({ quantity, isSame }) => !take((line) => isSame(line) && line.quantity === quantity))
  const back = changed.flatMap(({ key, quantity, custom, isSame }) => {
    const line = take(isSame)
    if (line) return { change: { line_id: line.id, quantity }, isMore: quantity > line.quantity }
    const [variant_id, ...others]: (string | null)[] = JSON.parse(key)
    return variant_id && others.length === 0 && !custom ? { change: { variant_id, quantity }, isMore: true } : []
  })
  const removed = open.map(({ id }) => ({ change: { line_id: id, quantity: 0 }, isMore: false }))
  return [...back, ...removed].sort((a, b) => Number(b.isMore) - Number(a.isMore)).map(({ change }) => change)
}

function keyOf({ variant_id, title }: Pick<Article, "variant_id" | "title">): string {
  return variant_id ?? `title ${title}`
}
