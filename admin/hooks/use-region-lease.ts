import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { keyOf } from "../lib/key-of"
import { leaseToOwn, sdk } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"
import { useMutationOnce } from "./use-once"

export const PROVIDER_ID = "pp_lease-to-own"

/** `revision` changes whenever Medusa's own form changes the region. */
export function useRegionLease(regionId: string, revision: unknown) {
  return useQuery({
    queryKey: [...keyOf("region", regionId), revision],
    queryFn: ({ signal }) => leaseToOwn.regions.retrieve(regionId, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: mayRetry,
  })
}

/**
 * Turns lease-to-own on or off in a region with Medusa's own routes, and reloads Medusa's cards for the region. Keeps the region's other payment
 * providers. Changes the tax providers first. If a change fails, the switch still shows the same button, which finishes the job.
 */
export function useSwitchRegion(regionId: string) {
  const client = useQueryClient()
  return useMutationOnce({
    mutationFn: async (on: boolean) => {
      const { tax } = (await leaseToOwn.regions.retrieve(regionId)).region
      for (const { id, provider_id } of tax[on ? "on" : "off"]) await sdk.admin.taxRegion.update(id, { provider_id })
      const { region } = await sdk.admin.region.retrieve(regionId, { fields: "id,payment_providers.id" })
      const others = (region.payment_providers ?? []).map(({ id }) => id).filter((id) => id !== PROVIDER_ID)
      await sdk.admin.region.update(regionId, { payment_providers: on ? [...others, PROVIDER_ID] : others })
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keyOf("region", regionId) })
      await client.invalidateQueries({ queryKey: ["regions"] })
      await client.invalidateQueries({ queryKey: ["tax_regions"] })
    },
  })
}
