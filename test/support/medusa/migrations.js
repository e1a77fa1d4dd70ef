const { lazily, ofMedusa } = require("./lazily")

/* `@medusajs/framework/mikro-orm/migrations`: a migration extends one class, and the rest is a program for command lines. */
module.exports = lazily(
  {
    __esModule: () => true,
    Migration: () => ofMedusa("@mikro-orm/migrations", "Migration").Migration,
  },
  () => ofMedusa("@mikro-orm/migrations"),
)
