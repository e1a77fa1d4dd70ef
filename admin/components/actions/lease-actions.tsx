import { Text } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import { type ActionFlow, useActionFlow } from "../../hooks/use-action-flow"
import { type Refusal, useRefusals } from "../../hooks/use-refusals"
import { nameOf } from "../../lib/action-kinds"
import { isViewOnly } from "../../lib/view-only"
import { Fold } from "../fold"
import { Section } from "../section"
import { ActionButton } from "./action-button"
import { ActionDrawer } from "./action-drawer"
import { ViewOnly } from "./view-only"

/** The available actions with descriptions, and a button that reveals the unavailable ones and the reasons. */
export function LeaseActions({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const flow = useActionFlow(lease)
  return (
    <Section title={t("leaseToOwn.actions.title")}>
      {isViewOnly(lease) ? <ViewOnly /> : <Actions lease={lease} flow={flow} />}
      <ActionDrawer lease={lease} flow={flow} />
    </Section>
  )
}

function Actions({ lease, flow }: { lease: AdminLeaseView; flow: ActionFlow }) {
  const { t } = useTranslation()
  const { possible, refused, corrects } = useRefusals(lease)
  const shown: ActionKey[] = corrects ? [...possible, "mark_resolved"] : possible
  return (
    <>
      {shown.length > 0 ? (
        <ul className="flex flex-col gap-4 px-6 py-4">
          {shown.map((key) => (
            <Action key={key} name={key} lease={lease} flow={flow} />
          ))}
        </ul>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("leaseToOwn.page.nothingToDo")}
        </Text>
      )}
      {refused.length > 0 && <WhyNot refused={refused} />}
    </>
  )
}

function Action({ name, lease, flow }: { name: ActionKey; lease: AdminLeaseView; flow: ActionFlow }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li className="flex flex-col items-start gap-1">
      <ActionButton action={name} lease={lease} flow={flow} aria-describedby={id} />
      <Text id={id} size="small" className="text-ui-fg-subtle text-pretty">
        {t(`leaseToOwn.hints.${nameOf(name, lease)}`, { operator: lease.operator.name })}
      </Text>
    </li>
  )
}

function WhyNot({ refused }: { refused: Refusal[] }) {
  const { t } = useTranslation()
  return (
    <Fold label={t("leaseToOwn.page.whyNot")}>
      <dl className="flex flex-col gap-3">
        {refused.map(({ why, keys }) => (
          <div key={why}>
            <dt>
              <Text as="span" size="small" leading="compact" weight="plus" className="text-ui-fg-base">
                {keys.map((key) => t(`leaseToOwn.actions.${key}`)).join(", ")}
              </Text>
            </dt>
            <dd>
              <Text as="span" size="small" className="text-ui-fg-subtle text-pretty">
                {why}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}
