import { leaseFigures } from "./calls/pricing"
import { ContractTerms, contractWords, type Language, noticeIn } from "./contract-words"
import type { ConsentName } from "./defaults"
import { consentNames, signaturePlaces } from "./defaults"
import type { Contract, Lease, RecordedCart } from "./lease"
import { dollarText } from "./money"
import type { FrameMessage } from "./signing"
import type { World } from "./world"

/** A frame message as it is posted: `{ text, success? }` or bare text (reference 11). */
export type PostedMessage = { text: string; success?: boolean } | string

/** Data for the page's script and `signContract`; also the answer of each step. Amounts are dollars as text. */
export type ContractData = {
  phase: Contract["phase"]
  consents: ConsentName[]
  signatures: number[]
  places: number
  /** For the page's own window to post, in this order. */
  messages: PostedMessage[]
  /** Origin they are posted to; null when there is no known listener. */
  targetOrigin: string | null
  /** Fault wrong-origin: the page of another origin that posts in place of this one. */
  relayUrl: string | null
  notice: string
}

/** The state of a contract with the messages that are due. */
export function contractData(world: World, contract: Contract, messages: FrameMessage[], notice: string): ContractData {
  const bare = contract.fault === "bare-string" || world.settings.dialect.answers.frame === "text"
  return {
    phase: contract.phase,
    consents: consentNames.filter((name) => contract.consents.has(name)),
    signatures: [...contract.signatures].sort(),
    places: signaturePlaces,
    messages: messages.map((message) => (bare ? message.text : message)),
    targetOrigin: (contract.inWidget ? undefined : world.settings.merchantOrigin) ?? contract.merchantOrigin ?? null,
    relayUrl: contract.fault === "wrong-origin" ? `${world.addresses.apiOrigin}/frame-relay` : null,
    notice: noticeIn(languageOf(world, contract), notice),
  }
}

function languageOf(world: World, { applicationId }: Contract): Language {
  return world.leases.get(applicationId)?.language ?? "en"
}

/** The terms of a recorded cart. */
export function contractTerms(lease: Lease, cart: RecordedCart): ContractTerms {
  const figures = leaseFigures(lease, cart)
  return {
    reference: lease.orderId ?? lease.applicationId,
    signer: lease.signerName,
    lines: cart.lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      amount: dollarText(line.unitCents * line.quantity),
    })),
    deliveryCost: dollarText(cart.deliveryCents),
    invoiceTotal: dollarText(figures.invoiceCents),
    costOfLease: dollarText(figures.costOfLeaseCents),
    leaseTotal: dollarText(figures.balanceCents + figures.taxCents),
    firstPayment: dollarText(figures.firstPaymentCents),
    tax: figures.taxCents ? dollarText(figures.taxCents) : null,
    dueToday: dollarText(figures.firstPaymentCents + figures.taxCents),
    payments: figures.payments,
    language: lease.language,
    frequency: contractWords[lease.language].frequencies[lease.payFrequency],
    payment: dollarText(figures.periodicPaymentCents),
    lastPayment: dollarText(figures.lastPaymentCents),
    buyout: dollarText(figures.ninetyDayBuyoutCents),
  }
}
