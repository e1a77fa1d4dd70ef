import { toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseQuery } from "../../hooks/use-lease-filters"
import { useLeaseExport } from "../../hooks/use-lease-list"
import { SmallButton } from "../small-button"

/** Downloads all leases that match the filters. */
export function ExportButton({ query }: { query: LeaseQuery }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useLeaseExport()
  const failed = () => toast.error(t("leaseToOwn.list.exportFailed"))
  return (
    <SmallButton isLoading={isPending} onClick={() => mutate(query, { onError: failed })}>
      {t("leaseToOwn.list.export")}
    </SmallButton>
  )
}
