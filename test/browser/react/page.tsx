import { useEffect } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { LEASE_STEPS } from "../../unit/react/steps"
import { fakePage } from "../support/fake-page"
import type { LeaseWindow } from "../support/lease-window"
import { Checkout } from "./checkout"

const { client, complaints } = fakePage()
const root = createRoot(document.querySelector("#root") as HTMLElement)
/** `hydrated`: how many checkouts that a server has made are in use. */
const lease: LeaseWindow & { hydrated: number } = { client, events: [], complaints, root, hydrated: 0 }
Object.assign(window, { lease })
root.render(<Checkout client={client} tell={(event) => lease.events.push(event)} />)

/** Its effect is the last to run. */
function Read({ name }: { name: string }) {
  useEffect(() => void lease.hydrated++, [])
  const step = LEASE_STEPS.find((each) => each === name)
  return <Checkout client={fakeLeaseClient({ step })} step={step} />
}

for (const place of document.querySelectorAll<HTMLElement>("[data-read]")) {
  const { read = "" } = place.dataset
  const onRecoverableError = (error: unknown) => complaints.push(`${read}: ${error}`)
  hydrateRoot(place, <Read name={read} />, { onRecoverableError })
}
