import { locale } from "./language.js"

/**
 * Makes an element. Names that the element has as a property are set as such, others (`aria-…`) as attributes. Children are
 * nodes or texts, never HTML: what a store or a service sends is shown, not run.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {(Node | string | number | false | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name in element) Object.assign(element, { [name]: value })
    else element.setAttribute(name, String(value))
  }
  const shown = children.filter((child) => child !== false && child !== null && child !== undefined)
  element.append(...shown.map((child) => (child instanceof Node ? child : String(child))))
  return element
}

/**
 * A button that does nothing more while its action runs; it is not disabled then, because that would take the focus from it.
 * Errors are shown on top of the page.
 *
 * @param {string} label
 * @param {() => unknown} action
 * @param {"main" | "plain" | "link"} [kind]
 */
export function button(label, action, kind = "main") {
  const element = el("button", { type: "button", className: kind }, label)
  element.onclick = () => once(element, action)
  return element
}

/**
 * Runs a button's action, unless it is running already.
 *
 * @param {HTMLButtonElement} element
 * @param {() => unknown} action
 */
export async function once(element, action) {
  if (element.ariaDisabled === "true") return
  element.ariaDisabled = "true"
  try {
    await action()
  } catch (error) {
    showError(/** @type {Error} */ (error))
  } finally {
    element.ariaDisabled = null
  }
}

/** An error that belongs to no field, on top of the page. @param {Error} error */
export function showError({ message }) {
  document.querySelector("#page-error")?.remove()
  const note = el("p", { id: "page-error", className: "error", role: "alert", tabIndex: -1 }, message)
  document.querySelector("main")?.prepend(note)
  note.focus()
}

/**
 * A labeled input; its error, if it gets one, is read with it.
 *
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} input with a name
 * @param {Node} [beside] for example a button that reveals what is typed
 */
export function field(label, input, beside) {
  input.id ||= `field-${input.name.replaceAll(".", "-")}`
  const problem = el("span", { id: `${input.id}-error`, className: "problem" })
  input.setAttribute("aria-describedby", problem.id)
  return el(
    "div",
    { className: "field" },
    el("label", { htmlFor: input.id }, label),
    el("div", { className: "input" }, input, beside),
    problem,
  )
}

/** Major units. @param {number} amount @param {string} currency */
export function money(amount, currency) {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount)
}

/**
 * Names and values, one to a line.
 *
 * @param {(readonly [string, string] | false)[]} rows
 * @param {string} [className]
 */
export function figures(rows, className = "") {
  const shown = rows.filter((row) => row !== false)
  return el(
    "dl",
    { className },
    ...shown.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  )
}

/** The drawing of a product. @param {string} handle */
export function picture(handle) {
  const [svg, use] = ["svg", "use"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name))
  use?.setAttribute("href", `pictures.svg#${handle}`)
  if (use) svg?.append(use)
  svg?.setAttribute("aria-hidden", "true")
  return el("div", { className: "picture" }, svg)
}
