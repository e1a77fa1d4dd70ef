/** The screens of a lease as data, and all behind them that needs no framework: for a renderer of your own. */
export {
  type ContractSession,
  type ContractSessionOptions,
  type ContractState,
  createContractSession,
  type SessionFrame,
  type SessionLink,
} from "./screens/contract-session.js"
export {
  type CheckoutState,
  createLeaseCheckout,
  type Focus,
  type LeaseCheckout,
  type LeaseCheckoutOptions,
} from "./screens/lease-checkout.js"
export type { FieldProblem, FormBinding, FormProblems } from "./screens/lease-form.js"
export { type OrderSummary, type OrderWords, orderSummary, type SummedOrder } from "./screens/order-summary.js"
export {
  type Block,
  type CodeBlock,
  type ConsentBlock,
  countdownText,
  type Figure,
  type FormBlock,
  type FormGroup,
  type FormInput,
  type Scene,
  type Screen,
  type ScreenAction,
  type ScreenButton,
  type ScreenCart,
  type ScreenWords,
  sameScreen,
} from "./screens/screen.js"
export { screenOf } from "./screens/screen-of.js"
