/** Ends what `global-setup.js` started. */
module.exports = async function globalTeardown() {
  const { stopDatabaseServer } = /** @type {{ stopDatabaseServer?: () => Promise<void> }} */ (globalThis)
  await stopDatabaseServer?.()
}
