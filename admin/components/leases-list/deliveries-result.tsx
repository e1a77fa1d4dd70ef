import { Alert, Drawer, Heading, Text } from "@medusajs/ui"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import type { Deliveries } from "../../hooks/use-deliveries"
import { leaseName } from "../../lib/lease-name"
import { Fold } from "../fold"
import { SmallButton } from "../small-button"
import { TextLink } from "../text-link"

/** Shows what was confirmed, what wasn't and why, and what wasn't sent. */
export function DeliveriesResult({ deliveries }: { deliveries: Deliveries }) {
  const { t } = useTranslation()
  const { total, confirmed, refused, failure } = deliveries
  const left = total - confirmed.length - refused.length
  const heading = useRef<HTMLDivElement>(null)
  // The button that had focus is gone. With focus on the heading, a screen reader reads the outcome.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Drawer.Body className="flex flex-1 flex-col gap-4 overflow-y-auto">
        <div ref={heading} tabIndex={-1} className="outline-none">
          <Heading level="h2" className="text-ui-fg-base">
            {outcomeOf(deliveries, t)}
          </Heading>
        </div>
        {left > 0 && (
          <Alert variant="warning" className="text-ui-fg-base">
            {failure && <>{t(`leaseToOwn.deliver.failures.${failure}`)} </>}
            {t("leaseToOwn.deliver.left", { count: left })}
          </Alert>
        )}
        {refused.length > 0 && <Refused refused={refused} />}
        {confirmed.length > 0 && (
          <div className="-mx-6 border-t">
            <Fold label={t("leaseToOwn.deliver.confirmed", { count: confirmed.length })}>
              <Leases leases={confirmed} />
            </Fold>
          </div>
        )}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <SmallButton>{t("leaseToOwn.card.close")}</SmallButton>
        </Drawer.Close>
      </Drawer.Footer>
    </>
  )
}

function outcomeOf({ total, confirmed }: Deliveries, t: ReturnType<typeof useTranslation>["t"]): string {
  if (confirmed.length === total) return t("leaseToOwn.deliver.all", { count: total })
  if (confirmed.length === 0) return t("leaseToOwn.deliver.none")
  return t("leaseToOwn.deliver.some", { confirmed: String(confirmed.length), total: String(total) })
}

/** The orders to check, by reason. */
function Refused({ refused }: Pick<Deliveries, "refused">) {
  const { t } = useTranslation()
  const reasons = new Map<string, LeaseRow[]>()
  for (const { lease, why } of refused) reasons.set(why, [...(reasons.get(why) ?? []), lease])
  return (
    <section className="flex flex-col gap-3">
      <Text size="small" className="text-ui-fg-subtle">
        {t("leaseToOwn.deliver.refused", { count: refused.length })}
      </Text>
      {[...reasons].map(([why, leases]) => (
        <div key={why} className="flex flex-col gap-1">
          <Text size="small" weight="plus" className="text-ui-fg-base text-pretty">
            {why}
          </Text>
          <Leases leases={leases} />
        </div>
      ))}
    </section>
  )
}

/** Links open in a new tab, because leaving the page would lose the list of reasons. */
function Leases({ leases }: { leases: LeaseRow[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-2">
      {leases.map((lease) => (
        <li key={lease.id} className="txt-compact-small">
          <TextLink to={`/leases/${lease.id}`} target="_blank">
            {leaseName(lease)}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
