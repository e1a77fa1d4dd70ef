import { useTranslation } from "react-i18next"
import type { SetupAnswer } from "../../../src/api/admin-types"

/** Shows that credentials are set, and their last characters, which tell new ones from old ones. */
export function Credentials({ connection: { login, username, ends } }: { connection: SetupAnswer["connection"] }) {
  const { t } = useTranslation()
  if (login === "hash")
    return <>{ends ? t("leaseToOwn.settings.hashSet", { ends }) : t("leaseToOwn.settings.hashSetShort")}</>
  return (
    <>
      {ends
        ? t("leaseToOwn.settings.passwordSet", { username, ends })
        : t("leaseToOwn.settings.passwordSetShort", { username })}
    </>
  )
}
