import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Section } from "../section"

/** The frame of the card, whose header has the same height while loading, on error and with a lease. */
export function CardFrame({ badges, children }: { badges?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.card.title")} aside={badges}>
      {children}
    </Section>
  )
}
