import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView, ArticleChange, Money } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { useMessage } from "../../hooks/use-message"
import { keyed } from "../../lib/keyed"

export function LeaseAlerts({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const { money, moment } = useFormat()
  const message = useMessage()
  if (!lease.alerts.length) return null
  const sum = (of: Money | null) => (of ? money(of) : "–")
  const facts = { leased: sum(lease.leased), total: sum(lease.order_total), operator: lease.operator.name }
  return (
    <div className="flex flex-col gap-2 px-6 py-4">
      {lease.alerts.map(({ code, params, amount, differences, since, error, next_retry_at }) => (
        <Alert key={code} variant="error" className="text-ui-fg-base">
          {message(
            {
              code,
              params: { ...params, ...facts, ...(amount && { amount: money(amount) }) },
              message: t("leaseToOwn.newer.alert"),
            },
            "alert_texts",
          )}
          {differences && <Differences of={differences} />}
          {error && <Line>{message(error)}</Line>}
          {since && <Line>{t("leaseToOwn.card.since", { at: moment(since) })}</Line>}
          {next_retry_at && <Line>{t("leaseToOwn.card.nextTry", { at: moment(next_retry_at) })}</Line>}
          <Line>{code}</Line>
        </Alert>
      ))}
    </div>
  )
}

function Differences({ of }: { of: ArticleChange[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!of.length) return <Line>{t("leaseToOwn.card.sameArticles")}</Line>
  return (
    <ul>
      {keyed(of, ({ title }) => title).map(([key, { title, signed, now }]) => (
        <li key={key}>
          <Line>{t("leaseToOwn.card.difference", { title, signed: number(signed), now: number(now) })}</Line>
        </li>
      ))}
    </ul>
  )
}

function Line({ children }: { children: string }) {
  return (
    <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle block pt-0.5">
      {children}
    </Text>
  )
}
