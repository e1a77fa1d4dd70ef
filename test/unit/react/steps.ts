import { STEPS } from "../../../packages/storefront/src/client/known-step"
import type { LeaseStep } from "../../../packages/storefront/src/index"

/** Every step of a lease. */
export const LEASE_STEPS = Object.keys(STEPS) as LeaseStep[]
