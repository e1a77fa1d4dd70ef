import { WorkflowManager } from "@medusajs/framework/orchestration"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import { read, tables } from "../docs/markdown"

type Step = { action?: string; next?: Step | Step[] }

const actionsOf = ({ action, next = [] }: Step): string[] => [
  ...(action ? [action] : []),
  ...[next].flat().flatMap(actionsOf),
]

/** Steps that refuse no cart. They read, link and record, or fail temporarily. */
const HARMLESS = [
  ...["acquire-lock-step", "release-lock-step", "use-query-graph-step", "cart-query", "shipping-options-query"],
  ...["compensate-payment-if-needed", "create-remote-links", "update-carts", "add-order-transaction", "create-order"],
  ...["emit-event-step", "emit-reservation-item-created"],
]

it("each step of Medusa's completion is in the table of the check before a contract, or refuses no cart", () => {
  const source = read("src/medusa/order-problem.ts").replace(/^ \* ?/gm, "")
  const [table = []] = tables(source)
  const steps = actionsOf(WorkflowManager.getWorkflow(completeCartWorkflowId)?.flow_ as Step)
  expect(steps.sort()).toEqual([...table.map(([step = ""]) => step), ...HARMLESS].sort())
})
