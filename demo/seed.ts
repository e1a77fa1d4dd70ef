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
import { type DemoProduct, PRODUCTS, SHIPPING, TAX_RATE_PERCENT } from "./catalog"

/** A seeded shop as the demo needs it. Ids by the handles and codes of `catalog.ts`. */
export type SeededShop = {
  publishableKey: string
  regionId: string
  otherRegionId: string
  variantIds: Record<string, string>
  shippingOptionIds: Record<string, string>
  adminEmail: string
}

/**
 * Fills an empty, migrated database: `medusa exec demo/seed.ts FILE EMAIL`. Writes a `SeededShop` to FILE. The admin's
 * password comes through the environment variable `DEMO_ADMIN_PASSWORD`, where other users of the machine cannot see it.
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

/** Medusa creates a store with a sales channel, without a name and the currencies. Answers the channel's id. */
async function seedStore(container: MedusaContainer): Promise<string> {
  const [store] = await container.resolve(Modules.STORE).listStores()
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels()
  if (!store || !channel) throw new Error("Medusa has made no store: was db:migrate run?")
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

/** The United States, where leases are possible, and a region in euro, where they are not. */
async function seedRegions(container: MedusaContainer) {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  const payment_providers = providers.map(({ id }) => id)
  const { modules = {} } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const lease = modules.lease as { options?: { salesTax?: string } } | undefined
  // An operator that taxes the payments takes carts without tax only.
  const automatic_taxes = lease?.options?.salesTax !== "by_operator"
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: "United States", currency_code: "usd", countries: ["us"], payment_providers, automatic_taxes },
        { name: "Europe", currency_code: "eur", countries: ["de", "fr"], payment_providers },
      ],
    },
  })
  const us = { country_code: "us", default_tax_rate: { name: "Sales tax", code: "sales", rate: TAX_RATE_PERCENT } }
  await createTaxRegionsWorkflow(container).run({
    input: [us, { country_code: "de" }, { country_code: "fr" }].map((region) => ({
      ...region,
      provider_id: "tp_system",
    })),
  })
  const [first, second] = result
  if (!first || !second) throw new Error("the regions were not made")
  return { regionId: first.id, otherRegionId: second.id }
}

async function seedShippingProfile(container: MedusaContainer): Promise<string> {
  const [existing] = await container.resolve(Modules.FULFILLMENT).listShippingProfiles({ type: "default" })
  if (existing) return existing.id
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  return idOfFirst(result)
}

async function seedStockLocation(container: MedusaContainer, channelId: string): Promise<string> {
  const { result } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [{ name: "Warehouse", address: { address_1: "1 Dock Street", city: "Austin", country_code: "us" } }],
    },
  })
  const id = idOfFirst(result)
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [channelId] } })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  })
  return id
}

async function seedShipping(container: MedusaContainer, locationId: string, profileId: string) {
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: "Home delivery",
    type: "shipping",
    service_zones: [
      {
        name: "Everywhere",
        geo_zones: ["us", "de", "fr"].map((country_code) => ({ type: "country" as const, country_code })),
      },
    ],
  })
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
  const brands = await seedBrands(container)
  const categories = await seedCategories(container)
  const { result } = await createProductsWorkflow(container).run({
    input: {
      products: PRODUCTS.map((product) => ({
        ...productInput(product),
        collection_id: brands[product.brand],
        type_id: categories[product.category],
        shipping_profile_id: profileId,
        sales_channels: [{ id: channelId }],
      })),
    },
  })
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({}, { select: ["id"] })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map(({ id }) => ({
        inventory_item_id: id,
        location_id: locationId,
        stocked_quantity: 1_000_000,
      })),
    },
  })
  return Object.fromEntries(result.map(({ handle, variants }) => [handle, idOfFirst(variants)]))
}

function productInput({ handle, title, description, prices, metadata }: DemoProduct) {
  return {
    handle,
    title,
    description,
    status: ProductStatus.PUBLISHED,
    weight: 1000,
    metadata: metadata ?? {},
    options: [{ title: "Version", values: ["Standard"] }],
    variants: [
      {
        title: "Standard",
        sku: handle.toUpperCase(),
        manage_inventory: true,
        options: { Version: "Standard" },
        prices: pricesOf(prices),
      },
    ],
  }
}

async function seedBrands(container: MedusaContainer): Promise<Record<string, string>> {
  const titles = [...new Set(PRODUCTS.map(({ brand }) => brand))]
  const { result } = await createCollectionsWorkflow(container).run({
    input: { collections: titles.map((title) => ({ title })) },
  })
  return Object.fromEntries(result.map(({ title, id }) => [title, id]))
}

async function seedCategories(container: MedusaContainer): Promise<Record<string, string>> {
  const values = [...new Set(PRODUCTS.map(({ category }) => category))]
  const { result } = await createProductTypesWorkflow(container).run({
    input: { product_types: values.map((value) => ({ value })) },
  })
  return Object.fromEntries(result.map(({ value, id }) => [value, id]))
}

async function seedPublishableKey(container: MedusaContainer, channelId: string): Promise<string> {
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: "Storefront", type: "publishable", created_by: "demo" }] },
  })
  const key = result[0]
  if (!key) throw new Error("the publishable key was not made")
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channelId] } })
  return key.token
}

async function seedAdmin(container: MedusaContainer, email: string, password: string): Promise<void> {
  const { authIdentity, error } = await container.resolve(Modules.AUTH).register("emailpass", {
    body: { email, password },
    url: "",
    headers: {},
    query: {},
    protocol: "http",
  })
  if (!authIdentity) throw new Error(`the admin user was not made: ${error}`)
  await createUserAccountWorkflow(container).run({
    input: { authIdentityId: authIdentity.id, userData: { email, first_name: "Demo" } },
  })
}

function pricesOf(prices: Record<string, number>) {
  return Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount }))
}

function idOfFirst(rows: { id: string }[]): string {
  const [first] = rows
  if (!first) throw new Error("nothing was made")
  return first.id
}
