import { fakeLeaseClient } from "../../../packages/react/src/testing"
import type { Step } from "../../../packages/storefront/src/index"

/**
 * A page's lease by its address. `?step=`: where it stands; `&frame=`: address of the contract. From now on `complaints` hears the console's errors.
 */
export function fakePage() {
  const asked = new URLSearchParams(location.search)
  const complaints: string[] = []
  console.error = (...words) => complaints.push(words.join(" "))
  const client = fakeLeaseClient({ step: (asked.get("step") ?? "intro") as Step })
  const url = asked.get("frame")
  const { contract } = client
  if (url) client.contract = async () => ({ ...(await contract()), url, origins: [new URL(url).origin] })
  return { asked, client, complaints }
}
