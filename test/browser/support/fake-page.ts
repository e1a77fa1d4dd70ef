import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import type { Step } from "../../../packages/storefront/src/index"
import type { ProductLeaseView } from "../../../packages/storefront/src/message"

/**
 * A page's lease by its address. `?step=`: where it stands; `&frame=`: address of the contract; `?message`: the page is a product's. From
 * now on `complaints` hears the console's errors.
 */
export function fakePage() {
  const asked = new URLSearchParams(location.search)
  const complaints: string[] = []
  console.error = (...words) => complaints.push(words.join(" "))
  const client = fakeLeaseClient({ step: (asked.get("step") ?? "intro") as Step })
  const frame = asked.get("frame")
  if (frame) signAt(client, frame)
  return { asked, client, complaints }
}

function signAt(client: FakeLeaseClient, url: string): void {
  const { contract } = client
  client.contract = async () => ({ ...(await contract()), url, origins: [new URL(url).origin] })
}

/** A product of the page, as a store answers it. */
export const PRODUCT: ProductLeaseView = {
  leasable: true,
  reasons: [],
  limits: { minimum: 150, maximum: 3000, currency: "usd" },
  estimate: {
    ...{ dueToday: 40, payments: 26, each: 33.03, every: "biWeekly", total: 898.78 },
    disclosure: { en: "An example. The operator decides." },
  },
  operator: { name: "Harbor Leasing", contact: "555 0100" },
  test: false,
}
