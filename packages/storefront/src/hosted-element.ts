/** Importing this defines `<lease-hosted>`. */
import "./elements/hosted-element.js"

export type { LeaseHostedElement } from "./elements/hosted-element.js"
