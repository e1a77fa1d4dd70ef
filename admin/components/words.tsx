import { useTranslation } from "react-i18next"

/** A text of the dashboard, for places without hooks. */
export function Words({ of }: { of: string }) {
  const { t } = useTranslation()
  return <>{t(`leaseToOwn.${of}`)}</>
}
