import { queryOf } from "../../src/medusa/read/carts"
import { RESULT, type StoreFacts, type StoreReport } from "../../src/scripts/init/store-results"
import initStore from "../../src/scripts/init-store"
import { leaseRegions } from "../../src/setup/lease-regions"
import { storeRules } from "./support/lease-store"
import { printedBy } from "./support/run-program"
import { taxBy, taxRegionOf } from "./tax-switch"

/** The parts of the command `init` in a store whose operator charges the sales tax. */
export const initInStore = storeRules(
  "init in a running store",
  (store) => {
    async function part<Result>(...args: string[]): Promise<Result> {
      const { text } = await printedBy(() => initStore({ container: store.container, args }))
      return JSON.parse(text.split(RESULT)[1] ?? "null")
    }
    const tax = async () => {
      const { provider_id, metadata } = await taxRegionOf(store)
      return [provider_id, metadata?.lease_to_own_former_provider]
    }
    const regions = async () => (await leaseRegions(queryOf(store.container))).map(({ id }) => id)
    /** The seeded store has lease-to-own in Europe, too, where no account leases. */
    const turnOff = async () => {
      await store.admin.post(`/admin/regions/${store.shop.regionId}`, { payment_providers: ["pp_system_default"] })
      await taxBy(store, "tp_system")
    }

    it("reads the regions, and where the products' facts come from", async () => {
      const { regions, products, product } = await part<StoreFacts>("read")
      expect(regions.filter(({ usable }) => usable).map(({ id }) => id)).toEqual([store.shop.regionId])
      expect(products).toBeGreaterThan(0)
      expect(product).toMatchObject({
        brand: [{ from: "collection" }, { value: "Unbranded" }],
        condition: [{ value: "new" }],
      })
    })

    it("turns lease-to-own on with its tax provider, as the dashboard's switch does, and keeps other payment providers", async () => {
      await turnOff()
      const { lines, failed } = await part<StoreReport>("finish")
      expect(lines[0]).toMatch(/^OK {3}region: Lease-to-own was turned on in /)
      expect(lines.at(-1)).toBe(
        `lease-to-own: ${failed} failed, ${lines.filter((line) => line.startsWith("WARN")).length} warnings`,
      )
      expect([(await regions()).includes(store.shop.regionId), await tax()]).toEqual([
        true,
        ["tp_lease-to-own", "tp_system"],
      ])
      const { body } = await store.admin.get(`/admin/regions/${store.shop.regionId}?fields=payment_providers.id`)
      const ids = body.region.payment_providers.map(({ id }: { id: string }) => id)
      expect(ids.sort()).toEqual(["pp_lease-to-own", "pp_system_default"])
    })

    it("changes nothing where it is on already", async () => {
      await part("finish", store.shop.regionId)
      const before = await tax()
      const { lines } = await part<StoreReport>("finish")
      expect([lines[0], await tax()]).toEqual([expect.stringMatching(/is already on in /), before])
    })

    it("finishes a region that has the payment provider, but not the tax provider", async () => {
      await part("finish")
      await taxBy(store, "tp_system")
      const { lines } = await part<StoreReport>("finish")
      expect([lines[0], await tax()]).toEqual([
        expect.stringMatching(/was turned on in /),
        ["tp_lease-to-own", "tp_system"],
      ])
    })

    it("fails for a region that isn't there", async () => {
      await expect(part("finish", "reg_none")).rejects.toThrow(
        /^There is no region for --region reg_none\. Available: /,
      )
    })

    it("undoes it, and gives countries their former tax provider", async () => {
      await part("finish")
      const { lines, failed } = await part<StoreReport>("undo")
      const off = /^OK {3}region: Lease-to-own was turned off in (Europe|United States) /
      expect(failed).toBe(0)
      expect(lines.filter((line) => off.test(line))).toHaveLength(2)
      expect(lines.at(-1)).toBe("OK   sales tax: US has its former tax provider again.")
      expect([await regions(), await tax()]).toEqual([[], ["tp_system", undefined]])
    })

    it("isn't undone while there are leases", async () => {
      await part("finish")
      const shopper = await store.filled()
      await shopper.apply()
      const before = [await regions(), await tax()]
      const { lines, failed } = await part<StoreReport>("undo")
      expect([failed, lines]).toEqual([
        1,
        [expect.stringMatching(/^FAIL The store has leases, so nothing was undone\./)],
      ])
      expect([await regions(), await tax()]).toEqual(before)
    })
  },
  { salesTax: "by_operator" },
)
