import * as dashboard from "@medusajs/dashboard/lib"
import type { LeaseSearchGroup } from "../src/api/admin-types"

type Found = LeaseSearchGroup["data"][number]

/** Older versions of Medusa lack this function, so importing it by name would break the dashboard's build. */
const defineSearchEntity = (dashboard as Partial<typeof dashboard>).defineSearchEntity

/** Makes leases searchable by reference, order number, operator ID or email address. */
defineSearchEntity?.<Found>("lease", {
  groupLabel: (t) => t("leaseToOwn.list.title"),
  shortcut: { keys: { Mac: ["G", "E"] }, label: (t) => t("leaseToOwn.list.goTo"), to: "/leases" },
  transform: ({ id, reference, order_display_id, email, customer_name, operator_id }) => ({
    id,
    title: order_display_id === null ? reference : `#${order_display_id}`,
    subtitle: [customer_name, email, order_display_id !== null && reference, operator_id].filter(Boolean).join(" · "),
    to: `/leases/${id}`,
    value: `lease:${id}`,
  }),
})
