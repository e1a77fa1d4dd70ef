import type { ContractData } from "./contract-page"
import { consentNames, paths } from "./defaults"
import type { WidgetCard } from "./widget-server"
import type { WidgetSuccess } from "./world"

/** Does over HTTP what a shopper does in the contract and the widget. */

/** Posts to this sandbox. If the sandbox refuses, throws `refused(detail)`. */
async function post<T>(url: URL | string, body: unknown, refused: (detail: string) => Error): Promise<T> {
  const headers = { "content-type": "application/json" }
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as T & { detail?: string }
  if (response.ok) return answer
  throw refused(answer.detail ?? `HTTP ${response.status}`)
}

/** How far `signContract` goes: load the page, give the consents, make each signature, or submit the contract. */
export type SignStep = "load" | "consents" | "signatures" | "submit"

export type SignOptions = {
  /** The last step to take. Default: `submit`, with a second card if one is requested. */
  upTo?: SignStep
  /** The origin of the page that contains the frame, sent as a browser would send it. */
  merchantOrigin?: string
}

/** `signed` is true if the contract is signed and submitted. */
export type Signed = Pick<ContractData, "phase" | "messages" | "targetOrigin"> & { signed: boolean }

const testCard = { number: "4111111111111111", expiration: "12/49", cvv: "123" }

async function load(esignUrl: string, merchantOrigin: string | undefined): Promise<ContractData> {
  const headers: Record<string, string> = merchantOrigin ? { referer: `${merchantOrigin}/` } : {}
  const response = await fetch(esignUrl, { headers })
  const text = await response.text()
  const [, embedded] = /<script type="application\/json" id="contract-data">([^<]*)<\/script>/.exec(text) ?? []
  if (embedded) return JSON.parse(embedded)
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? "no page"
  throw new Error(`The contract cannot be signed: HTTP ${response.status}, ${title}.`)
}

/**
 * Does what the shopper does on the contract page, and returns the messages that the frame would have posted. Throws if the page can't be opened or a
 * step is refused. If the card is declined, returns `signed: false`.
 */
export async function signContract(esignUrl: string, options: SignOptions = {}): Promise<Signed> {
  const { upTo = "submit" } = options
  let data = await load(esignUrl, options.merchantOrigin)
  const { messages } = data
  const step = async (action: string, body: unknown) => {
    const refused = (detail: string) => new Error(`The contract refused ${action}: ${detail}`)
    data = await post<ContractData>(`${esignUrl}/${action}`, body, refused)
    messages.push(...data.messages)
  }
  const result = ({ phase, targetOrigin } = data) => ({ signed: phase === "complete", phase, messages, targetOrigin })
  if (upTo === "load") return result()
  for (const name of consentNames) await step("consents", { name, given: true })
  if (upTo === "consents") return result()
  for (let place = 1; place <= data.places; place += 1) await step("signatures", { place })
  if (upTo === "signatures") return result()
  await step("submit", {})
  if (data.phase === "card") await step("submit", { card: testCard })
  return result()
}

export type WidgetVisitOptions = {
  /** The widget's configuration on the merchant's page (spec 2.7). */
  config: { cart: unknown; customer?: unknown }
  /** The form's values, in the format of the API's application (reference 3). */
  application: unknown
  /** Called and awaited for each callback of the widget. */
  onEvent?: (event: WidgetEvent) => Promise<unknown> | unknown
}

/** A callback of the widget (spec 6.2). */
export type WidgetEvent = { event: string; payload: Record<string, unknown> }

/** The callbacks that a merchant's page would get, in order, and the card that would be filled in. */
export type WidgetVisit = { events: WidgetEvent[]; card?: WidgetCard; success?: WidgetSuccess }

class WidgetFailure extends Error {}

/**
 * Does what a shopper does in the widget: applies, signs, and gets the card. Rejects only if the widget can't be reached. Any other failure results
 * in onFailure, as on the page.
 */
export async function visitWidget(widgetUrl: string, options: WidgetVisitOptions): Promise<WidgetVisit> {
  const { config, application, onEvent } = options
  const visit: WidgetVisit = { events: [] }
  let known: { id?: string } = {}
  const tell = async (event: string, payload: Record<string, unknown>) => {
    visit.events.push({ event, payload })
    await onEvent?.({ event, payload })
    return visit
  }
  const ask = <T>(path: string, body: unknown) =>
    post<T>(new URL(`${paths.widget}/sessions${path}`, widgetUrl), body, (detail) => new WidgetFailure(detail))
  try {
    const { token } = await ask<{ token: string }>("", config)
    const decided = await ask<{ status: string; leaseId?: string }>(`/${token}/application`, application)
    const { status, leaseId } = decided
    if (leaseId) known = { id: leaseId }
    await tell("onApplicationSubmitResponse", decided)
    if (status !== "APP_APPROVED") return await tell("onCancel", known)
    await tell("onApproved", { leaseId })
    const { url } = await ask<{ url: string | null }>(`/${token}/contract`, {})
    if (url) await signContract(url)
    const { card, success } = await ask<{ card: WidgetCard; success: WidgetSuccess }>(`/${token}/card`, {})
    Object.assign(visit, { card, success })
    return await tell("onSuccess", success)
  } catch (error) {
    if (!(error instanceof WidgetFailure)) throw error
    return await tell("onFailure", { message: error.message, ...known })
  }
}
