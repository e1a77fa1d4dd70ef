import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { useMutationOnce } from "../../hooks/use-once"
import { saveFile } from "../../lib/save-file"
import { leaseToOwn } from "../../lib/sdk"
import { showToast } from "../../lib/toasts"
import { SmallButton } from "../small-button"

export function SupportFile({ lease: { id, reference } }: Pick<LeasePageAnswer, "lease">) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutationOnce({
    mutationFn: async () => {
      const file = JSON.stringify(await leaseToOwn.leases.support(id), null, 2)
      saveFile(`lease-${reference}.json`, new Blob([file], { type: "application/json" }))
    },
    onError: () => showToast("error", t("leaseToOwn.page.supportFailed")),
  })
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-4">
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {t("leaseToOwn.page.supportHint")}
      </Text>
      <SmallButton isLoading={isPending} onClick={() => mutate()}>
        {t("leaseToOwn.page.support")}
      </SmallButton>
    </div>
  )
}
