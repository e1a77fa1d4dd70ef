import { Text } from "@medusajs/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView, OrderLink } from "../../../src/api/admin-types"
import { useMessage } from "../../hooks/use-message"
import { useMutationOnce } from "../../hooks/use-once"
import { keyOf } from "../../lib/key-of"
import { leaseToOwn } from "../../lib/sdk"
import { conflictOf } from "../../lib/status-of"
import { showToast } from "../../lib/toasts"
import { SigningLink } from "../actions/signing-link"
import { Section } from "../section"
import { SmallButton } from "../small-button"

/** `hold` keeps this card on the page while the link is fetched and shown. */
type Props = { orderId: string; hold: (held: boolean) => void }

/** The card for an unpaid order: a link for the customer to lease it, or the reasons why they can't. */
export function OfferLink({ link, ...props }: Props & { link: OrderLink }) {
  const { t } = useTranslation()
  const message = useMessage()
  return (
    <Section title={t("leaseToOwn.card.title")}>
      <div className="flex flex-col gap-1 px-6 py-4">
        <Text size="small" className="text-ui-fg-base text-pretty">
          {t(link.allowed ? "leaseToOwn.card.unpaid" : "leaseToOwn.card.cannotLease")}
        </Text>
        {link.allowed ? (
          <LinkButton {...props} />
        ) : (
          link.reasons.map((reason) => (
            <Text key={reason.code} size="small" className="text-ui-fg-subtle text-pretty">
              {message(reason)}
            </Text>
          ))
        )}
      </div>
    </Section>
  )
}

function LinkButton({ orderId, hold }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  // React Query caches a mutation's result, but the link must not be cached.
  const [shown, setShown] = useState<{ lease: AdminLeaseView; link: string } | null>(null)
  const title = t("leaseToOwn.actions.signing_link")
  const reload = () => void client.invalidateQueries({ queryKey: keyOf("order", orderId) })
  const { mutate, isPending } = useMutationOnce({
    networkMode: "always",
    retry: false,
    mutationFn: async () => {
      const answer = await leaseToOwn.orders.link(orderId)
      if (answer.result === "done" && answer.link) setShown({ lease: answer.lease, link: answer.link })
    },
    onMutate: () => hold(true),
    onError: (error) => {
      hold(false)
      showToast("error", title, { description: conflictOf(error) ?? t("leaseToOwn.failures.lost") })
      reload()
    },
  })
  const close = () => {
    setShown(null)
    hold(false)
    reload()
  }
  return (
    <>
      <SmallButton ref={button} className="mt-2 self-start" isLoading={isPending} onClick={() => mutate()}>
        {title}
      </SmallButton>
      <SigningLink shown={shown} onClose={close} onCloseAutoFocus={() => button.current?.focus()} />
    </>
  )
}
