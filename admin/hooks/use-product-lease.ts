import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ProductLeaseBody } from "../../src/api/admin-types"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"

export function productLeaseKey(productId: string) {
  return ["lease-to-own", "product", productId] as const
}

/** A product's lease data. `revision`: changes whenever Medusa's own forms change the product. */
export function useProductLease(productId: string, revision: unknown) {
  return useQuery({
    queryKey: [...productLeaseKey(productId), revision],
    queryFn: ({ signal }) => leaseToOwn.products.retrieve(productId, { signal }),
    staleTime: 10_000,
    placeholderData: (before) => before,
    retry: mayRetry,
  })
}

/** Writes a product's own lease data, and has Medusa's cards read the product again: its metadata have changed. */
export function useSaveProductLease(productId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProductLeaseBody) => leaseToOwn.products.update(productId, body),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: productLeaseKey(productId) })
      await client.invalidateQueries({ queryKey: ["products", "detail", productId] })
    },
  })
}
