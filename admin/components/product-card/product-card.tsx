import type { AdminProduct } from "@medusajs/types"
import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useProductLease } from "../../hooks/use-product-lease"
import { isForbidden } from "../../lib/status-of"
import { LoadFailed, retryOf } from "../load-failed"
import { Section } from "../section"
import { UnloadedSection } from "../unloaded-section"
import { EditProduct } from "./edit-product"
import { LeaseSource } from "./lease-source"
import { ProductRows } from "./product-rows"

/** A product's lease data, what is missing from it, and a form to edit it. Renders nothing for users who can't view leases. */
export function ProductCard({ product }: { product: AdminProduct }) {
  const { t } = useTranslation()
  const query = useProductLease(product.id, revisionOf(product))
  const { data, isError, error } = query
  if (isForbidden(error)) return null
  if (!data) return <UnloadedSection of="product" query={query} rows={4} kind="facts" />
  const lease = data.product
  return (
    <Section title={t("leaseToOwn.product.title")} aside={<EditProduct lease={lease} />}>
      {isError && <LoadFailed message={t("leaseToOwn.product.loadFailed")} {...retryOf(query)} />}
      {lease.problems.length > 0 && (
        <div className="flex flex-col gap-2 px-6 py-4">
          {lease.problems.map(({ code, ...from }) => (
            <Alert key={`${code} ${from.of?.id}`} variant="warning" className="text-ui-fg-base">
              {t(`leaseToOwn.problems.${code}`)} {from.of && <LeaseSource from={from} />}
            </Alert>
          ))}
        </div>
      )}
      <ProductRows lease={lease} />
    </Section>
  )
}

/** Returns the product fields behind the lease data that Medusa's own forms can change. */
function revisionOf({ metadata, type_id, collection_id, categories, updated_at }: AdminProduct) {
  return [metadata, type_id, collection_id, categories?.map(({ id, name }) => [id, name]), updated_at]
}
