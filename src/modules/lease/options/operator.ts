import { z } from "zod"
import { isLoopback, type LeaseServiceOptions, toUrl } from "../../../client"
import type { LeaseRecord } from "../rules/records"
import type { MessageParams } from "../texts/messages"
import { UNNAMED_OPERATOR } from "./consent"

/** A text that is not empty; `line` is what to write. */
export const text = (line: string) =>
  z
    .string({ error: `Write ${line}.` })
    .trim()
    .min(1, { error: `Write ${line}.` })

/** An address that a browser is sent to: https, plain http on this machine for a sandbox, and no log-in. */
export function isPage(address: string): boolean {
  const url = toUrl(address)
  if (!url || url.username || url.password) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))
}

const PORTAL_FORM =
  'Write operator: { portalUrl: "https://portal.example/leases/{applicationId}" }: https, without a log-in; {applicationId} may stand in it.'

/** Option `operator`. Its texts say what to write. */
export const OperatorSchema = z.strictObject(
  {
    /** The operator's name, as shoppers read it. Default `"the leasing company"`. */
    name: text('operator: { name: "…" }').default(UNNAMED_OPERATOR),
    /** How a shopper reaches the operator: a phone number, an e-mail address or a page. Required. */
    contact: text('operator: { contact: "…" }'),
    /** How your own staff reaches the operator. Left out: by `contact`. */
    merchantContact: text('operator: { merchantContact: "…" }').optional(),
    /** Where your staff looks a lease up; `{applicationId}` stands for it. https, without a log-in. */
    portalUrl: z.string({ error: PORTAL_FORM }).refine(isPage, { error: PORTAL_FORM }).optional(),
  },
  { error: 'Write operator: { name: "…", contact: "…" }: whom a denied shopper can ask.' },
)

/** Option `operator`: who runs the lease service, whom shoppers ask there, and whom the store's staff asks. */
export type Operator = z.output<typeof OperatorSchema>

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

/** Names in texts for the store's own people: whom they ask at the operator, and for what. Never for shoppers. */
export function staffParams(
  { options: { operator } }: { options: { operator: Operator } },
  lease: Named,
): MessageParams {
  return { operator: operator.name, whom: whomToAsk(operator, lease) }
}

/** How the operator calls the lease: the application of our own way, the lease of the hosted one. */
export function operatorsId({ application_id, hosted_id }: Named): string | null {
  return application_id ?? hosted_id
}

/** Where the service is asked, and with what. `ends`: the last two signs of the secret; null where it is too short to show any. */
export type ServiceAddress = {
  address: string
  loopback: boolean
  login: "password" | "hash"
  username: string | null
  ends: string | null
}

/** The connection as people may see it. */
export function describeConnection({ baseUrl, username, password, authHash }: LeaseServiceOptions): ServiceAddress {
  const { origin, pathname, hostname } = new URL(baseUrl)
  return {
    address: `${origin}${pathname}`.replace(/\/+$/, ""),
    loopback: isLoopback(hostname),
    login: authHash === undefined ? "password" : "hash",
    username: username ?? null,
    ends: endOf(authHash ?? password ?? ""),
  }
}

/** Enough to tell two secrets apart, too little to guess one. The padding of a hash tells nothing. */
function endOf(secret: string): string | null {
  const plain = secret.replace(/=+$/, "")
  return plain.length >= 8 ? plain.slice(-2) : null
}
