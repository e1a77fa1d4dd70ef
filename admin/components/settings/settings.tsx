import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSetup } from "../../hooks/use-setup"
import { LoadFailed } from "../load-failed"
import { Section } from "../section"
import { SkeletonRows } from "../skeleton-rows"
import { Accounts } from "./accounts"
import { Behavior } from "./behavior"
import { Checklist } from "./checklist"
import { OptionRows, useAccountRows } from "./option-rows"
import { Status } from "./status"

/** The running configuration and whether it is right. Nothing can be changed here. */
export function Settings() {
  const { t } = useTranslation()
  const rowsOf = useAccountRows()
  const { data, isPending, isFetching, isError, error, refetch } = useSetup()
  const retry = { error, onRetry: () => void refetch(), busy: isFetching }
  if (!data)
    return (
      <Section title={t("leaseToOwn.settings.title")} level="h1">
        {isPending ? (
          <SkeletonRows label={t("leaseToOwn.settings.loading")} rows={6} kind="lines" />
        ) : (
          <LoadFailed says={t("leaseToOwn.settings.loadFailed")} {...retry} />
        )}
      </Section>
    )
  return (
    <div className="flex flex-col gap-3">
      <Status setup={data}>
        {isError && <LoadFailed says={t("leaseToOwn.settings.loadFailed")} {...retry} />}
      </Status>
      <Checklist items={data.items} accounts={data.accounts} />
      <Behavior settings={data.settings} alone={data.accounts.length === 1} />
      {data.accounts.length === 1 ? (
        <Section title={t("leaseToOwn.settings.texts")}>
          <OptionRows rows={rowsOf.texts(data.settings)} />
        </Section>
      ) : (
        <Accounts accounts={data.accounts} />
      )}
      <Text size="small" className="text-ui-fg-subtle px-6">
        {t("leaseToOwn.settings.readOnly")}
      </Text>
    </div>
  )
}
