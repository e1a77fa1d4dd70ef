import { type DatabaseServer, openDatabaseServer } from "../../demo/database-server.mjs"

/** The server that the test run started, or the one at `DATABASE_URL`. `global-setup.js` put its address into the environment. */
export function testDatabaseServer(): Promise<DatabaseServer> {
  const { DB_HOST, DB_PORT, DB_USERNAME = "", DB_PASSWORD = "" } = process.env
  const login = [DB_USERNAME, DB_PASSWORD].map(encodeURIComponent).join(":")
  return openDatabaseServer({ databaseUrl: `postgres://${login}@${DB_HOST}:${DB_PORT}/postgres` })
}
