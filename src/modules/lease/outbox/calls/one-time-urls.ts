import { type LeaseRefused, type OneTimeRefusal, refusalOfOneTimeUrl, wireDefaults } from "../../../../lease-service"
import type { LeaseRecord } from "../../rules/records"
import { type Ledger, staffParams } from "../../status/ledger"
import { type LinkKind, openLink } from "../../tables/sealed-url"
import { because } from "../../texts/reasons"
import { LedgerRefusal } from "../../texts/refusal"
import type { ServiceCall } from "./service-call"

/** The calls to the one-time URLs of a hosted lease (spec 4.2). Whatever they end with, no text holds anything of the URL. */
export const linkCalls: Record<"send_order_id" | "send_delivery_date", ServiceCall> = {
  /** Once, with the order's number. The lease stays where it stands. */
  send_order_id: {
    action: "tell_order",
    reached: [],
    asked: ({ detail }) => ({ type: "order_id_asked", detail: { display_id: detail.order_id ?? "" } }),
    prepare: async (ledger, lease) => linkOf(ledger, lease, "order"),
    send: async (ledger, _lease, { detail }, url) => {
      await ledger.service.sendOrderId(url ?? "", detail.order_id ?? "")
      return "done"
    },
    done: (_ledger, _lease, { detail }) => ({
      set: { order_link: null },
      history: [{ type: "order_id_sent", detail: { display_id: detail.order_id ?? "" } }],
    }),
    refused: "call_refused",
    words: "order_id",
    attention: { failed: "order_id_failed", unknown: "order_id_unknown" },
  },

  /** Once, when everything is delivered or scheduled: the lease starts. */
  send_delivery_date: {
    action: "deliver",
    reached: ["delivered", "returning", "returned"],
    asked: ({ detail }) => ({ type: "delivery_asked", detail: { date: detail.delivery_date ?? "" } }),
    prepare: async (ledger, lease) => linkOf(ledger, lease, "delivery"),
    send: async (ledger, _lease, { detail }, url) => {
      await ledger.service.sendDeliveryDate(url ?? "", detail.delivery_date ?? "")
      return "done"
    },
    done: (ledger, _lease, { detail }) => ({
      event: "delivery_confirmed",
      set: { delivery_link: null, delivery_date: detail.delivery_date ?? null, delivered_at: ledger.now() },
      history: [{ type: "delivery_confirmed", detail: { date: detail.delivery_date ?? "" } }],
    }),
    refused: "call_refused",
    words: "delivery",
    attention: { failed: "delivery_failed", unknown: "delivery_unknown" },
  },
}

/**
 * A one-time URL says that it was used before: by a status that means nothing else, or by the code of that problem. An answer that names wrong
 * fields is about the fields.
 */
export function isUsedLink({ options }: Ledger, { httpStatus, code, errors }: LeaseRefused): boolean {
  const used = options.service.wire?.oneTimeUsedStatuses ?? wireDefaults.oneTimeUsedStatuses
  if (httpStatus === undefined || errors) return false
  return used.includes(httpStatus) || (httpStatus === 409 && code === "link-used")
}

/** Why this one-time URL is not called by what the options say today; null when it may be. */
export function refusalOfLink({ options }: Ledger, url: string): OneTimeRefusal | null {
  const { widget, loopback, service } = options
  const { oneTimePaths: paths } = { ...wireDefaults, ...service.wire }
  return refusalOfOneTimeUrl(url, { hosts: widget?.oneTimeHosts ?? [], loopback, paths })
}

/** The URL to call, judged once more: options may have changed since it was kept. Throws LedgerRefusal when there is none, or not this one. */
function linkOf(ledger: Ledger, lease: LeaseRecord, kind: LinkKind): string {
  const sealed = kind === "order" ? lease.order_link : lease.delivery_link
  if (!sealed) throw new LedgerRefusal("link_missing", staffParams(ledger, lease))
  const { linkKey } = ledger.options
  const url = linkKey ? openLink(sealed, linkKey, lease.id, kind) : null
  if (url === null) throw new LedgerRefusal("link_unreadable", staffParams(ledger, lease))
  const reason = refusalOfLink(ledger, url)
  if (reason) throw new LedgerRefusal("link_refused", { ...staffParams(ledger, lease), ...because(reason) })
  return url
}
