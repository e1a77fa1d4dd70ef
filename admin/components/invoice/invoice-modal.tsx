import { XMark } from "@medusajs/icons"
import { Alert, Button, FocusModal, IconButton, Skeleton } from "@medusajs/ui"
import { type RefObject, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView, LeaseInvoice } from "../../../src/api/admin-types"
import { localeOf, useFormat } from "../../hooks/use-format"
import { useInvoice, type useInvoiceModal } from "../../hooks/use-invoice"
import { useMessage } from "../../hooks/use-message"
import { direction } from "../../lib/direction"
import { isForbidden } from "../../lib/status-of"
import { hideToast } from "../../lib/toasts"
import { LoadFailed, retryOf } from "../load-failed"
import { invoicePage } from "./invoice-page"

type Props = { lease: AdminLeaseView; modal: ReturnType<typeof useInvoiceModal> }

/** The invoice to the lease's operator, to read and print. */
export function InvoiceModal({ lease, modal: { isOpen, close, back } }: Props) {
  return (
    <FocusModal open={isOpen} onOpenChange={(open) => !open && close()}>
      {isOpen && (
        <FocusModal.Content onOpenAutoFocus={hideToast} onCloseAutoFocus={back}>
          <Invoice lease={lease} />
        </FocusModal.Content>
      )}
    </FocusModal>
  )
}

function Invoice({ lease: { id, operator } }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const page = useRef<HTMLIFrameElement>(null)
  const query = useInvoice(id)
  const invoice = query.data?.invoice
  return (
    <>
      {/* Replaces Medusa UI's header, whose close button has no accessible name. */}
      <div className="border-ui-border-base flex items-start justify-between gap-4 border-b px-4 py-3">
        <div className="min-w-0">
          <FocusModal.Title className="txt-compact-medium-plus text-ui-fg-base break-words">
            {t("leaseToOwn.invoice.open", { operator: operator.name })}
          </FocusModal.Title>
          <FocusModal.Description className="txt-small text-ui-fg-subtle text-pretty">
            {t("leaseToOwn.invoice.hint", { operator: operator.name })}
          </FocusModal.Description>
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {invoice && (
            <Button size="small" onClick={() => page.current?.contentWindow?.print()}>
              {t("leaseToOwn.invoice.print")}
            </Button>
          )}
          <FocusModal.Close asChild>
            <IconButton size="small" variant="transparent" aria-label={t("leaseToOwn.card.close")}>
              <XMark className="text-ui-fg-subtle" aria-hidden />
            </IconButton>
          </FocusModal.Close>
        </div>
      </div>
      {invoice ? <Page invoice={invoice} frame={page} /> : <NoPage query={query} />}
    </>
  )
}

/** A frame with the invoice. Its `sandbox` allows no scripts, and lets only the dashboard's own code print it. */
function Page({ invoice, frame }: { invoice: LeaseInvoice; frame: RefObject<HTMLIFrameElement> }) {
  const { t } = useTranslation()
  const words = useInvoiceWords(invoice)
  return (
    <iframe
      ref={frame}
      title={t("leaseToOwn.invoice.named", { number: invoice.number })}
      sandbox="allow-same-origin allow-modals"
      srcDoc={invoicePage(invoice, words)}
      className="min-h-0 w-full flex-1 bg-white"
    />
  )
}

function NoPage({ query }: { query: ReturnType<typeof useInvoice> }) {
  const { t } = useTranslation()
  const message = useMessage()
  const { data, error, isPending } = query
  if (isPending)
    return (
      <div role="status" aria-label={t("leaseToOwn.invoice.loading")} className="flex flex-col gap-3 p-6">
        <Skeleton className="h-8 w-48 motion-reduce:animate-none" />
        <Skeleton className="h-64 w-full motion-reduce:animate-none" />
      </div>
    )
  const refusal = isForbidden(error)
    ? t("leaseToOwn.invoice.forbidden")
    : data && !data.invoice && message(data.refusal)
  if (!refusal) return <LoadFailed message={t("leaseToOwn.invoice.loadFailed")} {...retryOf(query)} />
  return (
    <div className="px-6 py-4">
      <Alert role="status" className="text-ui-fg-base">
        {refusal}
      </Alert>
    </div>
  )
}

function useInvoiceWords({ currency_code }: LeaseInvoice) {
  const { t, i18n } = useTranslation()
  const { money, day, number } = useFormat()
  const language = localeOf(i18n.language) ?? "en"
  const names = new Intl.DisplayNames(language, { type: "region" })
  return {
    say: (key: string, params: Record<string, string> = {}) => String(t(`leaseToOwn.invoice.${key}`, params)),
    money: (amount: number) => money({ amount, currency_code }),
    day,
    number,
    /** `Intl` throws for anything but two letters or three digits. */
    country: (code: string) => (/^[a-z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? code) : code),
    language,
    direction: direction(),
  }
}
