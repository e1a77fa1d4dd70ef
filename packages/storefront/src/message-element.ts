/** Defines only `<lease-message>` on import, for pages without the checkout. */
import "./elements/message-element.js"

export type { LeaseMessageElement } from "./elements/message-element.js"
