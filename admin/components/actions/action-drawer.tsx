import { Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import type { ActionFlow } from "../../hooks/use-action-flow"
import { nameOf } from "../../lib/action-kinds"
import { DrawerHeader } from "../drawer-header"
import { ActionForm } from "./action-form"
import { SigningLink } from "./signing-link"

/** The form of the chosen action, or the signing link, if there is one. */
export function ActionDrawer({ lease, flow }: { lease: AdminLeaseView; flow: ActionFlow }) {
  const { t } = useTranslation()
  const { form, link, close, back } = flow
  const name = form && nameOf(form, lease)
  const operator = lease.operator.name
  return (
    <Drawer open={form !== null || link !== null} onOpenChange={(open) => !open && close()}>
      {link && (
        <Drawer.Content onCloseAutoFocus={back}>
          <DrawerHeader title={t("leaseToOwn.link.title")} hint={t("leaseToOwn.hints.signing_link")} />
          <SigningLink lease={lease} link={link} />
        </Drawer.Content>
      )}
      {form && (
        <Drawer.Content onCloseAutoFocus={back}>
          <DrawerHeader title={t(`leaseToOwn.actions.${name}`)} hint={t(`leaseToOwn.hints.${name}`, { operator })} />
          <ActionForm lease={lease} action={form} flow={flow} />
        </Drawer.Content>
      )}
    </Drawer>
  )
}
