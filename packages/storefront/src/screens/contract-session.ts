import type { LeaseClient } from "../client/client.js"
import type { ContractEvent } from "../client/contract-message.js"
import { type ContractFrame, watchContractFrame } from "../client/watch-contract-frame.js"
import type { ContractEnding } from "../flow/flow-state.js"
import { type Feed, StateFeed } from "../flow/state-feed.js"
import type { ContractAnswer, ContractBody } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import type { Texts } from "../words/texts.js"

/** How long a contract can go without sending a message before it counts as slow. */
const SLOW_MS = 15_000
/** The interval between signature checks while the contract is open in another tab or fully signed in this one. */
const CHECK_MS = 5000
/** The delay before the shopper can report the signature. By then, the frame should have done so. */
const FINISHED_MS = 60_000

/** Messages after which closing the contract needs a confirmation. */
const STEPS = new Set(["consent", "signature", "all_signed", "card"])

export type ContractState = {
  /** True while the frame is still empty. */
  readonly isLoading: boolean
  /** True if loading takes too long. Show `texts.slow` and offer `retry`. */
  readonly isSlow: boolean
  /** True if the shopper must confirm closing. Show `texts.not_signed` and offer `keepSigning` and `end`. */
  readonly isConfirmingClose: boolean
  /** True if the shopper can report the signature. Offer `end("requested")`. */
  readonly canFinish: boolean
  /** Text for a live region. */
  readonly statusText: string
}

/** The parts of an `<iframe>` and an `<a target="_blank" rel="noopener">` that a session uses. */
export type SessionFrame = ContractFrame & Pick<HTMLIFrameElement, "src" | "addEventListener" | "removeEventListener">
export type SessionLink = Pick<HTMLAnchorElement, "href" | "addEventListener" | "removeEventListener">

/** An open contract, to be shown as a frame in a dialog. */
export type ContractSession = Feed<ContractState> & {
  /** The dialog's texts. `help` is the operator's contact. */
  readonly texts: Texts["contract"] & { help: string }
  /** Who reported the signature: the frame (`done`), the shopper (`requested`), the store (`detected`) or nobody (`closed`). */
  readonly ended: Promise<ContractEnding>
  /**
   * Starts the session by setting the contract's URL on the frame and on the link to a new tab. Returns a function to call when the frame is removed.
   */
  attach(frame: SessionFrame, link?: SessionLink | null): () => void
  /**
   * Handles Close and Escape. Ends the session, or first asks the shopper to confirm if something is signed. A second call before the shopper
   * confirms has the effect of `keepSigning`.
   */
  askToClose(): void
  keepSigning(): void
  /** Loads the contract again, from a new URL. */
  retry(): Promise<void>
  /** Ends the session, with `closed` by default. */
  end(ending?: ContractEnding): void
}

export type ContractSessionOptions = {
  client: Pick<LeaseClient, "contract" | "signature">
  contract: ContractAnswer
  /** What the shopper confirmed to open the contract. It's sent again when the contract is reloaded. */
  acknowledged?: ContractBody["acknowledged"]
  dictionary: Pick<Dictionary, "texts" | "say">
  help: string
}

type Timer = ReturnType<typeof setTimeout>

/** Doesn't touch the page before `attach`, and discards the contract's URL when it ends. */
export class Session extends StateFeed<ContractState> implements ContractSession {
  readonly texts
  readonly ended
  readonly #client
  readonly #acknowledged
  readonly #say
  #resolve: (ending: ContractEnding) => void = () => {}
  #contract: ContractAnswer | null
  #frame: SessionFrame | null = null
  #link: SessionLink | null = null
  #hasSigned = false
  #hasReloaded = false
  #stopWatching = () => {}
  #timers: { slow?: Timer; poll?: Timer; finished?: Timer } = {}

  constructor({ client, contract, acknowledged, dictionary, help }: ContractSessionOptions) {
    super({ isLoading: true, isSlow: false, isConfirmingClose: false, canFinish: false, statusText: "" })
    this.#client = client
    this.#contract = contract
    this.#acknowledged = acknowledged
    this.#say = (key: keyof Texts["contract"], params?: Record<string, string>) =>
      dictionary.say("contract", key, params)
    this.texts = { ...dictionary.texts.contract, help }
    this.ended = new Promise<ContractEnding>((resolve) => {
      this.#resolve = resolve
    })
  }

  attach = (frame: SessionFrame, link: SessionLink | null = null) => {
    this.#detach()
    this.#frame = frame
    this.#link = link
    frame.addEventListener("load", this.#appear)
    link?.addEventListener("click", this.#goElsewhere)
    this.#timers.finished = setTimeout(() => this.#set({ canFinish: true }), FINISHED_MS)
    this.#load()
    return () => {
      if (this.#frame === frame) this.#detach()
    }
  }

  askToClose = () => {
    if (!this.#hasSigned) this.end()
    else if (this.state.isConfirmingClose) this.keepSigning()
    else this.#set({ isConfirmingClose: true })
  }

  keepSigning = () => this.#set({ isConfirmingClose: false })

  retry = () => this.#reload().catch(({ message }: Error) => this.#set({ isSlow: true, statusText: message }))

  end = (ending: ContractEnding = "closed") => {
    this.#detach()
    this.#contract = null
    this.#resolve(ending)
  }

  #set(changes: Partial<ContractState>) {
    if (this.#contract) this.set(changes)
  }

  #detach(): void {
    this.#stopWatching()
    for (const timer of Object.values(this.#timers)) clearTimeout(timer)
    this.#frame?.removeEventListener("load", this.#appear)
    this.#link?.removeEventListener("click", this.#goElsewhere)
    this.#frame = null
    this.#link = null
  }

  #appear = () => this.#set({ isLoading: false })

  #goElsewhere = () => this.#checkSignature("requested")

  #load(): void {
    if (!this.#frame || !this.#contract) return
    const { url, origins } = this.#contract
    this.#stopWatching()
    this.#stopWatching = watchContractFrame(this.#frame, { origins, onEvent: (event) => this.#hear(event) })
    this.#set({ isLoading: true, isSlow: false })
    this.#frame.src = url
    if (this.#link) this.#link.href = url
    clearTimeout(this.#timers.slow)
    this.#timers.slow = setTimeout(() => this.#set({ isSlow: true }), SLOW_MS)
  }

  async #reload(): Promise<void> {
    const contract = await this.#client.contract(this.#acknowledged)
    if (!this.#contract) return
    this.#contract = contract
    this.#load()
  }

  /** Polls for the signature, because another tab sends no messages and a frame's last message may be lost. */
  #checkSignature(hint?: "requested"): void {
    clearTimeout(this.#timers.poll)
    this.#timers.poll = setInterval(async () => {
      const answer = await this.#client.signature(hint).catch(() => null)
      if (answer?.signature === "verified" || answer?.step === "first_payment_pending") this.end("detected")
    }, CHECK_MS)
  }

  #hear(event: ContractEvent): void {
    clearTimeout(this.#timers.slow)
    this.#hasSigned ||= STEPS.has(event.type)
    this.#set({ isLoading: false, isSlow: false })
    if (event.type === "signature")
      this.#set({ statusText: this.#say("signatures", { signed: `${event.signed}`, of: `${event.of}` }) })
    if (event.type === "all_signed" || event.type === "card") this.#set({ statusText: this.#say(event.type) })
    if (event.type === "all_signed") {
      this.#checkSignature()
      this.#set({ canFinish: true })
    }
    if (event.type === "done") this.end("done")
    if (event.type === "failed") this.#fail(event.at)
  }

  #fail(at: "loading" | "payment") {
    if (at === "payment") return this.#set({ statusText: this.#say("payment_failed") })
    if (this.#hasReloaded) return this.#set({ isSlow: true })
    // Silently replace an expired URL once.
    this.#hasReloaded = true
    this.#reload().catch(() => this.#set({ isSlow: true }))
  }
}
