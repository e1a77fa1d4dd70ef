import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { checkRegion } from "../../../../../setup/check-region"
import { adminRoute, may } from "../../../../admin-route"
import type { RegionLeaseAnswer } from "../../../../admin-types"
import { idOf } from "../../../../store-route"

/** Returns whether shoppers in a region can lease, and if not, why. Makes no call to the service. */
export const GET = adminRoute<RegionLeaseAnswer>(async (req) => {
  const region = await checkRegion(req.scope, idOf(req))
  if (!region) throw new LedgerRefusal("region_not_found", {}, { kind: "not_found" })
  const taxChanges = [...region.tax.on, ...region.tax.off]
  const canWrite =
    (await may(req, "update", "region")) && (!taxChanges.length || (await may(req, "update", "tax_region")))
  return { region: { ...region, can_write: canWrite } }
})
