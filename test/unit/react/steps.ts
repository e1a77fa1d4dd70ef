import { STEPS } from "../../../packages/storefront/src/client/known-step"
import type { Step } from "../../../packages/storefront/src/index"

/** Every step that a lease can be at. */
export const LEASE_STEPS = Object.keys(STEPS) as Step[]
