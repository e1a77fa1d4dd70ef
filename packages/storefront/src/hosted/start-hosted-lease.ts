import type { LeaseClient } from "../client/client.js"
import { LeaseError } from "../client/errors.js"
import type { LeaseView, WidgetAnswer, WidgetDecision, WidgetEventBody } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import { checkCardFields } from "./card-fields.js"
import { eventTeller } from "./hosted-events.js"
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

export type HostedLeaseOptions = {
  client: Pick<LeaseClient, "widget" | "widgetEvent">
  /** For pages whose security policy asks for one. */
  nonce?: string
  /** Wait for the operator's script, and then for a first word of the widget (ms), 15000 by default. */
  timeoutMs?: number
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
const SILENCE_MS = 15_000
const DECISION = /^APP_(APPROVED|DENIED|PENDING)$/

type Callback = WidgetEventBody["event"]
type Start = (config: Record<string, unknown>) => { close?: () => void } | undefined

/**
 * Opens the operator's widget and resolves when it has ended and the store knows of it. The field that the card's number goes into must
 * stand in the page before, hidden as long as it is empty. Throws LeaseError: `widget_fields` (it does not), `widget_blocked` (no script), and
 * the store's refusals. Card data passes from the widget into the page's fields and is neither read nor sent here.
 */
export async function startHostedLease(options: HostedLeaseOptions): Promise<HostedLeaseEnd> {
  const { client, dictionary, nonce, timeoutMs, onStage, signal } = options
  try {
    onStage?.("loading")
    const answer = await client.widget()
    checkCardFields(answer.config.siteConfig)
    await loadWidget({ src: answer.scriptUrl, nonce, timeoutMs })
    if (signal?.aborted) return { type: "canceled", decision: null }
    return await open(answer, options)
  } catch (error) {
    // The store's refusals are in the shopper's language already.
    throw error instanceof LeaseError && error.status === 0 ? (dictionary?.error(error) ?? error) : error
  }
}

function open(answer: WidgetAnswer, { client, timeoutMs = SILENCE_MS, onStage, signal }: HostedLeaseOptions) {
  const { token, config, reference } = answer
  const { tell, store } = eventTeller(client)
  let decision: WidgetDecision | null = null
  let isSaving = false
  const silence = waitForWord(timeoutMs, () => onStage?.("silent"))

  return new Promise<HostedLeaseEnd>((resolve, reject) => {
    /** The members that the event has, and nothing else that a widget may add. */
    const heard: Record<Callback, (payload: Record<string, unknown>) => void> = {
      onApplicationSubmitResponse({ leaseId, status }) {
        tell(event("onApplicationSubmitResponse", { leaseId, status }))
        const word = String(status).toUpperCase()
        if (DECISION.test(word)) decision = word as WidgetDecision
      },
      onApproved: ({ leaseId }) => tell(event("onApproved", { leaseId })),
      onSuccess({ id, deliveryConfirmationUrl, orderConfirmationUrl }) {
        isSaving = true
        onStage?.("saving")
        store(event("onSuccess", { id, deliveryConfirmationUrl, orderConfirmationUrl })).then(
          (view) => resolve({ type: "success", view }),
          reject,
        )
      },
      onCancel({ id }) {
        tell(event("onCancel", { id }))
        resolve({ type: "canceled", decision })
      },
      onFailure({ message = "", id }) {
        tell(event("onFailure", { message: String(message).slice(0, MOST_TOLD), id }))
        resolve({ type: "failed", message: String(message), reference })
      },
    }
    const event = (name: Callback, payload: Record<string, unknown>) =>
      ({ token, event: name, payload }) as unknown as WidgetEventBody
    const callbacks = Object.fromEntries(
      Object.entries(heard).map(([name, hear]) => [
        name,
        (payload?: unknown) => {
          silence.end()
          // What follows a success, while that is stored, changes nothing of it.
          if (!isSaving) hear(membersOf(payload))
        },
      ]),
    )
    const widget = start(answer.startFunction, { ...config, ...callbacks })
    onStage?.("open")
    silence.begin()
    const close = () => {
      silence.end()
      widget?.close?.()
      if (isSaving) return
      // After an approval it is unknown whether a lease was made; that is checked later.
      if (decision !== "APP_APPROVED") tell(event("onCancel", {}))
      resolve({ type: "canceled", decision })
    }
    signal?.addEventListener("abort", close, { once: true })
  })
}

/** The members of a payload; a text alone is the message of a failure. */
function membersOf(payload: unknown): Record<string, unknown> {
  if (typeof payload === "string") return { message: payload }
  return (payload ?? {}) as Record<string, unknown>
}

/** Calls `onSilence` when nothing is said for `ms` after the beginning. */
function waitForWord(ms: number, onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  return {
    begin() {
      if (!isOver) timer = setTimeout(onSilence, ms)
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** Calls the global function of a dotted path. Throws `widget_blocked` where there is none, or when it throws. */
function start(path: string, config: Record<string, unknown>): ReturnType<Start> {
  const names = path.split(".")
  const name = names.pop() ?? ""
  try {
    const owner = names.reduce<Record<string, never>>((inner, key) => inner[key] as never, globalThis as never)
    return (owner[name] as unknown as Start).call(owner, config)
  } catch (error) {
    throw blocked(error)
  }
}
