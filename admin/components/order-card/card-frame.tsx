import { Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"

/** The outside of the card: a header that is equally high while loading, on error and with a lease. */
export function CardFrame({ badges, children }: { badges?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Container className="divide-y p-0">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2" className="text-ui-fg-base">
          {t("leaseToOwn.card.title")}
        </Heading>
        <div className="flex flex-wrap items-center gap-2">{badges}</div>
      </div>
      {children}
    </Container>
  )
}
