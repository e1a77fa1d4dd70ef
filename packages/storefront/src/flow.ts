export type {
  ContractEnding,
  LeaseActions,
  LeaseFlow,
  LeaseFlowOptions,
  LeaseState,
  LeaseTask,
} from "./flow-state.js"
export { createLeaseFlow } from "./lease-flow.js"
