/** @typedef {import("@medusajs/framework/mikro-orm/knex").Knex} Knex */

const DAY = "2026-11-20"
const TABLES = ["lease", "lease_pending_call", "lease_event"]

/**
 * Fills an empty ledger with leases as a store has them after years, made by PostgreSQL itself: most are delivered, some are on their way, some
 * were canceled or never came to an order. Each has a call that was made and an entry in its history. Nothing is due.
 *
 * @param {Knex} knex
 * @param {number} count
 */
export async function fillLeases(knex, count) {
  await withoutIndexes(knex, async () => {
    await knex.raw(
      `insert into lease (id, reference, cart_id, order_id, order_display_id, email, flow, test, application_id, status, evidence, amount,
         currency_code, fingerprint, lease_key_hashes, alerts, status_at, created_at, reconcile_at, delivered_at)
       select 'lease_' || n, 'R' || n, 'cart_' || n, 'order_' || n, n, 'shopper' || n || '@example.com', 'application', false,
         (1000000 + n)::text,
         case when n % 10 < 6 then 'delivered' when n % 10 < 8 then 'placed' when n % 10 < 9 then 'canceled' else 'returned' end,
         'verified', 43999, 'usd', md5(n::text), '[]',
         case when n % 50 = 0 then '[{"code":"money_differs","params":{},"since":"2026-11-20T00:00:00Z"}]'::jsonb else '[]' end,
         now() - n * interval '1 minute', now() - n * interval '1 minute',
         case when n % 10 < 8 then now() + interval '1 day' + n * interval '1 second' end,
         case when n % 10 < 6 then now() - n * interval '1 minute' end
       from generate_series(1, ?::int) n`,
      [count],
    )
    await knex.raw(
      `insert into lease_pending_call (id, lease_id, kind, state, due_at, detail, actor, finished_at)
       select 'leasetk_' || n, 'lease_' || n, 'capture_payment', 'done', now(), '{}', 'system', now() from generate_series(1, ?::int) n`,
      [count],
    )
    await knex.raw(
      `insert into lease_event (id, lease_id, type, actor, detail)
       select 'leaseev_' || n, 'lease_' || n, 'lease_opened', 'system', '{}' from generate_series(1, ?::int) n`,
      [count],
    )
  })
  await comeToRest(knex)
}

/**
 * Leases of complete orders whose delivery the service was not told of, and the calls that this owes, due now. In place of all that was there.
 *
 * @param {Knex} knex
 * @param {number} count
 * @param {string} [actor] who asked for the calls: the facts of the job's own are judged once more
 */
export async function fillOwed(knex, count, actor) {
  await knex.raw("truncate lease, lease_pending_call, lease_event, lease_announcement")
  await addOwed(knex, { from: 1, to: count, kind: "confirm_delivery", detail: { delivery_date: DAY }, actor })
  await comeToRest(knex)
}

/** Leases of complete orders with these numbers, and a call that each owes. @param {Knex} knex @param {{ from: number, to: number, kind: string, detail: object, actor?: string }} owed */
export async function addOwed(knex, { from, to, kind, detail, actor = "system" }) {
  await knex.raw(
    `insert into lease (id, reference, cart_id, order_id, way, test, application_id, status, evidence, amount, currency_code, fingerprint,
       lease_key_hashes, alerts, status_at, reconcile_at)
     select 'lease_' || n, 'R' || n, 'cart_' || n, 'order_' || n, 'application', false, (1000000 + n)::text, 'placed', 'verified', 43999, 'usd',
       md5(n::text), '[]', '[]', now(), now() + interval '1 day'
     from generate_series(?::int, ?::int) n`,
    [from, to],
  )
  await knex.raw(
    `insert into lease_pending_call (id, lease_id, kind, state, due_at, detail, actor)
     select 'leasetk_' || n, 'lease_' || n, ?, 'due', now() - interval '1 minute', ?::jsonb, ? from generate_series(?::int, ?::int) n`,
    [kind, JSON.stringify(detail), actor, from, to],
  )
}

/** Does the work that PostgreSQL would do on its own in time. @param {Knex} knex */
async function comeToRest(knex) {
  for (const table of TABLES) await knex.raw(`vacuum analyze ${table}`)
  await knex.raw("checkpoint")
}

/** A million rows come faster when their indexes are made afterward. @param {Knex} knex @param {() => Promise<void>} work */
async function withoutIndexes(knex, work) {
  /** @type {{ rows: { indexname: string, indexdef: string }[] }} */
  const { rows } = await knex.raw(
    "select indexname, indexdef from pg_indexes where tablename = any(?) and indexname not like '%_pkey'",
    [TABLES],
  )
  for (const { indexname } of rows) await knex.raw("drop index ??", [indexname])
  await work()
  for (const { indexdef } of rows) await knex.raw(indexdef)
}
