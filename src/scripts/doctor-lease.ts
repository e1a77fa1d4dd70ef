import { writeFileSync } from "node:fs"
import type { MedusaContainer } from "@medusajs/framework/types"
import { supportFile } from "../api/admin/lease-to-own/card/support-file"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import { LedgerRefusal } from "../modules/lease/texts/messages"

/**
 * Prints a lease's support file, on the stream with this number if there is one, because Medusa logs on stdout. If there is no such lease, says so on
 * stderr and prints nothing else.
 */
export async function printLease(container: MedusaContainer, [reference = "", stream]: string[]): Promise<void> {
  try {
    const file = await supportFile(container, await idOf(ledgerDepsOf(container), reference))
    const text = `${JSON.stringify(file, null, 2)}\n`
    if (stream) writeFileSync(Number(stream), text)
    else process.stdout.write(text)
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error
    process.stderr.write(`${error.code === "lease_not_found" ? `There is no lease ${reference}.` : error.message}\n`)
    process.exitCode = 1
  }
}

/** Returns a lease's ID. Throws LedgerRefusal if no lease has this reference. */
async function idOf({ leases }: LedgerDeps, reference: string): Promise<string> {
  for await (const found of leases.all({ search: reference }))
    for (const lease of found) if (lease.reference === reference) return lease.id
  throw new LedgerRefusal("lease_not_found", {}, { kind: "not_found" })
}
