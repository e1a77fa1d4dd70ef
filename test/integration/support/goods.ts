import type { LeaseStore } from "./lease-store"

export async function stock({ admin }: LeaseStore, sku: string, quantity: number): Promise<void> {
  const { body } = await admin.get(`/admin/inventory-items?sku=${sku}&fields=id,location_levels.location_id`)
  const [item] = body.inventory_items
  const path = `/admin/inventory-items/${item.id}/location-levels/${item.location_levels[0].location_id}`
  await admin.post(path, { stocked_quantity: quantity })
}

export async function productId({ admin }: LeaseStore, handle: string): Promise<string> {
  const { body } = await admin.get(`/admin/products?handle=${handle}&fields=id`)
  return body.products[0].id
}

export async function productRoute(store: LeaseStore, handle: string): Promise<string> {
  return `/admin/products/${await productId(store, handle)}`
}

export async function reprice(store: LeaseStore, handle: string, prices: object[]): Promise<void> {
  await store.admin.post(`${await productRoute(store, handle)}/variants/${store.shop.variantIds[handle]}`, { prices })
}

export async function withMetadata(store: LeaseStore, handle: string, metadata: object): Promise<void> {
  await store.admin.post(await productRoute(store, handle), { metadata })
}
