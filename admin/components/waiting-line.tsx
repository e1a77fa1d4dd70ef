import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseWaitingAnswer, Waiting } from "../../src/api/admin-types"
import { useFormat } from "../hooks/use-format"
import { TextLink } from "./text-link"

const OVERDUE = "/leases?tab=overdue"

/** Shows how much money is awaiting delivery, and how much of it is overdue. Renders nothing if there is none. */
export function WaitingLine({ waiting: { undelivered, overdue } }: { waiting: LeaseWaitingAnswer }) {
  const { t } = useTranslation()
  const { number, sums } = useFormat()
  const { value, limit, more } = undelivered.count
  if (value === 0) return null
  const sum = sums(undelivered.amounts)
  return (
    <Text size="small" className="text-ui-fg-base text-pretty px-6 py-3">
      {more
        ? t("leaseToOwn.waiting.more", { sum, number: number(limit) })
        : t("leaseToOwn.waiting.line", { sum, count: value, number: number(value) })}{" "}
      {overdue.count.value > 0 && (
        <TextLink to={OVERDUE} className="text-ui-fg-error hover:text-ui-fg-base">
          {t("leaseToOwn.waiting.overdue", { sum: sums(overdue.amounts), number: shortCount(overdue, number) })}
        </TextLink>
      )}
    </Text>
  )
}

const shortCount = ({ count: { value, limit, more } }: Waiting, number: (value: number) => string) =>
  more ? `${number(limit)}+` : number(value)
