import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Section } from "../section"

const ROWS = ["mode", "connection", "address", "login", "plugin", "medusa"]

/** In place of the settings until they are here. */
export function SettingsSkeleton() {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.settings.title")} level="h1">
      <div role="status" aria-label={t("leaseToOwn.settings.loading")} className="divide-y">
        {ROWS.map((row) => (
          <div key={row} className="px-6 py-4">
            <Skeleton className="h-5 w-full motion-reduce:animate-none" />
          </div>
        ))}
      </div>
    </Section>
  )
}
