import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fillLeases } from "./fill-leases.mjs"

/**
 * How long an upgrade of a ledger of version 0.1.0 takes, over one UPDATE of all its leases: each migration of after it, in one transaction as
 * `db:migrate` makes them. Each lease has an attempt, a call and an entry in its history.
 *
 * @param {import("./bench-ledger.mjs").BenchLedgers} ledgers
 * @param {string} root
 * @param {number} leases
 * @param {(line: string) => void} say
 * @returns {Promise<number>}
 */
export async function benchUpgrade(ledgers, root, leases, say) {
  const { knex, migrations } = await ledgers.openOld(
    ddlOf(readFileSync(join(root, "test/fixtures/ledger-0.1.0.sql"), "utf8")),
  )
  await fillLeases(knex, leases, { entries: 1 })
  await knex.raw(
    `insert into lease_attempt (id, lease_id, cart_id, attempt_id, requester)
     select 'leaseat_' || n, 'lease_' || n, 'cart_' || n, md5(n::text), md5(n::text) from generate_series(1, ?::int) n`,
    [leases],
  )
  await knex.raw("vacuum analyze lease_attempt")
  const update = await timed(() => knex.raw("update lease set updated_at = now()"))
  await knex.raw("vacuum full analyze lease")
  await knex.raw("checkpoint")
  const upgrade = await timed(() =>
    knex.transaction(async (trx) => {
      for (const statement of migrations) await trx.raw(statement)
    }),
  )
  say(`${leases} leases: the upgrade took ${seconds(upgrade)} s, one UPDATE of all leases ${seconds(update)} s.`)
  return upgrade / update
}

/** The statements of the dump that make tables. @param {string} dump */
function ddlOf(dump) {
  return dump
    .split("\n")
    .filter((line) => !/^(insert into|--) /.test(line))
    .join("\n")
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} ms */
async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(1)
}
