import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runPendingCalls } from "../../medusa/pending-calls"
import { ledgerDepsOf } from "../../modules/lease"
import { handleWebhook } from "../../modules/lease/shopper/push"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { readText } from "../store-route"

/** How many pushes are heeded at once in this process. Those beyond are dropped: the job reads every contract anyway. */
const AT_ONCE = 4
let heeded = 0

/**
 * On `POST /hooks/payment/lease-to-own`, for operators that push: answers 200 whatever the body is, and goes on with the lease that it names
 * ({@link handleWebhook}). Medusa's parser would answer a body that is no JSON, and core's own route would put body and headers on the event bus, though
 * the body may hold an applicant's data.
 */
export async function answerPush(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const body = await readText(req).catch(() => "")
  res.sendStatus(200)
  if (heeded === AT_ONCE) return
  heeded += 1
  void goOn(req, namesOf(body)).finally(() => {
    heeded -= 1
  })
}

/** The body as JSON, otherwise as a form or plain text. */
function namesOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return [body.trim(), ...new URLSearchParams(body).values()]
  }
}

async function goOn({ scope }: MedusaRequest, body: unknown): Promise<void> {
  const deps = ledgerDepsOf(scope)
  try {
    const lease = await handleWebhook(deps, body)
    if (lease) await runPendingCalls(scope, { leaseId: lease.id })
  } catch (error) {
    // Too often, or the service is down: the job reads the contract later.
    if (!(error instanceof LedgerRefusal)) deps.log.error(`lease-to-own: a push could not be heeded: ${error}`)
  }
}
