import { dictionary } from "../language.js"

/**
 * Asks before what was typed is lost: on a reload, on the way to another page of this shop, on Back and Forward.
 *
 * @param {{ isDirty: () => boolean, forget: () => void, leave: () => void }} form
 *   `forget`: nothing of it is needed any longer; `leave`: the browser went back to the screen before it
 */
export function formGuard({ isDirty, forget, leave }) {
  const mayLeave = () => !isDirty() || confirm(dictionary.say("screens", "leave_form"))

  /** @param {BeforeUnloadEvent} event */
  function warn(event) {
    if (isDirty()) event.preventDefault()
  }

  /** The browser does not ask on the way to another page of this shop. @param {MouseEvent} event */
  function askFirst(event) {
    const link = event.target instanceof Element && event.target.closest("a[href^='#/']")
    if (!link) return
    if (mayLeave()) forget()
    else event.preventDefault()
  }

  /** Back and Forward have happened when a page hears of it: a shopper who stays gets a new entry with the form in it. */
  function askOnTheWayBack() {
    const isElsewhere = location.hash !== "#/checkout"
    if (!mayLeave()) history.pushState({ method: "lease", isFormOpen: true }, "", "#/checkout")
    else if (isElsewhere) forget()
    else leave()
  }

  return {
    begin() {
      addEventListener("beforeunload", warn)
      addEventListener("popstate", askOnTheWayBack)
      document.addEventListener("click", askFirst)
    },
    end() {
      removeEventListener("beforeunload", warn)
      removeEventListener("popstate", askOnTheWayBack)
      document.removeEventListener("click", askFirst)
    },
  }
}
