import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import { useActionFlow } from "../../hooks/use-action-flow"
import { nameOf } from "../../lib/action-kinds"
import { ActionDrawer } from "./action-drawer"

type Props = { lease: AdminLeaseView; orderId?: string; action: ActionKey }

/** The button that does the next step. */
export function NextStepButton({ lease, orderId, action }: Props) {
  const { t } = useTranslation()
  const flow = useActionFlow(lease, orderId)
  return (
    <>
      <Button
        type="button"
        size="small"
        variant="secondary"
        className="mt-2 self-start"
        disabled={flow.acting !== undefined}
        isLoading={flow.acting === action}
        onClick={() => flow.start(action)}
      >
        {t(`leaseToOwn.actions.${nameOf(action, lease)}`)}
      </Button>
      <ActionDrawer lease={lease} flow={flow} />
    </>
  )
}
