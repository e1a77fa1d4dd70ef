import { useEffect } from "react"
import { createRoot, hydrateRoot, type Root } from "react-dom/client"
import { type FakeLeaseClient, fakeLeaseClient } from "../../../packages/react/src/testing"
import type { Step } from "../../../packages/storefront/src/index"
import { Checkout } from "./checkout"

/** The page as its tests see it. */
export type LeaseWindow = { client: FakeLeaseClient; events: string[]; complaints: string[]; root: Root; isOn: boolean }

/** `?step=`: where the lease stands; `&read`: a server has read it; `&frame=`: address of the contract. */
const asked = new URLSearchParams(location.search)
const step = (asked.get("step") ?? "intro") as Step
const frame = asked.get("frame")
const events: string[] = []
const complaints: string[] = []
console.error = (...words) => complaints.push(words.join(" "))

const client = fakeLeaseClient({ step })
if (frame) {
  const { contract } = client
  client.contract = async () => ({ ...(await contract()), url: frame, origins: [new URL(frame).origin] })
}
/** Its effect is the last to run. */
function Page() {
  useEffect(() => {
    page.isOn = true
  }, [])
  return <Checkout client={client} step={asked.has("read") ? step : undefined} tell={(event) => events.push(event)} />
}
const place = document.querySelector("#root") as HTMLElement
const onRecoverableError = (error: unknown) => complaints.push(String(error))
const root = place.firstChild ? hydrateRoot(place, <Page />, { onRecoverableError }) : createRoot(place)
if (!place.firstChild) root.render(<Page />)
const page: LeaseWindow = { client, events, complaints, root, isOn: false }
Object.assign(window, { lease: page })
