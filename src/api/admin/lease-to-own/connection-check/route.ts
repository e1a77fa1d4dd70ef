import { textOf } from "../../../../modules/lease/texts/messages"
import { LedgerRefusal } from "../../../../modules/lease/texts/refusal"
import { adminRoute, mayAct, readJson } from "../../../admin-route"
import type { ConnectionAnswer } from "../../../admin-types"
import { NoFields } from "../../../schemas"

/** Asks the service something harmless, to see whether it answers and takes the credentials. */
export const POST = adminRoute<ConnectionAnswer>(async (req, ledger) => {
  await readJson(req, NoFields)
  if (!(await mayAct(req))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const result = await ledger.checkConnection()
  return { result, message: textOf(`connection_${result}`), checked_at: new Date().toISOString() }
})
