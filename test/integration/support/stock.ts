import type { LeaseStore } from "./lease-store"

/** Sets how much of a product the warehouse has. */
export async function stock({ admin }: LeaseStore, sku: string, quantity: number): Promise<void> {
  const { body } = await admin.get(`/admin/inventory-items?sku=${sku}&fields=id,location_levels.location_id`)
  const [item] = body.inventory_items
  const path = `/admin/inventory-items/${item.id}/location-levels/${item.location_levels[0].location_id}`
  await admin.post(path, { stocked_quantity: quantity })
}
