export type FormGuardOptions = {
  isDirty(): boolean
  /** Asks the shopper whether to discard what was typed, and returns the answer. */
  ask(): boolean
  /** Called when the typed values are no longer needed. */
  forget(): void
  /** Called when the browser has gone back to the screen before the form. */
  leave(): void
}

/** Whether the form is open in the current history entry, for example after a reload. */
export function isFormInHistory(): boolean {
  return history.state?.isLeaseFormOpen === true
}

/** Asks the shopper before a reload, a link to another page, Back or Forward discards typed values. Returns a function that ends the guard. */
export function guardForm({ isDirty, ask, forget, leave }: FormGuardOptions): () => void {
  const { href, hash } = location
  const page = pageOf(location)
  const entry = history.state
  const mayLeave = () => !isDirty() || ask()

  function warn(event: BeforeUnloadEvent): void {
    if (isDirty()) event.preventDefault()
  }

  /** Asks the shopper before a router follows a link within the document, because browsers ask only before leaving the document. */
  function askFirst(event: MouseEvent) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
    if (!link?.href || link.target || isElsewhere || pageOf(link) === page) return
    if (mayLeave()) return forget()
    event.preventDefault()
    event.stopPropagation()
  }

  /** Back and Forward can't be stopped, so if the shopper stays, add a new history entry for the form. */
  function askOnTheWayBack() {
    const isHere = pageOf(location) === page
    if (isHere && (isFormInHistory() || location.hash !== hash)) return
    if (!mayLeave()) history.pushState(entry, "", href)
    else if (isHere) leave()
    else forget()
  }

  addEventListener("beforeunload", warn)
  addEventListener("popstate", askOnTheWayBack)
  // Use the capture phase to run before a router's own listener.
  document.addEventListener("click", askFirst, true)
  return () => {
    removeEventListener("beforeunload", warn)
    removeEventListener("popstate", askOnTheWayBack)
    document.removeEventListener("click", askFirst, true)
  }
}

/** Returns the URL without its fragment, unless the fragment begins with `#/`, which some shops use for routing. */
function pageOf({ href, hash }: Pick<Location, "href" | "hash">): string {
  return hash.startsWith("#/") ? href : href.slice(0, href.length - hash.length)
}
