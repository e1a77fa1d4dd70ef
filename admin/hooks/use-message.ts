import { useTranslation } from "react-i18next"
import type { Params } from "../../src/api/types"
import { useFormat } from "./use-format"

const DAY = /^\d{4}-\d\d-\d\d$/

type Written = { code: string; params?: Params; message?: string }

/** Returns a function that translates a message from the server and formats its dates. Untranslated messages stay in English. */
export function useMessage() {
  const { t } = useTranslation()
  const { day, days } = useFormat()
  return ({ code, params = {}, message }: Written, group: "messages" | "alert_texts" = "messages"): string => {
    const entries = Object.entries(params).map(([name, value]) => [name, DAY.test(value) ? day(value) : value])
    const written: Params = Object.fromEntries(entries)
    if (params.days) written.days = days(Number(params.days))
    const { reason, reason_code } = written
    if (reason_code) written.reason = t(`leaseToOwn.reasons.${reason_code}`, { ...written, defaultValue: reason })
    const defaultValue = message ?? t("leaseToOwn.act.notNow")
    return String(t(`leaseToOwn.${group}.${code}`, { ...written, defaultValue }))
  }
}
