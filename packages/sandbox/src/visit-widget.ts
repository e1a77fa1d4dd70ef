import { z } from "zod"
import { paths } from "./defaults"
import { signContract } from "./sign-contract"
import type { WidgetCard } from "./widget-session"
import type { WidgetSuccess } from "./world"

export type WidgetVisitOptions = {
  /** The widget's configuration in the merchant's page (spec 2.7). */
  config: { cart: unknown; customer?: unknown }
  /** The form's values: the API's application (reference 3). */
  application: unknown
  /** Leaves before the contract is signed. */
  cancel?: boolean
  /** Hears each callback as the widget makes it, and is waited for. */
  onEvent?: (event: WidgetEvent) => Promise<unknown> | unknown
}

/** A callback of the widget (spec 6.2). */
export type WidgetEvent = { event: string; payload: Record<string, unknown> }

/** The events a merchant's page would hear, in order, and the card that would be filled in. */
export type WidgetVisit = { events: WidgetEvent[]; card?: WidgetCard; success?: WidgetSuccess }

const ResponseSchema = z.object({ status: z.string(), leaseId: z.string().optional() })
const ContractSchema = z.object({ url: z.string().nullable() })
const ProblemSchema = z.object({ detail: z.string() })

/**
 * Does over HTTP what a shopper does in the widget, at the origin of its script: apply, sign, take the card. Rejects only when the
 * widget itself cannot be reached; a failure is the event onFailure, as in the page.
 */
export async function visitWidget(widgetUrl: string, options: WidgetVisitOptions): Promise<WidgetVisit> {
  const { config, application, cancel, onEvent } = options
  const used: WidgetVisit = { events: [] }
  let leaseId: string | undefined
  const known = () => (leaseId ? { id: leaseId } : {})
  const tell = async (event: string, payload: Record<string, unknown>) => {
    used.events.push({ event, payload })
    await onEvent?.({ event, payload })
    return used
  }
  const ask = async (path: string, body: unknown) => {
    const response = await fetch(new URL(`${paths.widget}/sessions${path}`, widgetUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new WidgetFailure(ProblemSchema.safeParse(answer).data?.detail ?? `HTTP ${response.status}`)
  }
  try {
    const { token } = z.object({ token: z.string() }).parse(await ask("", config))
    const decided = ResponseSchema.parse(await ask(`/${token}/application`, application))
    leaseId = decided.leaseId
    await tell("onApplicationSubmitResponse", decided)
    if (decided.status !== "APP_APPROVED") return await tell("onCancel", known())
    await tell("onApproved", { leaseId })
    if (cancel) return await tell("onCancel", known())
    const { url } = ContractSchema.parse(await ask(`/${token}/contract`, {}))
    if (url) await signContract(url)
    const { card, success } = (await ask(`/${token}/card`, {})) as { card: WidgetCard; success: WidgetSuccess }
    Object.assign(used, { card, success })
    return await tell("onSuccess", success)
  } catch (error) {
    if (!(error instanceof WidgetFailure)) throw error
    return await tell("onFailure", { message: error.message, ...known() })
  }
}

class WidgetFailure extends Error {}
