import type { Connection } from "../connection"
import type { Journal } from "../journal"
import type { SigningPage } from "../signing-page"

/** How long to wait for the person who signs, and how often to read the lease meanwhile (ms). */
export type Patience = { withinMs: number; everyMs: number }

/** What the probes of leases share. */
export type Room = {
  connection: Connection
  journal: Journal
  patience: Patience
  /** Shows a contract to the person who signs. */
  show: (url: string, lease: string) => Promise<SigningPage>
}
