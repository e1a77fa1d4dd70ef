import { type LeaseRefused, type OneTimeRefusal, refusalOfOneTimeUrl, wireDefaults } from "../../../client"
import { staffParams } from "../options/operator"
import type { LeaseRecord } from "../rules/records"
import { because } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"
import type { At } from "./call"
import { type LinkKind, openLink } from "./sealed-url"

/** A one-time URL cannot be read back: how the answer to sending again is judged, in words (`docs/decisions.md`). */
export const READ_BY_SENDING =
  "nothing. It is sent again: 410, or 409 with the code link-used, after an attempt without an answer = taken; without one = somebody else used the link; another no after such an attempt = a person asks"

/**
 * A one-time URL says that it was used before: by a status that means nothing else, or by the code of that problem. An answer that names wrong
 * fields is about the fields.
 */
export function isUsedLink({ options }: Pick<At, "options">, { httpStatus, code, errors }: LeaseRefused): boolean {
  const used = options.service.wire?.oneTimeUsedStatuses ?? wireDefaults.oneTimeUsedStatuses
  if (httpStatus === undefined || errors) return false
  return used.includes(httpStatus) || (httpStatus === 409 && code === "link-used")
}

/** Why this one-time URL is not called by what the options say today; null when it may be. */
export function refusalOfLink({ options }: Pick<At, "options">, url: string): OneTimeRefusal | null {
  const { widget, loopback, service } = options
  const { oneTimePaths: paths } = { ...wireDefaults, ...service.wire }
  return refusalOfOneTimeUrl(url, { hosts: widget?.oneTimeHosts ?? [], loopback, paths })
}

/** The URL to call, judged once more: options may have changed since it was kept. Throws LedgerRefusal when there is none, or not this one. */
export function oneTimeUrlOf(at: At, lease: LeaseRecord, kind: LinkKind): string {
  const sealed = kind === "order" ? lease.order_link : lease.delivery_link
  if (!sealed) throw new LedgerRefusal("link_missing", staffParams(at, lease))
  const { linkKey } = at.options
  const url = linkKey ? openLink(sealed, linkKey, lease.id, kind) : null
  if (url === null) throw new LedgerRefusal("link_unreadable", staffParams(at, lease))
  const reason = refusalOfLink(at, url)
  if (reason) throw new LedgerRefusal("link_refused", { ...staffParams(at, lease), ...because(reason) })
  return url
}
