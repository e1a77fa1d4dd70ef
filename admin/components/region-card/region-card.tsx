import type { AdminRegion } from "@medusajs/types"
import { StatusBadge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { RegionLeaseAnswer } from "../../../src/api/admin-types"
import { useRegionLease, useSwitchRegion } from "../../hooks/use-region-lease"
import { rememberFocus } from "../../lib/remember-focus"
import { isForbidden } from "../../lib/status-of"
import { showToast } from "../../lib/toasts"
import { LoadFailed, retryOf } from "../load-failed"
import { Section } from "../section"
import { SetupFindings } from "../settings/checklist"
import { SmallButton } from "../small-button"
import { UnloadedSection } from "../unloaded-section"

/** A switch for lease-to-own in a region, and what prevents shoppers there from leasing. Renders nothing for users who can't view leases. */
export function RegionCard({ region: { id, payment_providers, countries, currency_code } }: { region: AdminRegion }) {
  const { t } = useTranslation()
  const revision = [payment_providers?.map(({ id }) => id), countries?.map(({ iso_2 }) => iso_2), currency_code]
  const query = useRegionLease(id, revision)
  const { data, error, isError } = query
  if (isForbidden(error)) return null
  if (!data) return <UnloadedSection of="region" query={query} rows={1} kind="lines" />
  const { region } = data
  return (
    <Section title={t("leaseToOwn.region.title")} aside={<Switch region={region} />}>
      {isError && <LoadFailed message={t("leaseToOwn.region.loadFailed")} {...retryOf(query)} />}
      <Text size="small" role="status" className="text-ui-fg-subtle text-pretty px-6 py-4">
        {t(wordsFor(region))}
      </Text>
      {region.items.length > 0 && <SetupFindings items={region.items} accounts={[]} />}
    </Section>
  )
}

type Region = RegionLeaseAnswer["region"]

function wordsFor({ on, items }: Region): string {
  if (items.some(({ state }) => state === "failed"))
    return on ? "leaseToOwn.region.onInVain" : "leaseToOwn.region.notReady"
  return on ? "leaseToOwn.region.onSays" : "leaseToOwn.region.offSays"
}

function Switch({ region: { id, on, registered, can_write, tax } }: { region: Region }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSwitchRegion(id)
  const turn = (on: boolean) => {
    const back = rememberFocus()
    mutate(on, {
      onSuccess: () => showToast("success", t(on ? "leaseToOwn.region.turnedOn" : "leaseToOwn.region.turnedOff")),
      onError: () => showToast("error", t("leaseToOwn.region.switchFailed")),
      onSettled: back,
    })
  }
  const isHalfDone = tax[on ? "on" : "off"].length > 0
  return (
    <>
      <StatusBadge color={on ? "green" : "grey"}>
        {t(on ? "leaseToOwn.region.on" : "leaseToOwn.region.off")}
      </StatusBadge>
      {can_write && isHalfDone && (
        <SmallButton isLoading={isPending} onClick={() => turn(on)}>
          {t(on ? "leaseToOwn.region.finishOn" : "leaseToOwn.region.finishOff")}
        </SmallButton>
      )}
      {can_write && (on || registered) && (
        <SmallButton isLoading={isPending} onClick={() => turn(!on)}>
          {t(on ? "leaseToOwn.region.turnOff" : "leaseToOwn.region.turnOn")}
        </SmallButton>
      )}
    </>
  )
}
