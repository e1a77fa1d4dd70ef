/** Importing this defines `<lease-message>` alone, for pages without the checkout. */
import "./elements/message-element.js"

export type { LeaseMessageElement } from "./elements/message-element.js"
