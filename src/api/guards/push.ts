import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runPendingCalls } from "../../medusa/pending-calls"
import { ledgerDepsOf } from "../../modules/lease"
import { handleWebhook } from "../../modules/lease/ledger"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { readText } from "../store-route"

/** How many pushes one process handles at a time. The rest are dropped, because the job checks every contract anyway. */
const AT_ONCE = 4
let inFlight = 0

/**
 * Handles `POST /hooks/payment/lease-to-own`, for operators that send webhooks: always responds with 200, then handles the lease named in the body
 * ({@link handleWebhook}). Reads the body itself, because Medusa's parser refuses anything but JSON, and Medusa's own route would put the body, which
 * may contain an applicant's data, on the event bus.
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

/** Parses the body as JSON, or else as a form or plain text. */
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
    // A refusal means too many pushes or an outage. The job checks the contract later.
    if (!(error instanceof LedgerRefusal)) deps.log.error(`lease-to-own: a push could not be handled: ${error}`)
  }
}
