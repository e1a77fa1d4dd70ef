const { lazily, ofMedusa } = require("./lazily")

/* `@medusajs/deps/mikro-orm/postgresql`: the ledger's connections are made by Knex, without the mapper of objects around it. */
module.exports = lazily(
  {
    __esModule: () => true,
    knex: () => ofMedusa("knex").knex,
  },
  () => ofMedusa("@mikro-orm/postgresql"),
)
