import { useEffect } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { LEASE_STEPS } from "../../unit/react/steps"
import { fakePage } from "../support/fake-page"
import type { LeaseWindow } from "../support/lease-window"
import { Checkout } from "./checkout"
import { Hosted } from "./hosted"
import { showMessage } from "./message"

/** Beside what `fakePage` knows: `?hosted`, the hosted way. */
const { asked, client, complaints } = fakePage()
const root = createRoot(document.querySelector("#root") as HTMLElement)
/** `hydrated`: how many checkouts that a server has made are in use. */
const lease: LeaseWindow & { hydrated: number } = { client, events: [], complaints, root, hydrated: 0 }
Object.assign(window, { lease })
const tell = (event: string) => lease.events.push(event)
if (asked.has("message")) showMessage(root)
else root.render(asked.has("hosted") ? <Hosted {...{ client, tell }} /> : <Checkout {...{ client, tell }} />)

/** Its effect is the last to run. */
function Read({ name }: { name: string }) {
  useEffect(() => void lease.hydrated++, [])
  const step = LEASE_STEPS.find((each) => name.endsWith(each))
  const Page = name.startsWith("hosted") ? Hosted : Checkout
  return <Page client={fakeLeaseClient({ step })} step={step} />
}

for (const place of document.querySelectorAll<HTMLElement>("[data-read]")) {
  const { read = "" } = place.dataset
  const onRecoverableError = (error: unknown) => complaints.push(`${read}: ${error}`)
  hydrateRoot(place, <Read name={read} />, { onRecoverableError })
}
