/** The payment provider's id in Medusa. A store whose configuration would change it does not start. */
export const LEASE_PROVIDER_ID = "pp_lease-to-own"

/** True for the provider of a lease. */
export function isLeaseProvider(id: string | null | undefined): boolean {
  return id === LEASE_PROVIDER_ID
}
