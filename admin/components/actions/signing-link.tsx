import { Button, Drawer, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { CopyButton } from "../copy-button"

/** The address at which the shopper signs the new contract, for staff to pass on. It is shown only here. */
export function SigningLink({ lease, link }: { lease: AdminLeaseView; link: string }) {
  const { t } = useTranslation()
  const customer = lease.email ?? t("leaseToOwn.page.noCustomer")
  return (
    <>
      <Drawer.Body className="flex flex-1 flex-col gap-4 overflow-y-auto">
        <Text size="small" className="text-ui-fg-base text-pretty">
          {t("leaseToOwn.link.whom", { customer })}
        </Text>
        <div className="bg-ui-bg-subtle border-ui-border-base flex items-start gap-2 rounded-lg border p-3">
          <Text size="small" dir="ltr" className="text-ui-fg-base min-w-0 flex-1 select-all break-all text-start">
            {link}
          </Text>
          <CopyButton content={link} label={t("leaseToOwn.link.copy")} />
        </div>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("leaseToOwn.link.kept")}
        </Text>
      </Drawer.Body>
      <Drawer.Footer className="gap-2 space-x-0">
        <Drawer.Close asChild>
          <Button type="button" size="small" variant="secondary">
            {t("leaseToOwn.card.close")}
          </Button>
        </Drawer.Close>
      </Drawer.Footer>
    </>
  )
}
