import { make } from "./make.js"

export type DialogOptions = {
  titleId: string
  /** Called for Escape and the browser's own close request. The dialog may stay open. */
  askToClose: () => void
  /** Called when the dialog was closed without asking. */
  onClosed: () => void
}

export type DialogPart = {
  element: HTMLDialogElement
  /** Shows the dialog above the page. The dialog's element must be in the page. Call this again after the element was moved. */
  open(): void
  /** Closes the dialog and removes its element. */
  close(): void
}

export function dialogPart({ titleId, askToClose, onClosed }: DialogOptions, ...children: Node[]): DialogPart {
  const element = make("dialog", { "data-lease-dialog": true, "aria-labelledby": titleId }, ...children)
  const ask = (event: Event) => {
    event.preventDefault()
    askToClose()
  }
  // Handle Escape before the browser does. The browser lets a page prevent closing only once, and a second Escape closes the dialog
  // regardless.
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(event)
  })
  element.addEventListener("cancel", ask)
  // If the dialog is open again, this event comes from the last time it was closed.
  element.addEventListener("close", () => element.open || onClosed())
  return {
    element,
    open() {
      // jsdom, which shops use in tests, has the element but not its methods.
      if (!element.showModal) element.open = true
      else {
        element.close()
        element.showModal()
      }
    },
    close() {
      // Close before removing, so that the browser restores the focus.
      element.close?.()
      element.remove()
    },
  }
}
