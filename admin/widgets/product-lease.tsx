import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminProduct, DetailWidgetProps } from "@medusajs/types"
import { Boundary } from "../components/boundary"
import { ProductCard } from "../components/product-card/product-card"
import { keyOf } from "../lib/key-of"

const ProductLeaseWidget = ({ data }: DetailWidgetProps<AdminProduct>) => (
  <Boundary key={data.id} queryKey={keyOf("product", data.id)} of="product">
    <ProductCard product={data} />
  </Boundary>
)

export const config = defineWidgetConfig({ id: "lease-to-own.product-card", zone: "product.details.side" })

export default ProductLeaseWidget
