import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../lease-service"
import { LEASE_MODULE } from "../../modules/lease"
import type LeaseModuleService from "../../modules/lease/service"

/**
 * Before routes on which a person waits: however often and whatever the service is asked, they are answered within option `requestTimeoutMs`, before
 * a proxy or the browser gives up on a request that then goes on.
 */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { requestTimeoutMs } = req.scope.resolve<LeaseModuleService>(LEASE_MODULE).settings()
  withinMs(requestTimeoutMs, () => next())
}
