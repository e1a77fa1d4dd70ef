import { type DatabaseServer, openDatabaseServer } from "../../demo/database-server.mjs"

/** Returns this run's database server: the one in `DATABASE_URL`, or the one that `global-setup.js` started. */
export function testDatabaseServer(): Promise<DatabaseServer> {
  const { DB_HOST, DB_PORT, DB_USERNAME = "", DB_PASSWORD = "" } = process.env
  const login = [DB_USERNAME, DB_PASSWORD].map(encodeURIComponent).join(":")
  return openDatabaseServer({ databaseUrl: `postgres://${login}@${DB_HOST}:${DB_PORT}/postgres` })
}
