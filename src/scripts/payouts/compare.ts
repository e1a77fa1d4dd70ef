import type { LedgerDeps } from "../../modules/lease"
import { type PayoutLease, settingsOf } from "../../modules/lease/ledger"
import type { Cell, Lists } from "./lists"
import type { ReadLine } from "./read-files"
import { factsOf, type LeaseFacts, LeaseNames, orderNumberOf, Total } from "./totals"

/** How many lines are looked up in the ledger at a time. */
const AT_ONCE = 1000

/** An inclusive range of dates in the store's time zone. */
export type Days = { from: string; to: string }

/** A line whose lease this account doesn't have. */
export type Unknown = { line: ReadLine; why: string }

const KEPT = 5

/** Counts and adds up entries, and keeps only the first few. Sums are by currency, in cents. */
class Some<Entry> {
  count = 0
  readonly sums = new Map<string, number>()
  readonly first: Entry[] = []

  add(entry: Entry, currency: string, amount: number): void {
    this.count += 1
    this.sums.set(currency, (this.sums.get(currency) ?? 0) + amount)
    if (this.first.length < KEPT) this.first.push(entry)
  }
}

/** Compares an operator's lines with the ledger, which it only reads. */
export class Comparison {
  /** By the lease's ID. */
  readonly totals = new Map<string, Total>()
  readonly missing = new Some<LeaseFacts>()
  readonly unknown = new Some<Unknown>()

  constructor(
    private readonly deps: LedgerDeps,
    private readonly account_id: string | null,
    private readonly lists: Lists | null,
  ) {}

  async take(lines: AsyncIterable<ReadLine>): Promise<void> {
    let batch: ReadLine[] = []
    for await (const line of lines) {
      batch.push(line)
      if (batch.length < AT_ONCE) continue
      await this.compare(batch)
      batch = []
    }
    await this.compare(batch)
  }

  /** Finds the leases that were delivered on these days and aren't in the files. */
  async findMissing(delivered: Days): Promise<void> {
    const test = settingsOf(this.deps, { account_id: this.account_id }).mode === "test"
    const wanted = { ...delivered, account_id: this.account_id, test }
    for await (const leases of this.deps.store.payouts.delivered(wanted, this.deps.options.timeZone))
      for (const lease of leases) {
        if (this.totals.has(lease.id)) continue
        const facts = factsOf(lease)
        this.missing.add(facts, facts.currency, facts.due)
        this.lists?.add("missing", [...idsOf(facts), money(facts.due), facts.delivered])
      }
  }

  /** Adds the leases that are in the files to their lists. */
  write(): void {
    for (const total of this.totals.values()) this.lists?.add(total.list, cellsOf(total))
  }

  private async compare(lines: readonly ReadLine[]): Promise<void> {
    const names = new Set(lines.flatMap(({ lease, order }) => [lease, order]).filter(Boolean))
    const orders = new Set(lines.flatMap(({ order }) => orderNumberOf(order) ?? []))
    const { store, options } = this.deps
    const found = await store.payouts.named({ names: [...names], orderNumbers: [...orders] }, options.timeZone)
    const known = new LeaseNames(found)
    for (const line of lines) {
      const lease = known.leaseOf(line, this.account_id)
      if (lease?.account_id === this.account_id) this.totalOf(lease).add(line)
      else this.addUnknown(line, lease)
    }
  }

  private totalOf(lease: PayoutLease): Total {
    const total = this.totals.get(lease.id) ?? new Total(factsOf(lease))
    this.totals.set(lease.id, total)
    return total
  }

  private addUnknown(line: ReadLine, other: PayoutLease | undefined): void {
    const { lease, order, paid, fee, day, id, reason } = line
    const why = whyUnknown(line, other)
    this.unknown.add({ line, why }, "", paid - fee)
    this.lists?.add("unknown", [line.file, line.line, lease, order, money(paid), money(fee), day, id, reason, why])
  }
}

const IDS = ["order", "reference", "operator_id", "status", "currency"]
const OF_LEASE = [
  ...IDS,
  "due",
  "paid",
  "difference",
  "fees",
  "delivered_on",
  "ended_on",
  "paid_on",
  "lines",
  "reasons",
]

/** The columns of each list. None contains personal data. */
export const LIST_COLUMNS = {
  matched: OF_LEASE,
  short: OF_LEASE,
  over: OF_LEASE,
  missing: [...IDS, "due", "delivered_on"],
  unknown: ["file", "line", "lease", "order", "paid", "fee", "paid_on", "line_id", "reason", "why"],
}

function idsOf({ order, reference, operator_id, status, currency }: LeaseFacts): Cell[] {
  return [order, reference, operator_id, status, currency.toUpperCase()]
}

function cellsOf({ lease, paid, difference, fees, day, lines, taken }: Total): Cell[] {
  const sums = [lease.due, paid, difference, fees].map(money)
  return [...idsOf(lease), ...sums, lease.delivered, lease.ended, day, lines, [...taken.keys()].join("; ")]
}

function whyUnknown({ lease, order }: ReadLine, other: PayoutLease | undefined): string {
  if (other) return `lease of ${other.account_id === null ? "the top-level account" : `account ${other.account_id}`}`
  return lease || order ? "no such lease" : "no lease named"
}

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}
