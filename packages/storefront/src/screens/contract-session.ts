import type { LeaseClient } from "../client/client.js"
import { type ContractFrame, watchContractFrame } from "../client/contract-frame.js"
import type { ContractEvent } from "../client/contract-message.js"
import type { ContractEnding } from "../flow/flow-state.js"
import { type Feed, StateFeed } from "../flow/state-feed.js"
import type { ContractAnswer } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"
import type { Texts } from "../words/texts.js"

/** A contract that says nothing for so long is called slow (ms). */
const SLOW_MS = 15_000
/** How often the server looks while the contract is open in another tab, or all of it is signed here (ms). */
const LOOK_MS = 5000
/** After this long (ms) the shopper may report the signature; by then the frame should have done so. */
const FINISHED_MS = 60_000

/** Messages after which closing is asked about. */
const STEPS = new Set(["consent", "signature", "all_signed", "card"])

/** One moment of an open contract. It never changes; a change makes a new one. */
export type ContractState = {
  /** Nothing is seen in the frame yet. */
  readonly isLoading: boolean
  /** It takes too long: say `texts.slow`, offer `retry`. */
  readonly isSlow: boolean
  /** Say `texts.not_signed`; offer `keepSigning` and `end`. */
  readonly isAsking: boolean
  /** Offer `end("asked")`. */
  readonly canFinish: boolean
  /** For a live region. */
  readonly said: string
}

/** An `<iframe>` and an `<a target="_blank" rel="noopener">`, as a session needs them. */
export type SessionFrame = ContractFrame & Pick<HTMLIFrameElement, "src" | "addEventListener" | "removeEventListener">
export type SessionLink = Pick<HTMLAnchorElement, "href" | "addEventListener" | "removeEventListener">

/** The contract on show: a dialog around a frame. */
export type ContractSession = Feed<ContractState> & {
  /** The dialog's words. `help`: whom to ask. */
  readonly texts: Texts["contract"] & { help: string }
  /** Resolves with how it ended: `done`, the frame said so; `asked`, the shopper did; `seen`, the store found it signed; `closed`. */
  readonly ended: Promise<ContractEnding>
  /**
   * Gives the frame and the link "open in a new tab" their address, which stands nowhere else, and begins. Returns the way to stop, for frames
   * that are taken away; remove both when it has ended.
   */
  attach(frame: SessionFrame, link?: SessionLink | null): () => void
  /** For Close and Escape. Ends it, or asks first when something is signed. Asked again, the answer is no. */
  askToClose(): void
  keepSigning(): void
  /** Fetches a fresh address. */
  retry(): Promise<void>
  /** `closed` when left out. */
  end(ending?: ContractEnding): void
}

export type ContractSessionOptions = {
  client: Pick<LeaseClient, "contract" | "signature">
  /** The answer of `contract()`. */
  contract: ContractAnswer
  dictionary: Pick<Dictionary, "texts" | "say">
  /** Whom to ask. */
  help: string
}

/**
 * The contract while it is open. Nothing is touched before `attach`. Endings and messages are hints alone: the store looks for itself. The
 * address is gone with the end.
 */
export function createContractSession(options: ContractSessionOptions): ContractSession {
  return new Session(options)
}

type Timer = ReturnType<typeof setTimeout>

class Session extends StateFeed<ContractState> implements ContractSession {
  readonly texts
  readonly ended
  readonly #client
  readonly #say
  #resolve: (ending: ContractEnding) => void = () => {}
  #contract: ContractAnswer | null
  #frame: SessionFrame | null = null
  #link: SessionLink | null = null
  #hasSigned = false
  #hasReloaded = false
  #stopWatching = () => {}
  #timers: { slow?: Timer; look?: Timer; finished?: Timer } = {}

  constructor({ client, contract, dictionary, help }: ContractSessionOptions) {
    super({ isLoading: true, isSlow: false, isAsking: false, canFinish: false, said: "" })
    this.#client = client
    this.#contract = contract
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
    else if (this.state.isAsking) this.keepSigning()
    else this.#set({ isAsking: true })
  }

  keepSigning = () => this.#set({ isAsking: false })

  retry = () => this.#reload().catch(({ message }: Error) => this.#set({ isSlow: true, said: message }))

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

  #goElsewhere = () => this.#lookForSignature("asked")

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
    const contract = await this.#client.contract()
    if (!this.#contract) return
    this.#contract = contract
    this.#load()
  }

  /** Another tab tells this page nothing, and a frame's last message may be lost. */
  #lookForSignature(hint?: "asked"): void {
    clearTimeout(this.#timers.look)
    this.#timers.look = setInterval(async () => {
      const answer = await this.#client.signature(hint).catch(() => null)
      if (answer?.signature === "verified" || answer?.step === "settling") this.end("seen")
    }, LOOK_MS)
  }

  #hear(event: ContractEvent): void {
    clearTimeout(this.#timers.slow)
    this.#hasSigned ||= STEPS.has(event.type)
    this.#set({ isLoading: false, isSlow: false })
    if (event.type === "signature")
      this.#set({ said: this.#say("signatures", { signed: `${event.signed}`, of: `${event.of}` }) })
    if (event.type === "all_signed" || event.type === "card") this.#set({ said: this.#say(event.type) })
    if (event.type === "all_signed") {
      this.#lookForSignature()
      this.#set({ canFinish: true })
    }
    if (event.type === "done") this.end("done")
    if (event.type === "failed") this.#fail(event.at)
  }

  #fail(at: "loading" | "payment") {
    if (at === "payment") return this.#set({ said: this.#say("payment_failed") })
    if (this.#hasReloaded) return this.#set({ isSlow: true })
    // An address that is too old is replaced once without a word.
    this.#hasReloaded = true
    this.#reload().catch(() => this.#set({ isSlow: true }))
  }
}
