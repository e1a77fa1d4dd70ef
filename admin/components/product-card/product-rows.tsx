import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer, ProductText } from "../../../src/api/admin-types"
import { FactRow } from "../fact-row"

type Lease = ProductLeaseAnswer["product"]

export function ProductRows({ lease }: { lease: Lease }) {
  const { t } = useTranslation()
  const { leasable, condition } = lease
  const own = leasable.own !== null
  const known = condition.value && t(`leaseToOwn.product.${condition.value}`, { defaultValue: condition.value })
  return (
    <dl className="divide-y">
      <FactRow
        label={t("leaseToOwn.product.leasable")}
        source={t(own ? "leaseToOwn.sources.product" : "leaseToOwn.sources.option")}
      >
        {t(leasable.value ? "leaseToOwn.product.yes" : "leaseToOwn.product.no")}
      </FactRow>
      <TextRow label={t("leaseToOwn.product.brand")} text={lease.brand} />
      <TextRow label={t("leaseToOwn.product.category")} text={lease.category} />
      <TextRow label={t("leaseToOwn.product.condition")} text={{ ...condition, value: known }} />
    </dl>
  )
}

function TextRow({ label, text: { value, source, key } }: { label: string; text: ProductText }) {
  const { t } = useTranslation()
  if (!value)
    return (
      <FactRow label={label}>
        <Text as="span" size="small" leading="compact" className="text-ui-tag-orange-text">
          {t("leaseToOwn.product.missing")}
        </Text>
      </FactRow>
    )
  return (
    <FactRow label={label} source={source ? t(`leaseToOwn.sources.${source}`, { key }) : undefined}>
      {value}
    </FactRow>
  )
}
