import { useTranslation } from "react-i18next"
import type { SetupItem } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { LeaseSource } from "../product-card/lease-source"
import { TextLink } from "../text-link"

type Reason = NonNullable<SetupItem["reasons"]>[number]

/** How many products can't be leased for one reason, and where to change that: a category, type or collection, or the products themselves. */
export function CatalogReason({ reason: { code, count, of, states = [], products } }: { reason: Reason }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const more = count - products.length
  return (
    <li className="txt-compact-small text-ui-fg-subtle">
      {t("leaseToOwn.settings.counted", {
        number: number(count),
        reason: t(`leaseToOwn.lacks.${code}`, { states: states.join(", ") }),
      })}
      <ul className="flex flex-wrap gap-x-3">
        {of && (
          <li>
            <LeaseSource from={{ source: `${of.on}_metadata`, of }} />
          </li>
        )}
        {products.map(({ id, title }) => (
          <li key={id}>
            <TextLink to={`/products/${id}`}>{title}</TextLink>
          </li>
        ))}
        {!of && more > 0 && <li>{t("leaseToOwn.settings.more", { number: number(more) })}</li>}
      </ul>
    </li>
  )
}
