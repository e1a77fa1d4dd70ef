import { useEffect } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { LEASE_STEPS } from "../../unit/react/steps"
import { fakePage } from "../support/fake-page"
import { Checkout } from "./checkout"

/** `hydrated`: how many server-rendered checkouts are hydrated. */
const lease = fakePage({ hydrated: 0 })
const root = createRoot(document.querySelector("#root") as HTMLElement)
root.render(
  <Checkout
    client={lease.asked.has("network") ? null : lease.client}
    onPlaced={(orderId) => lease.events.push(`placed ${orderId}`)}
    onOther={() => lease.events.push("other")}
    onCart={() => lease.events.push("cart")}
  />,
)

/** Its effect runs last. */
function Read({ name }: { name: string }) {
  useEffect(() => void lease.hydrated++, [])
  const step = LEASE_STEPS.find((each) => each === name)
  return <Checkout client={fakeLeaseClient({ step })} step={step} />
}

for (const place of document.querySelectorAll<HTMLElement>("[data-read]")) {
  const { read = "" } = place.dataset
  const onRecoverableError = (error: unknown) => lease.complaints.push(`${read}: ${error}`)
  hydrateRoot(place, <Read name={read} />, { onRecoverableError })
}
