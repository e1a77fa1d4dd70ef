import type { Account } from "../status/accounts"
import type { Desk } from "../status/ledger"
import { noOnesApplication } from "../status/read-status"

/** The probes of outages: a question about no one for each, asked beside the lanes of a run, so that no call waits for its answer. */
export class Probe {
  busy = false
  private asked = Promise.resolve()

  /** Asks, when it is time to. The breaker takes the answer; how it ends does not matter here. */
  async begin({ accounts }: Desk): Promise<void> {
    const due: Account[] = []
    for (const account of accounts.all) if (await account.breaker.isProbeDue()) due.push(account)
    if (!due.length) return
    this.busy = true
    const ask = ({ service }: Account) => service.getPricing(noOnesApplication()).catch(() => {})
    this.asked = Promise.all(due.map(ask)).then(() => {
      this.busy = false
    })
  }

  /** Until nothing is in progress. */
  rest(): Promise<void> {
    return this.asked
  }
}
