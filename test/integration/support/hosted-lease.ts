import type { Sandbox } from "lease-to-own-sandbox"
import type { WidgetAnswer } from "../../../src/api/types"
import { type ApplicationRequest, LeaseService, toApplicationId } from "../../../src/client"
import { applicant } from "./applicant"

export const UPDATE_ORDER = "POST /update-order"
export const UPDATE_DELIVERY = "POST /update-delivery"

/** The widget's data on success (spec 6.2). */
export type Success = { id: string; deliveryConfirmationUrl: string; orderConfirmationUrl: string }

export function widgetOptions({ baseUrl }: Pick<Sandbox, "baseUrl">): Record<string, unknown> {
  const widget = {
    scriptUrl: "https://cdn.operator.example/widget.js",
    startFunction: "Operator.start",
    extra: { merchantKey: "M-1", theme: { color: "blue" } },
    siteConfig: { cardNumber: "#card-number", cvv: "#cvv" },
    oneTimeHosts: [new URL(baseUrl).host, "pay.operator.example"],
    encryptionKey: "5e".repeat(32),
  }
  return { widget }
}

/** Creates a lease at the service as its widget does: an application, a contract, a card and one-time URLs. */
export async function leaseInWidget(
  sandbox: Sandbox,
  { config }: { config: Pick<WidgetAnswer["config"], "cart"> },
  application: object = applicant(),
): Promise<Success> {
  const { baseUrl, username, password } = sandbox
  const service = new LeaseService({ baseUrl, username, password })
  const { applicationId } = await service.submitApplication(service.readForm(application).data as ApplicationRequest)
  if (!applicationId) throw new Error("The application was not approved.")
  await service.recordCart(toApplicationId(applicationId), config.cart)
  await service.close()
  const control = async (call: string, body: object = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    const answer = await fetch(`${sandbox.controlUrl}/leases/${applicationId}/${call}`, init)
    if (!answer.ok) throw new Error(`${call}: ${await answer.text()}`)
    return answer.json()
  }
  await control("state", { state: "Lease Accepted" })
  return (await control("one-time-urls")) as Success
}
