import { version } from "react"
import { renderToString } from "react-dom/server"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import type { Step } from "../../../packages/storefront/src/index"
import { LEASE_STEPS } from "../../unit/react/steps"
import { Checkout } from "./checkout"
import { Hosted } from "./hosted"

/** Prints the first screens as a server makes them: by step, and under "none" without a view. Those of the hosted way begin with "hosted". */
const html = (Page: typeof Checkout | typeof Hosted, step?: Step) =>
  renderToString(<Page client={fakeLeaseClient()} step={step} />)
const pages = Object.fromEntries([
  ...LEASE_STEPS.map((step) => [step, html(Checkout, step)]),
  ["none", html(Checkout)],
  ...(["intro", "card"] as const).map((step) => [`hosted ${step}`, html(Hosted, step)]),
  ["hosted none", html(Hosted)],
])
console.log(JSON.stringify({ version, pages }))
