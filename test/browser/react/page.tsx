import { useEffect } from "react"
import { createRoot, hydrateRoot, type Root } from "react-dom/client"
import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import type { Step } from "../../../packages/storefront/src/index"
import { LEASE_STEPS } from "../../unit/react/steps"
import { Checkout } from "./checkout"
import { Hosted } from "./hosted"
import { showMessage } from "./message"

/** The page as its tests see it. `hydrated`: how many checkouts that a server has made are in use. */
export type LeaseWindow = {
  client: FakeLeaseClient
  events: string[]
  complaints: string[]
  root: Root
  hydrated: number
}

/** `?step=`: where the lease stands; `&frame=`: address of the contract. `?hosted`: the hosted way; `?message`: the page of a product. */
const asked = new URLSearchParams(location.search)
const frame = asked.get("frame")
const complaints: string[] = []
console.error = (...words) => complaints.push(words.join(" "))

const client = fakeLeaseClient({ step: (asked.get("step") ?? "intro") as Step })
if (frame) {
  const { contract } = client
  client.contract = async () => ({ ...(await contract()), url: frame, origins: [new URL(frame).origin] })
}
const root = createRoot(document.querySelector("#root") as HTMLElement)
const lease: LeaseWindow = { client, events: [], complaints, root, hydrated: 0 }
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
