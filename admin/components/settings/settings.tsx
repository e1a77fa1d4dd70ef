import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSetup } from "../../hooks/use-setup"
import { LoadFailed, retryOf } from "../load-failed"
import { Section } from "../section"
import { UnloadedSection } from "../unloaded-section"
import { Accounts } from "./accounts"
import { Behavior } from "./behavior"
import { Checklist } from "./checklist"
import { OptionRows, useAccountRows } from "./option-rows"
import { Status } from "./status"

export function Settings() {
  const { t } = useTranslation()
  const rowsOf = useAccountRows()
  const query = useSetup()
  const { data, isError } = query
  if (!data) return <UnloadedSection of="settings" level="h1" query={query} rows={6} kind="lines" />
  const { accounts, settings } = data
  const alone = accounts.length === 1
  return (
    <div className="flex flex-col gap-3">
      <Status setup={data}>
        {isError && <LoadFailed message={t("leaseToOwn.settings.loadFailed")} {...retryOf(query)} />}
      </Status>
      <Checklist items={data.items} accounts={accounts} />
      <Behavior settings={settings} alone={alone} />
      {alone ? (
        <Section title={t("leaseToOwn.settings.texts")}>
          <OptionRows rows={rowsOf.texts(settings)} />
        </Section>
      ) : (
        <Accounts accounts={accounts} />
      )}
      <Text size="small" className="text-ui-fg-subtle px-6">
        {t("leaseToOwn.settings.readOnly")}
      </Text>
    </div>
  )
}
