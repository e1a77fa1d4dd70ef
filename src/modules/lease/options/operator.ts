import type { LeaseRecord } from "../rules/records"

/** Option `operator`: who runs the lease service, whom shoppers ask there, and whom the store's staff asks. */
export type Operator = {
  name: string
  contact: string
  merchantContact?: string
  /** Where staff looks a lease up; `{applicationId}` stands for the operator's id of it. */
  portalUrl?: string
}

/** Whom the store's staff asks about a lease, and for what. `id`: the operator's own name for it; `portal`: where it is looked up. */
export type OperatorContact = { name: string; contact: string; id: string | null; portal: string | null }

type Named = Pick<LeaseRecord, "application_id" | "hosted_id">

const PLACE = "{applicationId}"

/** Whom shoppers ask. What is for the store's people is not theirs. */
export function forShoppers({ name, contact }: Operator): Pick<Operator, "name" | "contact"> {
  return { name, contact }
}

/** Whom to ask about this lease. The portal of a lease that the operator has no name for yet has no address either, if it is to have one. */
export function contactOf({ name, contact, merchantContact, portalUrl }: Operator, lease: Named): OperatorContact {
  const id = operatorsId(lease)
  const portal = portalUrl?.includes(PLACE) ? id && portalUrl.replaceAll(PLACE, encodeURIComponent(id)) : portalUrl
  return { name, contact: merchantContact ?? contact, id, portal: portal ?? null }
}

/** The same in one line, for texts in any language: "Acorn Leasing (merchants@acorn.example, ID 4711)". */
export function whomToAsk(operator: Operator, lease: Named): string {
  const { name, contact, id } = contactOf(operator, lease)
  return `${name} (${[contact, id && `ID ${id}`].filter(Boolean).join(", ")})`
}

/** How the operator calls the lease: the application of our own way, the lease of the hosted one. */
export function operatorsId({ application_id, hosted_id }: Named): string | null {
  return application_id ?? hosted_id
}
