/** The payment provider's id in Medusa, where the store's configuration gives it no `id` of its own. */
export const LEASE_PROVIDER_ID = "pp_lease-to-own"

/** True for the provider of a lease, also where the configuration gave it an `id` (`pp_lease-to-own_…`). */
export function isLeaseProvider(id: string | null | undefined): boolean {
  return id === LEASE_PROVIDER_ID || Boolean(id?.startsWith(`${LEASE_PROVIDER_ID}_`))
}
