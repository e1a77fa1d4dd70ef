import { make } from "./make.js"

export type DialogOptions = {
  titleId: string
  /** For Escape and the like; the dialog may stay open. */
  askToClose: () => void
  /** It was closed without asking. */
  onClosed: () => void
}

export type DialogPart = {
  element: HTMLDialogElement
  /** Shows it, above the page. It has to be in there. Again after it was moved. */
  open(): void
  /** Takes it away. */
  close(): void
}

export function dialogPart({ titleId, askToClose, onClosed }: DialogOptions, ...children: Node[]): DialogPart {
  const element = make("dialog", { "data-lease-dialog": true, "aria-labelledby": titleId }, ...children)
  const ask = (event: Event) => {
    event.preventDefault()
    askToClose()
  }
  // Before the browser sees the key: it asks once whether to close, and closes the second time whatever is answered.
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(event)
  })
  element.addEventListener("cancel", ask)
  // Opened again meanwhile, it tells of the time before.
  element.addEventListener("close", () => element.open || onClosed())
  return {
    element,
    open() {
      // jsdom, in which shops test, knows the element and not its methods.
      if (!element.showModal) element.open = true
      else {
        element.close()
        element.showModal()
      }
    },
    close() {
      // Before it leaves the page: the browser gives the focus back.
      element.close?.()
      element.remove()
    },
  }
}
