import type { LeaseToOwnOptions } from "./modules/lease/options/options"

export { type LeaseEventData, type LeaseEventName, LeaseEvents } from "./modules/lease/rules/announcements"
export type { LeaseToOwnOptions }

/** The options of the plugin's entry in `medusa-config.ts`, for the compiler to check. What only a running store can know is checked at its start. */
export function leaseToOwn(options: LeaseToOwnOptions): LeaseToOwnOptions {
  return options
}
