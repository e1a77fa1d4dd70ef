import { container as app } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { runPendingCalls } from "../medusa/pending-calls"
import { heartbeat } from "../modules/lease/ledger"
import { tellOfAccounts } from "../setup/check-setup"

/** The longest that a run may take (ms): almost until the next run, so that a backlog is worked off without long pauses. Unmade calls stay due. */
const LONGEST_RUN_MS = 57_000

/**
 * Reconciles leases and makes the calls that are due. Runs once a minute in any number of processes. Claims in the database keep two processes from
 * making the same call.
 */
export default async function leasePendingCalls(container: MedusaContainer): Promise<void> {
  await heartbeat.job((stopping) => run(container, stopping))
}

export const config = { name: "lease-to-own-pending-calls", schedule: "* * * * *" }

// Start the heartbeat here, because Medusa loads this file only in processes that run jobs (`shared`, `worker`).
heartbeat.onBeat((stopping) => run(app, stopping))
heartbeat.onStart(() => tellOfAccounts(app))

function run(container: MedusaContainer, stopping: AbortSignal) {
  return runPendingCalls(container, { until: new Date(Date.now() + LONGEST_RUN_MS), stopping })
}
