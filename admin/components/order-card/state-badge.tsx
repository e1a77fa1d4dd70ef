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

type Props = { state: AdminLeaseState; alert?: string | null }

/** A badge with the state's name and color. Pass `alert`, the main alert, if the page doesn't show it elsewhere. */
export function StateBadge({ state, alert }: Props) {
  const { t } = useTranslation()
  const named = state === "needs_attention" && alert ? [`leaseToOwn.alerts.${alert}`] : []
  const words = t([
    ...named,
    `leaseToOwn.states.${state}`,
    `leaseToOwn.alerts.${state}`,
    "leaseToOwn.states.needs_attention",
  ])
  return <StatusBadge color={COLORS[state] ?? "red"}>{words}</StatusBadge>
}
