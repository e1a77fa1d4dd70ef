import { resolve } from "node:path"
import { ownTax } from "./own-tax"
import { postgresLocks } from "./postgres-locks"
import { roles } from "./roles"
import { describeStore } from "./support/lease-store"

const TAX_PROVIDERS = JSON.stringify([{ resolve: resolve(__dirname, "support/flat-tax") }])

/** A store that keeps its locks in PostgreSQL, too, uses Medusa's roles, and has a tax provider of its own. */
describeStore(
  "other modules",
  (store) => {
    postgresLocks(store)
    roles(store)
    ownTax(store)
  },
  { env: { MEDUSA_LOCKING: "postgres", MEDUSA_FF_RBAC: "true", TAX_PROVIDERS } },
)
