import { databaseAway } from "./database-away"
import { postgresLocks } from "./postgres-locks"
import { roles } from "./roles"
import { describeStore } from "./support/lease-store"

/** Stores that chose otherwise at Medusa: people have roles, and locks lie in the database. Then effects of a store and its database on each other. */
describeStore(
  "store and database",
  (store) => {
    roles(store)
    postgresLocks(store)
    databaseAway(store)
  },
  { env: { MEDUSA_LOCKING: "postgres", MEDUSA_FF_RBAC: "true" } },
)
