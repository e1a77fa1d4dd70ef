import { useTranslation } from "react-i18next"
import type { LeaseAttentionAnswer } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

export const ALL_NEEDY = "/leases?tab=needs_attention"

/** Returns a function that formats the count of leases that need attention, as a phrase and as a bare number. */
export function useCountWords() {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ value, limit, more }: LeaseAttentionAnswer["count"]) => {
    const many = number(more ? limit : value)
    return more
      ? { words: t("leaseToOwn.needsYou.more", { number: many }), short: `${many}+` }
      : { words: t("leaseToOwn.needsYou.count", { count: value }), short: many }
  }
}
