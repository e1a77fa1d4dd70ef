import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Section } from "../section"

const ROWS = ["reference", "way", "leased", "approved", "signed", "lastContact"]

/** In place of the page until its lease is here. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <Section
      title={t("leaseToOwn.card.title")}
      level="h1"
      aside={<Skeleton className="h-5 w-24 motion-reduce:animate-none" />}
    >
      <div role="status" aria-label={t("leaseToOwn.page.loading")} className="divide-y">
        {ROWS.map((row) => (
          <div key={row} className="grid grid-cols-2 gap-4 px-6 py-4">
            <Skeleton className="h-5 w-24 motion-reduce:animate-none" />
            <Skeleton className="h-5 w-full motion-reduce:animate-none" />
          </div>
        ))}
      </div>
    </Section>
  )
}
