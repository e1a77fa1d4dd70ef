import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AccountFunnel, FlowFunnel, LeaseFunnelAnswer } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { useFunnel } from "../../hooks/use-funnel"
import { nameOfAccount } from "../../lib/account-name"
import { useQueryString } from "../../lib/router"
import { Choice } from "../choice"
import { LoadFailed, retryOf } from "../load-failed"
import { Section } from "../section"
import { UnloadedSection } from "../unloaded-section"
import { FunnelRows } from "./funnel-rows"
import { FunnelSteps } from "./funnel-steps"

const WEEKS = [4, 12, 26, 52]
const BY_DEFAULT = 12

/** How many leases reached each step, of all accounts or one: in the whole period, by week, and by account. The choices are in the URL. */
export function FunnelPage() {
  const { t } = useTranslation()
  const [params, setParams] = useQueryString()
  const weeks = WEEKS.find((count) => `${count}` === params.get("weeks")) ?? BY_DEFAULT
  const query = useFunnel(weeks)
  const { data, isError } = query
  if (!data) return <UnloadedSection of="funnel" level="h1" query={query} rows={7} kind="lines" />
  const choose = (name: string) => (value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  const flow = data.flows.find((one) => one.flow === params.get("flow")) ?? data.flows[0]
  const account = flow?.accounts.find(({ account_id }) => (account_id ?? "") === params.get("account"))
  return (
    <div className="flex flex-col gap-3">
      <Section title={t("leaseToOwn.funnel.title")} level="h1">
        <div className="flex flex-wrap gap-x-6 gap-y-3 px-6 py-4">
          <Choice
            label={t("leaseToOwn.funnel.period")}
            options={WEEKS.map((count) => ({ value: `${count}`, label: t("leaseToOwn.funnel.weeks", { count }) }))}
            chosen={`${weeks}`}
            onChoose={choose("weeks")}
          />
          <Choice
            label={t("leaseToOwn.filters.flow")}
            options={data.flows.map((one) => ({ value: one.flow, label: t(`leaseToOwn.flows.${one.flow}`) }))}
            chosen={flow?.flow ?? null}
            onChoose={choose("flow")}
          />
          <AccountChoice accounts={flow?.accounts ?? []} chosen={account} onChoose={choose("account")} />
        </div>
        {isError && <LoadFailed message={t("leaseToOwn.funnel.loadFailed")} {...retryOf(query)} />}
        <Whole flow={flow} account={account} />
        <Notes answer={data} flow={flow} />
      </Section>
      {flow && <ByWeek mondays={data.weeks} {...(account ?? flow)} />}
      {flow && !account && <ByAccount accounts={flow.accounts} />}
    </div>
  )
}

type AccountChoiceProps = {
  accounts: AccountFunnel[]
  chosen: AccountFunnel | undefined
  onChoose: (value: string | null) => void
}

function AccountChoice({ accounts, chosen, onChoose }: AccountChoiceProps) {
  const { t } = useTranslation()
  const nameOf = useAccountName()
  const options = accounts.map((account) => ({ value: account.account_id ?? "", label: nameOf(account) }))
  return (
    <Choice
      label={t("leaseToOwn.funnel.account")}
      options={options.length ? [{ value: null, label: t("leaseToOwn.funnel.allAccounts") }, ...options] : []}
      chosen={chosen ? (chosen.account_id ?? "") : null}
      onChoose={onChoose}
    />
  )
}

function useAccountName() {
  const { t } = useTranslation()
  return ({ operator, account_id }: AccountFunnel) =>
    nameOfAccount(operator, account_id) || t("leaseToOwn.funnel.mainAccount")
}

function Whole({ flow, account }: { flow: FlowFunnel | undefined; account: AccountFunnel | undefined }) {
  const { t } = useTranslation()
  const funnel = (account ?? flow)?.total
  if (funnel) return <FunnelSteps funnel={funnel} />
  return (
    <Text size="small" role="status" className="text-ui-fg-base px-6 py-4">
      {t(flow ? "leaseToOwn.funnel.fewInPeriod" : "leaseToOwn.funnel.empty")}
    </Text>
  )
}

function Notes({ answer, flow }: { answer: LeaseFunnelAnswer; flow: FlowFunnel | undefined }) {
  const { t } = useTranslation()
  const notes = ["counted", ...(flow?.flow === "hosted" ? ["hosted"] : []), answer.test ? "onlyTest" : "noTest"]
  return (
    <div className="flex flex-col gap-1 px-6 py-4">
      {notes.map((note) => (
        <Text key={note} size="small" className="text-ui-fg-subtle text-pretty">
          {t(`leaseToOwn.funnel.${note}`)}
        </Text>
      ))}
    </div>
  )
}

/** The newest week comes first. It isn't over yet. */
function ByWeek({ mondays, weeks }: { mondays: string[] } & Pick<FlowFunnel | AccountFunnel, "weeks">) {
  const { t } = useTranslation()
  const { day } = useFormat()
  const rows = weeks.map((funnel, place) => ({ name: day(mondays[place] ?? ""), funnel })).reverse()
  return <FunnelRows title={t("leaseToOwn.funnel.byWeek")} of={t("leaseToOwn.funnel.week")} rows={rows} />
}

function ByAccount({ accounts }: { accounts: AccountFunnel[] }) {
  const { t } = useTranslation()
  const nameOf = useAccountName()
  const rows = accounts.map((account) => ({ name: nameOf(account), funnel: account.total }))
  if (!rows.length) return null
  return <FunnelRows title={t("leaseToOwn.funnel.byAccount")} of={t("leaseToOwn.funnel.account")} rows={rows} />
}
