import { Button, toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseQuery } from "../../hooks/use-lease-filters"
import { useLeaseExport } from "../../hooks/use-lease-list"

/** Downloads all leases that match the filters. */
export function ExportButton({ query }: { query: LeaseQuery }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useLeaseExport()
  const failed = () => toast.error(t("leaseToOwn.list.exportFailed"))
  return (
    <Button
      type="button"
      size="small"
      variant="secondary"
      isLoading={isPending}
      onClick={() => mutate(query, { onError: failed })}
    >
      {t("leaseToOwn.list.export")}
    </Button>
  )
}
