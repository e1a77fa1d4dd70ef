import { useTranslation } from "react-i18next"

/** A text of the dashboard, where no hook can be used. */
export function Words({ of }: { of: string }) {
  const { t } = useTranslation()
  return <>{t(`leaseToOwn.${of}`)}</>
}
