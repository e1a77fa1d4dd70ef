/** The payment provider's ID in Medusa. A store refuses to start with a configuration that would change it. */
export const LEASE_PROVIDER_ID = "pp_lease-to-own"

export function isLeaseProvider(id: string | null | undefined): boolean {
  return id === LEASE_PROVIDER_ID
}
