import { checkConnections } from "../../../../modules/lease/ledger"
import { LedgerRefusal, textOf } from "../../../../modules/lease/texts/messages"
import { adminRoute, mayAct, readJson } from "../../../admin-route"
import type { ConnectionAnswer } from "../../../admin-types"
import { NoFields } from "../../../schemas"

/** Sends a harmless request to check that each lease service responds and accepts the credentials. */
export const POST = adminRoute<ConnectionAnswer>(async (req, deps) => {
  await readJson(req, NoFields)
  if (!(await mayAct(req))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const checked_at = new Date().toISOString()
  const accounts = (await checkConnections(deps)).map(({ account_id, result }) => ({
    account_id,
    result,
    message: textOf(`connection_${result}`),
  }))
  const [first] = accounts
  const { result, message } = accounts.find((one) => one.result !== "reached") ?? (first as NonNullable<typeof first>)
  return { result, message, checked_at, accounts }
})
