import { Button, Text, Tooltip } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import type { Allowed } from "../../../src/api/types"
import { type ActionFlow, useActionFlow } from "../../hooks/use-action-flow"
import { useMessage } from "../../hooks/use-message"
import { isViewOnly } from "../../lib/view-only"
import { Section } from "../section"
import { ActionDrawer } from "./action-drawer"
import { ViewOnly } from "./view-only"

/** Every action with its button and what it does; of those that are not possible now why not. */
export function LeaseActions({ lease, orderId }: { lease: AdminLeaseView; orderId?: string }) {
  const { t } = useTranslation()
  const flow = useActionFlow(lease, orderId)
  const all = Object.entries(lease.can) as [ActionKey, Allowed][]
  const sorted = [...all.filter(([, { allowed }]) => allowed), ...all.filter(([, { allowed }]) => !allowed)]
  return (
    <Section title={t("leaseToOwn.actions.title")}>
      {isViewOnly(lease) ? (
        <ViewOnly />
      ) : (
        <ul className="flex flex-col gap-4 px-6 py-4">
          {sorted.map(([key, may]) => (
            <Action key={key} name={key} may={may} flow={flow} />
          ))}
        </ul>
      )}
      <ActionDrawer lease={lease} flow={flow} />
    </Section>
  )
}

function Action({ name, may, flow }: { name: ActionKey; may: Allowed; flow: ActionFlow }) {
  const { t } = useTranslation()
  const message = useMessage()
  const id = useId()
  const says = may.allowed ? t(`leaseToOwn.hints.${name}`) : message({ ...may, code: may.reason })
  const button = (
    <Button
      type="button"
      size="small"
      variant="secondary"
      aria-describedby={id}
      disabled={!may.allowed || flow.acting !== undefined}
      isLoading={flow.acting === name}
      onClick={() => flow.start(name)}
    >
      {t(`leaseToOwn.actions.${name}`)}
    </Button>
  )
  return (
    <li className="flex flex-col items-start gap-1">
      {may.allowed ? (
        button
      ) : (
        <Tooltip content={says}>
          <span className="inline-flex">{button}</span>
        </Tooltip>
      )}
      <Text id={id} size="small" className="text-ui-fg-subtle text-pretty">
        {says}
      </Text>
    </li>
  )
}
