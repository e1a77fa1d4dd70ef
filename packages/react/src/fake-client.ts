import { type LeaseClient, LeaseError, type LeaseStep, type LeaseView, type Listener } from "lease-to-own-storefront"
import { fakeLeaseView } from "./fake-view.js"
import { type FakeWidgetEnd, fakeWidget } from "./fake-widget.js"

export type FakeLeaseCall = Exclude<keyof LeaseClient, "subscribe">

export type FakeLeaseOptions = {
  /** The first step. Default: `intro`. */
  step?: LeaseStep
  /** Changes to the first view. */
  view?: Partial<LeaseView>
  /** The step after an application, such as `denied` or `undecided`. Default: `offer`. */
  decision?: LeaseStep
  /** Selectors for the card form's inputs, which the hosted widget fills in. Default: those in the README. */
  siteConfig?: Record<string, string>
}

const CARD_FORM = {
  cardNumber: "#lease-card-cardnumber",
  cvv: "#lease-card-cvv",
  expiration: "#lease-card-expiration",
}

/** A client without a store, network or timers. Each call resolves immediately and moves to the next step, as the store would. */
export type FakeLeaseClient = LeaseClient & {
  readonly view: LeaseView
  /** The calls made so far, in order. */
  readonly calls: readonly FakeLeaseCall[]
  /** The applications sent so far, in order. */
  readonly applications: readonly unknown[]
  /** Moves the lease to another step without a call, and notifies the page. */
  move(step: LeaseStep, changes?: Partial<LeaseView>): void
  /**
   * Signs the contract. The page gets the new state at its next read, for example after the dialog is closed. For an existing order (`view: {
   * order_id }`), continue with `move("placed")`.
   */
  sign(): void
  /** Ends the open hosted widget. Throws if none is open. */
  finishWidget(how: FakeWidgetEnd): void
  failNext(call: FakeLeaseCall, error: Partial<Pick<LeaseError, "code" | "message" | "status" | "fields">>): void
}

/** Creates a fake client for testing a shop's own components: `<LeaseCheckout client={fakeLeaseClient({ step: "offer" })} … />`. */
export function fakeLeaseClient(options: FakeLeaseOptions = {}): FakeLeaseClient {
  const listeners = new Set<Listener>()
  const calls: FakeLeaseCall[] = []
  const applications: unknown[] = []
  const failures = new Map<FakeLeaseCall, LeaseError>()
  const widget = fakeWidget(options.siteConfig ?? CARD_FORM)
  let view = fakeLeaseView(options.step, options.view)

  function tell(next: LeaseView): LeaseView {
    view = next
    for (const listener of [...listeners]) listener(view)
    return view
  }
  const go = (step: LeaseStep, changes?: Partial<LeaseView>) => tell(fakeLeaseView(step, changes))

  async function begin(call: FakeLeaseCall): Promise<void> {
    calls.push(call)
    const failure = failures.get(call)
    failures.delete(call)
    if (failure) throw failure
  }
  const read = async (call: "get" | "check") => {
    await begin(call)
    return tell(view)
  }

  return {
    get view() {
      return view
    },
    calls,
    applications,
    get: () => read("get"),
    check: () => read("check"),
    async choose(chosen) {
      await begin("choose")
      const { sales_tax } = view
      const isChanged = sales_tax?.mode === "by_operator"
      return tell(isChanged ? { ...view, sales_tax: { ...sales_tax, total_changes: !chosen } } : view)
    },
    async apply(application) {
      await begin("apply")
      applications.push(structuredClone(application))
      const { decision = "offer" } = options
      return go(decision, decision === "offer" ? { status: "approved", offer: null } : {})
    },
    async askCode() {
      await begin("askCode")
      return {
        code: "code_sent",
        params: {},
        message: "If you were approved with this email address, a code is on its way.",
      }
    },
    async takeApproval() {
      await begin("takeApproval")
      return go("offer")
    },
    async offer() {
      await begin("offer")
      return go("offer")
    },
    async contract() {
      await begin("contract")
      view = fakeLeaseView("offer", { status: "signing", order_id: view.order_id, offer: view.offer })
      return { url: "about:blank", origins: ["https://contract.example.com"] }
    },
    async signature() {
      await begin("signature")
      return { ...tell(view), signature: view.step === "ready" ? "verified" : "not_signed" }
    },
    async place() {
      await begin("place")
      go("placed")
      return { type: "order", order_id: view.order_id ?? "order_1" }
    },
    async restore() {
      await begin("restore")
      go("ready")
    },
    async separate(lineIds) {
      await begin("separate")
      const movable = view.reasons.flatMap((reason) => reason.lines ?? []).filter((line) => line.movable)
      const lines = movable.filter(({ id }) => lineIds?.includes(id) ?? true)
      if (lines.length > 0) go("intro", { separate_cart: { id: "cart_2", items: lines } })
    },
    async putBack() {
      await begin("putBack")
      tell({ ...view, separate_cart: null })
    },
    async widget() {
      await begin("widget")
      return widget.answer()
    },
    async widgetEvent({ event }) {
      await begin("widgetEvent")
      return event === "onSuccess" ? go("card") : tell(view)
    },
    subscribe(listener) {
      const entry: Listener = (heard) => listener(heard)
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    move: (step, changes) => void go(step, changes),
    sign() {
      const { order_id } = view
      view = order_id ? fakeLeaseView("confirming", { order_id }) : fakeLeaseView("ready")
    },
    finishWidget: widget.finish,
    failNext: (call, error) => void failures.set(call, errorOf(error)),
  }
}

function errorOf({
  code = "store_unavailable",
  message,
  status = 409,
  fields = [],
}: Parameters<FakeLeaseClient["failNext"]>[1]) {
  return new LeaseError({
    code,
    message: message ?? "The fake lease failed as requested.",
    status,
    retryable: false,
    fields,
  })
}
