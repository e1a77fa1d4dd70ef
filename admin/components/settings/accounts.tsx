import { useTranslation } from "react-i18next"
import type { SetupAccount } from "../../../src/api/admin-types"
import { accountName } from "../../lib/account-name"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { OptionRows, useAccountRows } from "./option-rows"

/** Shows the carts that each account handles, its service URL and its shopper-facing texts, if there are several accounts. */
export function Accounts({ accounts }: { accounts: SetupAccount[] }) {
  const { t } = useTranslation()
  const word = (key: string, params = {}) => t(`leaseToOwn.settings.${key}`, params)
  const rowsOf = useAccountRows()
  return accounts.map(({ id, carts, second_look, mode, connection, outage, settings }) => {
    const names = carts ? Object.values(carts).flat().join(", ") || word("nowhere") : word("takesRest")
    const rows = {
      takes: (
        <>
          {names}
          {mode === "test" && <span className="block">{word("test")}</span>}
        </>
      ),
      ...(second_look && { secondLook: accountName(accounts, second_look) }),
      ...rowsOf.connection(connection),
      ...rowsOf.carts(settings),
      ...rowsOf.texts(settings),
    }
    return (
      <Section key={id ?? ""} title={word("account", { name: accountName(accounts, id) })}>
        <OutageAlert outage={outage} />
        <OptionRows rows={rows} />
      </Section>
    )
  })
}
