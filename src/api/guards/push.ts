import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runPendingCalls } from "../../medusa/pending-calls"
import { deskOf } from "../../modules/lease"
import { heedPush } from "../../modules/lease/shopper/push"
import { LedgerRefusal } from "../../modules/lease/texts/messages"

/** How many pushes are heeded at once in this process. Those beyond are dropped: the job reads every contract anyway. */
const AT_ONCE = 4
let heeded = 0

/**
 * On `POST /hooks/payment/lease-to-own`, for operators that push: answers at once and goes on with the lease that the push names ({@link heedPush}).
 * Core's own route would put body and headers on the event bus, and the body may hold an applicant's data.
 */
export function answerPush(req: MedusaRequest, res: MedusaResponse): void {
  res.sendStatus(200)
  if (heeded === AT_ONCE) return
  heeded += 1
  void goOn(req).finally(() => {
    heeded -= 1
  })
}

async function goOn({ scope, body }: MedusaRequest): Promise<void> {
  const desk = deskOf(scope)
  try {
    const lease = await heedPush(desk, body)
    if (lease) await runPendingCalls(scope, { leaseId: lease.id })
  } catch (error) {
    // Too often, or the service is down: the job reads the contract later.
    if (!(error instanceof LedgerRefusal)) desk.log.error(`lease-to-own: a push could not be heeded: ${error}`)
  }
}
