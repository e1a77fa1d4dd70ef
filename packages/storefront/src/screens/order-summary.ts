import type { OrderLease } from "../wire.js"
import { offerSummary } from "./offer-summary.js"
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

/** `contractLink`: the page where an order's new contract is signed, as the store's option of that name has it, or its path; `{cartId}` stands in it. */
export type OrderWords = ScreenWords & { contractLink?: string | null | undefined }

/** The parts of an order's lease that the summary says. */
export type SummedOrder = Pick<OrderLease, "reference" | "says" | "messages" | "operator"> &
  Partial<Pick<OrderLease, "sign_cart_id" | "status" | "offer">>

/** Says the lease that `createLeaseOrder` reads. Where it stands is told in that one's language. */
export function orderSummary(
  { reference, says, messages, operator, sign_cart_id: cartId, status, offer = null }: SummedOrder,
  { contractLink, ...words }: OrderWords,
): OrderSummary {
  const { say, dictionary, locale } = speaker(words)
  const stands = status === "placed" || status === "delivered"
  const agreed = stands ? (offerSummary({ offer, operator }, dictionary, locale)?.figures ?? []) : []
  return {
    method: say("method"),
    figures: [
      ...agreed
        .filter(({ name }) => name !== "overCash")
        .map((figure) => (figure.name === "dueToday" ? { ...figure, label: say("due_at_signing") } : figure)),
      { name: "reference", label: say("reference"), value: reference },
    ],
    messages: [says.message, ...messages.map((message) => dictionary.message(message).message)],
    payments: say("paid_to", { operator: operator.name, contact: operator.contact }),
    sign:
      cartId && contractLink
        ? { label: dictionary.texts.steps.new_contract, href: contractLink.replaceAll("{cartId}", cartId) }
        : null,
  }
}
