import { Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseFunnel } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { Section } from "../section"
import { Bar } from "./bar"
import { Figure, FunnelTable, RowName } from "./funnel-table"
import { useTimeToSign } from "./use-time-to-sign"

type Props = {
  title: string
  /** What the rows are. */
  of: string
  rows: { name: string; funnel: LeaseFunnel | null }[]
}

/** One row for each week or account, with a column for each step. The bars compare how many leases started. */
export function FunnelRows({ title, of, rows }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const timeToSign = useTimeToSign()
  const steps = rows.find(({ funnel }) => funnel)?.funnel?.steps.map(({ step }) => step) ?? []
  const startedIn = (funnel: LeaseFunnel | null) => funnel?.steps[0]?.count ?? 0
  const most = Math.max(...rows.map(({ funnel }) => startedIn(funnel)))
  const columns = [of, ...steps.map((step) => t(`leaseToOwn.funnel.steps.${step}`)), t("leaseToOwn.funnel.timeToSign")]
  return (
    <Section title={title}>
      <FunnelTable label={title} columns={columns}>
        {rows.map(({ name, funnel }) => (
          <Table.Row key={name}>
            <RowName>
              {name}
              <Bar part={startedIn(funnel)} whole={most} />
            </RowName>
            {funnel ? (
              <>
                {funnel.steps.map(({ step, count }) => (
                  <Figure key={step}>{number(count)}</Figure>
                ))}
                <Figure>{timeToSign(funnel) ?? "–"}</Figure>
              </>
            ) : (
              <td
                colSpan={steps.length + 1}
                className="txt-compact-small text-ui-fg-subtle whitespace-nowrap py-3 pe-6 text-start"
              >
                {t("leaseToOwn.funnel.few")}
              </td>
            )}
          </Table.Row>
        ))}
      </FunnelTable>
    </Section>
  )
}
