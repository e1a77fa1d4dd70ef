import { useTranslation } from "react-i18next"
import type { Money } from "../../src/api/admin-types"

/** Money and moments as the dashboard's language writes them. */
export function useFormat() {
  const { i18n } = useTranslation()
  return {
    /** Major units; never divided. */
    money: ({ amount, currency_code }: Money) =>
      new Intl.NumberFormat(i18n.language, { style: "currency", currency: currency_code }).format(amount),
    /** An ISO time, in the reader's own time zone. */
    moment: (at: string) =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)),
  }
}
