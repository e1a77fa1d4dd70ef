import type { OrderLease } from "../wire.js"
import type { Figure, ScreenWords } from "./screen.js"
import { speaker } from "./screen-words.js"

/** A placed lease in words, for the order page. */
export type OrderSummary = {
  /** The name of the payment method. */
  method: string
  /** What the customer agreed to pay, and the reference. The payments are included while the lease is active, for the applicant only. */
  figures: Figure[]
  /** Where the lease stands, and further messages from the store. */
  messages: string[]
  /** To whom the payments are made. */
  payments: string
  /** A link to sign the order's new contract. Null if there is none to sign here, or if its page is unknown. */
  sign: { label: string; href: string } | null
}

type Words = ScreenWords & { contractLink?: string | null | undefined }

/** Creates the summary. The lease's own messages must already be translated. */
export function orderSummary(
  { reference, says, messages, operator, sign_cart_id: cartId, status, offer }: OrderLease,
  { contractLink, ...words }: Words,
): OrderSummary {
  const { say, dictionary, locale } = speaker(words)
  const stands = status === "placed" || status === "delivered"
  const agreed = stands ? (dictionary.offer({ offer, operator }, locale)?.figures ?? []) : []
  return {
    method: say("method"),
    figures: [
      ...agreed
        .filter(({ name }) => name !== "overCash")
        .map((figure) => (figure.name === "dueToday" ? { ...figure, label: say("due_at_signing") } : figure)),
      { name: "reference", label: say("reference"), value: reference },
    ],
    messages: [says, ...messages].map(({ message }) => message),
    payments: say("paid_to", { operator: operator.name, contact: operator.contact }),
    sign:
      cartId && contractLink
        ? { label: dictionary.texts.steps.new_contract, href: contractLink.replaceAll("{cartId}", cartId) }
        : null,
  }
}
