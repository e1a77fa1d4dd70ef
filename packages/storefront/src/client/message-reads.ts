import type { ProductLeaseView, ProductsLeaseView } from "../wire.js"
import { LeaseError } from "./errors.js"
import { type Ask, asker, type Transport } from "./transport.js"

/** How long to batch a page's reads. */
export const TOGETHER_MS = 10
/** Maximum products in a request. */
const AT_ONCE = 100

/** A pending read. `productId` is empty if only the region is read. */
type Read = { productId: string; amount: string; resolve(view: ProductLeaseView): void; reject(error: unknown): void }

/** What a request's products share. `frequency` and `zipPrefix` may be empty. */
type About = { regionId: string; frequency: string; zipPrefix: string }

/** Reads waiting to be batched, by transport and what they share. */
const waiting = new WeakMap<Transport, Map<string, Read[]>>()

/** Reads a product in a region, or the region alone. Simultaneous reads share one request. Rejects with LeaseError. */
export function readProduct(
  transport: Transport,
  { productId, amount, ...about }: About & { productId: string; amount: string },
): Promise<ProductLeaseView> {
  const batches = waiting.get(transport) ?? new Map<string, Read[]>()
  waiting.set(transport, batches)
  const shared = JSON.stringify(about)
  return new Promise((resolve, reject) => {
    const read = { productId, amount, resolve, reject }
    // Errors stay untranslated, because callers that share a read may use different languages.
    const ask = asker(transport)
    // On a server, simultaneous reads may be for different shoppers, so they can't share a request.
    if (!globalThis.document) return void answer(ask, about, [read])
    const reads = batches.get(shared)
    // A request can contain each product only once, with one price.
    const isOther = reads?.some((other) => other.productId === productId && other.amount !== amount)
    if (reads && !isOther && reads.length < AT_ONCE) return void reads.push(read)
    const own = [read]
    batches.set(shared, own)
    setTimeout(() => {
      if (batches.get(shared) === own) batches.delete(shared)
      void answer(ask, about, own)
    }, TOGETHER_MS)
  })
}

async function answer(ask: Ask, about: About, reads: Read[]): Promise<void> {
  const amounts = new Map(reads.map(({ productId, amount }) => [productId, amount]))
  try {
    const views = await viewsOf(ask, about, amounts)
    for (const { productId, resolve, reject } of reads) {
      const view = views(productId)
      if (view) resolve(view)
      else reject(notFound())
    }
  } catch (error) {
    // One invalid ID or amount makes the store refuse the whole list, so read each product individually.
    const isList = amounts.size > 1 && error instanceof LeaseError && !error.retryable
    for (const read of reads)
      if (isList) void answer(ask, about, [read])
      else read.reject(error)
  }
}

type Views = (productId: string) => ProductLeaseView | undefined

async function viewsOf(ask: Ask, about: About, amounts: Map<string, string>): Promise<Views> {
  const { regionId: region_id, frequency, zipPrefix: zip_prefix } = about
  const ids = [...amounts.keys()].filter(Boolean)
  const prices = ids.map((id) => amounts.get(id))
  const query = new URLSearchParams({
    region_id,
    ...(ids.length && { ids: ids.join(",") }),
    ...(prices.some(Boolean) && { amounts: prices.join(",") }),
    ...(frequency && { frequency }),
    ...(zip_prefix && { zip_prefix }),
  })
  const { products, ...region } = await ask<ProductsLeaseView>(
    { method: "GET", path: `/store/lease-to-own/products?${query}` },
    ({ products, limits }) => typeof products === "object" && typeof limits === "object",
  )
  return (id) => {
    if (!id) return { ...region, estimate: null, zip: null }
    // Check the type, because an ID such as `constructor` is a property of every object.
    return typeof products[id]?.leasable === "boolean" ? { ...region, ...products[id] } : undefined
  }
}

/** Creates the error that the store returns for a single product that doesn't exist. */
function notFound(): LeaseError {
  const message = "This product was not found."
  return new LeaseError({ code: "product_not_found", message, status: 404, retryable: false })
}
