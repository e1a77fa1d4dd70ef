/** The states of a lease (spec 3, reference 9). Only the control call can set the last two. */
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

/** What moves a lease to its next state. At `expire`, time is up. At `accept`, the service has finished its own work after signing. */
export type Action = "cart" | "sign" | "accept" | "deliver" | "cancel" | "returnWhole" | "expire"

/** The state that each action leads to from each state (reference 9). Any other action is refused. */
const stateTable: Partial<Record<State, Partial<Record<Action, State>>>> = {
  Approved: { cart: "Contracts", expire: "Approval Expired" },
  Contracts: { cart: "Contracts", sign: "Contracts Received", cancel: "Approved", expire: "Contracts Expired" },
  "Contracts Received": { accept: "Lease Accepted", deliver: "Funded", cancel: "Approved" },
  "Lease Accepted": { deliver: "Funded", cancel: "Approved", returnWhole: "Returned" },
  Funded: { returnWhole: "Returned" },
}

export const nextState = (state: State, action: Action) => stateTable[state]?.[action]
