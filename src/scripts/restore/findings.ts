import type { Finding } from "../../modules/lease/ledger"

/** What staff find out about a lease, or about one that the store doesn't have. `lost` is the only one that no lease has. */
export type Kind = Exclude<Finding, "agrees"> | "lost"

/** What each finding means, and what to do. Only the doctor prints these texts. */
const TEXTS: Record<Kind, string> = {
  order_unsure:
    "The contract was signed, and its order may have been placed and lost. Look for it in your emails and the warehouse. Then choose Check and release: the plugin places the order. If its goods have left already, do not send them again: mark them as shipped in Medusa.",
  signed_since:
    "The contract was signed after that time, and its order may have been placed and lost. Look for it in your emails and the warehouse. Then choose Check and release: the plugin places the order. If its goods have left already, do not send them again: mark them as shipped in Medusa.",
  ending_unsure:
    "A cancellation or return was open, and the operator still has a contract, perhaps a newer one. Check and release sends nothing: it leaves the call to you. Ask the operator, then retry it or mark it as resolved.",
  void_since:
    "The operator has no contract anymore: it was canceled or expired after that time. Mark the lease as resolved with the outcome Canceled. Then cancel its order in Medusa, if there is one: while the lease is held, that is refused.",
  returned_since:
    "The lease was returned after that time. Mark it as resolved with the outcome Returned. Then refund its order in Medusa: while the lease is held, that is refused.",
  not_in_force:
    "The operator has a contract that is not signed or not paid yet, perhaps a newer one. Do not ship. Ask the operator, then check and release, or mark the lease as resolved.",
  other_contract:
    "The operator has another contract than the store, perhaps for a changed order. Ask for its amount and articles, and change the order to match. Then check and release, or mark the lease as resolved.",
  unclear:
    "The operator's service reports no status. Ask the operator how far the lease is, and look for its order in your emails. If nothing is new, check and release. Otherwise mark the lease as resolved.",
  not_found:
    "The operator's service does not know this lease. Check the account's address and login, then run this again. If they are right, ask the operator.",
  hosted:
    "The operator's service can't be asked about leases from its widget. Ask the operator how far the lease is. If nothing is new, check and release. Otherwise mark the lease as resolved.",
  without_order:
    "The operator has it as delivered or returned, and the store has no order. Take the order again by hand, without a payment, and keep the operator's ID in its note. Then mark the lease as resolved, with the outcome Canceled if it is offered: that only ends it here.",
  without_cart:
    "The operator has a contract that was made after that time, and the store does not know for which goods. Ask the operator to cancel it, and then check and release. Or take the order again by hand, keep the operator's ID in its note, and mark the lease as resolved.",
  alive:
    "The lease has ended here, and the operator has a contract, perhaps a newer one for the same application. Ask the operator to cancel it, and then check and release. Or take the order again by hand, keep the operator's ID in its note, and mark the lease as resolved.",
  lost: "The store does not have these leases, because they began after that time. If an order is named, note the operator's ID in it. For the others, ask the operator for the goods, have those canceled that were not delivered, and take the rest again by hand, with the operator's ID in each order's note.",
}

type Say = (line: string) => void

/** Prints findings, one line each, and in the end what each of them means. */
export class Findings {
  private readonly counts = new Map<Kind, number>()

  constructor(readonly say: Say) {}

  add(kind: Kind, text: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.say(`${kind}: ${text}`)
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  explain(): void {
    for (const [kind, count] of this.counts) this.say(`${kind} (${count}): ${TEXTS[kind]}`)
  }
}
