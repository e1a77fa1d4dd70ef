import { Button, Drawer, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer } from "../../../src/api/admin-types"
import { ProductForm } from "./product-form"

/** Opens the form; whoever may not change products reads why there is none. */
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
        <Button type="button" size="small" variant="secondary">
          {t("leaseToOwn.product.edit")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title className="text-ui-fg-base">{t("leaseToOwn.product.editTitle")}</Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle">{t("leaseToOwn.product.editHint")}</Drawer.Description>
        </Drawer.Header>
        {open && <ProductForm lease={lease} onDone={() => setOpen(false)} />}
      </Drawer.Content>
    </Drawer>
  )
}
