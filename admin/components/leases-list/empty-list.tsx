import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "../../lib/router"

/** No lease at all, or none that fits. */
export function EmptyList({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <div className="flex flex-col gap-1" role="status">
        <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {t(narrowed ? "leaseToOwn.list.noMatch" : "leaseToOwn.list.empty")}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t(narrowed ? "leaseToOwn.list.noMatchHint" : "leaseToOwn.list.emptyHint")}
        </Text>
      </div>
      {narrowed ? (
        <Button type="button" size="small" variant="secondary" onClick={onClear}>
          {t("leaseToOwn.list.clear")}
        </Button>
      ) : (
        <Button size="small" variant="secondary" asChild>
          <Link to="/settings/lease-to-own">{t("leaseToOwn.list.checkSetup")}</Link>
        </Button>
      )}
    </div>
  )
}
