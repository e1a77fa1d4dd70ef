/** States of a lease (spec 3, reference 9). The last two are only ever entered by the control call. */
export const states = [
  "Prequalified",
  "Approved",
  "Pre-Approved",
  "Pending",
  "Denied",
  "Approval Expired",
  "Contracts",
  "Contracts Expired",
  "Contracts Received",
  "Lease Accepted",
  "Funded",
  "Returned",
  "Contracts Incomplete",
  "VCard Available",
] as const
export type State = (typeof states)[number]

/** The moves of a lease. `expire`: its days are over. `settle`: the service finished its own work after the signature. */
export type Action = "cart" | "sign" | "settle" | "deliver" | "cancel" | "returnWhole" | "expire"

/** The one table: which action leads from which state to which (reference 9). Anything else is refused. */
export const stateTable: Readonly<Record<State, Partial<Record<Action, State>>>> = {
  Prequalified: {},
  Approved: { cart: "Contracts", expire: "Approval Expired" },
  "Pre-Approved": {},
  Pending: {},
  Denied: {},
  "Approval Expired": {},
  Contracts: { cart: "Contracts", sign: "Contracts Received", cancel: "Approved", expire: "Contracts Expired" },
  "Contracts Expired": {},
  "Contracts Received": { settle: "Lease Accepted", deliver: "Funded", cancel: "Approved" },
  "Lease Accepted": { deliver: "Funded", cancel: "Approved", returnWhole: "Returned" },
  Funded: { returnWhole: "Returned" },
  Returned: {},
  "Contracts Incomplete": {},
  "VCard Available": {},
}

/** When `isOkToDeliver` is true (reference 9). */
export const okToDeliver: Readonly<Record<State, "never" | "once paid" | "always">> = {
  Prequalified: "never",
  Approved: "never",
  "Pre-Approved": "never",
  Pending: "never",
  Denied: "never",
  "Approval Expired": "never",
  Contracts: "never",
  "Contracts Expired": "never",
  "Contracts Received": "once paid",
  "Lease Accepted": "always",
  Funded: "always",
  Returned: "never",
  "Contracts Incomplete": "never",
  "VCard Available": "always",
}

/** States that only exist with a recorded cart; the control call refuses to set them without one. */
export const statesWithCart: readonly State[] = [
  "Contracts",
  "Contracts Expired",
  "Contracts Received",
  "Lease Accepted",
  "Funded",
  "Returned",
]

/** Where `action` leads from `state`, or undefined when it is not allowed there. */
export function nextState(state: State, action: Action): State | undefined {
  return stateTable[state][action]
}
