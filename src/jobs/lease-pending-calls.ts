import { container as app } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { runPendingCalls } from "../medusa/pending-calls"
import { heartbeat } from "../modules/lease/ledger"
import { tellOfAccounts } from "../setup/check-setup"

/** Nearly the interval between runs, to work through a backlog without long pauses. Calls not made by then stay due. */
const LONGEST_RUN_MS = 57_000

/**
 * Reconciles leases and makes due calls. Runs once a minute in any number of processes. Claims in the database keep two processes from making the
 * same call.
 */
export default async function leasePendingCalls(container: MedusaContainer): Promise<void> {
  await heartbeat.job((stopping) => run(container, stopping))
}

export const config = { name: "lease-to-own-pending-calls", schedule: "* * * * *" }

// Medusa loads this file only in processes that run jobs (`shared`, `worker`), so start the heartbeat here.
heartbeat.onBeat((stopping) => run(app, stopping))
heartbeat.onStart(() => tellOfAccounts(app))

function run(container: MedusaContainer, stopping: AbortSignal) {
  return runPendingCalls(container, { until: new Date(Date.now() + LONGEST_RUN_MS), stopping })
}
