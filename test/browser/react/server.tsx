import { version } from "react"
import { renderToString } from "react-dom/server"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import type { Step } from "../../../packages/storefront/src/index"
import { LEASE_STEPS } from "../../unit/react/steps"
import { Checkout } from "./checkout"

/** Prints the first screens as a server makes them: by step, and under "none" without a view. */
const html = (step?: Step) => renderToString(<Checkout client={fakeLeaseClient()} step={step} />)
const pages = Object.fromEntries([...LEASE_STEPS.map((step) => [step, html(step)]), ["none", html()]])
console.log(JSON.stringify({ version, pages }))
