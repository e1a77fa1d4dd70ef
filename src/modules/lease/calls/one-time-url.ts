import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import { dialectDefaults, type LeaseRefused, type OneTimeRefusal, refusalOfOneTimeUrl } from "../../../client"
import { staffParams } from "../options/operator"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"
import { STARTING, started } from "./confirm-delivery"
import type { CallDeps, ServiceCall } from "./service-call"

/** Whether a refusal means that the URL was already used. False if the response names invalid fields. */
export function isUsedLink(
  { options }: Pick<CallDeps, "options">,
  { httpStatus, code, errors }: LeaseRefused,
): boolean {
  const used = options.service.dialect?.oneTimeUsedStatuses ?? dialectDefaults.oneTimeUsedStatuses
  if (httpStatus === undefined || errors) return false
  return used.includes(httpStatus) || (httpStatus === 409 && code === "link-used")
}

/** Why the current options forbid a call to this one-time URL; null if they allow it. */
export function refusalOfLink({ options }: Pick<CallDeps, "options">, url: string): OneTimeRefusal | null {
  const { widget, loopback, service } = options
  const { oneTimePaths: paths } = { ...dialectDefaults, ...service.dialect }
  return refusalOfOneTimeUrl(url, { hosts: widget?.oneTimeHosts ?? [], loopback, paths })
}

/** Returns the URL to call, checked again because the options may have changed. Throws LedgerRefusal if it is missing, unreadable or forbidden. */
function oneTimeUrlOf(accountDeps: CallDeps, lease: LeaseRecord, kind: LinkKind): string {
  const sealed = kind === "order" ? lease.order_link : lease.delivery_link
  if (!sealed) throw new LedgerRefusal("link_missing", staffParams(accountDeps, lease))
  const { linkKey } = accountDeps.options
  const url = linkKey ? openLink(sealed, linkKey, lease.id, kind) : null
  if (url === null) throw new LedgerRefusal("link_unreadable", staffParams(accountDeps, lease))
  const reason = refusalOfLink(accountDeps, url)
  if (reason) throw new LedgerRefusal("link_refused", { ...staffParams(accountDeps, lease), ...because(reason) })
  return url
}

/** Sends the order number to a hosted lease's orderConfirmationUrl, once (spec 4.2). The lease keeps its status. */
export const sendOrderIdCall = {
  kind: "send_order_id",
  lane: "deliveries",
  historyPrefix: "order_id",
  action: "tell_order",
  reached: [],
  intentEntry: ({ detail }) => ({ type: "order_id_requested", detail: { display_id: detail.order_id ?? "" } }),
  prepare: async (accountDeps, lease) => oneTimeUrlOf(accountDeps, lease, "order"),
  send: async ({ service }, _lease, { detail }, url) => {
    await service.sendOrderId(url ?? "", detail.order_id ?? "")
  },
  done: (_accountDeps, _lease, { detail }) => ({
    set: { order_link: null },
    history: [{ type: "order_id_sent", detail: { display_id: detail.order_id ?? "" } }],
  }),
  refused: "call_refused",
  doneEntry: "order_id_sent",
  alerts: { failed: "order_id_failed", unknown: "order_id_unknown" },
} as const satisfies ServiceCall

/** Starts a hosted lease by sending the delivery date to its deliveryConfirmationUrl once everything is delivered or scheduled (spec 4.2). */
export const sendDeliveryDateCall = {
  ...STARTING,
  kind: "send_delivery_date",
  prepare: async (accountDeps, lease) => oneTimeUrlOf(accountDeps, lease, "delivery"),
  send: async ({ service }, _lease, { detail }, url) => {
    await service.sendDeliveryDate(url ?? "", detail.delivery_date ?? "")
  },
  done: (accountDeps, _lease, call) => started(accountDeps, call, { delivery_link: null }),
} as const satisfies ServiceCall

/** The purpose of a one-time URL (spec 4.2). */
export type LinkKind = "order" | "delivery"

const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16
const FORMAT = "1"

/** Encrypts a one-time URL and binds it to its lease and purpose. Each call returns a different result. */
export function sealLink(url: string, key: Buffer, leaseId: string, kind: LinkKind): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(leaseId, kind))
  const sealed = Buffer.concat([iv, cipher.update(url, "utf8"), cipher.final(), cipher.getAuthTag()])
  return `${FORMAT}.${sealed.toString("base64url")}`
}

/** Decrypts a one-time URL. Null if the key, lease or purpose doesn't match, or the text was tampered with. */
export function openLink(sealed: string, key: Buffer, leaseId: string, kind: LinkKind): string | null {
  const [format, text = ""] = sealed.split(".")
  const bytes = Buffer.from(text, "base64url")
  if (format !== FORMAT || bytes.length <= IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(leaseId, kind)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
  } catch {
    return null
  }
}

/** Returns a keyed digest for telling success reports apart after their URLs are deleted. The URLs can't be recovered from it. */
export function digestOf(parts: readonly (string | undefined)[], key: Buffer): string {
  const own = createHmac("sha256", key).update("lease-to-own success").digest()
  return createHmac("sha256", own).update(JSON.stringify(parts)).digest("hex")
}

function boundTo(leaseId: string, kind: LinkKind): Buffer {
  return Buffer.from(`${leaseId}\n${kind}`, "utf8")
}
