import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "../../lib/router"
import { Section } from "../section"

/** Shown if the URL names no lease. */
export function MissingLease() {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.card.title")} level="h1">
      <div className="flex flex-col items-start gap-3 px-6 py-4">
        <Text size="small" role="status" className="text-ui-fg-base">
          {t("leaseToOwn.page.notFound")}
        </Text>
        <Button size="small" variant="secondary" asChild>
          <Link to="/leases">{t("leaseToOwn.page.back")}</Link>
        </Button>
      </div>
    </Section>
  )
}
