import type { AdminProduct } from "@medusajs/types"
import { useTranslation } from "react-i18next"
import { useProductLease } from "../../hooks/use-product-lease"
import { isForbidden } from "../../lib/status-of"
import { LoadFailed } from "../load-failed"
import { Section } from "../section"
import { SkeletonRows } from "../skeleton-rows"
import { EditProduct } from "./edit-product"
import { ProductProblems } from "./product-problems"
import { ProductRows } from "./product-rows"

/** A product's lease data, what is missing, and a form to change it. Shows nothing to people who may not see leases. */
export function ProductCard({ product }: { product: AdminProduct }) {
  const { t } = useTranslation()
  const { data, isPending, isFetching, isError, error, refetch } = useProductLease(product.id, revisionOf(product))
  if (isForbidden(error)) return null
  const lease = data?.product
  return (
    <Section title={t("leaseToOwn.product.title")} aside={lease && <EditProduct lease={lease} />}>
      {isPending && <SkeletonRows label={t("leaseToOwn.product.loading")} rows={4} kind="facts" />}
      {isError && (
        <LoadFailed says={t("leaseToOwn.product.loadFailed")} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {lease && lease.problems.length > 0 && <ProductProblems problems={lease.problems} />}
      {lease && <ProductRows lease={lease} />}
    </Section>
  )
}

/** Product fields that Medusa's own forms change and lease data are based on. */
function revisionOf({ metadata, type_id, collection_id, categories, updated_at }: AdminProduct) {
  return [metadata, type_id, collection_id, categories?.map(({ id, name }) => [id, name]), updated_at]
}
