"use client"

export { LeaseBlocks } from "./lease-blocks.js"
export { LeaseCheckout, type LeaseCheckoutProps } from "./lease-checkout.js"
export { LeaseContract } from "./lease-contract.js"
export { LeaseForm } from "./lease-form.js"
export { type Lease, LeaseProvider, type LeaseProviderProps, useLease } from "./lease-provider.js"
export { LeaseScreen } from "./lease-screen.js"
export { LeaseStatus, type LeaseStatusProps } from "./lease-status.js"
export type {
  ButtonProps,
  ConsentProps,
  ControlProps,
  DialogProps,
  FieldProps,
  FiguresProps,
  FormProblemsProps,
  GroupProps,
  HeadingProps,
  LeaseParts,
  PointsProps,
  TextProps,
} from "./part-props.js"
export { leaseParts } from "./parts.js"
export { type LeaseController, type LeaseOptions, useLeaseCheckout } from "./use-lease-checkout.js"
