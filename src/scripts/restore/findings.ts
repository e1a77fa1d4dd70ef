import type { Finding } from "../../modules/lease/ledger"

/** What staff find out about a lease, or about one that the store doesn't have. `lost` is the only one that no lease has. */
export type Kind = Exclude<Finding, "agrees"> | "lost"

/** What each finding means, and what to do. Only the doctor prints these texts. */
const TEXTS: Record<Kind, string> = {
  order_unsure:
    "The contract was signed, and its order may have been placed and lost. Look for it in your emails and the warehouse. Then choose Check and release, and the plugin places the order. If its items have already left, do not send them again. Mark them as shipped in Medusa.",
  signed_since:
    "The contract was signed after that time, and its order may have been placed and lost. Look for it in your emails and the warehouse. Then choose Check and release, and the plugin places the order. If its items have already left, do not send them again. Mark them as shipped in Medusa.",
  ending_unsure:
    "A cancellation or return was open, and the operator still has a contract, perhaps a newer one. Check and release does not send the call again. Ask the operator, then retry it or mark it as resolved.",
  void_since:
    "The operator no longer has a contract. It was canceled or expired after that time. Mark the lease as resolved with the outcome Canceled. Then cancel its order in Medusa, if there is one. That is not possible while the lease is held.",
  returned_since:
    "The lease was returned after that time. Mark it as resolved with the outcome Returned. Then refund its order in Medusa. That is not possible while the lease is held.",
  not_in_force:
    "The operator has a contract that is not signed or not paid yet, perhaps a newer one. Do not ship. Ask the operator, then check and release, or mark the lease as resolved.",
  other_contract:
    "The operator's contract is not the one that the store has. It may be for a changed order. Ask for its amount and items, and change the order to match. Then check and release, or mark the lease as resolved.",
  unclear:
    "The operator's service reports no status. Ask the operator for the lease's status, and look for its order in your emails. If there is nothing new, check and release. Otherwise, mark the lease as resolved.",
  not_found:
    "The operator's service does not know this lease. Check the account's address and login, then run this again. If they are right, ask the operator.",
  hosted:
    "The operator's service can't be asked about leases from its widget. Ask the operator for the lease's status. If there is nothing new, check and release. Otherwise, mark the lease as resolved.",
  without_order:
    "According to the operator, the lease was delivered or returned, but the store has no order. Create the order again manually, without a payment, with the operator's ID in its note. Then mark the lease as resolved, with the outcome Canceled if you can choose it. That only ends it here.",
  without_cart:
    "The operator has a contract that was created after that time, and the store does not know for which items. Ask the operator to cancel it, and then check and release. Or create the order again manually, with the operator's ID in its note, and mark the lease as resolved.",
  alive:
    "The lease has ended here, but the operator has a contract, perhaps a newer one for the same application. Ask the operator to cancel it, and then check and release. Or create the order again manually, with the operator's ID in its note, and mark the lease as resolved.",
  lost: "The store does not have these leases, because they began after that time. If an order is listed, put the operator's ID in its note. For the others, ask the operator which items they are for and have leases that were not delivered canceled. Create the other orders again manually, with the operator's ID in each order's note.",
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
