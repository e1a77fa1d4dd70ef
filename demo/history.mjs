import { withConnection } from "./database-server.mjs"

/** The ledger keeps amounts in cents. @param {string} name @param {unknown} value */
function readable(name, value) {
  return name === "amount" ? (Number(value) / 100).toFixed(2) : JSON.stringify(value)
}

/**
 * The history of a lease as the ledger keeps it, one line for each event, oldest first.
 *
 * @param {string} databaseUrl
 * @param {string} orderId
 * @returns {Promise<string[]>}
 */
export function leaseHistory(databaseUrl, orderId) {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT event.created_at, event.type, event.actor, event.detail
         FROM lease_event event JOIN lease ON lease.id = event.lease_id
        WHERE lease.order_id = $1 ORDER BY event.seq`,
      [orderId],
    )
    return rows.map(({ created_at, type, actor, detail }) => {
      const facts = Object.entries(detail ?? {}).map(([name, value]) => `${name} ${readable(name, value)}`)
      return `${created_at.toISOString()}  ${actor.padEnd(8)}  ${type}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}`
    })
  })
}
