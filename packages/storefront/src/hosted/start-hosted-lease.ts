import { LeaseError, wordsOf } from "../client/errors.js"
import type { LeaseView, WidgetAnswer, WidgetDecision, WidgetEventBody } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import { checkCardFields } from "./card-fields.js"
import { eventTeller } from "./hosted-events.js"
import type { HostedCheckoutOptions } from "./hosted-state.js"
import { blocked, loadWidget } from "./load-widget.js"

export type HostedLeaseEnd =
  /** The card's fields are filled and the store has the lease, so the card form can be shown. */
  | { type: "success"; view: LeaseView }
  /** The shopper left. `decision` is the operator's last decision, if there was one. */
  | { type: "canceled"; decision: WidgetDecision | null }
  /** The widget failed. `message` is the operator's own text, for developers. Give shoppers the reference. */
  | { type: "failed"; message: string; reference: string }

export type HostedStage = "loading" | "open" | "silent" | "saving"

export type HostedLeaseOptions = Pick<HostedCheckoutOptions, "client" | "nonce" | "timeoutMs"> & {
  /**
   * Called at each stage: `loading`, `open`, `silent` (no callback for `timeoutMs`) and `saving` (a success report is being stored). The
   * shopper may still be typing in a silent widget, so it stays open. Offer a way out that aborts `signal`.
   */
  onStage?: (stage: HostedStage) => void
  /** Closes the widget when the shopper leaves the page. A success report is still stored. */
  signal?: AbortSignal
  /** Translates the errors created here. Default: English. */
  dictionary?: Pick<Dictionary, "error">
}

/** The longest failure message to send (characters). */
const MOST_TOLD = 1000
const PATIENCE_MS = 15_000
const DECISION = /^APP_(APPROVED|DENIED|PENDING)$/

/** The widget's callbacks, and the parts of their payloads that are sent to the store. A widget may add other properties, which aren't sent. */
const CALLBACKS = {
  onApplicationSubmitResponse: ["leaseId", "status"],
  onApproved: ["leaseId"],
  onSuccess: ["id", "deliveryConfirmationUrl", "orderConfirmationUrl"],
  onCancel: ["id"],
  onFailure: ["message", "id"],
} satisfies Record<WidgetEventBody["event"], string[]>

type Callback = keyof typeof CALLBACKS
type Payload = Record<string, unknown>
type Start = (config: Payload) => { close?: () => void } | undefined

/**
 * Opens the operator's widget and resolves when it has ended and the store has the outcome. The input for the card number must already be
 * in the page, and hidden while it's empty. Throws LeaseError: `widget_fields` (input missing), `widget_blocked` (no script), and the
 * store's refusals. Card data goes from the widget straight into the page's inputs and is neither read nor sent here.
 */
export async function startHostedLease(options: HostedLeaseOptions): Promise<HostedLeaseEnd> {
  const { client, dictionary, nonce, timeoutMs = PATIENCE_MS, onStage, signal } = options
  try {
    onStage?.("loading")
    const answer = await client.widget()
    checkCardFields(answer.config.siteConfig)
    await loadWidget({ src: answer.scriptUrl, nonce, timeoutMs })
    if (signal?.aborted) return { type: "canceled", decision: null }
    return await open(answer, { ...options, timeoutMs })
  } catch (error) {
    // The store's own refusals are already translated.
    throw error instanceof LeaseError && error.status === 0 ? (dictionary?.error(error) ?? error) : error
  }
}

function open(answer: WidgetAnswer, { client, timeoutMs, onStage, signal }: HostedLeaseOptions) {
  const { token, config, reference } = answer
  const { tell, store } = eventTeller(client)
  let decision: WidgetDecision | null = null
  let isSaving = false
  const silence = setTimeout(() => onStage?.("silent"), timeoutMs)

  return new Promise<HostedLeaseEnd>((resolve, reject) => {
    function hear(name: Callback, given: unknown): void {
      clearTimeout(silence)
      // Ignore further callbacks while a success report is being stored.
      if (isSaving) return
      const payload = payloadOf(name, given)
      const event = { token, event: name, payload } as unknown as WidgetEventBody
      if (name === "onSuccess") {
        isSaving = true
        onStage?.("saving")
        store(event).then((view) => resolve({ type: "success", view }), reject)
        return
      }
      tell(event)
      const word = typeof payload.status === "string" ? payload.status.toUpperCase() : ""
      if (DECISION.test(word)) decision = word as WidgetDecision
      if (name === "onCancel") resolve({ type: "canceled", decision })
      if (name === "onFailure") resolve({ type: "failed", message: String(payload.message), reference })
    }

    const names = Object.keys(CALLBACKS) as Callback[]
    const callbacks = Object.fromEntries(names.map((name) => [name, (given?: unknown) => hear(name, given)]))
    const widget = start(answer.startFunction, { ...config, ...callbacks })
    onStage?.("open")
    const close = () => {
      clearTimeout(silence)
      widget?.close?.()
      // After an approval there may be a lease, so don't report a cancellation. The plugin checks later whether there is one.
      if (!isSaving && decision !== "APP_APPROVED") tell({ token, event: "onCancel", payload: {} })
      if (!isSaving) resolve({ type: "canceled", decision })
    }
    signal?.addEventListener("abort", close, { once: true })
  }).finally(() => clearTimeout(silence))
}

/** Returns the parts of a payload to send. A failure's message may be text, in an object, or missing. */
function payloadOf(name: Callback, given: unknown): Payload {
  const all = (given ?? {}) as Payload
  const payload = Object.fromEntries(CALLBACKS[name].map((member) => [member, all[member]]))
  return name === "onFailure" ? { ...payload, message: wordsOf(given).slice(0, MOST_TOLD) } : payload
}

/** Calls the global function at a dotted path. Throws `widget_blocked` if there is no such function or it throws. */
function start(path: string, config: Payload): ReturnType<Start> {
  const names = path.split(".")
  const name = names.pop() ?? ""
  try {
    const owner = names.reduce<Record<string, never>>((inner, key) => inner[key] as never, globalThis as never)
    return (owner[name] as unknown as Start).call(owner, config)
  } catch (error) {
    throw blocked(error)
  }
}
