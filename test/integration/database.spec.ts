import { databaseAway } from "./database-away"
import { postgresLocks } from "./postgres-locks"
import { roles } from "./roles"
import { describeStore } from "./support/lease-store"

/** A store that has Medusa's roles, and keeps its locks in its database: what they do to each other. */
describeStore(
  "store and database",
  (store) => {
    postgresLocks(store)
    databaseAway(store)
    roles(store)
  },
  { env: { MEDUSA_LOCKING: "postgres", MEDUSA_FF_RBAC: "true" } },
)
