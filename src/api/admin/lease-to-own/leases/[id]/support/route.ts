import { adminRoute } from "../../../../../admin-route"
import type { LeaseSupportFile } from "../../../../../admin-types"
import { idOf } from "../../../../../store-route"
import { supportFile } from "../../../card/support-file"

/** Returns all that is known about a lease, without secrets and personal data. Makes no call to the service, and doesn't change anything. */
export const GET = adminRoute<LeaseSupportFile>((req) => supportFile(req.scope, idOf(req)))
