/** `true` sets an attribute without a value, and false or undefined omits the attribute. */
type Attributes = Record<string, string | number | boolean | undefined>

/** Creates an element. Children are nodes or text, never HTML, so text can't run as markup. Empty texts are omitted. */
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

export type ButtonKind = "main" | "plain" | "link"

export function makeButton(kind: ButtonKind, label: string, act: () => unknown, more: Attributes = {}) {
  const element = make("button", { type: "button", "data-lease-button": kind, ...more }, label)
  element.addEventListener("click", act)
  return element
}

let ids = 0

export function nextId(): string {
  return `lease-${++ids}`
}
