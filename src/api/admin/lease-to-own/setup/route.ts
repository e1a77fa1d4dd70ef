import { checkSetup } from "../../../../setup/check-setup"
import { versions } from "../../../../setup/versions"
import { adminRoute, mayAct } from "../../../admin-route"
import type { SetupAnswer } from "../../../admin-types"
import { outageView } from "../../../outage-view"
import { settingsOf } from "./setup-view"

/** Whether the plugin is set up right, and the configuration as it runs. Asks the service nothing. */
export const GET = adminRoute<SetupAnswer>(async (req, ledger) => {
  const { loopback: _loopback, ...connection } = ledger.connection()
  const acts = await mayAct(req)
  return {
    mode: ledger.settings().mode,
    versions: versions(),
    // Enough to tell two secrets apart, and only for people who can fix the connection.
    connection: acts ? connection : { ...connection, ends: null },
    can_check: acts,
    outage: await outageView(ledger),
    items: await checkSetup(req.scope),
    settings: settingsOf(ledger.settings()),
  }
})
