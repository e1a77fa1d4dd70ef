import { LeaseService } from "../../../client"
import { UNNAMED_OPERATOR } from "../options/consent"
import type { LeaseOptions } from "../options/options"
import type { Account } from "./accounts"

/** Calls for its leases are tried again so much later (ms): the account may be back in the options by then. */
export const REMOVED_RETRY_MS = 10 * 60_000

/** No address: calls end before one is looked for, and this one leads nowhere. */
const NOWHERE = { baseUrl: "https://removed.invalid", authHash: "cmVtb3ZlZDpyZW1vdmVk" }

/**
 * Stands in for an account that the options do not have any more, so that its leases can be read and shown. It sends nothing, has no
 * credentials, and what is owed waits as in an outage.
 */
export function removedAccount(account: string | null, options: LeaseOptions, now: () => Date): Account {
  const name = account ?? UNNAMED_OPERATOR
  const { widget: _widget, linkKey: _linkKey, estimate: _estimate, rate: _rate, ...rest } = options
  const outage = () => ({
    failures: 0,
    since: now(),
    probe_at: new Date(now().getTime() + REMOVED_RETRY_MS),
    probes: 0,
  })
  const breaker: Account["breaker"] = {
    get outage() {
      return outage()
    },
    closed: true,
    isLikely: false,
    current: async () => outage(),
    isProbeDue: async () => false,
    refusesPeople: async () => true,
    closedFor: async () => REMOVED_RETRY_MS,
    ended: async () => {},
    afterPutOff: async () => {},
  }
  return {
    account,
    options: {
      ...rest,
      account,
      takes: null,
      others: [],
      operator: { name, contact: name },
      service: NOWHERE,
      secret: "",
    },
    service: new LeaseService(NOWHERE, { gate: breaker }),
    breaker,
    rate: undefined,
    isRemoved: true,
  }
}
