import { useTranslation } from "react-i18next"
import type { LeaseAttentionAnswer } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

/** The page that lists all of them. */
export const ALL_NEEDY = "/leases?tab=needs_attention"

/** How many leases need attention, in words and as a number. */
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
