import { watchContractFrame } from "/lease-to-own/index.js"
import { button, el } from "./dom.js"

/** A contract that says nothing for so long is called slow (ms). */
const SLOW_MS = 15_000
/** How often the server looks while the contract is open in another tab (ms). */
const LOOK_MS = 5000

/** Messages after which closing is asked about. */
const STEPS = new Set(["consent", "signature", "all_signed", "card"])

/**
 * The contract in a dialog (A7). Resolves with how it ended: `done`, the frame said so; `asked`, the shopper did; `closed`.
 * Each is a hint alone, the server looks for itself. The address is fetched on opening and gone with the frame. Rejects when
 * there is none.
 *
 * @param {import("/lease-to-own/index.js").LeaseClient} client
 * @returns {Promise<"done" | "asked" | "closed">}
 */
export async function openContract(client) {
  let { url, origins } = await client.contract()
  const frame = el("iframe", { title: "Lease contract", referrerPolicy: "strict-origin" })
  const said = el("p", { role: "status", className: "hint" })
  const question = el("div", { className: "question", role: "alert", hidden: true })
  const slow = el("div", { className: "slow", hidden: true })
  const footer = el("footer", {}, said, slow, question)
  let hasSigned = false
  let hasReloaded = false
  /** @type {number | undefined} */
  let slowTimer
  /** @type {number | undefined} */
  let lookTimer

  const dialog = el("dialog", { className: "contract", "aria-labelledby": "contract-title" })
  const close = button("Close", askToClose, { kind: "plain" })
  const finished = button("I have finished signing", () => dialog.close("asked"))
  const title = el("h2", { id: "contract-title", tabIndex: -1 }, "Your lease contract")
  footer.append(finished)
  dialog.append(el("div", { className: "bar" }, title, close), frame, footer)
  dialog.oncancel = (event) => {
    event.preventDefault()
    askToClose()
  }

  function load() {
    frame.src = url
    slow.hidden = true
    clearTimeout(slowTimer)
    slowTimer = setTimeout(showSlow, SLOW_MS)
  }

  async function reload() {
    ;({ url, origins } = await client.contract())
    load()
  }

  function showSlow() {
    const tab = el("a", { href: url, target: "_blank", rel: "noopener" }, "Open in a new tab")
    tab.onclick = lookMeanwhile
    slow.replaceChildren(
      el("span", {}, "Taking longer than usual."),
      tab,
      button("Try again", reload, { kind: "plain" }),
    )
    slow.hidden = false
  }

  /** Another tab tells this page nothing. */
  function lookMeanwhile() {
    clearInterval(lookTimer)
    lookTimer = setInterval(async () => {
      const answer = await client.signature("asked").catch(() => null)
      if (answer?.signature === "verified") dialog.close("asked")
    }, LOOK_MS)
  }

  function askToClose() {
    if (!hasSigned) return dialog.close("closed")
    const stay = button("Keep signing", () => {
      question.hidden = true
      frame.focus()
    })
    const leave = button("Close anyway", () => dialog.close("closed"), { kind: "plain" })
    question.replaceChildren(el("p", {}, "Your contract is not signed yet. Close anyway?"), stay, leave)
    question.hidden = false
    stay.focus()
  }

  /** @param {import("/lease-to-own/index.js").ContractEvent} event */
  function hear(event) {
    clearTimeout(slowTimer)
    slow.hidden = true
    hasSigned ||= STEPS.has(event.type)
    if (event.type === "signature") said.textContent = `${event.signed} of ${event.of} signatures`
    if (event.type === "all_signed") said.textContent = "All places are signed. Submit the contract to finish."
    if (event.type === "card") said.textContent = "The card was declined. Try another one."
    if (event.type === "done") dialog.close("done")
    if (event.type !== "failed") return
    // An address that is too old is replaced once without a word.
    if (event.at === "loading" && !hasReloaded) {
      hasReloaded = true
      reload().catch(showSlow)
    } else if (event.at === "loading") showSlow()
    else said.textContent = "The first payment did not go through. Nothing was placed. Try again in the contract."
  }

  document.body.append(dialog)
  load()
  dialog.showModal()
  title.focus()
  const stop = watchContractFrame(frame, { origins, onEvent: hear })
  return new Promise((resolve) => {
    dialog.onclose = () => {
      stop()
      clearTimeout(slowTimer)
      clearInterval(lookTimer)
      dialog.remove()
      resolve(dialog.returnValue === "done" || dialog.returnValue === "asked" ? dialog.returnValue : "closed")
    }
  })
}
