import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer, ProductText } from "../../../src/api/admin-types"
import { FactRow } from "../fact-row"
import { LeaseSource } from "./lease-source"

type Lease = ProductLeaseAnswer["product"]

export function ProductRows({ lease }: { lease: Lease }) {
  const { t } = useTranslation()
  const { leasable, condition, not_in } = lease
  const known = condition.value && t(`leaseToOwn.product.${condition.value}`, { defaultValue: condition.value })
  const states = [...new Set(not_in.rules.flatMap((rule) => rule.states))].sort()
  return (
    <dl className="divide-y">
      <FactRow label={t("leaseToOwn.product.leasable")} source={<LeaseSource from={leasable} />}>
        {t(leasable.value ? "leaseToOwn.product.yes" : "leaseToOwn.product.no")}
      </FactRow>
      {states.length > 0 && (
        <FactRow
          label={t("leaseToOwn.product.not_in")}
          source={not_in.rules.map((rule) => (
            <div key={`${rule.source} ${rule.of?.id}`}>
              {not_in.rules.length > 1 && `${rule.states.join(", ")}: `}
              <LeaseSource from={rule} />
            </div>
          ))}
        >
          {states.join(", ")}
        </FactRow>
      )}
      <TextRow label={t("leaseToOwn.product.brand")} text={lease.brand} />
      <TextRow label={t("leaseToOwn.product.category")} text={lease.category} />
      <TextRow label={t("leaseToOwn.product.condition")} text={{ ...condition, value: known }} />
    </dl>
  )
}

function TextRow({ label, text }: { label: string; text: ProductText }) {
  const { t } = useTranslation()
  if (!text.value)
    return (
      <FactRow label={label}>
        <Text as="span" size="small" leading="compact" className="text-ui-tag-orange-text">
          {t("leaseToOwn.product.missing")}
        </Text>
      </FactRow>
    )
  return (
    <FactRow label={label} source={<LeaseSource from={text} />}>
      {text.value}
    </FactRow>
  )
}
