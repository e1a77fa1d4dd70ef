import { Badge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseNeedingAttention } from "../../../src/api/admin-types"
import { SHOWN, useAttention } from "../../hooks/use-attention"
import { useStepWords } from "../../hooks/use-step-words"
import { useWaiting } from "../../hooks/use-waiting"
import { leaseName } from "../../lib/lease-name"
import { Link } from "../../lib/router"
import { StateBadge } from "../order-card/state-badge"
import { Section } from "../section"
import { SmallButton } from "../small-button"
import { TextLink } from "../text-link"
import { WaitingLine } from "../waiting-line"
import { ALL_NEEDY, useCountWords } from "./use-count-words"

/** The leases that need attention, each with its order number, if any, and its next step. Renders nothing if there are none. */
export function NeedyOrders() {
  const { t } = useTranslation()
  const attention = useAttention(SHOWN)
  const waiting = useWaiting(attention !== undefined && attention.leases.length > 0)
  const wordsOf = useCountWords()
  if (!attention?.leases.length) return null
  const all = (
    <SmallButton asChild>
      <Link to={ALL_NEEDY}>{t("leaseToOwn.needsYou.all")}</Link>
    </SmallButton>
  )
  return (
    // Medusa 2.20 and later render a list's top widgets below the list, so move this one back up.
    <div className="order-first">
      <Section title={wordsOf(attention.count).words} aside={all}>
        {waiting && waiting.overdue.count.value > 0 && <WaitingLine waiting={waiting} />}
        <ul className="divide-y">
          {attention.leases.map((lease) => (
            <Needy key={lease.id} lease={lease} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

function Needy({
  lease: { id, order, reference, state, test, main_alert, next_step },
}: {
  lease: LeaseNeedingAttention
}) {
  const { t } = useTranslation()
  const wordsOf = useStepWords()
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-6 py-3 lg:flex-row">
      <span className="flex shrink-0 items-center gap-2 self-start lg:w-72">
        <TextLink to={order ? `/orders/${order.id}` : `/leases/${id}`} className="txt-compact-small-plus">
          {leaseName({ order, reference })}
        </TextLink>
        <StateBadge state={state} alert={main_alert} />
        {test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      </span>
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {next_step ? wordsOf(next_step) : t("leaseToOwn.needsYou.unread")}
      </Text>
    </li>
  )
}
