import { databaseAway } from "./database-away"
import { postgresLocks } from "./postgres-locks"
import { describeStore } from "./support/lease-store"

/** Effects of a store and its database on each other; the store keeps its locks there as well. */
describeStore(
  "store and database",
  (store) => {
    postgresLocks(store)
    databaseAway(store)
  },
  { env: { MEDUSA_LOCKING: "postgres" } },
)
