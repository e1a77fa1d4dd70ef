import { XMark } from "@medusajs/icons"
import { Drawer, IconButton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** The head of a drawer. The close button of Medusa UI's own has no name. */
export function DrawerHeader({ title, hint }: { title: string; hint?: string }) {
  const { t } = useTranslation()
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-4 border-b px-6 py-4">
      <div className="flex min-w-0 flex-col gap-1">
        <Drawer.Title className="text-ui-fg-base">{title}</Drawer.Title>
        {hint && <Drawer.Description className="text-ui-fg-subtle">{hint}</Drawer.Description>}
      </div>
      <Drawer.Close asChild>
        <IconButton
          type="button"
          size="small"
          variant="transparent"
          className="shrink-0"
          aria-label={t("leaseToOwn.card.close")}
        >
          <XMark className="text-ui-fg-subtle" aria-hidden />
        </IconButton>
      </Drawer.Close>
    </div>
  )
}
