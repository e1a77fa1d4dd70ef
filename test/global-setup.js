/**
 * A PostgreSQL for the integration tests: the one of `DATABASE_URL` when set, else one of our own, thrown away at the end.
 * Medusa's test tools read its address from the environment, which jest's workers inherit. Unit tests, pictures and the playground alone need none.
 *
 * @param {{ testPathPatterns?: { patterns: string[] } }} globalConfig
 */
module.exports = async function globalSetup(globalConfig) {
  const patterns = globalConfig.testPathPatterns?.patterns ?? []
  if (patterns.length > 0 && patterns.every((pattern) => /unit|pictures|playground/.test(pattern))) return
  const { openDatabaseServer, randomDatabaseName } = await import("../demo/database-server.mjs")
  const server = await openDatabaseServer({ databaseUrl: process.env.DATABASE_URL, inMemory: true })
  const address = new URL(server.url())
  // Medusa's test tools speak TLS to every host that is not called localhost.
  process.env.DB_HOST = ["127.0.0.1", "[::1]"].includes(address.hostname) ? "localhost" : address.hostname
  process.env.DB_PORT = address.port || "5432"
  process.env.DB_USERNAME = decodeURIComponent(address.username)
  process.env.DB_PASSWORD = decodeURIComponent(address.password)
  const filled = randomDatabaseName("filled")
  process.env.FILLED_DATABASE = filled
  const stopDatabaseServer = async () => {
    await server.dropDatabase(filled)
    await server.stop()
  }
  Object.assign(globalThis, { stopDatabaseServer })
}
