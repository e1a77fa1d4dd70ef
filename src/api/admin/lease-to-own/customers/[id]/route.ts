import { adminRoute } from "../../../../admin-route"
import type { CustomerLeasesAnswer } from "../../../../admin-types"
import { idOf } from "../../../../store-route"
import { customerLeases } from "../../list/lease-list"

/** Returns a customer's approvals and newest leases, found by account and by e-mail address. Makes no call to the service. */
export const GET = adminRoute<CustomerLeasesAnswer>((req) => customerLeases(req.scope, idOf(req)))
