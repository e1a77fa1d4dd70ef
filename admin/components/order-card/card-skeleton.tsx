import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { CardFrame } from "./card-frame"

const ROWS = ["reference", "way", "leased", "approved", "signed", "lastContact"]

/** In place of the card until its lease is here; rows as high as the facts, so that little moves when they come. */
export function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <CardFrame badges={<Skeleton className="h-5 w-24 motion-reduce:animate-none" />}>
      <div role="status" aria-label={t("leaseToOwn.card.loading")} className="divide-y">
        {ROWS.map((row) => (
          <div key={row} className="grid grid-cols-2 gap-4 px-6 py-4">
            <Skeleton className="h-5 w-24 motion-reduce:animate-none" />
            <Skeleton className="h-5 w-full motion-reduce:animate-none" />
          </div>
        ))}
      </div>
    </CardFrame>
  )
}
