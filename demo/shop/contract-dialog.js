import { watchContractFrame } from "/lease-to-own/index.js"
import { button, el } from "./dom.js"
import { dictionary } from "./language.js"

/** A contract that says nothing for so long is called slow (ms). */
const SLOW_MS = 15_000
/** How often the server looks while the contract is open in another tab, or all of it is signed here (ms). */
const LOOK_MS = 5000
/** After this long (ms) the shopper may report the signature; by then the frame should have done so. */
const FINISHED_MS = 60_000

/** Messages after which closing is asked about. */
const STEPS = new Set(["consent", "signature", "all_signed", "card"])

/** How the dialog ends; `seen`: the store has looked already. */
const ENDINGS = /** @type {const} */ (["done", "asked", "seen", "closed"])

/** @param {keyof typeof dictionary.texts.contract} key @param {Record<string, string>} [params] */
const say = (key, params) => dictionary.say("contract", key, params)

/**
 * The contract in a dialog (A7). Resolves with how it ended: `done`, the frame said so; `asked`, the shopper did; `seen`, the store found it
 * signed; `closed`. The first two are hints alone, the server looks for itself. The address is fetched on opening and gone with the frame. Rejects when
 * there is none.
 *
 * @param {import("/lease-to-own/index.js").LeaseClient} client
 * @param {string} help whom to ask
 * @returns {Promise<(typeof ENDINGS)[number]>}
 */
export async function openContract(client, help) {
  let { url, origins } = await client.contract()
  const title = el("h2", { id: "contract-title", tabIndex: -1 }, say("title"))
  const frame = el("iframe", { title: say("frame"), referrerPolicy: "strict-origin", className: "loading" })
  frame.onload = () => {
    frame.className = ""
  }
  const said = el("p", { role: "status", className: "hint" })
  const slow = el("div", { className: "slow", role: "alert", hidden: true })
  const question = el("div", { className: "question", role: "alert", hidden: true })
  const tab = el("a", { target: "_blank", rel: "noopener" }, say("new_tab"))
  const dialog = el("dialog", { className: "contract", "aria-labelledby": title.id })
  let hasSigned = false
  let hasReloaded = false
  /** @type {number | undefined} */
  let slowTimer
  /** @type {number | undefined} */
  let lookTimer

  function load() {
    frame.className = "loading"
    frame.src = url
    tab.href = url
    slow.hidden = true
    clearTimeout(slowTimer)
    slowTimer = setTimeout(showSlow, SLOW_MS)
  }

  async function reload() {
    ;({ url, origins } = await client.contract())
    stop()
    stop = watch()
    load()
  }

  function showSlow() {
    slow.replaceChildren(el("span", {}, say("slow")), button(say("retry"), reload, "plain"))
    slow.hidden = false
  }

  /** Another tab tells this page nothing, and a frame's last message may be lost. @param {"asked"} [hint] */
  function lookForSignature(hint) {
    clearInterval(lookTimer)
    lookTimer = setInterval(async () => {
      const answer = await client.signature(hint).catch(() => null)
      if (answer?.signature === "verified" || answer?.step === "settling") dialog.close("seen")
    }, LOOK_MS)
  }
  tab.onclick = () => lookForSignature("asked")

  /** Asked again, the answer is no. */
  function askToClose() {
    if (!hasSigned) return dialog.close("closed")
    if (!question.hidden) return keepSigning()
    const stay = button(say("keep_signing"), keepSigning)
    const leave = button(say("close_anyway"), () => dialog.close("closed"), "plain")
    question.replaceChildren(el("p", {}, say("not_signed")), stay, leave)
    question.hidden = false
    stay.focus()
  }

  function keepSigning() {
    question.hidden = true
    frame.focus()
  }

  // Before the browser sees the key: it asks once whether to close, and closes the second time whatever is answered.
  dialog.onkeydown = (event) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    askToClose()
  }
  // Other ways to close, such as a gesture.
  dialog.oncancel = (event) => {
    event.preventDefault()
    askToClose()
  }

  /** @param {import("/lease-to-own/index.js").ContractEvent} event */
  function hear(event) {
    clearTimeout(slowTimer)
    slow.hidden = true
    frame.className = ""
    hasSigned ||= STEPS.has(event.type)
    if (event.type === "signature") {
      said.textContent = say("signatures", { signed: String(event.signed), of: String(event.of) })
    }
    if (event.type === "all_signed" || event.type === "card") said.textContent = say(event.type)
    if (event.type === "all_signed") {
      lookForSignature()
      finished.hidden = false
    }
    if (event.type === "done") dialog.close("done")
    if (event.type !== "failed") return
    // An address that is too old is replaced once without a word.
    if (event.at === "loading" && !hasReloaded) {
      hasReloaded = true
      reload().catch(showSlow)
    } else if (event.at === "loading") showSlow()
    else said.textContent = say("payment_failed")
  }

  const bar = el("div", { className: "bar" }, title, button(say("close"), askToClose, "plain"))
  const finished = button(say("finished"), () => dialog.close("asked"), "plain")
  finished.hidden = true
  const finishedTimer = setTimeout(() => {
    finished.hidden = false
  }, FINISHED_MS)
  const links = el("div", { className: "links" }, el("p", { className: "hint" }, help), tab, finished)
  const footer = el("footer", {}, said, slow, question, links)
  dialog.append(bar, frame, footer)
  const watch = () => watchContractFrame(frame, { origins, onEvent: hear })
  const leave = () => dialog.close("closed")
  document.body.append(dialog)
  load()
  dialog.showModal()
  title.focus()
  let stop = watch()
  addEventListener("hashchange", leave)
  return new Promise((resolve) => {
    dialog.onclose = () => {
      stop()
      clearTimeout(slowTimer)
      clearInterval(lookTimer)
      clearTimeout(finishedTimer)
      removeEventListener("hashchange", leave)
      dialog.remove()
      const [ending = "closed"] = ENDINGS.filter((each) => each === dialog.returnValue)
      resolve(ending)
    }
  })
}
