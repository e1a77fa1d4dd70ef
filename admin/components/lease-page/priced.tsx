import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import type { OfferLine } from "../../../src/api/types"
import { useFormat } from "../../hooks/use-format"
import { keyed } from "../../lib/keyed"
import { Fold } from "../fold"
import { Section } from "../section"

type Props = { pricing: NonNullable<LeasePageAnswer["pricing"]>; currency: string; operator: string }

/** The names of the figures to show first. */
const FIRST = [
  ...["invoiceTotal", "totalDueAtSigning", "totalNumberOfPayment", "paymentFrequency"],
  ...["periodicPaymentAmount", "totalLeasePrice", "ninetyDayBuyout"],
]

/** The service's price breakdown, with the less important figures collapsed. Uses the same figure names as the storefront. */
export function Priced({ pricing: { lines, priced_at }, currency, operator }: Props) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const isFirst = ({ name }: OfferLine) => FIRST.includes(name)
  const [first, others] = [lines.filter(isFirst), lines.filter((line) => !isFirst(line))]
  return (
    <Section
      title={t("leaseToOwn.page.pricing", { operator })}
      aside={
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {t("leaseToOwn.page.pricedAt", { at: moment(priced_at) })}
        </Text>
      }
    >
      <div className="px-6 py-4">
        <Figures lines={first.length > 0 ? first : others} currency={currency} />
      </div>
      {first.length > 0 && others.length > 0 && (
        <Fold label={t("leaseToOwn.page.otherFigures", { count: others.length })}>
          <Figures lines={others} currency={currency} />
        </Fold>
      )}
    </Section>
  )
}

function Figures({ lines, currency }: { lines: OfferLine[]; currency: string }) {
  const figure = useFigure()
  return (
    <dl className="flex flex-col gap-2">
      {keyed(lines, ({ name }) => name).map(([key, line]) => (
        <div key={key} className="flex justify-between gap-4">
          <dt className="txt-compact-small text-ui-fg-subtle min-w-0 break-words">{figure(line.name)}</dt>
          <dd className="txt-compact-small text-ui-fg-base max-w-[60%] shrink-0 break-words text-end tabular-nums">
            <Value line={line} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns a function that translates a figure's name, or a value such as `biWeekly`. Untranslated names stay unchanged. */
function useFigure(): (name: string) => string {
  const { t, i18n } = useTranslation()
  return (name) => {
    const key = `leaseToOwn.figures.${name}`
    return /^\w+$/.test(name) && i18n.exists(key) ? t(key) : name
  }
}

function Value({ line: { kind, value }, currency }: { line: OfferLine; currency: string }) {
  const { money, number, percent, day } = useFormat()
  const figure = useFigure()
  if (typeof value === "number") {
    if (kind === "money") return <>{money({ amount: value, currency_code: currency })}</>
    return <>{kind === "percent" ? percent(value) : number(value)}</>
  }
  if (kind === "text") return <>{figure(value)}</>
  return <>{kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value}</>
}
