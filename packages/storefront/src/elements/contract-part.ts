import type { ContractSession, ContractState } from "../screens/contract-session.js"
import { dialogPart } from "./dialog-part.js"
import { make, makeButton, nextId } from "./make.js"

export type ContractPart = {
  close(): void
  /** Reloads the frame from a new URL after the element was moved within the page, because a contract's URL works only once. */
  moved(): void
}

export function openContract(session: ContractSession, parent: HTMLElement): ContractPart {
  const { texts, askToClose } = session
  const titleId = nextId()
  const title = make("h2", { id: titleId, tabindex: -1 }, texts.title)
  const frame = make("iframe", { title: texts.frame, referrerpolicy: "strict-origin", "data-lease-contract-frame": "" })
  const link = make("a", { target: "_blank", rel: "noopener" }, texts.new_tab)
  const bar = make("div", { "data-lease-contract-bar": true }, title, makeButton("plain", texts.close, askToClose))
  const footer = footerOf(session, link)
  const options = { titleId, askToClose, onClosed: () => session.end() }
  const dialog = dialogPart(options, bar, frame, footer.element)
  let isConfirmingClose = false
  const show = (state: ContractState) => {
    frame.setAttribute("data-lease-contract-frame", state.isLoading ? "loading" : "")
    footer.show(state)
    if (isConfirmingClose && !state.isConfirmingClose) frame.focus()
    isConfirmingClose = state.isConfirmingClose
  }
  show(session.state)
  parent.append(dialog.element)
  const stop = session.subscribe(show)
  const detach = session.attach(frame, link)
  dialog.open()
  title.focus()
  return {
    close() {
      stop()
      detach()
      dialog.close()
    },
    moved() {
      dialog.open()
      void session.retry()
    },
  }
}

type Footer = { element: HTMLElement; show(state: ContractState): void }

function footerOf(session: ContractSession, link: HTMLElement): Footer {
  const { texts, retry, keepSigning, end } = session
  const statusText = make("p", { role: "status", "data-lease-status-text": true })
  const slow = alertOf("data-lease-contract-slow", () => [
    make("p", {}, texts.slow),
    makeButton("plain", texts.retry, retry),
  ])
  const stay = makeButton("main", texts.keep_signing, keepSigning)
  const leave = makeButton("plain", texts.close_anyway, () => end())
  const question = alertOf("data-lease-contract-question", () => [make("p", {}, texts.not_signed), stay, leave])
  const finished = makeButton("plain", texts.finished, () => end("requested"))
  const help = make("p", { "data-lease-text": "hint" }, texts.help)
  const links = make("div", { "data-lease-contract-links": true }, link, help)
  return {
    element: make("div", { "data-lease-contract-footer": true }, statusText, slow.element, question.element, links),
    show(state) {
      if (statusText.textContent !== state.statusText) statusText.textContent = state.statusText
      slow.show(state.isSlow)
      if (question.show(state.isConfirmingClose) && state.isConfirmingClose) stay.focus()
      if (state.canFinish && !finished.isConnected) help.before(finished)
    },
  }
}

/** Creates a `role="alert"` element, so screen readers announce its content when it appears. `show` returns true if anything changed. */
function alertOf(name: string, content: () => Node[]) {
  const element = make("div", { role: "alert", [name]: true, hidden: true })
  return {
    element,
    show(isShown: boolean): boolean {
      if (element.hidden !== isShown) return false
      element.replaceChildren(...(isShown ? content() : []))
      element.hidden = !isShown
      return true
    },
  }
}
