import { definePolicies } from "@medusajs/framework/utils"

/** The operations on leases that a role can allow. In a store with Medusa's roles (the `rbac` flag), the dashboard offers them. */
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
