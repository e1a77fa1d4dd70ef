import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseHistory } from "../../../src/api/admin-types"
import { useOlderHistory } from "../../hooks/use-lease-page"
import { FactList } from "../fact-list"
import { Section } from "../section"
import { SmallButton } from "../small-button"

export function FullHistory({ leaseId, history }: { leaseId: string; history: LeaseHistory }) {
  const { t } = useTranslation()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useOlderHistory(leaseId, history.next)
  const older = data?.pages ?? []
  const more = older.length ? hasNextPage : history.next !== null
  return (
    <Section title={t("leaseToOwn.card.history")}>
      <div className="flex flex-col gap-3 px-6 py-4">
        <FactList facts={[history, ...older].flatMap(({ facts }) => facts)} />
        {isError && (
          <Text size="small" role="alert" className="text-ui-fg-error">
            {t("leaseToOwn.page.olderFailed")}
          </Text>
        )}
        {more && (
          <SmallButton className="self-start" isLoading={isFetching} onClick={() => void fetchNextPage()}>
            {t("leaseToOwn.page.older")}
          </SmallButton>
        )}
      </div>
    </Section>
  )
}
