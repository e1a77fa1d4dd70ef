import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ProductLeaseBody } from "../../src/api/admin-types"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"
import { useMutationOnce } from "./use-once"

/** `revision` changes whenever Medusa's own forms change the product. */
export function useProductLease(productId: string, revision: unknown) {
  return useQuery({
    queryKey: [...keyOf("product", productId), revision],
    queryFn: ({ signal }) => leaseToOwn.products.retrieve(productId, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: mayRetry,
  })
}

/** Saves a product's overrides and reloads Medusa's cards for the product, because its metadata has changed. */
export function useSaveProductLease(productId: string) {
  const client = useQueryClient()
  return useMutationOnce({
    mutationFn: (body: ProductLeaseBody) => leaseToOwn.products.update(productId, body),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keyOf("product", productId) })
      await client.invalidateQueries({ queryKey: ["products", "detail", productId] })
    },
  })
}
