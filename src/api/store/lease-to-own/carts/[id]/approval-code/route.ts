import { medusaSide } from "../../../../../../medusa/medusa-side"
import { CODE_LASTS_MS, message, requestCode, sendCodes } from "../../../../../../modules/lease/ledger"
import { LedgerRefusal } from "../../../../../../modules/lease/texts/messages"
import { openCartOf, sendsCodes, shopperOf, storeRoute } from "../../../../../store-route"
import type { CodeAnswer } from "../../../../../types"

/** Requests a one-time code for a guest. The response, and the work done before it, are the same whether or not there is an approval. */
export const POST = storeRoute<CodeAnswer>(async (req, deps) => {
  const cart = await openCartOf(req)
  if (!sendsCodes(req)) throw new LedgerRefusal("code_unavailable")
  const { leaseKey } = await requestCode(deps, cart, shopperOf(req))
  // Don't wait for the email. The job sends any code that fails here.
  void sendCodes(deps, medusaSide(req.scope))
  return { leaseKey, message: message("code_sent", { minutes: String(CODE_LASTS_MS / 60_000) }) }
})
