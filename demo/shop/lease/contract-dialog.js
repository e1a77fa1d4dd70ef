import { watchContractFrame } from "/lease-to-own/index.js"
import { button, el } from "../dom.js"
import { dictionary } from "../language.js"

/** A contract that says nothing for so long is called slow (ms). */
const SLOW_MS = 15_000
/** How often the server looks while the contract is open in another tab, or all of it is signed here (ms). */
const LOOK_MS = 5000
/** After this long (ms) the shopper may report the signature; by then the frame should have done so. */
const FINISHED_MS = 60_000

/** Messages after which closing is asked about. */
const STEPS = new Set(["consent", "signature", "all_signed", "card"])

/** How the dialog ends. @type {import("/lease-to-own/flow.js").ContractEnding[]} */
const ENDINGS = ["done", "asked", "seen", "closed"]

/** @param {keyof typeof dictionary.texts.contract} key @param {Record<string, string>} [params] */
const say = (key, params) => dictionary.say("contract", key, params)

/** @typedef {import("/lease-to-own/index.js").LeaseClient} LeaseClient */

/**
 * The contract in a dialog (A7). Resolves with how it ended: `done`, the frame said so; `asked`, the shopper did; `seen`, the
 * store found it signed; `closed`. The first two are hints alone, the server looks for itself. The address is gone with the frame.
 *
 * @param {LeaseClient} client
 * @param {import("/lease-to-own/index.js").ContractAnswer} contract
 * @param {string} help whom to ask
 */
export function openContract(client, contract, help) {
  return new ContractDialog(client, contract, help).show()
}

class ContractDialog {
  #title = el("h2", { id: "contract-title", tabIndex: -1 }, say("title"))
  #frame = el("iframe", { title: say("frame"), referrerPolicy: "strict-origin", className: "loading" })
  #said = el("p", { role: "status", className: "hint" })
  #slow = el("div", { className: "slow", role: "alert", hidden: true })
  #question = el("div", { className: "question", role: "alert", hidden: true })
  #tab = el("a", { target: "_blank", rel: "noopener" }, say("new_tab"))
  #finished = button(say("finished"), () => this.#dialog.close("asked"), "plain")
  #dialog = el("dialog", { className: "contract", "aria-labelledby": this.#title.id })
  #client
  #contract
  #hasSigned = false
  #hasReloaded = false
  /** @type {{ slow?: number, look?: number, finished?: number }} */
  #timers = {}
  #stopWatching = () => {}

  /** @param {LeaseClient} client @param {import("/lease-to-own/index.js").ContractAnswer} contract @param {string} help */
  constructor(client, contract, help) {
    this.#client = client
    this.#contract = contract
    this.#finished.hidden = true
    this.#frame.onload = () => {
      this.#frame.className = ""
    }
    this.#tab.onclick = () => this.#lookForSignature("asked")
    // Before the browser sees the key: it asks once whether to close, and closes the second time whatever is answered.
    this.#dialog.onkeydown = (event) => {
      if (event.key === "Escape") this.#askFirst(event)
    }
    // Other ways to close, such as a gesture.
    this.#dialog.oncancel = (event) => this.#askFirst(event)
    const bar = el(
      "div",
      { className: "bar" },
      this.#title,
      button(say("close"), () => this.#askToClose(), "plain"),
    )
    const links = el("div", { className: "links" }, el("p", { className: "hint" }, help), this.#tab, this.#finished)
    const footer = el("footer", {}, this.#said, this.#slow, this.#question, links)
    this.#dialog.append(bar, this.#frame, footer)
  }

  /** @returns {Promise<import("/lease-to-own/flow.js").ContractEnding>} */
  show() {
    this.#timers.finished = setTimeout(() => {
      this.#finished.hidden = false
    }, FINISHED_MS)
    document.body.append(this.#dialog)
    this.#load()
    this.#dialog.showModal()
    this.#title.focus()
    addEventListener("hashchange", this.#leave)
    return new Promise((resolve) => {
      this.#dialog.onclose = () => resolve(this.#end())
    })
  }

  #end() {
    this.#stopWatching()
    clearTimeout(this.#timers.slow)
    clearInterval(this.#timers.look)
    clearTimeout(this.#timers.finished)
    removeEventListener("hashchange", this.#leave)
    this.#dialog.remove()
    return ENDINGS.find((each) => each === this.#dialog.returnValue) ?? "closed"
  }

  #leave = () => this.#dialog.close("closed")

  #load() {
    const { url, origins } = this.#contract
    this.#stopWatching()
    this.#stopWatching = watchContractFrame(this.#frame, { origins, onEvent: (event) => this.#hear(event) })
    this.#frame.className = "loading"
    this.#frame.src = url
    this.#tab.href = url
    this.#slow.hidden = true
    clearTimeout(this.#timers.slow)
    this.#timers.slow = setTimeout(() => this.#showSlow(), SLOW_MS)
  }

  async #reload() {
    this.#contract = await this.#client.contract()
    this.#load()
  }

  #showSlow() {
    this.#slow.replaceChildren(
      el("span", {}, say("slow")),
      button(say("retry"), () => this.#reload(), "plain"),
    )
    this.#slow.hidden = false
  }

  /** Another tab tells this page nothing, and a frame's last message may be lost. @param {"asked"} [hint] */
  #lookForSignature(hint) {
    clearInterval(this.#timers.look)
    this.#timers.look = setInterval(async () => {
      const answer = await this.#client.signature(hint).catch(() => null)
      if (answer?.signature === "verified" || answer?.step === "settling") this.#dialog.close("seen")
    }, LOOK_MS)
  }

  /** @param {Event} event */
  #askFirst(event) {
    event.preventDefault()
    this.#askToClose()
  }

  /** Asked again, the answer is no. */
  #askToClose() {
    if (!this.#hasSigned) return this.#leave()
    if (!this.#question.hidden) return this.#keepSigning()
    const stay = button(say("keep_signing"), () => this.#keepSigning())
    const leave = button(say("close_anyway"), this.#leave, "plain")
    this.#question.replaceChildren(el("p", {}, say("not_signed")), stay, leave)
    this.#question.hidden = false
    stay.focus()
  }

  #keepSigning() {
    this.#question.hidden = true
    this.#frame.focus()
  }

  /** @param {import("/lease-to-own/index.js").ContractEvent} event */
  #hear(event) {
    clearTimeout(this.#timers.slow)
    this.#slow.hidden = true
    this.#frame.className = ""
    this.#hasSigned ||= STEPS.has(event.type)
    if (event.type === "signature") {
      this.#said.textContent = say("signatures", { signed: String(event.signed), of: String(event.of) })
    }
    if (event.type === "all_signed" || event.type === "card") this.#said.textContent = say(event.type)
    if (event.type === "all_signed") {
      this.#lookForSignature()
      this.#finished.hidden = false
    }
    if (event.type === "done") this.#dialog.close("done")
    if (event.type === "failed") this.#fail(event.at)
  }

  /** @param {Extract<import("/lease-to-own/index.js").ContractEvent, { type: "failed" }>["at"]} at */
  #fail(at) {
    if (at !== "loading") {
      this.#said.textContent = say("payment_failed")
      return
    }
    if (this.#hasReloaded) return this.#showSlow()
    // An address that is too old is replaced once without a word.
    this.#hasReloaded = true
    this.#reload().catch(() => this.#showSlow())
  }
}
