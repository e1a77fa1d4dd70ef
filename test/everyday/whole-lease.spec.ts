import { describeStore } from "../integration/support/lease-store"
import { everyday } from "./everyday"

/** The one Medusa of `npm test`. With `--all` these rules are at the store of `integration/orders.spec.ts`: a boot takes ten seconds. */
describeStore("a whole lease", everyday)
