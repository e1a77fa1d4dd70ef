export type * from "./flow/flow-state.js"
export { createLeaseFlow } from "./flow/lease-flow.js"
