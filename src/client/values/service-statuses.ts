/** The service's statuses (reference 9). */
export const SERVICE_STATUSES = [
  "approved",
  "pre_approved",
  "prequalified",
  "pending",
  "denied",
  "approval_expired",
  "contracts",
  "contracts_expired",
  "contracts_received",
  "lease_accepted",
  "funded",
  "returned",
  "contracts_incomplete",
  "vcard_available",
] as const
