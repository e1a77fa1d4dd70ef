import { container as app } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { runPendingCalls } from "../medusa/pending-calls"
import { heartbeat } from "../modules/lease/outbox/heartbeat"
import { tellOfAccounts } from "../setup/check-setup"

/** How long a run may take (ms): it ends shortly before the next one begins, so that a backlog hardly waits. The rest stays due. */
const LONGEST_RUN_MS = 57_000

/** Runs once a minute, in as many processes as run jobs: claims in the database keep them apart. */
export default async function leasePendingCalls(container: MedusaContainer): Promise<void> {
  await heartbeat.job((stopping) => run(container, stopping))
}

export const config = { name: "lease-to-own-pending-calls", schedule: "* * * * *" }

// Medusa loads this file where it runs jobs (`shared`, `worker`), and nowhere else.
heartbeat.onBeat((stopping) => run(app, stopping))
heartbeat.onStart(() => tellOfAccounts(app))

function run(container: MedusaContainer, stopping: AbortSignal) {
  return runPendingCalls(container, { until: new Date(Date.now() + LONGEST_RUN_MS), stopping })
}
