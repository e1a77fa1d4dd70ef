import { make } from "./make.js"

export type DialogOptions = {
  titleId: string
  /** Called for Escape and the browser's own close request. The dialog may stay open. */
  askToClose: () => void
  /** Called after the dialog was closed without `askToClose`. */
  onClosed: () => void
}

export type DialogPart = {
  element: HTMLDialogElement
  /** Shows the dialog above the page. Its element must be in the page. Call this again after moving the element. */
  open(): void
  close(): void
}

export function dialogPart({ titleId, askToClose, onClosed }: DialogOptions, ...children: Node[]): DialogPart {
  const element = make("dialog", { "data-lease-dialog": true, "aria-labelledby": titleId }, ...children)
  const ask = (event: Event) => {
    event.preventDefault()
    askToClose()
  }
  // Handle Escape before the browser does, because the browser closes the dialog on a second Escape even if the page prevents it.
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(event)
  })
  element.addEventListener("cancel", ask)
  // If the dialog has been reopened, this event is from an earlier close.
  element.addEventListener("close", () => element.open || onClosed())
  return {
    element,
    open() {
      // jsdom, used in shops' tests, has the element but not its methods.
      if (!element.showModal) element.open = true
      else {
        element.close()
        element.showModal()
      }
    },
    close() {
      // Close the dialog before removing it, so that the browser restores focus to the previous element.
      element.close?.()
      element.remove()
    },
  }
}
