import type { StatusReading } from "../../../../lease-service"

/** The calls to the service whose repetition would be a second effect. */
export type ServiceCallKind =
  | "cancel_contract"
  | "confirm_delivery"
  | "return_lease"
  | "send_order_id"
  | "send_delivery_date"

/**
 * What a look at the service says of an earlier attempt whose answer is not known.
 * `done`: it took effect. `not_done`: it did not, and may be sent. `impossible`: it did not, and cannot any more. `unclear`: a person decides.
 */
export type Verdict = "done" | "not_done" | "impossible" | "unclear"

/** What was read: the status (reference 8), and where that says nothing whether a return is possible (spec 2.6). */
export type Seen = { reading: StatusReading; returnEligible?: boolean }

type ReadBack = {
  /** What went out. */
  sent: string
  /** What can be read afterwards. */
  read: string
  /** Nothing can be read: sending again is the reading, because a one-time URL refuses a second time (reference 12). */
  silent?: true
  judge: (seen: Seen) => Verdict
}

type Status = Extract<StatusReading, { kind: "status" }>["status"]

const IN_FORCE: readonly Status[] = ["contracts_received", "lease_accepted"]
/** Not signed, or no contract at all. */
const VOID: readonly Status[] = ["approved", "approval_expired", "contracts_expired"]

const NOTHING_TO_READ = {
  read: "nothing. It is sent again: 410, or 409 with the code link-used, after an attempt without an answer = taken; without one = somebody else used the link; another no after such an attempt = a person asks",
  silent: true,
  judge: () => "not_done",
} as const satisfies Partial<ReadBack>

/**
 * For each call that must not be repeated blindly: what was sent, what can be read back, and how each reading is judged. An answer without
 * a status, or with one that nobody knows, settles nothing: a person asks the operator.
 */
export const readBack: Record<ServiceCallKind, ReadBack> = {
  cancel_contract: {
    sent: "DELETE application/contract",
    read: "GET pricing: Approved, expired or no contract = canceled; a contract in force = not; an application that it does not know tells nothing",
    judge: ({ reading }) => {
      if (reading.kind === "no_contract") return reading.known ? "done" : "unclear"
      if (reading.kind === "no_status") return "unclear"
      if (VOID.includes(reading.status)) return "done"
      if (IN_FORCE.includes(reading.status) || reading.status === "contracts") return "not_done"
      return reading.status === "funded" || reading.status === "returned" ? "impossible" : "unclear"
    },
  },
  confirm_delivery: {
    sent: "POST application/cart/delivery with the date",
    read: "GET pricing: Funded = confirmed; Lease Accepted or Contracts Received = not; anything else = there is no lease to start",
    judge: ({ reading }) => {
      if (reading.kind === "no_contract") return "impossible"
      if (reading.kind === "no_status") return "unclear"
      if (reading.status === "funded") return "done"
      if (IN_FORCE.includes(reading.status)) return "not_done"
      return VOID.includes(reading.status) || reading.status === "contracts" || reading.status === "returned"
        ? "impossible"
        : "unclear"
    },
  },
  return_lease: {
    sent: "POST application/return with the date",
    read: "GET pricing: Returned = made; Funded or Lease Accepted = not. Without a status POST return/availability: still eligible = not made",
    judge: ({ reading, returnEligible }) => {
      if (reading.kind === "status" && reading.status === "returned") return "done"
      if (reading.kind === "status" && (reading.status === "funded" || IN_FORCE.includes(reading.status)))
        return "not_done"
      if (reading.kind === "no_status" && returnEligible) return "not_done"
      return "unclear"
    },
  },
  send_order_id: {
    sent: "POST to the orderConfirmationUrl with the order's number",
    ...NOTHING_TO_READ,
  },
  send_delivery_date: {
    sent: "POST to the deliveryConfirmationUrl with the date",
    ...NOTHING_TO_READ,
  },
}
