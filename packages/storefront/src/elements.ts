/** Importing this defines `<lease-checkout>`, `<lease-message>` and `<lease-status>`, for pages without a framework. */
import "./checkout-element.js"
import "./message-element.js"
import "./status-element.js"

export type { LeaseEvents } from "./cart-element.js"
export type { LeaseCheckoutElement } from "./checkout-element.js"
export type { LeaseMessageElement } from "./message-element.js"
export type { LeaseStatusElement } from "./status-element.js"
