import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { type FoundText, type Leasable, readLeasable, readProductFacts, readStates } from "../../../../../lease-cart"
import { queryOf, readRow } from "../../../../../medusa/read/carts"
import { ledgerDepsOf } from "../../../../../modules/lease"
import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { groupOf, PRODUCT_FIELDS, type ProductRow, problemOf } from "../../../../../setup/product-setup"
import { adminRoute, may, readJson } from "../../../../admin-route"
import type { ProductLeaseAnswer, ProductSource, ProductText } from "../../../../admin-types"
import { LONGEST_STATES, ProductBody } from "../../../../schemas"
import { idOf } from "../../../../store-route"

/** Returns a product's lease data, with the source of each value. */
export const GET = adminRoute<ProductLeaseAnswer>(async (req) => {
  const product = await readProduct(req.scope, idOf(req))
  return productView(req.scope, product, await may(req, "update", "product"))
})

/** How long to wait for another write to the same product (seconds). */
const LOCK_WAIT = { timeout: 10 }

/** Sets or removes a product's overrides. */
export const POST = adminRoute<ProductLeaseAnswer>(async (req) => {
  const body = await readJson(req, ProductBody)
  if (!(await may(req, "update", "product"))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const id = idOf(req)
  const metadata = Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) =>
      // An empty string removes a key. Medusa merges metadata, so keys that aren't sent don't change.
      value === undefined ? [] : [[`lease_${field}`, value ?? ""]],
    ),
  )
  await readProduct(req.scope, id)
  if (Object.keys(metadata).length) {
    const write = () => updateProductsWorkflow(req.scope).run({ input: { selector: { id }, update: { metadata } } })
    // Without the lock, two users saving at the same time could undo each other's changes.
    await req.scope.resolve(Modules.LOCKING).execute([`lease-product-${id}`], write, LOCK_WAIT)
  }
  return productView(req.scope, await readProduct(req.scope, id), true)
})

async function readProduct(scope: MedusaContainer, id: string): Promise<ProductRow> {
  const product = await readRow<ProductRow>(queryOf(scope), "product", id, PRODUCT_FIELDS)
  if (!product) throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
  return product
}

function productView(scope: MedusaContainer, product: ProductRow, can_write: boolean): ProductLeaseAnswer {
  const settings = ledgerDepsOf(scope).options
  const { id, is_giftcard, metadata } = product
  const { found, condition, leasable, notIn, problems } = readProductFacts({ product, is_giftcard }, settings)
  const inherited = { ...product, metadata: { ...metadata, lease_leasable: null } }
  const own = readLeasable(metadata?.lease_leasable)
  return {
    product: {
      id,
      leasable: {
        own: own === "unknown" ? null : own,
        value: leasable.value === true,
        by_default: readProductFacts({ product: inherited, is_giftcard }, settings).leasable.value === true,
        ...sourceOf(leasable.from),
      },
      not_in: {
        own: ownStates(metadata?.lease_not_in),
        rules: notIn.map(({ states, from }) => ({ states, ...sourceOf(from) })),
      },
      brand: productText(found.brand),
      category: productText(found.category),
      condition: { ...productText(found.condition), value: condition ?? null },
      problems: problems.flatMap(({ problem, from }) =>
        problemOf(problem).map((code) => ({ code, ...(from ? sourceOf(from) : NO_SOURCE) })),
      ),
      can_write,
    },
  }
}

const NO_SOURCE = { source: null }

/** Returns the product's own states for the form, as they were written if they can't be read. */
function ownStates(written: unknown): string | null {
  const states = readStates(written)?.join(", ")
  const own = states ?? (typeof written === "string" ? written.slice(0, LONGEST_STATES) : "")
  return own || null
}

function productText(found: FoundText): ProductText {
  if (!found) return { own: null, value: null, ...NO_SOURCE }
  const source = sourceOf(found.from)
  return { own: source.source === "product" ? found.text : null, value: found.text, ...source }
}

function sourceOf(from: NonNullable<FoundText>["from"] | Leasable["from"]): ProductSource {
  if ("on" in from) {
    const of = groupOf(from)
    if (of) return { source: `${of.on}_metadata`, of: { id: of.id, name: of.name } }
    return { source: from.on === "default" ? "option" : from.on }
  }
  if ("metadata" in from) return { source: "metadata", key: from.metadata }
  return { source: "value" in from ? "option" : from.from }
}
