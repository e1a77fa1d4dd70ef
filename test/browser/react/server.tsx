import { version } from "react"
import { renderToString } from "react-dom/server"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { LEASE_STEPS } from "../../unit/react/steps"
import { Checkout } from "./checkout"

/** Prints the first screens as rendered by a server: by step, and under "none" without a view. */
const pages = [...LEASE_STEPS, undefined].map((step) => [
  step ?? "none",
  renderToString(<Checkout client={fakeLeaseClient()} step={step} />),
])
console.log(JSON.stringify({ version, pages: Object.fromEntries(pages) }))
