import type { Connection } from "../connection"
import type { Journal } from "../journal"
import type { SigningPage } from "../signing-page"

/** How long to wait for the signature, and between status checks (ms). */
export type Patience = { withinMs: number; everyMs: number }

export type Room = {
  connection: Connection
  journal: Journal
  /** The plugin's option `salesTax`, if it's set. */
  salesTax?: unknown
  patience: Patience
  show: (url: string, lease: string) => Promise<SigningPage>
}
