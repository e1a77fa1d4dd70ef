import { StatusBadge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { SetupAccount } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { useConnectionCheck } from "../../hooks/use-setup"
import { accountName } from "../../lib/account-name"
import { SmallButton } from "../small-button"

export function ConnectionCheck({ allowed, accounts }: { allowed: boolean; accounts: SetupAccount[] }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const { data, isPending, isError, mutate } = useConnectionCheck()
  const reached = data?.result === "reached"
  const state = data ? (reached ? "reached" : "failed") : "configured"
  return (
    <div className="flex flex-col px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-3">
          <Text size="small" leading="compact" weight="plus" className="text-ui-fg-subtle">
            {t("leaseToOwn.settings.connection")}
          </Text>
          <StatusBadge color={data ? (reached ? "green" : "red") : "blue"}>
            {t(`leaseToOwn.settings.${state}`)}
          </StatusBadge>
        </div>
        <SmallButton disabled={!allowed} isLoading={isPending} onClick={() => mutate()}>
          {t("leaseToOwn.settings.checkConnection")}
        </SmallButton>
      </div>
      <div role="status">
        {data && !isPending && (
          <Text size="small" className="text-ui-fg-base text-pretty pt-3">
            {data.accounts.map(({ account_id, result }) => {
              const words = t(`leaseToOwn.connection.${result}`)
              return (
                <span key={account_id} className="block">
                  {data.accounts.length > 1
                    ? t("leaseToOwn.settings.named", { name: accountName(accounts, account_id), words })
                    : words}
                </span>
              )
            })}
            <span className="text-ui-fg-subtle">{moment(data.checked_at)}</span>
          </Text>
        )}
        {isError && (
          <Text size="small" className="text-ui-fg-error pt-3">
            {t("leaseToOwn.settings.checkFailed")}
          </Text>
        )}
        {!allowed && (
          <Text size="small" className="text-ui-fg-subtle pt-3">
            {t("leaseToOwn.settings.checkForbidden")}
          </Text>
        )}
      </div>
    </div>
  )
}
