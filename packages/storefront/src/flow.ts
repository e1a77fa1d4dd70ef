export type {
  ContractEnding,
  LeaseActions,
  LeaseFlow,
  LeaseFlowOptions,
  LeaseState,
  LeaseTask,
} from "./flow/flow-state.js"
export { createLeaseFlow } from "./flow/lease-flow.js"
