import { checkSetup, versions } from "../../../../setup/check-setup"
import { adminRoute, mayAct } from "../../../admin-route"
import type { SetupAccount, SetupAnswer } from "../../../admin-types"
import { outageView, viewOf } from "../../../outage-view"
import { settingsOf } from "./setup-view"

/** Whether the plugin is set up right, and the configuration as it runs. Asks no service. */
export const GET = adminRoute<SetupAnswer>(async (req, desk) => {
  const acts = await mayAct(req)
  const away = await desk.accounts.away()
  const accounts = desk.accounts.overview().map(({ account, takes, settings, connection }): SetupAccount => {
    const { loopback: _loopback, ...shown } = connection
    return {
      id: account,
      takes,
      second_look: settings.secondLook ?? null,
      mode: settings.mode,
      // Enough to tell two secrets apart, and only for people who can fix the connection.
      connection: acts ? shown : { ...shown, ends: null },
      outage: viewOf(away.find((outage) => outage.account === account)),
      settings: settingsOf(settings),
    }
  })
  const { mode, connection, settings } = accounts[0] as SetupAccount
  return {
    mode,
    versions: versions(),
    connection,
    can_check: acts,
    outage: await outageView(desk),
    items: await checkSetup(req.scope),
    settings,
    accounts,
  }
})
