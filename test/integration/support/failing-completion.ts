import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

/** Set `behindPayment`, and a step of core's completion fails after the payment was authorized. */
export const failingCompletion = { behindPayment: false }

// The hook is there, but missing from the workflow's type. It takes one handler in a whole process.
const { orderCreated } = completeCartWorkflow.hooks as unknown as { orderCreated(handler: () => void): void }
orderCreated(() => {
  if (failingCompletion.behindPayment) throw new Error("a step behind the payment fails")
})
