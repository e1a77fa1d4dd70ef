import { Alert } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { SetupAnswer } from "../../../src/api/admin-types"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { ConnectionCheck } from "./connection-check"
import { OptionRows, useAccountRows } from "./option-rows"

/** `children` are rendered first. */
export function Status({ setup, children }: { setup: SetupAnswer; children: ReactNode }) {
  const { t } = useTranslation()
  const rowsOf = useAccountRows()
  const { mode, versions, connection, accounts } = setup
  const alone = accounts.length === 1
  const rows = {
    ...(alone && rowsOf.connection(connection)),
    pluginVersion: versions.plugin,
    medusaVersion: versions.medusa,
  }
  return (
    <Section title={t("leaseToOwn.settings.title")} level="h1">
      {children}
      <div className="px-6 py-4">
        <Alert variant={mode === "test" ? "warning" : "info"} className="text-ui-fg-base">
          {t(mode === "test" ? "leaseToOwn.settings.test" : "leaseToOwn.settings.live")}
        </Alert>
      </div>
      {(alone || setup.outage?.held) && <OutageAlert outage={setup.outage} />}
      <ConnectionCheck allowed={setup.can_check} accounts={accounts} />
      <OptionRows rows={rows} />
    </Section>
  )
}
