import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import type { OfferLine } from "../../../src/api/types"
import { useFormat } from "../../hooks/use-format"
import { keyed } from "../../lib/keyed"
import { Section } from "../section"

type Props = { pricing: NonNullable<LeasePageAnswer["pricing"]>; currency: string }

/** The breakdown as the service returned it: its names, its order. */
export function Priced({ pricing: { lines, priced_at }, currency }: Props) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  return (
    <Section
      title={t("leaseToOwn.page.pricing")}
      aside={
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {t("leaseToOwn.page.pricedAt", { at: moment(priced_at) })}
        </Text>
      }
    >
      <dl className="flex flex-col gap-2 px-6 py-4">
        {keyed(lines, ({ name }) => name).map(([key, line]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="txt-compact-small text-ui-fg-subtle min-w-0 break-words">{line.name}</dt>
            <dd className="txt-compact-small text-ui-fg-base min-w-0 break-words text-end tabular-nums">
              <Value line={line} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Value({ line: { kind, value }, currency }: { line: OfferLine; currency: string }) {
  const { money, number, percent, day } = useFormat()
  if (typeof value === "number") {
    if (kind === "money") return <>{money({ amount: value, currency_code: currency })}</>
    return <>{kind === "percent" ? percent(value) : number(value)}</>
  }
  return <>{kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value}</>
}
