import { useTranslation } from "react-i18next"
import { SkeletonBadge, SkeletonRows } from "../skeleton-rows"
import { CardFrame } from "./card-frame"

/** Shown until the card's lease is loaded. */
export function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <CardFrame badges={<SkeletonBadge />}>
      <SkeletonRows label={t("leaseToOwn.card.loading")} rows={6} kind="facts" />
    </CardFrame>
  )
}
