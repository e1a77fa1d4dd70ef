import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Section } from "../section"

const ROWS = ["leasable", "brand", "category", "condition"]

/** In place of the card until its data are here. */
export function ProductSkeleton() {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.product.title")}>
      <div role="status" aria-label={t("leaseToOwn.product.loading")} className="divide-y">
        {ROWS.map((row) => (
          <div key={row} className="grid grid-cols-2 gap-4 px-6 py-4">
            <Skeleton className="h-5 w-20 motion-reduce:animate-none" />
            <Skeleton className="h-5 w-full motion-reduce:animate-none" />
          </div>
        ))}
      </div>
    </Section>
  )
}
