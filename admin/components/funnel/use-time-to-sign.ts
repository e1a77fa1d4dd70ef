import { useTranslation } from "react-i18next"
import type { LeaseFunnel } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

/** Returns a function that writes a funnel's median time from the start to the signature. Null if no lease is signed. */
export function useTimeToSign() {
  const { t } = useTranslation()
  const { days } = useFormat()
  return ({ days_to_sign }: LeaseFunnel): string | null => {
    if (days_to_sign === null) return null
    return days_to_sign === 0 ? t("leaseToOwn.funnel.underADay") : days(days_to_sign)
  }
}
