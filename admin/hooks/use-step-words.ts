import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../src/api/admin-types"
import { useFormat } from "./use-format"

export function useStepWords() {
  const { t } = useTranslation()
  const { money, moment } = useFormat()
  return ({ code, params, amount, at }: NonNullable<AdminLeaseView["next_step"]>): string =>
    t([`leaseToOwn.next.${code}`, "leaseToOwn.newer.step"], {
      ...params,
      ...(amount && { amount: money(amount) }),
      ...(at && { at: moment(at) }),
    })
}
