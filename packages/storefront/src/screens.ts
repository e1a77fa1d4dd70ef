/** The screens of a lease as data, without a framework, for your own renderer. */
export type { ContractSession, ContractState, SessionFrame, SessionLink } from "./screens/contract-session.js"
export {
  type CheckoutState,
  createLeaseCheckout,
  type Focus,
  type LeaseCheckout,
  type LeaseCheckoutOptions,
} from "./screens/lease-checkout.js"
export type { FieldProblem, FormBinding, FormProblems } from "./screens/lease-form.js"
export type {
  Block,
  CodeBlock,
  ConsentBlock,
  Figure,
  FormBlock,
  FormGroup,
  FormInput,
  Screen,
  ScreenAction,
  ScreenButton,
  ScreenCart,
  ScreenWords,
} from "./screens/screen.js"
