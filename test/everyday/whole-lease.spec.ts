import { describeStore } from "../integration/support/lease-store"
import { everyday } from "./everyday"

/** The only Medusa of `npm test`. With `--all`, these rules run at the store of `integration/orders.spec.ts`, because a boot takes ten seconds. */
describeStore("a whole lease", everyday)
