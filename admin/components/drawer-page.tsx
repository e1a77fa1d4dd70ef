import { XMark } from "@medusajs/icons"
import { Drawer, IconButton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { hideToast } from "../lib/toasts"

type Props = { title: string; hint: string; onCloseAutoFocus?: () => void; children: ReactNode }

/** A drawer's content. Replaces Medusa UI's header, whose close button has no accessible name. */
export function DrawerPage({ title, hint, onCloseAutoFocus, children }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer.Content onOpenAutoFocus={hideToast} onCloseAutoFocus={onCloseAutoFocus}>
      <div className="border-ui-border-base flex items-start justify-between gap-4 border-b px-6 py-4">
        <div className="flex min-w-0 flex-col gap-1">
          <Drawer.Title className="text-ui-fg-base">{title}</Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle">{hint}</Drawer.Description>
        </div>
        <Drawer.Close asChild>
          <IconButton size="small" variant="transparent" className="shrink-0" aria-label={t("leaseToOwn.card.close")}>
            <XMark className="text-ui-fg-subtle" aria-hidden />
          </IconButton>
        </Drawer.Close>
      </div>
      {children}
    </Drawer.Content>
  )
}
