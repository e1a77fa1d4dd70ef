import type { BigNumberInput, IInventoryService, MedusaContainer, ReservationItemDTO } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import type { LeaseRecord } from "../../modules/lease/rules/records"
import type { Part, Wanted } from "./cart-goods"

/** Core's inventory; undefined in a store without it. */
export function inventoryOf(container: MedusaContainer): IInventoryService | undefined {
  return container.resolve(Modules.INVENTORY, { allowUnregistered: true })
}

/**
 * Our reservations for a lease. Found by `line_item_id`, which is the lease's id: core has an index on it, and no line of an order is
 * called so. Asks nothing where the lease holds nothing.
 */
export async function readHeld(container: MedusaContainer, lease: LeaseRecord | null): Promise<ReservationItemDTO[]> {
  if (!lease?.stock_held_until) return []
  return (await inventoryOf(container)?.listReservationItems({ line_item_id: lease.id })) ?? []
}

/** The pieces that are wanted beside those that are held. A kit is held as far as all of its parts are. */
export function withoutHeld(wanted: readonly Wanted[], held: readonly ReservationItemDTO[]): Wanted[] {
  const left = new Map<string, BigNumberInput>()
  const leftOf = ({ inventory_item_id }: Pick<Part, "inventory_item_id">) => left.get(inventory_item_id) ?? 0
  for (const row of held) left.set(row.inventory_item_id, MathBN.add(leftOf(row), row.quantity))
  return wanted.flatMap(({ variant, quantity }) => {
    const parts = variant.inventory_items ?? []
    const pieces = parts.map((part) => MathBN.div(leftOf(part), part.required_quantity))
    const covered = parts.length ? MathBN.min(quantity, ...pieces) : 0
    for (const part of parts)
      left.set(part.inventory_item_id, MathBN.sub(leftOf(part), MathBN.mult(covered, part.required_quantity)))
    const rest = MathBN.sub(quantity, covered).toNumber()
    return rest > 0 ? [{ variant, quantity: rest }] : []
  })
}
