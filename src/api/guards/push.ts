import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runPendingCalls } from "../../medusa/pending-calls"
import { ledgerDepsOf } from "../../modules/lease"
import { handleWebhook } from "../../modules/lease/shopper/push"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { readText } from "../store-route"

/** How many pushes one process handles at once. It drops those beyond, because the job checks every contract anyway. */
const AT_ONCE = 4
let inFlight = 0

/**
 * On `POST /hooks/payment/lease-to-own`, for operators that push: answers 200 whatever the body is, and handles the lease that it names
 * ({@link handleWebhook}). Medusa's parser would refuse a body that isn't JSON, and core's own route would put body and headers on the event bus,
 * although the body may contain an applicant's data.
 */
export async function answerPush(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const body = await readText(req).catch(() => "")
  res.sendStatus(200)
  if (inFlight === AT_ONCE) return
  inFlight += 1
  void handlePush(req, namesOf(body)).finally(() => {
    inFlight -= 1
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

async function handlePush({ scope }: MedusaRequest, body: unknown): Promise<void> {
  const deps = ledgerDepsOf(scope)
  try {
    const lease = await handleWebhook(deps, body)
    if (lease) await runPendingCalls(scope, { leaseId: lease.id })
  } catch (error) {
    // Too often, or the service is down: the job checks the contract later.
    if (!(error instanceof LedgerRefusal)) deps.log.error(`lease-to-own: a push could not be handled: ${error}`)
  }
}
