import type { z } from "zod"
import { isLoopback, type LeaseServiceOptions } from "../../../client"
import type { MessageParams } from "../texts/messages"
import { UNNAMED_OPERATOR } from "./consent"
import { members, page, text } from "./schemas"

const OPERATOR = 'Write operator: { name: "…", contact: "…" }: whom a denied shopper can ask.'
const PORTAL =
  'Write operator: { portalUrl: "https://portal.example/leases/{applicationId}" }: https, without a log-in; {applicationId} may stand in it.'

export const OperatorSchema = members(OPERATOR, {
  /** The operator's name, as shown to shoppers. Default `"the leasing company"`. */
  name: text('Write operator: { name: "…" }.').default(UNNAMED_OPERATOR),
  /** How a shopper reaches the operator: a phone number, an e-mail address or a page. Required. */
  contact: text('Write operator: { contact: "…" }.'),
  /** How your own staff reaches the operator. If omitted, staff use `contact`. */
  merchantContact: text('Write operator: { merchantContact: "…" }.').optional(),
  /** The https page where your staff looks up a lease, without a login in its URL. `{applicationId}` is replaced with the lease's application id. */
  portalUrl: page(PORTAL).optional(),
})

/** The `operator` option: who runs the lease service, and whom shoppers and staff contact there. */
export type Operator = z.output<typeof OperatorSchema>

/** Whom staff contact about a lease. `id` is the operator's own id for the lease, and `portal` is the page where staff look up the lease. */
export type OperatorContact = { name: string; contact: string; id: string | null; portal: string | null }

type Named = { application_id: string | null; hosted_id: string | null }

const PLACE = "{applicationId}"

/** The operator's contact for shoppers, without the details meant for staff. */
export function forShoppers({ name, contact }: Operator): Pick<Operator, "name" | "contact"> {
  return { name, contact }
}

/** Whom staff contact about this lease. If the portal's URL needs the operator's id, `portal` is null until the lease has that id. */
export function contactOf({ name, contact, merchantContact, portalUrl }: Operator, lease: Named): OperatorContact {
  const id = operatorsId(lease)
  const portal = portalUrl?.includes(PLACE) ? id && portalUrl.replaceAll(PLACE, encodeURIComponent(id)) : portalUrl
  return { name, contact: merchantContact ?? contact, id, portal: portal ?? null }
}

/** Parameters for texts that only staff read. `whom` reads "Acorn Leasing (merchants@acorn.example, ID 4711)" in every language. */
export function staffParams({ options }: { options: { operator: Operator } }, lease: Named): MessageParams {
  const { name, contact, id } = contactOf(options.operator, lease)
  return { operator: name, whom: `${name} (${[contact, id && `ID ${id}`].filter(Boolean).join(", ")})` }
}

/** The operator's id for the lease: the application's in the API flow, the lease's own in the hosted flow. */
export function operatorsId({ application_id, hosted_id }: Named): string | null {
  return application_id ?? hosted_id
}

/** The service's address and login. `ends` is the last two characters of the secret, or null if the secret is too short to show any. */
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
  // Strip a hash's padding, which doesn't help to identify a secret.
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
