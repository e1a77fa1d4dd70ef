import { createWorkflow, type WorkflowData, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  acquireLockStep,
  refreshPaymentCollectionForCartWorkflow,
  releaseLockStep,
  updateTaxLinesWorkflow,
} from "@medusajs/medusa/core-flows"

/**
 * Recalculates a cart's tax and gives its payment collection the new total; if the total has changed, Medusa deletes the open payment sessions. Holds
 * the cart's lock from before the cart is read until both are done. On its own, each of Medusa's workflows reads the cart before locking it, so it
 * would delete the tax of an item that is added in between.
 */
export const calculateTaxWorkflow = createWorkflow(
  "lease-to-own-calculate-tax",
  (input: WorkflowData<{ cart_id: string }>) => {
    // The same times as in Medusa's own workflows (seconds).
    acquireLockStep({ key: input.cart_id, timeout: 2, ttl: 10 })
    updateTaxLinesWorkflow.runAsStep({ input })
    refreshPaymentCollectionForCartWorkflow.runAsStep({ input })
    releaseLockStep({ key: input.cart_id })
    return new WorkflowResponse(undefined)
  },
)
