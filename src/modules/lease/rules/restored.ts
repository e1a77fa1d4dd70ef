import { readsSigned, type ServiceStatus, type StatusReading, toServiceStatus } from "../../../client"
import type { LeaseRecord } from "./records"
import type { LeaseStatus } from "./state-machine"

/**
 * What the service has for a lease: no contract, one that can be signed, a signed one without its first payment, one in force, a started lease, or a
 * returned one. `unclear` if there is no status that says so.
 */
export type ServiceHas =
  | "nothing"
  | "handed_out"
  | "unpaid"
  | "in_force"
  | "delivered"
  | "returned"
  | "unclear"
  | "not_found"

const HAS: Partial<Record<ServiceStatus, ServiceHas>> = {
  approved: "nothing",
  pre_approved: "nothing",
  prequalified: "nothing",
  pending: "nothing",
  denied: "nothing",
  approval_expired: "nothing",
  contracts_expired: "nothing",
  contracts: "handed_out",
  contracts_received: "unpaid",
  lease_accepted: "unpaid",
  funded: "delivered",
  returned: "returned",
}

export function serviceHas(reading: StatusReading): ServiceHas {
  if (reading.kind === "no_contract") return reading.known ? "nothing" : "not_found"
  if (reading.kind === "no_status") return "unclear"
  return readsSigned(reading) ? "in_force" : (HAS[reading.status] ?? "unclear")
}

/** Like {@link serviceHas}, for a status's text in an operator's list, which doesn't say whether the goods may ship. */
export function serviceHasByText(text: string): ServiceHas {
  const has = HAS[toServiceStatus(text)] ?? "unclear"
  return has === "unpaid" ? "in_force" : has
}

/** When a held lease may be released: as soon as it is read back, with all others at once, one by one, or never. */
type Release = "at_once" | "with_all" | "one_by_one" | "never"

/** What reading a lease back after a restore can show, and when the lease may then be released. */
const FINDINGS = {
  /** The ledger has it, or its own readings record it. */
  agrees: "at_once",
  /** The contract was in force, so its order may have been placed and lost. */
  order_unsure: "with_all",
  /** The contract was signed since, so its order may have been placed and lost. */
  signed_since: "with_all",
  /** A call would end a contract that may be a newer one. */
  ending_unsure: "with_all",
  void_since: "one_by_one",
  returned_since: "one_by_one",
  not_in_force: "one_by_one",
  other_contract: "one_by_one",
  unclear: "one_by_one",
  not_found: "one_by_one",
  hosted: "one_by_one",
  /** Delivered or returned, and the ledger has no order. Releasing it would place the order again. */
  without_order: "never",
  /** The ledger doesn't know which cart the contract is for. Releasing it would forget the contract. */
  without_cart: "never",
  /** The lease has ended here, and the service has a contract. Releasing it would forget the contract. */
  alive: "never",
} as const satisfies Record<string, Release>

export type Finding = keyof typeof FINDINGS

/** Whether a lease with this finding may be released: `by` itself, with all others, or because staff named it. */
export function mayRelease(finding: Finding, by: Exclude<Release, "never">): boolean {
  const order: readonly Release[] = ["at_once", "with_all", "one_by_one", "never"]
  return order.indexOf(FINDINGS[finding]) <= order.indexOf(by)
}

type Found = Record<ServiceHas, Finding>

/** What is found for leases in these statuses, by what the service has. */
const TABLE = [
  {
    statuses: ["open", "submitting", "pending", "undecided", "denied", "approved"],
    ...{ nothing: "agrees", handed_out: "without_cart", unpaid: "without_cart", in_force: "without_cart" },
    ...{ delivered: "without_cart", returned: "agrees", unclear: "unclear", not_found: "agrees" },
  },
  {
    statuses: ["offered"],
    ...{ nothing: "agrees", handed_out: "agrees", unpaid: "agrees", in_force: "signed_since" },
    ...{ delivered: "without_order", returned: "without_order", unclear: "agrees", not_found: "agrees" },
  },
  {
    statuses: ["signing"],
    ...{ nothing: "agrees", handed_out: "agrees", unpaid: "agrees", in_force: "signed_since" },
    ...{ delivered: "without_order", returned: "without_order", unclear: "unclear", not_found: "not_found" },
  },
  {
    statuses: ["signed", "placing"],
    ...{ nothing: "void_since", handed_out: "not_in_force", unpaid: "not_in_force", in_force: "order_unsure" },
    ...{ delivered: "without_order", returned: "without_order", unclear: "unclear", not_found: "not_found" },
  },
  {
    statuses: ["placed"],
    ...{ nothing: "void_since", handed_out: "not_in_force", unpaid: "not_in_force", in_force: "agrees" },
    ...{ delivered: "agrees", returned: "returned_since", unclear: "unclear", not_found: "not_found" },
  },
  {
    statuses: ["delivered"],
    ...{ nothing: "void_since", handed_out: "other_contract", unpaid: "other_contract", in_force: "other_contract" },
    ...{ delivered: "agrees", returned: "returned_since", unclear: "unclear", not_found: "not_found" },
  },
  {
    statuses: ["canceling"],
    ...{ nothing: "agrees", handed_out: "ending_unsure", unpaid: "ending_unsure", in_force: "ending_unsure" },
    ...{ delivered: "ending_unsure", returned: "returned_since", unclear: "unclear", not_found: "not_found" },
  },
  {
    statuses: ["returning"],
    ...{ nothing: "void_since", handed_out: "not_in_force", unpaid: "not_in_force", in_force: "ending_unsure" },
    ...{ delivered: "ending_unsure", returned: "agrees", unclear: "unclear", not_found: "not_found" },
  },
  {
    statuses: ["returned", "canceled", "expired", "superseded"],
    ...{ nothing: "agrees", handed_out: "alive", unpaid: "alive", in_force: "alive" },
    ...{ delivered: "alive", returned: "agrees", unclear: "agrees", not_found: "agrees" },
  },
] as const satisfies ({ statuses: readonly LeaseStatus[] } & Found)[]

const FOUND = new Map<LeaseStatus, Found>(TABLE.flatMap((row) => row.statuses.map((status) => [status, row] as const)))

export type Restored = Pick<LeaseRecord, "status" | "placed_at" | "evidence"> & {
  /** Whether the service's total differs from the contract's. */
  isOtherTotal?: boolean
  /** Whether an open call would end or reduce the contract, and the reading doesn't show that it took effect. */
  isEnding?: boolean
}

/** What it means that the service has this for a lease whose row was set back to an earlier time. */
export function compareRestored(
  { status, placed_at, evidence, isOtherTotal, isEnding }: Restored,
  has: ServiceHas,
): Finding {
  const found = FOUND.get(status)?.[has] ?? "unclear"
  const isStarted = has === "delivered" || has === "returned"
  if (status === "canceling" && isStarted && !placed_at) return "without_order"
  // The order was placed on the browser's report alone, and the service still waits for the signature or the payment.
  if (status === "placed" && found === "not_in_force" && evidence === "reported") return "agrees"
  if (found !== "agrees") return found
  const isAfterOrder = status === "placed" || status === "delivered"
  if (isAfterOrder && isOtherTotal) return "other_contract"
  return isEnding ? "ending_unsure" : "agrees"
}
