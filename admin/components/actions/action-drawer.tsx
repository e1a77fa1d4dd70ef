import { Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import type { ActionFlow } from "../../hooks/use-action-flow"
import { nameOf } from "../../lib/action-kinds"
import { DrawerPage } from "../drawer-page"
import { ActionForm } from "./action-form"
import { SigningLink } from "./signing-link"

export function ActionDrawer({ lease, flow }: { lease: AdminLeaseView; flow: ActionFlow }) {
  const { t } = useTranslation()
  const { form, link, close, back } = flow
  const name = form && nameOf(form, lease)
  return (
    <>
      <SigningLink shown={link === null ? null : { lease, link }} onClose={close} onCloseAutoFocus={back} />
      <Drawer open={form !== null} onOpenChange={(open) => !open && close()}>
        {form && (
          <DrawerPage
            title={t(`leaseToOwn.actions.${name}`)}
            hint={t(`leaseToOwn.hints.${name}`, { operator: lease.operator.name })}
            onCloseAutoFocus={back}
          >
            <ActionForm lease={lease} action={form} flow={flow} />
          </DrawerPage>
        )}
      </Drawer>
    </>
  )
}
