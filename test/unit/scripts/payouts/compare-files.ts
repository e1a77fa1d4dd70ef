import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { LedgerDeps } from "../../../../src/modules/lease"
import { Comparison } from "../../../../src/scripts/payouts/compare"
import { Reading, survey } from "../../../../src/scripts/payouts/read-files"
import type { Settings } from "../../../../src/scripts/payouts/settings"
import type { Payouts } from "./any-payouts"

/** A ledger in memory, as the comparison reads it. */
function depsOf(ledger: Payouts["ledger"]): LedgerDeps {
  const named = async ({ names, orderNumbers }: { names: string[]; orderNumbers: number[] }) =>
    ledger.flatMap(({ lease }) => {
      const ids = [lease.application_id, lease.hosted_id, lease.reference].map((name) => name?.toLowerCase())
      const isNamed = names.some((name) => ids.includes(name.toLowerCase()))
      return isNamed || orderNumbers.includes(lease.order_display_id ?? 0) ? lease : []
    })
  async function* delivered(wanted: { from: string; to: string; account_id: string | null; test: boolean }) {
    yield ledger.flatMap(({ lease, test }) => {
      const { account_id, status, flow, delivered_at } = lease
      const day = delivered_at?.toISOString().slice(0, 10) ?? ""
      const isWithin = day >= wanted.from && day <= wanted.to
      const isOf = account_id === wanted.account_id && test === wanted.test
      return status === "delivered" && flow === "api" && isOf && isWithin ? lease : []
    })
  }
  const accounts = { of: () => ({ settings: { mode: "live" } }) }
  return {
    store: { payouts: { named, delivered } },
    accounts,
    options: { timeZone: "UTC" },
  } as unknown as LedgerDeps
}

/** Compares files with these contents, written to `folder`, with a ledger. */
export async function compareIn(
  folder: string,
  { ledger, files: contents, settings }: { ledger: Payouts["ledger"]; files: string[]; settings: Settings },
) {
  const files = contents.map((content, place) => {
    const file = join(folder, `${place}.csv`)
    writeFileSync(file, content)
    return file
  })
  const reading = new Reading(await survey(files, { settings, isKept: true, unused: [] }))
  const comparison = new Comparison(depsOf(ledger), null, null)
  await comparison.take(reading.lines())
  await comparison.findMissing({ from: reading.first ?? "", to: reading.last ?? "" })
  return { reading, comparison }
}
