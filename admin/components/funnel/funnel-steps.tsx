import { Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseFunnel } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { Bar } from "./bar"
import { Figure, FunnelTable, RowName } from "./funnel-table"
import { useTimeToSign } from "./use-time-to-sign"

/** One row for each step: how many leases reached it, which part of those of the step before, and their amounts. */
export function FunnelSteps({ funnel }: { funnel: LeaseFunnel }) {
  const { t } = useTranslation()
  const { number, percent, sums } = useFormat()
  const word = (key: string) => t(`leaseToOwn.funnel.${key}`)
  const time = useTimeToSign()(funnel)
  const { steps } = funnel
  const all = steps[0]?.count ?? 0
  return (
    <>
      <FunnelTable label={word("bySteps")} columns={["step", "leases", "rate", "value"].map(word)}>
        {steps.map(({ step, count, amounts }, place) => {
          const before = steps[place - 1]?.count
          return (
            <Table.Row key={step}>
              <RowName>
                {word(`steps.${step}`)}
                <Bar part={count} whole={all} />
              </RowName>
              <Figure>{number(count)}</Figure>
              <Figure>{before ? percent(Math.round((100 * count) / before)) : "–"}</Figure>
              <Figure>{amounts.length ? sums(amounts) : "–"}</Figure>
            </Table.Row>
          )
        })}
      </FunnelTable>
      {time && (
        <Text size="small" className="text-ui-fg-base px-6 py-4">
          {t("leaseToOwn.funnel.toSign", { time })}
        </Text>
      )}
    </>
  )
}
