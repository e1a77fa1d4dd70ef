import type { DescribedReason, Difference } from "../cart/cart"
import {
  awaitsFirstPayment,
  isClosed,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isNew,
  isUnsigned,
} from "../rules/lease-predicates"
import { isBeingChecked } from "../rules/newer"
import type { LeaseRecord } from "../rules/records"
import { type ShopStep, whyNot } from "../rules/state-machine"
import { type MessageCode, type MessageParams, textOf } from "../texts/messages"
import { because } from "../texts/reasons"
import { whyNotApiFlow, whyNoWidget } from "./cart-lease"

export type Message = { code: string; params: MessageParams; message: string }

type Allowed = { allowed: true } | { allowed: false; reason: string; params?: MessageParams; message?: string }

/** A shopper's actions on a cart, named after the routes (`docs/routes.md`). */
type ShopAction = "apply" | "approval" | "code" | "offer" | "contract" | "signature" | "place" | "widget"

export function message(code: MessageCode, params: MessageParams = {}): Message {
  return { code, params, message: textOf(code, params) }
}

export function allRefused(no: Allowed): Record<ShopAction, Allowed> {
  return { apply: no, approval: no, code: no, offer: no, contract: no, signature: no, place: no, widget: no }
}

export type ShopFindings = {
  step: ShopStep
  /** Why this cart can't be leased with our own form. */
  reasons: (Message & Pick<DescribedReason, "lines">)[]
  /** Why this cart can't be leased with the widget. */
  ofWidget: Message[]
  difference: Difference | null
  failure: { code: MessageCode; params: MessageParams } | null
  /** The approved amount and the cart's total, if the total is higher. */
  exceeded: MessageParams | null
  /** Whether the contract stays closed because the service stated no total cost. */
  isTotalMissing: boolean
  /** Whether it's too early to resubmit a form that the service hasn't responded to. */
  waits: boolean
  isPastEnd: boolean
  /** Whether somebody may apply again after a denial: another person, or the same person through another account. */
  again: boolean
  /** Whether this cart can use an approval from another cart. */
  elsewhere: boolean
  noCode: MessageCode | null
  params: MessageParams
}

/** Returns whether each action is allowed now and, if not, why. */
export function abilities(lease: LeaseRecord | null, found: ShopFindings): Record<ShopAction, Allowed> {
  const { difference, params } = found
  if (lease && isBeingChecked(lease)) return allRefused(refusal(message("lease_checking", params)))
  const [[blocked], [noWidget]] = [found.reasons, found.ofWidget]
  const refused = (code: MessageCode | null, more?: MessageParams): Allowed =>
    code ? refusal(message(code, { ...params, ...more })) : { allowed: true }
  const unless = (code: MessageCode | null) => (!code && blocked ? refusal(blocked) : refused(code))
  const closed = whyNoWidget(lease)
  const widget = !closed && noWidget ? refusal(noWidget) : refused(closed)
  const hosted = lease && whyNotApiFlow(lease)
  if (lease && hosted) {
    // Our own form can't continue a hosted lease, but may replace it until the widget reports success.
    const no = refused(hosted)
    const apply = isNew(lease) ? unless(null) : no
    return { ...allRefused(no), apply, approval: found.elsewhere ? apply : no, widget }
  }
  const status = lease && !isClosed(lease) ? lease.status : null
  const reported = lease !== null && isMaybeSigned(lease)
  const firstPaymentPending = lease !== null && awaitsFirstPayment(lease)
  const byStatus = (action: "offer" | "contract" | "signature" | "place") =>
    status ? whyNot(action, status) : "no_application"
  const applied =
    status && !found.again ? (whyNot("apply", status) ?? (found.waits ? "wait_before_retry" : null)) : null
  const noTotal = found.isTotalMissing ? "no_total" : null
  const noContract = firstPaymentPending ? "signature_pending" : difference ? "cart_changed" : noTotal
  const noOrder = (reported ? null : byStatus("place")) ?? mismatchOf(difference)
  return {
    apply: unless(applied),
    approval: unless(found.elsewhere ? null : "no_approval"),
    code: unless(found.noCode),
    offer: unless(byStatus("offer")),
    contract: unless(byStatus("contract") ?? noContract),
    // A signature remains valid regardless of the current options and product data, so don't check them.
    signature: refused(byStatus("signature")),
    place: refused(lease && isForExistingOrder(lease) ? "order_placed" : noOrder, differingPart(difference)),
    widget,
  }
}

function refusal({ code, params, message }: Message): Allowed {
  return { allowed: false, reason: code, params, message }
}

/** Returns why a signed contract's order can't be placed, or null if nothing differs. */
export function mismatchOf(difference: Difference | null): MessageCode | null {
  if (difference === null) return null
  return difference === "cart" ? "contract_mismatch" : "recipient_mismatch"
}

export function differingPart(difference: Difference | null): MessageParams {
  return difference === null || difference === "cart" ? {} : because(`recipient_${difference}`)
}

/** Whether the lease uses our own form and nothing has been signed yet. */
export function isApproval(lease: LeaseRecord): boolean {
  return !isHosted(lease) && !awaitsFirstPayment(lease) && isUnsigned(lease)
}
