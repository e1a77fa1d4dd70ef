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
const stateTable: Partial<Record<State, Partial<Record<Action, State>>>> = {
  Approved: { cart: "Contracts", expire: "Approval Expired" },
  Contracts: { cart: "Contracts", sign: "Contracts Received", cancel: "Approved", expire: "Contracts Expired" },
  "Contracts Received": { settle: "Lease Accepted", deliver: "Funded", cancel: "Approved" },
  "Lease Accepted": { deliver: "Funded", cancel: "Approved", returnWhole: "Returned" },
  Funded: { returnWhole: "Returned" },
}

/** Where `action` leads from `state`, or undefined when it is not allowed there. */
export const nextState = (state: State, action: Action) => stateTable[state]?.[action]
