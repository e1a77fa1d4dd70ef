import type { Step } from "../../../packages/storefront/src/index"

const STEPS: Record<Step, true> = {
  unavailable: true,
  intro: true,
  in_progress: true,
  deciding: true,
  undecided: true,
  denied: true,
  over_limit: true,
  offer: true,
  cart_changed: true,
  settling: true,
  confirming: true,
  ready: true,
  order_failed: true,
  contract_mismatch: true,
  card: true,
  placed: true,
}

/** Every step that a lease can be at. */
export const LEASE_STEPS = Object.keys(STEPS) as Step[]
