import { definePolicies } from "@medusajs/framework/utils"

/**
 * The operations on leases that a role can allow if Medusa's roles (its `rbac` flag) are in use. Medusa then offers these operations in the
 * dashboard.
 */
export const leasePolicies = definePolicies([
  {
    name: "ReadLeases",
    resource: "lease",
    operation: "read",
    description: "See leases, their history and the lease settings",
  },
  {
    name: "ActOnLeases",
    resource: "lease",
    operation: "act",
    description: "Confirm, cancel, return and resolve leases, and check the connection",
  },
])
