import type { Ledger } from "../status/ledger"
import { noOnesApplication } from "../status/read-status"

/** The probe of an outage: a question about no one, asked beside the lanes of a run, so that no call waits for its answer. */
export class Probe {
  busy = false
  private asked = Promise.resolve()

  /** Asks, when it is time to. The breaker takes the answer; how it ends does not matter here. */
  async begin({ breaker, service }: Ledger): Promise<void> {
    if (!(await breaker.isProbeDue())) return
    this.busy = true
    const over = () => {
      this.busy = false
    }
    this.asked = service.getPricing(noOnesApplication()).then(over, over)
  }

  /** Until nothing is in progress. */
  rest(): Promise<void> {
    return this.asked
  }
}
