/** Everything that is to be done before the plugin is removed, in this order. The doctor alone prints it. */
export const removalTexts = {
  regions: "These regions still have the payment provider. Take Lease To Own out of them, so that no new lease begins.",
  widget:
    "The hosted widget is still configured. Take it out of your storefront. Keep the option until no hosted lease is open.",
  cancel_in_portal:
    "The orders of these leases are canceled, and their contracts still run. Cancel them in the portal of {operator}.",
  ending: "These are being canceled or returned. Wait for the end, or ask {operator} and mark them as done.",
  signing:
    "The contracts of these were handed out and can still be signed. Wait until they are signed or have lapsed, or have {operator} void them.",
  order:
    "These are signed and have no order yet. Wait until the order is placed, or cancel the lease in the dashboard.",
  deliver:
    "These have an order that is not delivered. Deliver it and wait until the delivery is confirmed, or cancel the order now.",
} as const

export type RemovalCode = keyof typeof removalTexts
