import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

const ROWS = Array.from({ length: 8 }, (_, place) => place)

/** In place of the rows until they are there. */
export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t("leaseToOwn.list.loading")} className="divide-y">
      {ROWS.map((row) => (
        <div key={row} className="px-6 py-3.5">
          <Skeleton className="h-5 w-full motion-reduce:animate-none" />
        </div>
      ))}
    </div>
  )
}
