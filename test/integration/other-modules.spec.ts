import { postgresLocks } from "./postgres-locks"
import { roles } from "./roles"
import { describeStore } from "./support/lease-store"

/** A store that keeps its locks in PostgreSQL, too, and uses Medusa's roles. */
describeStore(
  "other modules",
  (store) => {
    postgresLocks(store)
    roles(store)
  },
  { env: { MEDUSA_LOCKING: "postgres", MEDUSA_FF_RBAC: "true" } },
)
