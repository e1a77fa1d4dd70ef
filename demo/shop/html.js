/**
 * Markup with all values escaped, so that whatever a store or service sends is shown as text and can't run. Nested markup stays as it is, even in
 * lists.
 */
class Markup extends String {}

/** @param {TemplateStringsArray} parts @param {unknown[]} values */
export function html(parts, ...values) {
  return new Markup(String.raw({ raw: parts }, ...values.map(safe)))
}

/** @param {unknown} value @returns {string} */
function safe(value) {
  if (Array.isArray(value)) return value.map(safe).join("")
  if (value instanceof Markup) return String(value)
  return String(value ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** @param {Element | null} place @param {Markup} markup */
export function fill(place, markup) {
  if (place) place.innerHTML = String(markup)
}

/**
 * Runs the action with the name of the clicked button.
 *
 * @param {HTMLElement} place @param {Record<string, (button: HTMLButtonElement) => unknown>} actions
 */
export function onPress(place, actions) {
  place.onclick = ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button")
    const action = actions[button?.name ?? ""]
    if (button && action) once(button, () => action(button))
  }
}

/**
 * Runs an action unless it's already running. The control isn't disabled in the meantime, because a disabled control loses the focus.
 *
 * @param {HTMLElement} control @param {() => unknown} action
 */
export async function once(control, action) {
  if (control.ariaDisabled === "true") return
  control.ariaDisabled = "true"
  await Promise.resolve().then(action).catch(showError)
  control.ariaDisabled = null
}

/** Shows an error at the top of the page. @param {Error} error */
export function showError({ message }) {
  document.querySelector("#error")?.remove()
  const note = Object.assign(document.createElement("p"), { id: "error", tabIndex: -1, role: "alert" })
  note.append(message)
  document.querySelector("main")?.prepend(note)
  note.focus()
}

/** @param {string} selector */
export function focusOn(selector) {
  document.querySelector(/** @type {"p"} */ (selector))?.focus()
}

/** Formats dollars. @param {number} amount */
export function money(amount) {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount)
}
