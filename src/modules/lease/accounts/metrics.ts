import { type Meter, metrics } from "@medusajs/framework/opentelemetry/api"
import type { CallReport } from "../../../client"
import type { LedgerDeps } from "./deps"

/** The plugin's meter (docs/operations.md). Unless the store's `instrumentation.ts` registers a provider, nothing is counted or read. */
const ours = (): Meter => metrics.getMeter("medusa-plugin-lease-to-own")

/** Returns a function that counts the calls to the service, including retries, and records how long each one took. */
export function countCalls(): (report: CallReport) => void {
  const calls = ours().createCounter("lease_to_own.service.calls", {
    unit: "{call}",
    description: "Calls to the lease service, each repetition counted.",
  })
  const duration = ours().createHistogram("lease_to_own.service.call.duration", {
    unit: "s",
    description: "How long a call to the lease service took.",
  })
  return ({ operation, outcome, ms }) => {
    const attributes = { operation, outcome: String(outcome) }
    calls.add(1, attributes)
    duration.record(ms / 1000, attributes)
  }
}

/** Reports the backlog and outages, as the health route does, whenever metrics are collected. Returns a function that stops the reporting. */
export function observe({ store, accounts, now }: Pick<LedgerDeps, "store" | "accounts" | "now">): () => void {
  const meter = ours()
  const pendingCalls = meter.createObservableGauge("lease_to_own.pending_calls", {
    unit: "{call}",
    description:
      "Pending calls that should be made now, that are being made, and whose outcome a person has to find out.",
  })
  const oldest = meter.createObservableGauge("lease_to_own.pending_calls.oldest_due", {
    unit: "s",
    description: "How long the oldest of the due calls has waited; 0 when none is due.",
  })
  const outage = meter.createObservableGauge("lease_to_own.service.outage", {
    description: "1 while the lease service does not answer, else 0.",
  })
  const gauges = [pendingCalls, oldest, outage]
  const read: Parameters<Meter["addBatchObservableCallback"]>[0] = async (result) => {
    const { oldest_due_at, ...counts } = await store.pendingCalls.backlog()
    for (const [state, count] of Object.entries(counts)) result.observe(pendingCalls, count, { state })
    result.observe(oldest, oldest_due_at ? (now().getTime() - oldest_due_at.getTime()) / 1000 : 0)
    for (const { account_id, breaker } of accounts.all)
      result.observe(outage, (await breaker.current()) ? 1 : 0, account_id === null ? {} : { account: account_id })
  }
  meter.addBatchObservableCallback(read, gauges)
  return () => meter.removeBatchObservableCallback(read, gauges)
}
