import { medusaSide } from "../../../../../../medusa/medusa-side"
import { CODE_LASTS_MS } from "../../../../../../modules/lease/rules/codes"
import { LedgerRefusal } from "../../../../../../modules/lease/texts/refusal"
import { message } from "../../../../../small-view"
import { openCartOf, sendsCodes, shopperOf } from "../../../../../store-cart"
import { storeRoute } from "../../../../../store-route"
import type { CodeAnswer } from "../../../../../types"

/** A guest asks for a one-time code. The answer, and the work before it, are the same whether there is an approval or not. */
export const POST = storeRoute<CodeAnswer>(async (req, ledger) => {
  const cart = await openCartOf(req)
  if (!sendsCodes(req, ledger)) throw new LedgerRefusal("code_unavailable")
  const { leaseKey } = await ledger.askCode(cart, shopperOf(req, ledger))
  // The answer waits for no e-mail. What is not sent here, the job sends.
  void ledger.sendCodes(medusaSide(req.scope))
  return { leaseKey, message: message("code_sent", { minutes: String(CODE_LASTS_MS / 60_000) }) }
})
