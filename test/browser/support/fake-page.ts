import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import type { LeaseStep } from "../../../packages/storefront/src/index"

/** A page with a checkout, which its tests use through `window.lease`. */
export type LeaseWindow = {
  client: FakeLeaseClient
  /** The shop's own part, as text. */
  events: string[]
  /** Errors on the console. */
  complaints: string[]
}

/** Creates the page's lease from its address. `?step=`: its step; `&frame=`: the contract's address; `?network`: at the page's own server. */
export function fakePage<More extends object>(more: More): LeaseWindow & More & { asked: URLSearchParams } {
  const asked = new URLSearchParams(location.search)
  const complaints: string[] = []
  console.error = (...words) => complaints.push(words.join(" "))
  const client = fakeLeaseClient({ step: (asked.get("step") ?? "intro") as LeaseStep })
  const url = asked.get("frame")
  const { contract } = client
  if (url) client.contract = async () => ({ ...(await contract()), url, origins: [new URL(url).origin] })
  const lease = { asked, client, complaints, events: [], ...more }
  Object.assign(window, { lease })
  return lease
}
