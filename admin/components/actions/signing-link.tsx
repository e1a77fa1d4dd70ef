import { Drawer, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { CopyButton } from "../copy-button"
import { DrawerPage } from "../drawer-page"
import { SmallButton } from "../small-button"

type Props = {
  shown: { lease: AdminLeaseView; link: string } | null
  onClose: () => void
  onCloseAutoFocus: () => void
}

/** The link for signing the new contract, which staff pass on to the customer. Shown only here. */
export function SigningLink({ shown, onClose, onCloseAutoFocus }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer open={shown !== null} onOpenChange={(open) => !open && onClose()}>
      {shown && (
        <DrawerPage
          title={t("leaseToOwn.link.title")}
          hint={t("leaseToOwn.hints.signing_link")}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <Drawer.Body className="flex flex-1 flex-col gap-4 overflow-y-auto">
            <Text size="small" className="text-ui-fg-base text-pretty">
              {t("leaseToOwn.link.whom", { customer: shown.lease.email ?? t("leaseToOwn.page.noCustomer") })}
            </Text>
            <div className="bg-ui-bg-subtle border-ui-border-base flex items-start gap-2 rounded-lg border p-3">
              <Text size="small" dir="ltr" className="text-ui-fg-base min-w-0 flex-1 select-all break-all text-start">
                {shown.link}
              </Text>
              <CopyButton content={shown.link} label={t("leaseToOwn.link.copy")} />
            </div>
            <Text size="small" className="text-ui-fg-subtle text-pretty">
              {t("leaseToOwn.link.kept")}
            </Text>
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <SmallButton>{t("leaseToOwn.card.close")}</SmallButton>
            </Drawer.Close>
          </Drawer.Footer>
        </DrawerPage>
      )}
    </Drawer>
  )
}
