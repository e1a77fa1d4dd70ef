import { EllipsisHorizontal, Spinner } from "@medusajs/icons"
import { DropdownMenu, IconButton, Text } from "@medusajs/ui"
import { type ReactNode, useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../../src/api/admin-types"
import { useActionFlow } from "../../hooks/use-action-flow"
import { useInvoiceModal } from "../../hooks/use-invoice"
import { useRefusals } from "../../hooks/use-refusals"
import { direction } from "../../lib/direction"
import { hasInvoice } from "../../lib/has-invoice"
import { isViewOnly } from "../../lib/view-only"
import { InvoiceModal } from "../invoice/invoice-modal"
import { ActionDrawer } from "./action-drawer"

/** A menu with the lease's actions and its invoice. Unavailable actions stay focusable so that screen readers announce the reason. */
export function LeaseMenu({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const flow = useActionFlow(lease)
  const trigger = useRef<HTMLButtonElement>(null)
  const invoice = useInvoiceModal()
  const chosen = useRef<(() => void) | null>(null)
  if (isViewOnly(lease)) return null
  /** Starts the action once the menu has closed, because a form opened earlier couldn't restore focus. */
  const begin = (event: Event) => {
    event.preventDefault()
    trigger.current?.focus()
    chosen.current?.()
    chosen.current = null
  }
  const choose = (start: () => void) => {
    chosen.current = start
  }
  return (
    <>
      <DropdownMenu modal={false} dir={direction()}>
        <DropdownMenu.Trigger asChild>
          <IconButton
            ref={trigger}
            size="small"
            variant="transparent"
            aria-label={t("leaseToOwn.act.menu")}
            disabled={flow.acting !== undefined}
          >
            {flow.acting ? (
              <Spinner className="text-ui-fg-subtle animate-spin motion-reduce:animate-none" aria-hidden />
            ) : (
              <EllipsisHorizontal className="text-ui-fg-subtle" aria-hidden />
            )}
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          align="end"
          className="w-80 max-w-[calc(100vw-1rem)] overflow-y-auto"
          onCloseAutoFocus={begin}
        >
          <Items lease={lease} onChoose={(key) => choose(() => flow.start(key))}>
            {hasInvoice(lease) && (
              <DropdownMenu.Item onSelect={() => choose(invoice.open)}>
                {t("leaseToOwn.invoice.open", { operator: lease.operator.name })}
              </DropdownMenu.Item>
            )}
          </Items>
        </DropdownMenu.Content>
      </DropdownMenu>
      <ActionDrawer lease={lease} flow={flow} />
      <InvoiceModal lease={lease} modal={invoice} />
    </>
  )
}

type ItemsProps = { lease: AdminLeaseView; onChoose: (key: ActionKey) => void; children: ReactNode }

/** Renders `children` after the available actions. */
function Items({ lease, onChoose, children }: ItemsProps) {
  const { t } = useTranslation()
  const { possible, refused, corrects } = useRefusals(lease)
  return (
    <>
      {possible.map((key) => (
        <DropdownMenu.Item key={key} onSelect={() => onChoose(key)}>
          {t(`leaseToOwn.actions.${key}`)}
        </DropdownMenu.Item>
      ))}
      {corrects && (
        <>
          {possible.length > 0 && <DropdownMenu.Separator />}
          <DropdownMenu.Item onSelect={() => onChoose("mark_resolved")}>
            {t("leaseToOwn.actions.correct")}
          </DropdownMenu.Item>
        </>
      )}
      {children && (possible.length > 0 || corrects) && <DropdownMenu.Separator />}
      {children}
      {(possible.length > 0 || children) && refused.length > 0 && <DropdownMenu.Separator />}
      {refused.map(({ why, keys }) => (
        <Refused key={why} why={why} keys={keys} />
      ))}
    </>
  )
}

function Refused({ why, keys }: { why: string; keys: ActionKey[] }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <DropdownMenu.Group className="py-1">
      {keys.map((key) => (
        <DropdownMenu.Item
          key={key}
          aria-disabled
          aria-describedby={id}
          onSelect={(event) => event.preventDefault()}
          className="text-ui-fg-subtle cursor-default py-1"
        >
          {t(`leaseToOwn.actions.${key}`)}
        </DropdownMenu.Item>
      ))}
      <Text id={id} size="xsmall" className="text-ui-fg-subtle text-pretty px-2">
        {why}
      </Text>
    </DropdownMenu.Group>
  )
}
