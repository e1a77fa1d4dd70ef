import { CheckCircleMiniSolid, MinusMini } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import type { Allowed } from "../../../src/api/types"
import { Section } from "../section"

/** Every action: those that can be taken now first, and of the others why not, for those who cannot read it from a button. */
export function ActionList({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const all = Object.entries(lease.can) as [ActionKey, Allowed][]
  const sorted = [...all.filter(([, { allowed }]) => allowed), ...all.filter(([, { allowed }]) => !allowed)]
  return (
    <Section title={t("leaseToOwn.actions.title")}>
      <ul className="flex flex-col gap-3 px-6 py-4">
        {sorted.map(([key, can]) => (
          <Action key={key} name={key} can={can} />
        ))}
      </ul>
    </Section>
  )
}

function Action({ name, can }: { name: ActionKey; can: Allowed }) {
  const { t } = useTranslation()
  const why = can.allowed
    ? t("leaseToOwn.actions.possible")
    : t(`leaseToOwn.messages.${can.reason}`, { ...can.params, defaultValue: can.message })
  return (
    <li className="flex gap-2">
      {can.allowed ? (
        <CheckCircleMiniSolid className="text-ui-tag-green-icon shrink-0" aria-hidden />
      ) : (
        <MinusMini className="text-ui-fg-muted shrink-0" aria-hidden />
      )}
      <div className="min-w-0">
        <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {t(`leaseToOwn.actions.${name}`)}
        </Text>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {why}
        </Text>
      </div>
    </li>
  )
}
