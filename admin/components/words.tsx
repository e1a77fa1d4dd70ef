import { useTranslation } from "react-i18next"

/** A translated string, for places where hooks can't be used. */
export function Words({ of }: { of: string }) {
  const { t } = useTranslation()
  return <>{t(`leaseToOwn.${of}`)}</>
}
