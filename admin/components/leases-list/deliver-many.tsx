import { XMark } from "@medusajs/icons"
import { CommandBar, clx, Drawer } from "@medusajs/ui"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import { type Deliveries, useDeliveries } from "../../hooks/use-deliveries"
import { DrawerPage } from "../drawer-page"
import { DeliveriesForm } from "./deliveries-form"
import { DeliveriesProgress } from "./deliveries-progress"
import { DeliveriesResult } from "./deliveries-result"

type Props = {
  selected: LeaseRow[]
  /** The store's time zone. Undefined while the list can't be loaded. */
  timeZone: string | undefined
  onClear: () => void
  onEnd: (deliveries: Deliveries) => void
}

/** The bar for the selected leases, and the drawer that confirms their deliveries. */
export function DeliverMany({ selected, timeZone, onClear, onEnd }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const lastTimeZone = useRef(timeZone)
  if (timeZone) lastTimeZone.current = timeZone
  const { deliveries, stopping, start, stop, dismiss } = useDeliveries(onEnd)
  const open = () => {
    if (isOpen) return
    if (deliveries?.ended) dismiss()
    setOpen(true)
  }
  /** While requests are being sent, closing only stops them, so that the user can still read the results. */
  const close = () => (deliveries && !deliveries.ended && !stopping ? stop() : setOpen(false))
  return (
    <>
      <Bar count={selected.length} onDeliver={open} onClear={onClear} />
      <Drawer open={isOpen} onOpenChange={(open) => !open && close()}>
        <DrawerPage
          title={t("leaseToOwn.deliver.title")}
          hint={t("leaseToOwn.deliver.hint")}
          onCloseAutoFocus={focusList}
        >
          {!deliveries && <DeliveriesForm leases={selected} timeZone={lastTimeZone.current} onSubmit={start} />}
          {deliveries && !deliveries.ended && (
            <DeliveriesProgress deliveries={deliveries} stopping={stopping} onStop={stop} />
          )}
          {deliveries?.ended && <DeliveriesResult deliveries={deliveries} />}
        </DrawerPage>
      </Drawer>
    </>
  )
}

/** Restores focus to the bar if orders are still selected, and otherwise to the list. A drawer without its own trigger doesn't restore focus. */
function focusList() {
  setTimeout(() => {
    const bar = document.querySelector<HTMLElement>("[data-deliver-many]")
    const list = document.querySelector<HTMLElement>("[data-lease-list]")
    if (list) list.tabIndex = -1
    if (document.activeElement === document.body) (bar ?? list)?.focus({ preventScroll: true })
  }, 50)
}

/** Styled like Medusa UI's command, which can't be used here because it always has a shortcut. */
const PLAIN = clx(
  "text-ui-contrast-fg-primary self-stretch px-3 outline-none",
  "hover:bg-ui-contrast-bg-base-hover focus-visible:bg-ui-contrast-bg-highlight",
)

type BarProps = { count: number; onDeliver: () => void; onClear: () => void }

function Bar({ count, onDeliver, onClear }: BarProps) {
  const { t } = useTranslation()
  const words = t("leaseToOwn.deliver.selected", { count })
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && words}
      </p>
      {/* Keeps the bar from covering the end of the page. */}
      {count > 0 && <div className="h-16" />}
      <CommandBar open={count > 0}>
        <CommandBar.Bar ref={(bar) => bar?.closest("[role=dialog]")?.setAttribute("aria-label", words)}>
          <CommandBar.Value>{words}</CommandBar.Value>
          <CommandBar.Seperator />
          <CommandBar.Command data-deliver-many label={t("leaseToOwn.deliver.title")} shortcut="d" action={onDeliver} />
          <CommandBar.Seperator />
          <button type="button" className={PLAIN} aria-label={t("leaseToOwn.deliver.clear")} onClick={onClear}>
            <XMark aria-hidden />
          </button>
        </CommandBar.Bar>
      </CommandBar>
    </>
  )
}
