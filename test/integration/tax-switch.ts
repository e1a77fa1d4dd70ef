import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { RegionLeaseAnswer } from "../../src/api/admin-types"
import { findBeforeRemoval } from "../../src/scripts/doctor"
import { widgetOptions } from "./support/hosted-lease"
import { LeaseDashboard } from "./support/lease-dashboard"
import { type LeaseStore, storeRules } from "./support/lease-store"

const OURS = "tp_lease-to-own"
const SYSTEM = "tp_system"
const BY_OPERATOR = { salesTax: "by_operator" }

export async function taxRegionOf(store: LeaseStore) {
  const { body } = await store.admin.get(
    "/admin/tax-regions?country_code=us&province_code=null&fields=id,provider_id,metadata",
  )
  return body.tax_regions[0] as { id: string; provider_id: string; metadata: Record<string, string> | null }
}

/** Has a tax provider calculate the tax of the United States, as Medusa's page for tax regions does. */
export async function taxBy(store: LeaseStore, provider_id: string): Promise<void> {
  const { status } = await store.admin.post(`/admin/tax-regions/${(await taxRegionOf(store)).id}`, { provider_id })
  expect(status).toBe(200)
}

/** What the switch of a region does to the tax providers of its countries. */
export const taxSwitch = storeRules(
  "a region's switch and sales tax",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const region = async (): Promise<RegionLeaseAnswer["region"]> =>
      (await store.admin.get(`/admin/lease-to-own/regions/${store.shop.regionId}`)).body.region
    const codes = async () => (await region()).items.map(({ code }) => code)
    const provider = async () => (await taxRegionOf(store)).provider_id
    const remembered = async () => (await taxRegionOf(store)).metadata?.lease_to_own_former_provider

    /** Sends what the dashboard's switch sends. */
    async function turn(on: boolean): Promise<void> {
      const { tax } = await region()
      for (const { id, provider_id } of tax[on ? "on" : "off"])
        await store.admin.post(`/admin/tax-regions/${id}`, { provider_id })
      const payment_providers = ["pp_system_default", ...(on ? ["pp_lease-to-own"] : [])]
      await store.admin.post(`/admin/regions/${store.shop.regionId}`, { payment_providers })
    }

    it("turning it on makes ours the tax provider and remembers the former one, and turning it off sets that one back", async () => {
      await turn(false)
      expect([await codes(), await provider()]).toEqual([["tax_with_switch"], SYSTEM])
      await turn(true)
      expect([await codes(), await provider(), await remembered()]).toEqual([["tax_ok"], OURS, SYSTEM])
      expect((await region()).tax).toEqual({ on: [], off: [expect.objectContaining({ provider_id: SYSTEM })] })
      await turn(false)
      expect([await provider(), await remembered()]).toEqual([SYSTEM, undefined])
      expect((await region()).tax.off).toEqual([])
    })

    it("half of it is shown, and pressing again finishes it", async () => {
      const { id } = await taxRegionOf(store)
      const change = { id, country: "us" }
      // The seeded region has the payment provider, and another tax provider.
      expect(await region()).toMatchObject({ on: true, tax: { on: [{ ...change, provider_id: OURS }], off: [] } })
      expect(await codes()).toEqual(["tax_not_ours"])
      await turn(true)
      expect(await codes()).toEqual(["tax_ok"])
      await store.admin.post(`/admin/regions/${store.shop.regionId}`, { payment_providers: ["pp_system_default"] })
      expect(await region()).toMatchObject({ on: false, tax: { off: [{ ...change, provider_id: SYSTEM }] } })
      expect(await codes()).toEqual(["tax_left"])
      await turn(false)
      expect([await codes(), await provider()]).toEqual([["tax_with_switch"], SYSTEM])
    })

    it("Medusa's own page for tax regions remembers the former provider, too, and keeps other metadata", async () => {
      const { id } = await taxRegionOf(store)
      await store.admin.post(`/admin/tax-regions/${id}`, { provider_id: OURS, metadata: { office: "Austin" } })
      const both = { office: "Austin", lease_to_own_former_provider: SYSTEM }
      expect((await taxRegionOf(store)).metadata).toEqual(both)
      await taxBy(store, OURS)
      await store.admin.post(`/admin/tax-regions/${id}`, { metadata: { office: "Dallas" } })
      expect((await taxRegionOf(store)).metadata).toEqual({ ...both, office: "Dallas" })
      await taxBy(store, SYSTEM)
      expect((await taxRegionOf(store)).metadata).toEqual({ office: "Dallas" })
    })

    it("our tax provider stays for the hosted widget, which doesn't depend on the switch", async () => {
      await turn(true)
      store.setOptions({ ...BY_OPERATOR, ...widgetOptions(store.sandbox) })
      await turn(false)
      expect([await codes(), await provider()]).toEqual([["tax_for_widget"], OURS])
      store.setOptions(BY_OPERATOR)
      expect([await codes(), (await region()).tax.off.length]).toEqual([["tax_left"], 1])
    })

    it("a tax provider that is gone keeps every cart of its country from being priced, until one request sets another", async () => {
      const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
      const logged = jest.spyOn(logger, "error").mockImplementation(() => {})
      const shopper = await store.filled()
      // Medusa keeps the row of a provider that is no longer configured.
      await store.sql("insert into tax_provider (id) values ('tp_gone')")
      await taxBy(store, "tp_gone")
      await expect(shopper.addItem("lamp")).rejects.toThrow()
      await taxBy(store, OURS)
      expect(await codes()).toEqual(["tax_former_gone"])
      await taxBy(store, SYSTEM)
      await shopper.addItem("lamp")
      logged.mockRestore()
    })

    it("our tax provider stays while a lease without sales tax is unfinished, and its removal is to do", async () => {
      await turn(true)
      const orderId = await dashboard.placed()
      await turn(false)
      expect([await codes(), await provider()]).toEqual([["tax_stays"], OURS])
      const { id } = await taxRegionOf(store)
      await store.admin.post(`/admin/regions/${store.shop.otherRegionId}`, { payment_providers: ["pp_system_default"] })
      const toDo = async () => (await findBeforeRemoval(store.container)).map(({ code, named }) => [code, named.length])
      expect(await toDo()).toEqual([
        ["deliver", 1],
        ["tax", 1],
      ])
      expect((await findBeforeRemoval(store.container))[1]?.named).toEqual([`US (${id}): ${SYSTEM}`])
      await store.admin.post(`/admin/orders/${orderId}/cancel`)
      expect(await codes()).toEqual(["tax_left"])
      await turn(false)
      expect([await provider(), await toDo()]).toEqual([SYSTEM, []])
    })
  },
  BY_OPERATOR,
)
