import { Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { keyed } from "../../lib/keyed"
import { Section } from "../section"

type Sent = NonNullable<LeasePageAnswer["sent"]>

const COLUMNS = ["item", "itemData", "quantity", "price", "tax", "arrives"]
const NUMBERS = ["quantity", "price", "tax"]

export function SentCart({ sent }: { sent: Sent }) {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.page.sent")}>
      <section
        // Lets keyboard users scroll sideways on a narrow screen.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-label={t("leaseToOwn.page.sent")}
        className="overflow-x-auto"
      >
        <Table>
          <Table.Header>
            <Table.Row>
              {COLUMNS.map((column) => (
                <Table.HeaderCell
                  key={column}
                  className={NUMBERS.includes(column) ? "whitespace-nowrap text-end" : "whitespace-nowrap text-start"}
                >
                  {t(`leaseToOwn.page.${column}`)}
                </Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {keyed(sent.lines, ({ identifier }) => identifier).map(([key, line]) => (
              <Line key={key} line={line} currency={sent.total.currency_code} />
            ))}
          </Table.Body>
        </Table>
      </section>
      <Totals sent={sent} />
    </Section>
  )
}

function Line({ line, currency }: { line: Sent["lines"][number]; currency: string }) {
  const { t } = useTranslation()
  const { money, number, day } = useFormat()
  const inCurrency = (amount: number) => money({ amount, currency_code: currency })
  return (
    <Table.Row>
      <Table.Cell className="min-w-40 py-2">
        <Text as="div" size="small" leading="compact" className="text-ui-fg-base">
          {line.name}
        </Text>
        <Text as="div" size="xsmall" leading="compact" className="text-ui-fg-subtle break-all">
          {line.identifier}
        </Text>
      </Table.Cell>
      <Table.Cell className="text-ui-fg-subtle min-w-40 py-2">
        <ul>
          <li>{line.brand}</li>
          <li>{line.category}</li>
          <li>{t(`leaseToOwn.product.${line.condition}`, { defaultValue: line.condition })}</li>
        </ul>
      </Table.Cell>
      <Table.Cell className="text-ui-fg-subtle py-2 text-end tabular-nums">{number(line.quantity)}</Table.Cell>
      <Table.Cell className="text-ui-fg-subtle py-2 text-end tabular-nums">{inCurrency(line.unit_price)}</Table.Cell>
      <Table.Cell className="text-ui-fg-subtle py-2 text-end tabular-nums">{inCurrency(line.tax)}</Table.Cell>
      <Table.Cell className="text-ui-fg-subtle whitespace-nowrap py-2">
        {line.delivery_date && day(line.delivery_date)}
      </Table.Cell>
    </Table.Row>
  )
}

function Totals({ sent: { delivery_cost, total } }: { sent: Sent }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const rows = [
    { label: t("leaseToOwn.page.deliveryCost"), value: money({ ...total, amount: delivery_cost }) },
    { label: t("leaseToOwn.page.total"), value: money(total) },
  ]
  return (
    <dl className="flex flex-col gap-2 px-6 py-4">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="txt-compact-small text-ui-fg-subtle">{label}</dt>
          <dd className="txt-compact-small-plus text-ui-fg-base tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
