import { useTranslation } from "react-i18next"
import type { ProductSource } from "../../../src/api/admin-types"
import { TextLink } from "../text-link"

/** Medusa's pages for what can have `lease_*` metadata. */
export const GROUP_PAGES = { category: "/categories", type: "/settings/product-types", collection: "/collections" }

const PAGES: Record<string, string> = {
  category_metadata: GROUP_PAGES.category,
  type_metadata: GROUP_PAGES.type,
  collection_metadata: GROUP_PAGES.collection,
}

/** Where a product's lease data comes from. Links to the category, type or collection that has it. */
export function LeaseSource({ from: { source, key, of } }: { from: ProductSource }) {
  const { t } = useTranslation()
  if (!source) return null
  const text = t(`leaseToOwn.sources.${source}`, { key, name: of?.name })
  const page = PAGES[source]
  return page && of ? <TextLink to={`${page}/${of.id}`}>{text}</TextLink> : text
}
