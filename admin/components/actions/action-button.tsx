import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import type { ActionFlow } from "../../hooks/use-action-flow"
import { nameOf } from "../../lib/action-kinds"
import { SmallButton } from "../small-button"

type Props = ComponentProps<typeof SmallButton> & { action: ActionKey; lease: AdminLeaseView; flow: ActionFlow }

export function ActionButton({ action, lease, flow, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <SmallButton
      disabled={flow.acting !== undefined}
      isLoading={flow.acting === action}
      onClick={() => flow.start(action)}
      {...rest}
    >
      {t(`leaseToOwn.actions.${nameOf(action, lease)}`)}
    </SmallButton>
  )
}
