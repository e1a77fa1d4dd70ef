import { CheckCircleSolid, ExclamationCircleSolid, XCircleSolid } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { SetupAccount, SetupItem } from "../../../src/api/admin-types"
import { accountName } from "../../lib/account-name"
import { Fold } from "../fold"
import { Section } from "../section"
import { CatalogReason } from "./catalog-reason"

const ICONS = {
  ok: { Icon: CheckCircleSolid, color: "text-ui-tag-green-icon", word: "ok" },
  warning: { Icon: ExclamationCircleSolid, color: "text-ui-tag-orange-icon", word: "warning" },
  failed: { Icon: XCircleSolid, color: "text-ui-tag-red-icon", word: "failedItem" },
} as const

type Props = { items: SetupItem[]; accounts: SetupAccount[] }

/** The setup checks, with problems first and the passed checks collapsed. */
export function Checklist({ items, accounts }: Props) {
  const { t } = useTranslation()
  const of = (state: SetupItem["state"]) => items.filter((item) => item.state === state)
  const [failed, warnings, fine] = [of("failed"), of("warning"), of("ok")]
  return (
    <Section
      title={t("leaseToOwn.settings.setup")}
      aside={
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {failed.length + warnings.length
            ? t("leaseToOwn.settings.setupCount", { failed: failed.length, warnings: warnings.length })
            : t("leaseToOwn.settings.setupOk")}
        </Text>
      }
    >
      {failed.length + warnings.length > 0 && <SetupFindings items={[...failed, ...warnings]} accounts={accounts} />}
      {fine.length > 0 && (
        <Fold label={t("leaseToOwn.settings.setupFine", { count: fine.length })} className="-mx-6">
          <SetupFindings items={fine} accounts={accounts} />
        </Fold>
      )}
    </Section>
  )
}

export function SetupFindings({ items, accounts }: Props) {
  return (
    <ul className="divide-y">
      {items.map((item) => (
        <Item key={`${item.key} ${item.account_id}`} item={item} accounts={accounts} />
      ))}
    </ul>
  )
}

function Item({ item, accounts }: { item: SetupItem; accounts: SetupAccount[] }) {
  const { code, account_id, state, params, message, fix, reasons = [] } = item
  const { t } = useTranslation()
  const { Icon, color, word } = ICONS[state]
  const words = t(`leaseToOwn.setup.${code}`, { ...params, defaultValue: message })
  return (
    <li className="flex gap-3 px-6 py-4">
      <Icon className={`${color} mt-0.5 shrink-0`} aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <Text size="small" className="text-ui-fg-base text-pretty break-words">
          <span className="sr-only">{t(`leaseToOwn.settings.${word}`)}</span>{" "}
          {account_id ? t("leaseToOwn.settings.named", { name: accountName(accounts, account_id), words }) : words}
        </Text>
        {fix && (
          <Text size="small" className="text-ui-fg-subtle text-pretty break-words">
            {t(`leaseToOwn.setup.${code}_fix`, { ...params, defaultValue: fix })}
          </Text>
        )}
        {reasons.length > 0 && (
          <ul className="flex flex-col gap-1 pt-1">
            {reasons.map((reason) => (
              <CatalogReason key={`${reason.code} ${reason.of?.id} ${reason.states}`} reason={reason} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
