import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Section } from "../section"

/** The outside of the card: a header that is equally high while loading, on error and with a lease. */
export function CardFrame({ badges, children }: { badges?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.card.title")} aside={badges}>
      {children}
    </Section>
  )
}
