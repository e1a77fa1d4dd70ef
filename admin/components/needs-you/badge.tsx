import { ExclamationCircleSolid } from "@medusajs/icons"
import { SHOWN, useAttention } from "../../hooks/use-attention"
import { useFeedLinks } from "../../hooks/use-feed-links"
import { Link, usePath } from "../../lib/router"
import { SmallButton } from "../small-button"
import { ALL_NEEDY, useCountWords } from "./use-count-words"

/** How many leases need somebody, and the way there; nothing where none does. On a narrow page the number alone is seen. */
export function NeedsYouBadge() {
  // On the orders page, it shares one request with the strip above the orders.
  const attention = useAttention(usePath() === "/orders" ? SHOWN : 0)
  const wordsOf = useCountWords()
  useFeedLinks()
  if (!attention?.count.value) return null
  const { words, short } = wordsOf(attention.count)
  return (
    <SmallButton asChild className="whitespace-nowrap">
      <Link to={ALL_NEEDY}>
        <ExclamationCircleSolid className="text-ui-tag-orange-icon" aria-hidden />
        <span className="max-lg:sr-only">{words}</span>
        <span className="lg:hidden" aria-hidden>
          {short}
        </span>
      </Link>
    </SmallButton>
  )
}
