export type FormGuardOptions = {
  isDirty(): boolean
  /** Asks the shopper whether what was typed may be lost. */
  ask(): boolean
  /** The typed text is no longer needed. */
  forget(): void
  /** The browser went back to the screen before the form. */
  leave(): void
}

/** True where the entry of the browser's history has the form open, after a reload for example. */
export function isFormInHistory(): boolean {
  return history.state?.isLeaseFormOpen === true
}

/**
 * Asks before what was typed is lost: on a reload, on the way to another page by a link, on Back and Forward. Begins at once, in the entry of
 * the browser's history that holds the form, and ends when the returned function is called.
 */
export function guardForm({ isDirty, ask, forget, leave }: FormGuardOptions): () => void {
  const { href, hash } = location
  const page = pageOf(location)
  const entry = history.state
  const mayLeave = () => !isDirty() || ask()

  function warn(event: BeforeUnloadEvent): void {
    if (isDirty()) event.preventDefault()
  }

  /** The browser does not ask on the way to another page of the same document. */
  function askFirst(event: MouseEvent) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
    if (!link?.href || link.target || isElsewhere || pageOf(link) === page) return
    if (mayLeave()) return forget()
    event.preventDefault()
    event.stopPropagation()
  }

  /** Back and Forward have happened when a page hears of it: a shopper who stays gets a new entry with the form in it. */
  function askOnTheWayBack() {
    const isHere = pageOf(location) === page
    if (isHere && (isFormInHistory() || location.hash !== hash)) return
    if (!mayLeave()) history.pushState(entry, "", href)
    else if (isHere) leave()
    else forget()
  }

  addEventListener("beforeunload", warn)
  addEventListener("popstate", askOnTheWayBack)
  // Before a router hears of the click.
  document.addEventListener("click", askFirst, true)
  return () => {
    removeEventListener("beforeunload", warn)
    removeEventListener("popstate", askOnTheWayBack)
    document.removeEventListener("click", askFirst, true)
  }
}

/** The address without a place on its page. Behind `#/` some shops have their pages. */
function pageOf({ href, hash }: Pick<Location, "href" | "hash">): string {
  return hash.startsWith("#/") ? href : href.slice(0, href.length - hash.length)
}
