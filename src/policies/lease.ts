import { definePolicies } from "@medusajs/framework/utils"

/** The rights of a role on leases, where Medusa's roles (its `rbac` flag) are in use. Medusa then offers them in the dashboard. */
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
    description: "Confirm, cancel, return and settle leases, and check the connection",
  },
])
