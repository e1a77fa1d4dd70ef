import type { LedgerDeps } from "../accounts/deps"
import type { UnknownValue } from "../tables/newer"
import { messageOf } from "../texts/messages"

/** Logs what a newer version of the plugin has written and this one leaves alone. Never throws. */
export async function logNewer(deps: LedgerDeps): Promise<void> {
  try {
    for (const found of await deps.store.newer.due()) logUnknown(deps, found)
  } catch (error) {
    deps.log.error(`lease-to-own: a newer version's leases could not be looked for: ${messageOf(error)}`)
  }
}

const logged = new Set<string>()

/** Logs each unknown value once per process. */
export function logUnknown({ log }: LedgerDeps, { what, value, lease_id }: UnknownValue): void {
  const key = `${what} ${value}`
  if (logged.has(key)) return
  logged.add(key)
  log.warn(
    `lease-to-own: ${key} of lease ${lease_id} was written by a newer version of the plugin. This process leaves such leases alone. Restart it with that version.`,
  )
}
