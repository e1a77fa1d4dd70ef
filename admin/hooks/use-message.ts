import { useTranslation } from "react-i18next"
import type { Params } from "../../src/api/types"
import { useFormat } from "./use-format"

const DAY = /^\d{4}-\d\d-\d\d$/

/** A text of the server in the dashboard's language, its days written as there; in English where the dashboard does not know it. */
export function useMessage() {
  const { t } = useTranslation()
  const { day } = useFormat()
  return ({ code, params = {}, message }: { code: string; params?: Params; message?: string }): string => {
    const written = Object.entries(params).map(([name, value]) => [name, DAY.test(value) ? day(value) : value])
    const defaultValue = message ?? t("leaseToOwn.act.notNow")
    return String(t(`leaseToOwn.messages.${code}`, { ...Object.fromEntries(written), defaultValue }))
  }
}
