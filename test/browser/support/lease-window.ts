import type { FakeLeaseClient } from "../../../packages/react/src/testing"

/** A page with a checkout as its tests see it. */
export type LeaseWindow = {
  client: FakeLeaseClient
  /** The shop's own part, in words. */
  events: string[]
  /** Errors on the console. */
  complaints: string[]
  root: { unmount(): void }
}
