/** Defines `<lease-hosted>` on import. */
import "./elements/hosted-element.js"

export type { LeaseHostedElement } from "./elements/hosted-element.js"
