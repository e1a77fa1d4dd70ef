import { useTranslation } from "react-i18next"
import type { LeaseQuery } from "../../hooks/use-lease-filters"
import { listQueryOf } from "../../hooks/use-lease-list"
import { useMutationOnce } from "../../hooks/use-once"
import { leaseToOwn } from "../../lib/sdk"
import { showToast } from "../../lib/toasts"
import { SmallButton } from "../small-button"

export function ExportButton({ query: { cursor: _cursor, ...query } }: { query: LeaseQuery }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutationOnce({
    mutationFn: async () => {
      const answer = await leaseToOwn.leases.export(listQueryOf(query))
      const link = document.createElement("a")
      // Excel needs the byte order mark to read the file as UTF-8. The route doesn't send it, because other programs would read it as part of a
      // column name.
      link.href = URL.createObjectURL(new Blob(["\uFEFF", await answer.text()], { type: "text/csv" }))
      link.download = "leases.csv"
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onError: () => showToast("error", t("leaseToOwn.list.exportFailed")),
  })
  return (
    <SmallButton isLoading={isPending} onClick={() => mutate()}>
      {t("leaseToOwn.list.export")}
    </SmallButton>
  )
}
