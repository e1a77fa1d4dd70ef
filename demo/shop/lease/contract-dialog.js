import { button, el } from "../dom.js"

/** @typedef {import("/lease-to-own/screens.js").ContractSession} ContractSession */

/** Shows the contract in a dialog until it has ended. @param {ContractSession} session */
export function showContract(session) {
  const { texts } = session
  const title = el("h2", { id: "contract-title", tabIndex: -1 }, texts.title)
  const frame = el("iframe", { title: texts.frame, referrerPolicy: "strict-origin" })
  const tab = el("a", { target: "_blank", rel: "noopener" }, texts.new_tab)
  const { element: footer, show } = footerOf(session, tab)
  const bar = el("div", { className: "bar" }, title, button(texts.close, session.askToClose, "plain"))
  const dialog = el("dialog", { className: "contract", "aria-labelledby": title.id }, bar, frame, footer)
  askOnEscape(dialog, session)
  dialog.onclose = () => session.end()
  let wasAsking = false
  const stop = session.subscribe((state) => {
    frame.className = state.isLoading ? "loading" : ""
    show(state)
    if (wasAsking && !state.isAsking) frame.focus()
    wasAsking = state.isAsking
  })
  document.body.append(dialog)
  session.attach(frame, tab)
  dialog.showModal()
  title.focus()
  session.ended.then(() => {
    stop()
    dialog.close()
    dialog.remove()
  })
}

/** @param {HTMLDialogElement} dialog @param {ContractSession} session */
function askOnEscape(dialog, { askToClose }) {
  /** @param {Event} event */
  const ask = (event) => {
    event.preventDefault()
    askToClose()
  }
  // Before the browser sees the key: it asks once whether to close, and closes the second time whatever is answered.
  dialog.onkeydown = (event) => {
    if (event.key === "Escape") ask(event)
  }
  // Other ways to close, such as a gesture.
  dialog.oncancel = ask
}

/** Words, link and questions below the frame. @param {ContractSession} session @param {HTMLAnchorElement} tab */
function footerOf({ state: first, texts, retry, keepSigning, end }, tab) {
  const said = el("p", { role: "status", className: "hint" })
  const slow = el("div", { className: "slow", role: "alert", hidden: true })
  const question = el("div", { className: "question", role: "alert", hidden: true })
  const finished = button(texts.finished, () => end("asked"), "plain")
  const links = el("div", { className: "links" }, el("p", { className: "hint" }, texts.help), tab, finished)
  let shown = first

  /** @param {import("/lease-to-own/screens.js").ContractState} state */
  function show(state) {
    said.textContent = state.said
    finished.hidden = !state.canFinish
    if (state.isSlow !== shown.isSlow) {
      slow.replaceChildren(el("span", {}, texts.slow), button(texts.retry, retry, "plain"))
      slow.hidden = !state.isSlow
    }
    if (state.isAsking !== shown.isAsking) {
      const stay = button(texts.keep_signing, keepSigning)
      question.replaceChildren(
        el("p", {}, texts.not_signed),
        stay,
        button(texts.close_anyway, () => end(), "plain"),
      )
      question.hidden = !state.isAsking
      if (state.isAsking) stay.focus()
    }
    shown = state
  }

  show(first)
  return { element: el("footer", {}, said, slow, question, links), show }
}
