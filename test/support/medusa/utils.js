const { lazily, ofMedusa } = require("./lazily")

/* `@medusajs/framework/utils`: the ledger makes keys and connections with it. */
const whole = () => ofMedusa("@medusajs/framework", "utils")
const sdk = lazily(
  { createPgConnection: () => ofMedusa("@medusajs/utils", "modules-sdk/create-pg-connection").createPgConnection },
  () => whole().ModulesSdkUtils,
)

module.exports = lazily(
  {
    __esModule: () => true,
    generateEntityId: () => ofMedusa("@medusajs/utils", "common/generate-entity-id").generateEntityId,
    ModulesSdkUtils: () => sdk,
  },
  whole,
)
