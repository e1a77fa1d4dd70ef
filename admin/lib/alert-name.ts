import type { TFunction } from "i18next"

/** The title of a raised alert. A newer version's alert has none here. */
export function alertName(code: string, t: TFunction): string {
  return t([`leaseToOwn.alerts.${code}`, "leaseToOwn.states.needs_attention"])
}
