/** `true` is an attribute without a value; false and undefined leave it out. */
type Attributes = Record<string, string | number | boolean | undefined>

/**
 * Makes an element. Children are nodes or texts, never HTML: what a store sends is shown and not run, also where the page's policy trusts no
 * markup. Empty texts are left out.
 */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value))
  }
  element.append(...children.filter((child) => child !== ""))
  return element
}

/** `link`: one that looks like a link. */
export type ButtonKind = "main" | "plain" | "link"

export function makeButton(kind: ButtonKind, label: string, act: () => unknown, more: Attributes = {}) {
  const element = make("button", { type: "button", "data-lease-button": kind, ...more }, label)
  element.addEventListener("click", act)
  return element
}

let ids = 0

/** An id that no other element of this page has. */
export function nextId(): string {
  return `lease-${++ids}`
}
