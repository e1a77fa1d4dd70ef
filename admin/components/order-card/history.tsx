import { useTranslation } from "react-i18next"
import type { LeaseFact } from "../../../src/api/admin-types"
import { FactList } from "../fact-list"
import { Fold } from "../fold"

/** The history, newest first; closed at first. */
export function History({ facts }: { facts: LeaseFact[] }) {
  const { t } = useTranslation()
  return (
    <Fold label={t("leaseToOwn.card.history")}>
      {({ id, hidden }) => <FactList id={id} hidden={hidden} className={hidden ? undefined : "pt-3"} facts={facts} />}
    </Fold>
  )
}
