import { StatusBadge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseCall } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { useMessage } from "../../hooks/use-message"
import { keyed } from "../../lib/keyed"
import { Section } from "../section"

const COLORS = {
  due: "orange",
  running: "blue",
  done: "green",
  refused: "red",
  unknown: "red",
  resolved_by_hand: "grey",
} as const satisfies Record<LeaseCall["state"], string>

export function Calls({ calls }: { calls: LeaseCall[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.page.calls")}>
      <ul className="divide-y">
        {keyed(calls, ({ kind }) => kind).map(([key, call]) => (
          <Call key={key} call={call} />
        ))}
      </ul>
    </Section>
  )
}

function Call({ call }: { call: LeaseCall }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const message = useMessage()
  const { requested, ended_at, due_at, error } = call
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 px-6 py-4">
      <div className="min-w-0">
        <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {t(`leaseToOwn.calls.${call.kind}`, { defaultValue: call.kind })}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {moment(ended_at ?? requested.at)} ·{" "}
          {requested.actor ?? t(`leaseToOwn.by.${requested.by}`, { defaultValue: requested.by })} ·{" "}
          {t("leaseToOwn.page.tries", { count: call.attempts })}
        </Text>
        {due_at && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t("leaseToOwn.card.nextTry", { at: moment(due_at) })}
          </Text>
        )}
        {error && (
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {message(error)}
          </Text>
        )}
      </div>
      <StatusBadge color={COLORS[call.state]}>
        {t(`leaseToOwn.callStates.${call.state}`, { defaultValue: call.state })}
      </StatusBadge>
    </li>
  )
}
