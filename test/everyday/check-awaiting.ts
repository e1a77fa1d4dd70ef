import Medusa from "@medusajs/js-sdk"
import { leaseToOwnAdmin } from "medusa-plugin-lease-to-own/admin-client"

const sdk = new Medusa({ baseUrl: process.env.MEDUSA_URL ?? "", apiKey: process.env.MEDUSA_API_KEY ?? "" })
const leaseToOwn = leaseToOwnAdmin(sdk)

/** Checks each unconfirmed signature. Returns results by reference. */
export async function checkAwaiting(): Promise<[string, string][]> {
  const { leases } = await leaseToOwn.leases.list({ tab: "awaiting", limit: 100 })
  return Promise.all(
    leases.map(async ({ id, reference }) => {
      const answer = await leaseToOwn.leases.act(id, "check_status")
      return [reference, answer.result === "done" ? answer.code : answer.refusal.message]
    }),
  )
}
