import * as dashboard from "@medusajs/dashboard/lib"
import type { LeaseSearchGroup } from "../src/api/admin-types"

type Found = LeaseSearchGroup["data"][number]

/** An older Medusa lacks the function. There, importing it by name would stop the build of the dashboard. */
const defineSearchEntity = (dashboard as Partial<typeof dashboard>).defineSearchEntity

/** Leases in the dashboard's search, by reference, order number, operator's id or e-mail address, and the way to their list. */
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
