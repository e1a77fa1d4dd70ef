import type { MedusaContainer } from "@medusajs/framework/types"
import { runOwedCalls } from "../medusa/owed-calls"

/** A run ends before the next one begins (ms). What is left then is still due. */
const LONGEST_RUN_MS = 50_000

/** Once a minute, in as many processes as run jobs: the claims in the database keep them apart. */
export default async function leaseOwedCalls(container: MedusaContainer): Promise<void> {
  await runOwedCalls(container, { until: new Date(Date.now() + LONGEST_RUN_MS) })
}

export const config = { name: "lease-to-own-owed-calls", schedule: "* * * * *" }
