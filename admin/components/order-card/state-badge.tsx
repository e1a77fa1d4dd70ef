import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseState } from "../../../src/api/admin-types"

const COLORS: Partial<Record<AdminLeaseState, "green" | "red" | "blue" | "orange" | "grey">> = {
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
  accepted: "green",
  part_shipped: "green",
  delivery_due: "blue",
  delivered: "green",
  not_returnable: "green",
  return_due: "orange",
  return_partial: "orange",
  capture_open: "orange",
  sending: "blue",
  canceled: "grey",
  returned: "grey",
  widget_active: "green",
  widget_done: "green",
  order_id_due: "orange",
  link_missing: "orange",
  replacing: "orange",
  linked: "blue",
}

/** The state as a word and a color. One without its own needs attention. */
export function StateBadge({ state }: { state: AdminLeaseState }) {
  const { t } = useTranslation()
  const words = t([`leaseToOwn.states.${state}`, "leaseToOwn.states.needs_attention"])
  return <StatusBadge color={COLORS[state] ?? "red"}>{words}</StatusBadge>
}
