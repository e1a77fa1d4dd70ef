import { LeaseError } from "../client/errors.js"
import type { LeaseView, WidgetAnswer, WidgetDecision, WidgetEventBody } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import { checkCardFields } from "./card-fields.js"
import { eventTeller } from "./hosted-events.js"
import type { HostedCheckoutOptions } from "./hosted-state.js"
import { blocked, loadWidget } from "./load-widget.js"

/** How the widget ended. */
export type HostedLeaseEnd =
  /** The card's fields are filled and the store has the lease: the card form may be shown. */
  | { type: "success"; view: LeaseView }
  /** The shopper left, also after a denial or without a decision: `decision` tells which. */
  | { type: "canceled"; decision: WidgetDecision | null }
  /** The widget gave up. `message` speaks to developers, in the operator's words; people get the reference. */
  | { type: "failed"; message: string; reference: string }

export type HostedStage = "loading" | "open" | "silent" | "saving"

export type HostedLeaseOptions = Pick<HostedCheckoutOptions, "client" | "nonce" | "timeoutMs"> & {
  /**
   * Hears how far it is: loading; the widget is open; it has said nothing for `timeoutMs`; its success is being stored. A silent widget may be one in
   * which the shopper is typing, so it stays open: offer a way out that aborts `signal`.
   */
  onStage?: (stage: HostedStage) => void
  /** Closes the widget, for pages that are left. A success that is there is stored all the same. */
  signal?: AbortSignal
  /** The language of the errors that are made here; English when left out. */
  dictionary?: Pick<Dictionary, "error">
}

/** The longest failure message, in characters. */
const MOST_TOLD = 1000
const PATIENCE_MS = 15_000
const DECISION = /^APP_(APPROVED|DENIED|PENDING)$/

/** The widget's callbacks, with the members of their payloads that the store is told. A widget may add others. */
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
 * Opens the operator's widget and resolves when it has ended and the store knows of it. The field that the card's number goes into must
 * stand in the page before, hidden as long as it is empty. Throws LeaseError: `widget_fields` (it does not), `widget_blocked` (no script), and
 * the store's refusals. Card data passes from the widget into the page's fields and is neither read nor sent here.
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
    // The store's refusals are in the shopper's language already.
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
      // What follows a success, while that is stored, changes nothing of it.
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
      const word = String(payload.status).toUpperCase()
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
      // After an approval it is unknown whether a lease was made; that is checked later.
      if (!isSaving && decision !== "APP_APPROVED") tell({ token, event: "onCancel", payload: {} })
      if (!isSaving) resolve({ type: "canceled", decision })
    }
    signal?.addEventListener("abort", close, { once: true })
  }).finally(() => clearTimeout(silence))
}

/** A text alone is the message of a failure. */
function payloadOf(name: Callback, given: unknown): Payload {
  const all = (typeof given === "string" ? { message: given } : (given ?? {})) as Payload
  const payload = Object.fromEntries(CALLBACKS[name].map((member) => [member, all[member]]))
  return name === "onFailure" ? { ...payload, message: String(all.message ?? "").slice(0, MOST_TOLD) } : payload
}

/** Calls the global function of a dotted path. Throws `widget_blocked` where there is none, or when it throws. */
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
