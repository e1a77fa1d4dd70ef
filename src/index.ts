import type { LeaseToOwnOptions } from "./modules/lease/options/options"

export { type LeaseEventData, type LeaseEventName, LeaseEvents } from "./modules/lease/rules/announcements"
export type { LeaseToOwnOptions }

/**
 * The options of the plugin's entry in `medusa-config.ts`, as they are given: the compiler finds an option that does not exist and a value that it
 * cannot have. What only a running store can know is checked when it starts.
 */
export function leaseToOwn(options: LeaseToOwnOptions): LeaseToOwnOptions {
  return options
}
