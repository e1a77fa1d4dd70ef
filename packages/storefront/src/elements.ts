/** Defines `<lease-checkout>`, `<lease-message>` and `<lease-status>` on import, for pages without a framework. */
import "./elements/checkout-element.js"
import "./elements/message-element.js"
import "./elements/status-element.js"

export type { LeaseEvents } from "./elements/cart-element.js"
export type { LeaseCheckoutElement } from "./elements/checkout-element.js"
export type { LeaseMessageElement } from "./elements/message-element.js"
export type { LeaseStatusElement } from "./elements/status-element.js"
