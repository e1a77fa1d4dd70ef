import { type DatabaseServer, openDatabaseServer } from "../../demo/database-server.mjs"

/**
 * Returns this run's database server, which the test run started or which `DATABASE_URL` names. `global-setup.js` put its address in the environment.
 */
export function testDatabaseServer(): Promise<DatabaseServer> {
  const { DB_HOST, DB_PORT, DB_USERNAME = "", DB_PASSWORD = "" } = process.env
  const login = [DB_USERNAME, DB_PASSWORD].map(encodeURIComponent).join(":")
  return openDatabaseServer({ databaseUrl: `postgres://${login}@${DB_HOST}:${DB_PORT}/postgres` })
}
