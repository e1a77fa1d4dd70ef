import type { LeaseToOwnOptions } from "./modules/lease/options/options"

export { type LeaseEventData, type LeaseEventName, LeaseEvents } from "./modules/lease/rules/announcements"
export type { LeaseToOwnOptions }

/**
 * Returns the plugin's options unchanged, so that TypeScript checks them in `medusa-config.ts`. Whatever depends on the running store is checked when
 * the store starts.
 */
export function leaseToOwn(options: LeaseToOwnOptions): LeaseToOwnOptions {
  return options
}
