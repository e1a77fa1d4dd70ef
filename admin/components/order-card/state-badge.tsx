import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseState } from "../../../src/api/admin-types"

const COLORS: Record<AdminLeaseState, "green" | "red" | "blue" | "orange" | "grey"> = {
  not_applied: "grey",
  deciding: "blue",
  denied: "grey",
  approved: "blue",
  contract_open: "blue",
  signed: "blue",
  expired: "grey",
  superseded: "grey",
  not_recorded: "orange",
  awaiting: "orange",
  not_confirmed: "red",
  accepted: "green",
  part_shipped: "green",
  delivery_due: "blue",
  delivery_failed: "red",
  delivery_unknown: "red",
  delivered: "green",
  not_returnable: "green",
  return_due: "orange",
  return_partial: "orange",
  capture_open: "orange",
  sending: "blue",
  cancel_unknown: "red",
  return_unknown: "red",
  canceled: "grey",
  returned: "grey",
  order_canceled_lease_alive: "red",
  amount_differs: "red",
  widget_active: "green",
  widget_done: "green",
  order_id_due: "orange",
  link_used: "red",
  link_missing: "orange",
  needs_attention: "red",
  replacing: "orange",
  linked: "blue",
}

/** The state as a word and a color. */
export function StateBadge({ state }: { state: AdminLeaseState }) {
  const { t } = useTranslation()
  return <StatusBadge color={COLORS[state]}>{t(`leaseToOwn.states.${state}`)}</StatusBadge>
}
