import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { CardFrame } from "./card-frame"

const ROWS = ["reference", "amount", "approved", "signed"]

/** In place of the card until its lease is here. */
export function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <CardFrame badges={<Skeleton className="h-5 w-24" />}>
      <div role="status" aria-label={t("leaseToOwn.card.loading")} className="flex flex-col gap-4 px-6 py-4">
        {ROWS.map((row) => (
          <div key={row} className="grid grid-cols-2 gap-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
    </CardFrame>
  )
}
