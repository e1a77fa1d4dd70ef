import type { LeaseToOwnOptions } from "./modules/lease/options/options"

export { type LeaseEventData, type LeaseEventName, LeaseEvents } from "./modules/lease/rules/announcements"
export type { LeaseToOwnOptions }

/** Type-checks the options of the plugin's entry in `medusa-config.ts`. What only a running store can know is checked when the store starts. */
export function leaseToOwn(options: LeaseToOwnOptions): LeaseToOwnOptions {
  return options
}
