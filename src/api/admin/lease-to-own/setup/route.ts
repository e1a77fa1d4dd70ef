import { checkSetup } from "../../../../workflows/setup/check-setup"
import { versions } from "../../../../workflows/setup/versions"
import { adminRoute, mayAct } from "../../../admin-route"
import type { SetupAnswer } from "../../../admin-types"
import { settingsOf } from "../setup-view"

/** Whether the plugin is set up right, and the configuration as it runs. Asks the service nothing. */
export const GET = adminRoute<SetupAnswer>(async (req, ledger) => {
  const { loopback: _loopback, ...connection } = ledger.connection()
  return {
    mode: ledger.settings().mode,
    versions: versions(),
    connection,
    can_check: await mayAct(req),
    items: await checkSetup(req.scope),
    settings: settingsOf(ledger.settings()),
  }
})
