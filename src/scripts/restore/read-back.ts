import { setTimeout as sleep } from "node:timers/promises"
import type { LedgerDeps } from "../../modules/lease"
import { isRemoved, type LeaseRecord, ofLease, type ReadBack, readBack } from "../../modules/lease/ledger"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { nameOf } from "../lease-name"
import type { Findings } from "./findings"

/** How many leases are read at a time, in addition to the limit of option `rate`. */
const AT_ONCE = 8
/** How often a lease is tried while the rate's limit is reached, and how long to wait in between. */
const TRIES = 60
const BUSY_MS = 1000
/** An account is given up after this many failures in a row, because its service is down. */
const GIVE_UP_AFTER = 3

/** Which leases to release besides those that agree: all that don't contradict, and those with these references. */
export type Wanted = { all: boolean; references: ReadonlySet<string> }

/** Reads leases back, several at a time, and prints what is found. `read` has the IDs of those that the service told about. */
export class ReadingBack {
  readonly read = new Set<string>()
  released = 0
  private readonly failures = new Map<string | null, { inARow: number; unread: number; why: string }>()

  constructor(
    private readonly deps: LedgerDeps,
    private readonly wanted: Wanted,
    private readonly findings: Findings,
  ) {}

  async all(leases: AsyncIterable<LeaseRecord>): Promise<void> {
    const work = async () => {
      for await (const lease of leases) await this.one(lease)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  /** The accounts whose leases couldn't all be read. */
  unread(): { account_id: string | null; unread: number; why: string }[] {
    return [...this.failures]
      .map(([account_id, { unread, why }]) => ({ account_id, unread, why }))
      .filter(({ unread }) => unread > 0)
  }

  private async one(listed: LeaseRecord): Promise<void> {
    const { account_id, id } = listed
    const state = this.failures.get(account_id) ?? { inARow: 0, unread: 0, why: "" }
    this.failures.set(account_id, state)
    try {
      if (state.inARow >= GIVE_UP_AFTER) throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" })
      const lease = await this.deps.store.byId(id)
      // A store that runs may have changed the lease meanwhile. Then it knows more than the row that was listed.
      if (!lease || lease.status !== listed.status || (listed.held_at && !lease.held_at)) return
      this.report(lease, await this.patiently(lease))
      state.inARow = 0
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) throw error
      const isDown = error.kind === "unavailable"
      if (isRemoved(ofLease(this.deps, listed))) state.inARow = GIVE_UP_AFTER
      else state.inARow = isDown ? state.inARow + 1 : 0
      // A service that refuses to report this lease may report the others.
      if (!isDown) this.findings.say(`not read: ${nameOf(listed)}: ${error.message}`)
      state.unread += 1
      state.why ||= error.message
    }
  }

  private async patiently(lease: LeaseRecord, tries = TRIES): Promise<ReadBack> {
    try {
      return await readBack(this.deps, lease, this.limitOf(lease))
    } catch (error) {
      if (!(error instanceof LedgerRefusal) || error.code !== "service_busy" || tries <= 1) throw error
      await sleep(BUSY_MS)
      return this.patiently(lease, tries - 1)
    }
  }

  private limitOf({ reference }: LeaseRecord): Parameters<typeof readBack>[2] {
    if (this.wanted.references.has(reference)) return "one_by_one"
    return this.wanted.all ? "with_all" : "at_once"
  }

  private report(before: LeaseRecord, { finding, has, lease }: ReadBack): void {
    if (has !== null) this.read.add(before.id)
    const what = `${nameOf(before)}: the operator has ${wordsOf(has)}, and the store has ${before.status}`
    if (lease.held_at) {
      if (finding !== "agrees") this.findings.add(finding, what)
    } else if (before.held_at) {
      this.released += 1
      const now = lease.status === before.status ? "" : `, now ${lease.status}`
      this.findings.say(`released: ${what}${now}`)
    }
  }
}

function wordsOf(has: string | null): string {
  if (has === "no_contract") return "no contract"
  return has === null || has === "no_status" ? "no status" : `"${has}"`
}
