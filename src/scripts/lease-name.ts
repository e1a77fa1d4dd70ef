import { type LeaseRecord, operatorsId } from "../modules/lease/ledger"

type Named = Pick<LeaseRecord, "order_display_id" | "reference" | "account_id" | "application_id" | "hosted_id">

/** Returns the IDs that staff and the operator know a lease by. Omits the shopper's data, because these lines may end up in logs. */
export function nameOf({ order_display_id: order, reference, account_id, ...lease }: Named): string {
  const id = operatorsId(lease)
  return [
    order === null ? "no order" : `order #${order}`,
    `lease ${reference}`,
    ...(id ? [`operator's ID ${id}`] : []),
    ...(account_id === null ? [] : [`account ${account_id}`]),
  ].join(", ")
}
