import { medusaSide } from "../../../../../../medusa/medusa-side"
import { sendCodes } from "../../../../../../modules/lease/outbox/codes"
import { CODE_LASTS_MS } from "../../../../../../modules/lease/rules/keys"
import { requestCode } from "../../../../../../modules/lease/shopper/approval-elsewhere"
import { LedgerRefusal } from "../../../../../../modules/lease/texts/messages"
import { message } from "../../../../../shop-actions"
import { openCartOf, sendsCodes, shopperOf, storeRoute } from "../../../../../store-route"
import type { CodeAnswer } from "../../../../../types"

/** Requests a one-time code for a guest. The answer, and the work done before answering, are the same whether there is an approval or not. */
export const POST = storeRoute<CodeAnswer>(async (req, deps) => {
  const cart = await openCartOf(req)
  if (!sendsCodes(req)) throw new LedgerRefusal("code_unavailable")
  const { leaseKey } = await requestCode(deps, cart, shopperOf(req))
  // Don't wait for the e-mail. The job sends any code that isn't sent here.
  void sendCodes(deps, medusaSide(req.scope))
  return { leaseKey, message: message("code_sent", { minutes: String(CODE_LASTS_MS / 60_000) }) }
})
