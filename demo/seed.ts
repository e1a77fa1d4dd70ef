import { writeFileSync } from "node:fs"
import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createCollectionsWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createProductTypesWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  createUserAccountWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { PRODUCTS, SHIPPING } from "./catalog"

/** A seeded shop. The IDs are keyed by the handles and codes of `catalog.ts`. */
export type SeededShop = {
  publishableKey: string
  regionId: string
  otherRegionId: string
  variantIds: Record<string, string>
  shippingOptionIds: Record<string, string>
  adminEmail: string
}

/**
 * Fills an empty, migrated database: `medusa exec demo/seed.ts FILE EMAIL`. Writes a `SeededShop` to FILE. The admin's password is in the
 * environment variable `DEMO_ADMIN_PASSWORD`, where other users of the machine can't see it.
 */
export default async function seed({ container, args }: ExecArgs): Promise<void> {
  const [file, adminEmail] = args
  const password = process.env.DEMO_ADMIN_PASSWORD
  if (!file || !adminEmail || !password) throw new Error("seed needs FILE, EMAIL and DEMO_ADMIN_PASSWORD")
  const channelId = await seedStore(container)
  const { regionId, otherRegionId } = await seedRegions(container)
  const profileId = await seedShippingProfile(container)
  const locationId = await seedStockLocation(container, channelId)
  const shippingOptionIds = await seedShipping(container, locationId, profileId)
  const variantIds = await seedProducts(container, channelId, profileId, locationId)
  const publishableKey = await seedPublishableKey(container, channelId)
  await seedAdmin(container, adminEmail, password)
  const shop: SeededShop = { publishableKey, regionId, otherRegionId, variantIds, shippingOptionIds, adminEmail }
  writeFileSync(file, JSON.stringify(shop, null, 2))
}

/** Names the store that Medusa created and sets its currencies. Returns the ID of its sales channel. */
async function seedStore(container: MedusaContainer): Promise<string> {
  const [store] = await container.resolve(Modules.STORE).listStores()
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels()
  if (!store || !channel) throw new Error("Medusa has no store. Run db:migrate first.")
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        name: "Lease-to-own demo",
        default_sales_channel_id: channel.id,
        supported_currencies: [{ currency_code: "usd", is_default: true }, { currency_code: "eur" }],
      },
    },
  })
  return channel.id
}

/** Creates a region for the United States, where leases are possible, and a region in euros, where they aren't. */
async function seedRegions(container: MedusaContainer) {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  const payment_providers = providers.map(({ id }) => id)
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: "United States", currency_code: "usd", countries: ["us"], payment_providers },
        { name: "Europe", currency_code: "eur", countries: ["de", "fr"], payment_providers },
      ],
    },
  })
  const us = { country_code: "us", default_tax_rate: { name: "Sales tax", code: "sales", rate: 8.25 } }
  await createTaxRegionsWorkflow(container).run({
    input: [us, { country_code: "de" }, { country_code: "fr" }].map((region) => ({
      ...region,
      provider_id: "tp_system",
    })),
  })
  return { regionId: idOfFirst(result), otherRegionId: idOfFirst(result.slice(1)) }
}

async function seedShippingProfile(container: MedusaContainer): Promise<string> {
  const [existing] = await container.resolve(Modules.FULFILLMENT).listShippingProfiles({ type: "default" })
  if (existing) return existing.id
  const input = { data: [{ name: "Default", type: "default" }] }
  const { result } = await createShippingProfilesWorkflow(container).run({ input })
  return idOfFirst(result)
}

async function seedStockLocation(container: MedusaContainer, channelId: string): Promise<string> {
  const address = { address_1: "1 Dock Street", city: "Austin", country_code: "us" }
  const input = { locations: [{ name: "Warehouse", address }] }
  const { result } = await createStockLocationsWorkflow(container).run({ input })
  const id = idOfFirst(result)
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [channelId] } })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  })
  return id
}

async function seedShipping(container: MedusaContainer, locationId: string, profileId: string) {
  const geo_zones = ["us", "de", "fr"].map((country_code) => ({ type: "country" as const, country_code }))
  const service_zones = [{ name: "Everywhere", geo_zones }]
  const set = await container
    .resolve(Modules.FULFILLMENT)
    .createFulfillmentSets({ name: "Home delivery", type: "shipping", service_zones })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: locationId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  const { result } = await createShippingOptionsWorkflow(container).run({
    input: SHIPPING.map(({ code, name, prices }) => ({
      name,
      price_type: "flat" as const,
      provider_id: "manual_manual",
      service_zone_id: idOfFirst(set.service_zones),
      shipping_profile_id: profileId,
      type: { label: name, description: name, code },
      prices: pricesOf(prices),
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
        { attribute: "is_return", value: "false", operator: "eq" as const },
      ],
    })),
  })
  return Object.fromEntries(SHIPPING.map(({ code }, i) => [code, idOfFirst(result.slice(i))]))
}

async function seedProducts(container: MedusaContainer, channelId: string, profileId: string, locationId: string) {
  const all = (name: "brand" | "category") => [...new Set(PRODUCTS.map((product) => product[name]))]
  const { result: brands } = await createCollectionsWorkflow(container).run({
    input: { collections: all("brand").map((title) => ({ title })) },
  })
  const { result: types } = await createProductTypesWorkflow(container).run({
    input: { product_types: all("category").map((value) => ({ value })) },
  })
  const products = PRODUCTS.map(({ brand, category, prices, ...product }) => ({
    ...product,
    status: ProductStatus.PUBLISHED,
    weight: 1000,
    collection_id: brands.find(({ title }) => title === brand)?.id,
    type_id: types.find(({ value }) => value === category)?.id,
    shipping_profile_id: profileId,
    sales_channels: [{ id: channelId }],
    options: [{ title: "Version", values: ["Standard"] }],
    variants: [
      {
        title: "Standard",
        sku: product.handle.toUpperCase(),
        manage_inventory: true,
        options: { Version: "Standard" },
        prices: pricesOf(prices),
      },
    ],
  }))
  const { result } = await createProductsWorkflow(container).run({ input: { products } })
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({}, { select: ["id"] })
  const stock = { location_id: locationId, stocked_quantity: 1_000_000 }
  await createInventoryLevelsWorkflow(container).run({
    input: { inventory_levels: items.map(({ id }) => ({ inventory_item_id: id, ...stock })) },
  })
  return Object.fromEntries(result.map(({ handle, variants }) => [handle, idOfFirst(variants)]))
}

async function seedPublishableKey(container: MedusaContainer, channelId: string): Promise<string> {
  const api_keys = [{ title: "Storefront", type: "publishable" as const, created_by: "demo" }]
  const { result } = await createApiKeysWorkflow(container).run({ input: { api_keys } })
  const key = result[0]
  if (!key) throw new Error("the publishable key was not created")
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channelId] } })
  return key.token
}

async function seedAdmin(container: MedusaContainer, email: string, password: string): Promise<void> {
  const request = { body: { email, password }, url: "", headers: {}, query: {}, protocol: "http" }
  const { authIdentity, error } = await container.resolve(Modules.AUTH).register("emailpass", request)
  if (!authIdentity) throw new Error(`the admin user was not created: ${error}`)
  const input = { authIdentityId: authIdentity.id, userData: { email, first_name: "Demo" } }
  await createUserAccountWorkflow(container).run({ input })
}

function pricesOf(prices: Record<string, number>) {
  return Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount }))
}

function idOfFirst(rows: { id: string }[]): string {
  const [first] = rows
  if (!first) throw new Error("nothing was created")
  return first.id
}
