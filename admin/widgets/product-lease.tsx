import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminProduct, DetailWidgetProps } from "@medusajs/types"
import { useTranslation } from "react-i18next"
import { Boundary } from "../components/boundary"
import { LoadFailed } from "../components/load-failed"
import { ProductCard } from "../components/product-card/product-card"
import { Section } from "../components/section"
import { productLeaseKey } from "../hooks/use-product-lease"

/** Beside every product. */
const ProductLeaseWidget = ({ data }: DetailWidgetProps<AdminProduct>) => {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <Section title={t("leaseToOwn.product.title")}>
      <LoadFailed says={t("leaseToOwn.product.loadFailed")} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary key={data.id} queryKey={productLeaseKey(data.id)} fallback={failed}>
      <ProductCard product={data} />
    </Boundary>
  )
}

export const config = defineWidgetConfig({ id: "lease-to-own.product-card", zone: "product.details.side" })

export default ProductLeaseWidget
