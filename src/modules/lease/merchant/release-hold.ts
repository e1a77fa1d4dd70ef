import { asQuestion, type StatusReading } from "../../../client"
import { invoiceTotalAgrees } from "../../../lease-cart"
import { type AccountDeps, type LedgerDeps, ofLease, reread, SYSTEM } from "../accounts/deps"
import { readStatus, recordStatus, statusText } from "../lease-service/read-status"
import { staffParams } from "../options/operator"
import { hold, isStillEnding, release } from "../outbox/hold"
import { isHosted } from "../rules/lease-predicates"
import { isUnderWay } from "../rules/pending-calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { compareRestored, type Finding, mayRelease, serviceHas } from "../rules/restored"
import { goodsOf } from "../rules/reversal"
import { LedgerRefusal } from "../texts/messages"

/** What a lease's reading showed. `has` is the service's own text, or the kind of its answer; null if the lease can't be read. */
export type ReadBack = { finding: Finding; has: string | null; lease: LeaseRecord }

/**
 * Reads a held lease's status, records it like any other reading, and lets the lease go on. Staff ask the operator about a hosted lease, whose status
 * can't be read. Throws LedgerRefusal if the service can't be reached, or if it has a contract that would be forgotten or ordered again.
 */
export async function releaseHold(deps: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  if (!lease.held_at) throw new LedgerRefusal("release_not_held")
  if (await deps.store.holds.isCopied(lease)) throw new LedgerRefusal("release_copied")
  const { finding, lease: after } = await readBack(deps, lease, "one_by_one", actor)
  if (mayRelease(finding, "one_by_one")) return after
  throw new LedgerRefusal("release_ahead", staffParams(ofLease(deps, lease), lease))
}

/**
 * Reads a lease back after a restore. If it may be released `by` this caller, records the reading and lets the lease go on. Otherwise holds it, with
 * the service's status. Safe to repeat. Throws LedgerRefusal if the service can't be reached.
 */
export async function readBack(
  deps: LedgerDeps,
  lease: LeaseRecord,
  by: Parameters<typeof mayRelease>[1],
  actor: Actor = SYSTEM,
): Promise<ReadBack> {
  const accountDeps = ofLease(deps, lease)
  const read = () => readStatus(accountDeps, lease, "merchant")
  // Nobody waits for the command's readings, so calls for shoppers and staff go first.
  const readInTurn = actor === SYSTEM ? () => asQuestion(read) : read
  const reading = lease.application_id && !isHosted(lease) ? await readInTurn() : null
  const finding = reading ? await compare(accountDeps, lease, reading) : isHosted(lease) ? "hosted" : "agrees"
  const has = reading && statusText(reading)
  if (!mayRelease(finding, by)) return { finding, has, lease: await hold(deps, lease, reading) }
  if (reading) await expectSignature(deps, lease, reading)
  if (lease.held_at) {
    if (reading) await recordStatus(accountDeps, lease, reading, actor)
    await release(deps, lease, { actor, reading })
  }
  return { finding, has, lease: await reread(deps, lease) }
}

async function compare({ store }: AccountDeps, lease: LeaseRecord, reading: StatusReading): Promise<Finding> {
  const { snapshot, reductions } = lease
  const total = reading.kind === "no_contract" ? undefined : reading.pricing.invoiceTotal
  const pendingCalls = await store.pendingCalls.ofLease(lease.id)
  const isEnding = pendingCalls.some((call) => isUnderWay(call) && isStillEnding(call, lease, reading))
  // After a reduction, the service may report either total. With any other, there may have been another reduction.
  const back = (reductions ?? []).reduce((sum, reduction) => sum + goodsOf(reduction), 0)
  const known = snapshot ? [snapshot.invoiceTotal, snapshot.invoiceTotal - back] : []
  const isOtherTotal = known.length > 0 && !known.some((invoiceTotal) => invoiceTotalAgrees({ invoiceTotal }, total))
  return compareRestored({ ...lease, isOtherTotal, isEnding }, serviceHas(reading))
}

/** Has the job read the contract of an offered lease that was handed out after the moment to which the database was restored. */
async function expectSignature({ store, now }: LedgerDeps, lease: LeaseRecord, reading: StatusReading): Promise<void> {
  const isHandedOut = ["handed_out", "unpaid", "unclear"].includes(serviceHas(reading))
  if (!isHandedOut || lease.contract_at) return
  const guard = { status: ["offered"] } as const
  await store.set(lease.id, { contract_at: now(), reconcile_at: now() }, { guard, actor: SYSTEM })
}
