import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { offerSummary } from "../../../packages/storefront/src/words/offer-summary"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import type { OfferLine } from "../../../src/api/types"
import { useFormat } from "../../hooks/use-format"
import { keyed } from "../../lib/keyed"
import { Fold } from "../fold"
import { Section } from "../section"

type Pricing = NonNullable<LeasePageAnswer["pricing"]>
type Props = { pricing: Pricing; currency: string; operator: string }
type Row = { name: string; label: string; value: ReactNode }

/** The offer in the shopper's terms, with everything that the service returned collapsed below. Without a summary, all of it is shown. */
export function Priced({ pricing, currency, operator }: Props) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const figure = useFigure()
  const summary = useSummary(pricing, currency, operator)
  const rows = pricing.lines.map((line): Row => {
    return { name: line.name, label: figure(line.name), value: <Value line={line} currency={currency} /> }
  })
  return (
    <Section
      title={t("leaseToOwn.page.pricing", { operator })}
      aside={
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {t("leaseToOwn.page.pricedAt", { at: moment(pricing.priced_at) })}
        </Text>
      }
    >
      <div className="px-6 py-4">
        <Figures rows={summary.length > 0 ? summary : rows} />
      </div>
      {summary.length > 0 && (
        <Fold label={t("leaseToOwn.page.allFigures", { count: rows.length })}>
          <Figures rows={rows} />
        </Fold>
      )}
    </Section>
  )
}

function Figures({ rows }: { rows: Row[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {keyed(rows, ({ name }) => name).map(([key, { label, value }]) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-4">
          <dt className="txt-compact-small text-ui-fg-subtle min-w-0 flex-[1_1_8rem] break-words">{label}</dt>
          <dd className="txt-compact-small text-ui-fg-base ms-auto max-w-full break-words text-end tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the rows that the shopper reads. Empty if the service's figures can't be summarized. */
function useSummary({ offer }: Pricing, currency: string, operator: string): Row[] {
  const { t, i18n } = useTranslation()
  const { money } = useFormat()
  const figure = useFigure()
  const words = {
    language: i18n.language,
    say: (key: string, params: object = {}) => t(`leaseToOwn.offer.${key}`, { ...params }),
    figure,
    money: (amount: number) => money({ amount, currency_code: currency }),
  }
  return offerSummary({ offer, operator: { name: operator } }, words, true)?.figures ?? []
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
