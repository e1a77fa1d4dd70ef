import { clx, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseAlertGroup, LeaseAlertsAnswer, LeaseCheck } from "../../../src/api/admin-types"
import { useCheck } from "../../hooks/use-alert-groups"
import { useFormat } from "../../hooks/use-format"
import { alertName } from "../../lib/alert-name"
import { rememberFocus } from "../../lib/remember-focus"
import { inSteps, ProgressBar } from "../progress-bar"
import { SmallButton } from "../small-button"

type Props = { groups: LeaseAlertsAnswer; chosen: string | undefined; onChoose: (code: string | undefined) => void }

/** The leases that need attention, by alert, each with its sum, its remedy and the check of all. Choosing one filters the list. */
export function AlertGroups({ groups: { alerts, operator, can_act }, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const check = useCheck()
  if (!alerts.length) return null
  return (
    <ul aria-label={t("leaseToOwn.groups.title")} className="divide-y">
      {alerts.map((group) => {
        const { code } = group
        const isOwn = check.variables?.code === code
        const press = (stop: boolean) => check.mutate({ code, stop }, { onSettled: rememberFocus() })
        return (
          <Group
            key={code}
            group={group}
            operator={operator ?? t("leaseToOwn.groups.operator")}
            isChosen={code === chosen}
            onChoose={() => onChoose(code === chosen ? undefined : code)}
            onPress={can_act ? press : undefined}
            isBusy={isOwn && check.isPending}
            isFailed={isOwn && check.isError}
          />
        )
      })}
    </ul>
  )
}

type GroupProps = {
  group: LeaseAlertGroup
  operator: string
  isChosen: boolean
  onChoose: () => void
  /** Starts or stops the check. Undefined if the user may not act on leases. */
  onPress: ((stop: boolean) => void) | undefined
  isBusy: boolean
  isFailed: boolean
}

function Group({ group, operator, isChosen, onChoose, onPress, isBusy, isFailed }: GroupProps) {
  const { t } = useTranslation()
  const { number, sums } = useFormat()
  const { code, count, amounts, remedy, readable, check } = group
  const title = alertName(code, t)
  const counted = t("leaseToOwn.groups.count", { count, number: number(count) })
  return (
    <li data-lease-box className={clx("flex flex-col gap-1 px-6 py-3", isChosen && "bg-ui-bg-subtle")}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <button type="button" aria-pressed={isChosen} onClick={onChoose} className="flex flex-col text-start">
          <Text as="span" size="small" weight="plus" className="text-ui-fg-base underline underline-offset-2">
            {title}
          </Text>
          <Text as="span" size="small" className="text-ui-fg-base tabular-nums">
            {amounts.length ? t("leaseToOwn.groups.sum", { counted, sum: sums(amounts) }) : counted}
          </Text>
        </button>
        {onPress && !check && readable > 0 && (
          <SmallButton
            aria-label={t("leaseToOwn.groups.checkOf", { alert: title })}
            isLoading={isBusy}
            onClick={() => onPress(false)}
          >
            {t("leaseToOwn.groups.check")}
          </SmallButton>
        )}
      </div>
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {remedy
          ? t([`leaseToOwn.next.${remedy.step}`, "leaseToOwn.newer.step"], { operator, amount: "…" })
          : t("leaseToOwn.groups.each")}
      </Text>
      {check && (
        <CheckProgress check={check} title={title}>
          {onPress && (
            // Not where the other button was, so that a double click there doesn't stop the check.
            <SmallButton
              aria-label={t("leaseToOwn.groups.stopOf", { alert: title })}
              isLoading={isBusy}
              onClick={() => onPress(true)}
            >
              {t("leaseToOwn.deliver.stop")}
            </SmallButton>
          )}
        </CheckProgress>
      )}
      <p role="status" className={clx(isFailed ? "txt-small text-ui-fg-error" : "sr-only")}>
        {isFailed && t("leaseToOwn.groups.failed")}
      </p>
    </li>
  )
}

type ProgressProps = { check: LeaseCheck; title: string; children: ReactNode }

function CheckProgress({ check: { read, total, until }, title, children }: ProgressProps) {
  const { t } = useTranslation()
  const { number, moment } = useFormat()
  const wordsOf = (read: number) => t("leaseToOwn.groups.progress", { read: number(read), total: number(total) })
  return (
    <div className="flex flex-col gap-2 pt-1">
      <ProgressBar
        label={t("leaseToOwn.groups.checkOf", { alert: title })}
        words={wordsOf(read)}
        done={read}
        total={total}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Text size="small" className="text-ui-fg-base text-pretty tabular-nums">
          {wordsOf(read)}{" "}
          {until && Date.parse(until) > Date.now() && t("leaseToOwn.groups.until", { at: moment(until) })}{" "}
          {t("leaseToOwn.groups.goesOn")}
        </Text>
        {children}
      </div>
      <p role="status" className="sr-only">
        {wordsOf(inSteps(read, total))}
      </p>
    </div>
  )
}
