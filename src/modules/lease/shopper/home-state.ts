import { type ApplicationField, type ApplicationRequest, applicationFields, HOME_STATE } from "../../../client"
import { isExcluded, readPlace } from "../../../lease-cart"
import type { AccountDeps } from "../accounts/deps"
import type { AccountSettings } from "../options/options"
import { isForExistingOrder } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"

/** Returns the form's fields. Marks the home states whose residents get no leases from this account. */
export function formFields({ excludedStates }: AccountSettings): ApplicationField[] {
  return applicationFields.map((field) => {
    if (field.path !== HOME_STATE) return field
    const mark = (option: { value: string; label: string }) =>
      isExcludedHome(option.value, excludedStates) ? { ...option, excluded: true } : option
    return { ...field, options: field.options?.map(mark) }
  })
}

/** Throws if the account leases nothing to residents of the applicant's state, wherever the order ships. An unreadable state isn't excluded. */
export function refuseExcludedHome(
  { options, settings }: AccountDeps,
  lease: LeaseRecord | null,
  { customer }: Partial<ApplicationRequest>,
): void {
  if (!isExcludedHome(customer?.homeAddress?.state, options.excludedStates)) return
  const hasOrder = lease !== null && isForExistingOrder(lease)
  const operator = settings.operator.name
  const rule = hasOrder ? "excluded_order" : "excluded"
  const message = `${operator} does not lease to people who live in this state.`
  throw new LedgerRefusal(
    hasOrder ? "replacement_home_state" : "unavailable_home_state",
    { operator },
    { kind: "invalid", fields: [{ field: HOME_STATE, rule, message }] },
  )
}

function isExcludedHome(state: unknown, excludedStates: readonly string[]): boolean {
  const home = readPlace({ country_code: "us", province: String(state ?? "") })
  return home !== undefined && isExcluded(home, excludedStates)
}
