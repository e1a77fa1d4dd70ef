import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ProductLeaseAnswer, ProductLeaseBody } from "../../src/api/admin-types"
import { sdk } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"

export function productLeaseKey(productId: string) {
  return ["lease-to-own", "product", productId] as const
}

const routeOf = (productId: string) => `/admin/lease-to-own/products/${encodeURIComponent(productId)}`

/** A product's lease data. `revision`: changes whenever Medusa's own forms change the product. */
export function useProductLease(productId: string, revision: unknown) {
  return useQuery({
    queryKey: [...productLeaseKey(productId), revision],
    queryFn: ({ signal }) => sdk.client.fetch<ProductLeaseAnswer>(routeOf(productId), { signal }),
    staleTime: 10_000,
    placeholderData: (before) => before,
    retry: mayRetry,
  })
}

/** Writes a product's own lease data, and has Medusa's cards read the product again: its metadata have changed. */
export function useSaveProductLease(productId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProductLeaseBody) =>
      sdk.client.fetch<ProductLeaseAnswer>(routeOf(productId), { method: "POST", body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: productLeaseKey(productId) })
      await client.invalidateQueries({ queryKey: ["products", "detail", productId] })
    },
  })
}
