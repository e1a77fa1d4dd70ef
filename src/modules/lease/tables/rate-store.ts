import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A call that asks for its turn, of lower `rank` the more urgent. */
export type Asking = {
  /** Names the call. */
  call: string
  rank: number
  /** Time between two calls (ms), 0 where only their number at once is limited. */
  intervalMs: number
  /** Its turn must not come later. */
  latest: Date
  /** So many calls at once; null: no limit, and no slot is kept. */
  room: number | null
  /** Its slot is free again by then at the latest. */
  until: Date
  /** Until then, a call that gets no turn has those of higher rank wait for it; null: it does not. */
  waitsUntil: Date | null
}

/** `goes`: its turn is at `turn`. Otherwise the next turn that is free is then. */
export type Answer = { goes: boolean; turn: Date }

const NOW = "cast(:now as timestamptz)"
const TURN = `greatest(next_at, ${NOW})`
const LIVE = `(select coalesce(jsonb_agg(slot), '[]') from jsonb_array_elements(slots) slot
  where cast(slot->>'until' as timestamptz) > ${NOW})`
/** No one of lower rank waits. */
const FIRST = `(waits_until <= ${NOW} or waits_rank >= :rank)`
const GOES = `(next_at <= :latest and jsonb_array_length(${LIVE}) < :room and ${FIRST})`
const WAITS = `(not ${GOES} and ${FIRST} and cast(:waitsUntil as timestamptz) is not null)`

/** No limit, as the number of calls at once. */
const ANY = 2 ** 31 - 1

/** The turns of one account's calls: in PostgreSQL, so that all processes share one rate. */
export class RateStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /** Takes the next turn and a slot, in one statement, or says when there may be one. */
  async take(account: string, asking: Asking): Promise<Answer> {
    const known = await this.ask(account, asking)
    if (known) return known
    await this.open(account)
    return (await this.ask(account, asking)) as Answer
  }

  /** Null where the account has no row yet. */
  private async ask(account: string, asking: Asking): Promise<Answer | null> {
    const now = this.now()
    const slot = JSON.stringify(asking.room === null ? [] : [{ id: asking.call, until: asking.until.toISOString() }])
    const bound = { ...asking, account, now, slot, room: asking.room ?? ANY }
    const { rows } = await this.knex.raw(
      `update lease_rate set
         next_at = case when ${GOES} then ${TURN} + cast(:intervalMs as float8) * interval '1 millisecond' else next_at end,
         slots = ${LIVE} || case when ${GOES} then cast(:slot as jsonb) else '[]' end,
         taken_by = case when ${GOES} then :call else taken_by end,
         waits_rank = case when ${WAITS} then :rank else waits_rank end,
         waits_until = case when ${WAITS} then :waitsUntil else waits_until end,
         updated_at = :now
       where id = :account
       returning taken_by = :call as goes, next_at`,
      bound,
    )
    const [row] = rows as { goes: boolean; next_at: Date }[]
    if (!row) return null
    return { goes: row.goes, turn: row.goes ? new Date(row.next_at.getTime() - asking.intervalMs) : row.next_at }
  }

  /** The call has ended: its slot is free. */
  async leave(account: string, call: string): Promise<void> {
    await this.knex.raw(
      `update lease_rate set updated_at = :now, slots =
         (select coalesce(jsonb_agg(slot), '[]') from jsonb_array_elements(slots) slot where slot->>'id' <> :call)
       where id = :account`,
      { account, call, now: this.now() },
    )
  }

  private async open(account: string): Promise<void> {
    const now = this.now()
    const past = new Date(0)
    const row = { id: account, next_at: past, slots: "[]", taken_by: "", waits_rank: 0, waits_until: past }
    await this.knex("lease_rate")
      .insert({ ...row, created_at: now, updated_at: now })
      .onConflict()
      .ignore()
  }
}
