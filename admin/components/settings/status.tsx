import { Alert } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { SetupAnswer } from "../../../src/api/admin-types"
import { FactRow } from "../fact-row"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { ConnectionCheck } from "./connection-check"
import { Credentials } from "./credentials"

/** Test or live, what runs, and whether the service answers. */
export function Status({ setup, notice }: { setup: SetupAnswer; notice: ReactNode }) {
  const { t } = useTranslation()
  const { mode, versions, connection, accounts } = setup
  return (
    <Section title={t("leaseToOwn.settings.title")} level="h1">
      {notice}
      <div className="px-6 py-4">
        <Alert variant={mode === "test" ? "warning" : "info"} className="text-ui-fg-base">
          {t(mode === "test" ? "leaseToOwn.settings.test" : "leaseToOwn.settings.live")}
        </Alert>
      </div>
      {accounts.length === 1 && <OutageAlert outage={setup.outage} />}
      <ConnectionCheck allowed={setup.can_check} accounts={accounts} />
      <dl className="divide-y">
        {accounts.length === 1 && (
          <>
            <FactRow label={t("leaseToOwn.settings.address")}>{connection.address}</FactRow>
            <FactRow label={t("leaseToOwn.settings.login")}>
              <Credentials connection={connection} />
            </FactRow>
          </>
        )}
        <FactRow label={t("leaseToOwn.settings.pluginVersion")}>{versions.plugin}</FactRow>
        <FactRow label={t("leaseToOwn.settings.medusaVersion")}>{versions.medusa}</FactRow>
      </dl>
    </Section>
  )
}
