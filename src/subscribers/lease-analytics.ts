import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { Modules } from "@medusajs/framework/utils"
import { ledgerDepsOf } from "../modules/lease"
import { type LeaseEventData, LeaseEvents } from "../modules/lease/ledger"

/**
 * Sends each event to the store's Analytics module if the `analytics` option is set. The actor is the lease, so events don't identify the customer.
 */
export default async function leaseAnalytics({ event, container }: SubscriberArgs<LeaseEventData>): Promise<void> {
  if (!ledgerDepsOf(container).options.analytics) return
  const analytics = container.resolve(Modules.ANALYTICS, { allowUnregistered: true })
  await analytics?.track({ event: event.name, actor_id: event.data.id, properties: event.data })
}

export const config: SubscriberConfig = {
  event: Object.values(LeaseEvents),
  context: { subscriberId: "lease-to-own.analytics" },
}
