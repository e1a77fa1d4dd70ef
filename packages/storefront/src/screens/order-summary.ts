import type { OrderLease } from "../wire.js"
import type { Figure, ScreenWords } from "./screen.js"
import { speaker } from "./screen-words.js"

/** A placed lease in words, for the page of its order. */
export type OrderSummary = {
  /** How it is paid. */
  method: string
  /** What was agreed to pay, and the reference. The payments are there while the lease stands, for those who applied. */
  figures: Figure[]
  /** Where the lease stands, and the store's messages beside that. */
  messages: string[]
  /** Who receives the payments. */
  payments: string
  /** The way to sign the order's new contract; null where there is none to sign here, or its page is not known. */
  sign: { label: string; href: string } | null
}

type Words = ScreenWords & { contractLink?: string | null | undefined }

/** Says a lease whose own messages are in words already. */
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
