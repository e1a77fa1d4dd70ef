import { ExclamationCircleSolid } from "@medusajs/icons"
import { useTranslation } from "react-i18next"
import { SHOWN, useAttention } from "../../hooks/use-attention"
import { useFeedLinks } from "../../hooks/use-feed-links"
import { useFormat } from "../../hooks/use-format"
import { useWaiting } from "../../hooks/use-waiting"
import { Link, usePath } from "../../lib/router"
import { SmallButton } from "../small-button"
import { ALL_NEEDY, useCountWords } from "./use-count-words"

/** A link to the leases that need attention, with the count. Renders nothing if there are none. Narrow pages show only the number. */
export function NeedsYouBadge() {
  // Use the same query as the section above the orders, so the orders page sends only one request.
  const attention = useAttention(usePath() === "/orders" ? SHOWN : 0)
  const waiting = useWaiting(attention !== undefined && attention.count.value > 0)
  const wordsOf = useCountWords()
  const { t } = useTranslation()
  const { sums } = useFormat()
  useFeedLinks()
  if (!attention?.count.value) return null
  const { words, short } = wordsOf(attention.count)
  return (
    <SmallButton asChild className="whitespace-nowrap">
      <Link to={ALL_NEEDY}>
        <ExclamationCircleSolid className="text-ui-tag-orange-icon" aria-hidden />
        <span className="max-lg:sr-only">
          {words}
          {waiting && waiting.overdue.count.value > 0 && (
            <span className="max-xl:sr-only">
              {" "}
              {t("leaseToOwn.waiting.badge", { sum: sums(waiting.overdue.amounts) })}
            </span>
          )}
        </span>
        <span className="lg:hidden" aria-hidden>
          {short}
        </span>
      </Link>
    </SmallButton>
  )
}
