import type { Connection } from "../connection"
import type { Journal } from "../journal"
import type { SigningPage } from "../signing-page"

/** How long to wait for the person who signs, and how long to pause between readings of the lease (ms). */
export type Patience = { withinMs: number; everyMs: number }

/** What all probes that need a lease use. */
export type Room = {
  connection: Connection
  journal: Journal
  patience: Patience
  /** Shows a contract to the person who signs. */
  show: (url: string, lease: string) => Promise<SigningPage>
}
