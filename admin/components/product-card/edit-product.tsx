import { Drawer, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer } from "../../../src/api/admin-types"
import { DrawerPage } from "../drawer-page"
import { SmallButton } from "../small-button"
import { ProductForm } from "./product-form"

/** The button that opens the form, or the reason why the user can't edit the product. */
export function EditProduct({ lease }: { lease: ProductLeaseAnswer["product"] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!lease.can_write)
    return (
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("leaseToOwn.product.forbidden")}
      </Text>
    )
  return (
    <Drawer open={open} onOpenChange={setOpen}>
      <Drawer.Trigger asChild>
        {/* A closed drawer isn't in the DOM, so omit the reference to it. */}
        <SmallButton {...(!open && { "aria-controls": undefined })}>{t("leaseToOwn.product.edit")}</SmallButton>
      </Drawer.Trigger>
      <DrawerPage title={t("leaseToOwn.product.editTitle")} hint={t("leaseToOwn.product.editHint")}>
        {open && <ProductForm lease={lease} onDone={() => setOpen(false)} />}
      </DrawerPage>
    </Drawer>
  )
}
