import type { z } from "zod"
import { isLoopback, type LeaseServiceOptions } from "../../../client"
import type { MessageParams } from "../texts/messages"
import { members, page, text } from "./schemas"
import { UNNAMED_OPERATOR } from "./wording"

const OPERATOR = 'Set operator: { name: "…", contact: "…" }: whom a denied shopper can ask.'
const PORTAL =
  'Set operator: { portalUrl: "https://portal.example/leases/{applicationId}" }: https, without a log-in; {applicationId} may stand in it.'

export const OperatorSchema = members(OPERATOR, {
  /** The operator's name, as shown to shoppers. Default `"the leasing company"`. */
  name: text('Set operator: { name: "…" }.').default(UNNAMED_OPERATOR),
  /** How shoppers reach the operator: a phone number, an email address or a page. Required. */
  contact: text('Set operator: { contact: "…" }.'),
  /** How your staff can reach the operator. If omitted, `contact` is used. */
  merchantContact: text('Set operator: { merchantContact: "…" }.').optional(),
  /** The operator's address on invoices, in one line or several. If omitted, invoices have only the operator's name. */
  invoiceAddress: text('Set operator: { invoiceAddress: "…" }, in one line or several.').optional(),
  /** The operator's https page for a lease, with `{applicationId}` in place of the lease's ID. The URL must not contain a login. */
  portalUrl: page(PORTAL).optional(),
})

/** The `operator` option: who runs the lease service, and how shoppers and staff reach them. */
export type Operator = z.output<typeof OperatorSchema>

/** The operator's contact for staff. `id` is the operator's ID for the lease, and `portal` is the page where staff look up the lease. */
export type OperatorContact = { name: string; contact: string; id: string | null; portal: string | null }

type Named = { application_id: string | null; hosted_id: string | null }

const PLACE = "{applicationId}"

/** The operator's details that shoppers may see. */
export function forShoppers({ name, contact }: Operator): Pick<Operator, "name" | "contact"> {
  return { name, contact }
}

/** Returns the operator's contact for staff. If the portal's URL needs the operator's ID, `portal` is null until the lease has that ID. */
export function contactOf({ name, contact, merchantContact, portalUrl }: Operator, lease: Named): OperatorContact {
  const id = operatorsId(lease)
  const portal = portalUrl?.includes(PLACE) ? id && portalUrl.replaceAll(PLACE, encodeURIComponent(id)) : portalUrl
  return { name, contact: merchantContact ?? contact, id, portal: portal ?? null }
}

/** Parameters for staff-facing messages. `whom` reads "Acorn Leasing (merchants@acorn.example, ID 4711)" in every language. */
export function staffParams({ options }: { options: { operator: Operator } }, lease: Named): MessageParams {
  const { name, contact, id } = contactOf(options.operator, lease)
  return { operator: name, whom: `${name} (${[contact, id && `ID ${id}`].filter(Boolean).join(", ")})` }
}

/** The operator's ID for the lease: the application's in the API flow, the lease's own in the hosted flow. */
export function operatorsId({ application_id, hosted_id }: Named): string | null {
  return application_id ?? hosted_id
}

/** The service's URL and login. `ends` is the last two characters of the secret, or null if the secret is too short to show any. */
export type ServiceAddress = {
  address: string
  loopback: boolean
  login: "password" | "hash"
  username: string | null
  ends: string | null
}

/** The connection without its secret, for display. */
export function describeConnection({ baseUrl, username, password, authHash }: LeaseServiceOptions): ServiceAddress {
  const { origin, pathname, hostname } = new URL(baseUrl)
  // Strip the base64 padding, which doesn't help identify a secret.
  const secret = (authHash ?? password ?? "").replace(/(?<!=)=+$/, "")
  return {
    address: `${origin}${pathname}`.replace(/(?<!\/)\/+$/, ""),
    loopback: isLoopback(hostname),
    login: authHash === undefined ? "password" : "hash",
    username: username ?? null,
    // Two characters are enough to tell two secrets apart, but too few to guess one.
    ends: secret.length >= 8 ? secret.slice(-2) : null,
  }
}
