import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminProduct, DetailWidgetProps } from "@medusajs/types"
import { PageCard } from "../components/page-card"
import { ProductCard } from "../components/product-card/product-card"
import { productLeaseKey } from "../hooks/use-product-lease"

/** Beside every product. */
const ProductLeaseWidget = ({ data }: DetailWidgetProps<AdminProduct>) => (
  <PageCard key={data.id} of="product" queryKey={productLeaseKey(data.id)}>
    <ProductCard product={data} />
  </PageCard>
)

export const config = defineWidgetConfig({ id: "lease-to-own.product-card", zone: "product.details.side" })

export default ProductLeaseWidget
