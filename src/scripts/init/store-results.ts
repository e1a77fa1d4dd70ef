import type { WrittenOptions } from "./config-edits"
import type { ListedRegion } from "./regions"

/** Before the result in a script's output, which also has the store's log. */
export const RESULT = "lease-to-own-init:"

/** What the store has. `products` is how many are published. */
export type StoreFacts = { regions: ListedRegion[]; product: WrittenOptions["product"]; products: number }

/** What was done in the store, as lines for the merchant. `failed` is how many things are wrong. */
export type StoreReport = { lines: string[]; failed: number }

export type Result = StoreFacts | StoreReport
