import { withConnection } from "./database-server.mjs"

/**
 * @typedef {Record<string, string[]>} Needles name of a secret → the forms in which its value might be written
 */

/**
 * Looks for secrets in every row of every table. Answers names and places, never values.
 *
 * @param {string} databaseUrl
 * @param {Needles} needles
 * @returns {Promise<{ found: string[], rows: number }>}
 */
export function scanDatabase(databaseUrl, needles) {
  return withConnection(databaseUrl, async (client) => {
    const { rows: tables } = await client.query(
      `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    )
    const found = []
    let count = 0
    for (const { schema, name } of tables) {
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
      const { rows } = await client.query(`SELECT row::text AS text FROM ${table} row`)
      count += rows.length
      const text = rows.map((row) => row.text).join("\n")
      found.push(...namesIn(text, needles).map((secret) => `${secret} in table ${name}`))
    }
    return { found, rows: count }
  })
}

/**
 * Names of the secrets that a text holds. A number inside a longer number is not the secret.
 *
 * @param {string} text
 * @param {Needles} needles
 * @returns {string[]}
 */
export function namesIn(text, needles) {
  return Object.entries(needles)
    .filter(([, forms]) => forms.some((form) => form !== "" && holds(text, form)))
    .map(([name]) => name)
}

/** @param {string} text @param {string} form */
function holds(text, form) {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + form.length] ?? ""]
    const insideNumber = (/\d/.test(before) && /^\d/.test(form)) || (/\d/.test(after) && /\d$/.test(form))
    if (!insideNumber) return true
  }
  return false
}
