import { databaseAway } from "./database-away"
import { postgresLocks } from "./postgres-locks"
import { describeStore } from "./support/lease-store"

/** What a store and its database do to each other, at a store that keeps its locks there as well. */
describeStore(
  "store and database",
  (store) => {
    postgresLocks(store)
    databaseAway(store)
  },
  { env: { MEDUSA_LOCKING: "postgres" } },
)
