import { useTranslation } from "react-i18next"
import type { SetupAccount } from "../../../src/api/admin-types"
import { accountName } from "../../lib/account-name"
import { FactRow } from "../fact-row"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { AccountRows } from "./account-rows"
import { Credentials } from "./credentials"
import { TextRows } from "./texts"

/** Each of several accounts: its carts, the address of its service, and its texts for shoppers. */
export function Accounts({ accounts }: { accounts: SetupAccount[] }) {
  const { t } = useTranslation()
  const word = (key: string, params = {}) => t(`leaseToOwn.settings.${key}`, params)
  return accounts.map(({ id, takes, second_look, mode, connection, outage, settings }) => (
    <Section key={id ?? ""} title={word("account", { name: accountName(accounts, id) })}>
      <OutageAlert outage={outage} />
      <dl className="divide-y">
        <FactRow label={word("takes")}>
          {takes ? Object.values(takes).flat().join(", ") || word("nowhere") : word("takesRest")}
          {mode === "test" && <span className="block">{word("test")}</span>}
        </FactRow>
        {second_look && <FactRow label={word("secondLook")}>{accountName(accounts, second_look)}</FactRow>}
        <FactRow label={word("address")}>{connection.address}</FactRow>
        <FactRow label={word("login")}>
          <Credentials connection={connection} />
        </FactRow>
        <AccountRows settings={settings} />
        <TextRows settings={settings} />
      </dl>
    </Section>
  ))
}
