import { type Heard, type ScreenWindow, STATES, showScreen } from "./screen"
import { FAULTS, type Fault } from "./store"

/** What the address says after `#`: a state, and further words such as `es`, `dark`, `narrow` or a fault. */
const OPTIONS = { es: "Español", dark: "Dark", narrow: "360 px wide", ...FAULTS }
type Option = keyof typeof OPTIONS
const isFault = (option: string): option is Fault => option in FAULTS

type Address = { name: string; options: Set<string> }

function addressOf(hash: string): Address {
  const [name = "", ...options] = decodeURIComponent(hash.slice(1)).split(",")
  const known = STATES.some((state) => state.name === name) ? name : "intro"
  return { name: known, options: new Set(options.filter((option) => option in OPTIONS)) }
}

const hashOf = (name: string, options: Iterable<string>) => `#${[name, ...options].join(",")}`

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...inside: (Node | string)[]
) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...inside)
  return element
}

/** The list of states on the left, and the state of the address on the right. */
class Page {
  readonly #log = make("ol", { "aria-label": "Requests and events", tabindex: "0" })
  readonly #stage = make("div", { "data-stage": "" })
  readonly #title = make("h1", { tabindex: "-1" })
  readonly #switches = Object.entries(OPTIONS).map(([option, label]) => switchOf(option as Option, label))
  readonly #links = new Map(STATES.map(({ name }) => [name, make("a", { href: hashOf(name, []) }, name)]))
  /** The state, language and color scheme of the frame. */
  #shown = ""
  readonly #faults = new Set<Fault>()

  constructor() {
    const skip = buttonOf("Skip to the screen", () => this.#title.focus())
    const again = buttonOf("Start again", () => this.#start())
    const switches = this.#switches.map(({ element }) => element)
    document.body.append(
      make("nav", { "aria-label": "States" }, skip, filterOf(this.#links), ...groupsOf(this.#links)),
      make("main", {}, this.#title, make("div", { "data-switches": "" }, ...switches, again), this.#stage, this.#log),
    )
    addEventListener("hashchange", () => this.#show())
    this.#show()
  }

  #show(): void {
    const { name, options } = addressOf(location.hash)
    this.#mark(name, options)
    this.#stage.dataset.stage = options.has("narrow") ? "narrow" : ""
    const shown = hashOf(
      name,
      without(options, (option) => isFault(option) || option === "narrow"),
    )
    // One more fault happens to the screen as it is, but without a fault the state starts again.
    const isGone = [...this.#faults].some((fault) => !options.has(fault))
    if (shown !== this.#shown || isGone) this.#start()
    else this.#setFaults()
    this.#shown = shown
  }

  #mark(name: string, options: Set<string>): void {
    this.#title.textContent = name
    document.title = `${name} – lease-to-own screens`
    for (const { option, box } of this.#switches) box.checked = options.has(option)
    // The language and the width stay from state to state, but a fault is about one state.
    const kept = without(options, isFault)
    for (const [each, link] of this.#links) {
      link.href = hashOf(each, kept)
      if (each === name) link.setAttribute("aria-current", "page")
      else link.removeAttribute("aria-current")
    }
    this.#links.get(name)?.scrollIntoView({ block: "nearest" })
  }

  #start(): void {
    const frame = frameOf(addressOf(location.hash))
    frame.addEventListener("heard", (event) => this.#hear(frame, (event as CustomEvent<Heard>).detail))
    this.#faults.clear()
    this.#log.replaceChildren()
    this.#stage.replaceChildren(frame)
  }

  #hear(frame: HTMLIFrameElement, heard: Heard): void {
    if ("line" in heard) {
      this.#log.append(make("li", {}, heard.line))
      this.#log.scrollTop = this.#log.scrollHeight
    }
    if ("forget" in heard) this.#forget(heard.forget)
    if (!("shown" in heard)) return
    frame.dataset.shown = heard.shown
    this.#setFaults()
  }

  /** Sets the address's faults, once the state's screen is there. */
  #setFaults(): void {
    const frame = this.#stage.querySelector("iframe")
    if (!frame?.dataset.shown) return
    for (const fault of [...addressOf(location.hash).options].filter(isFault)) {
      if (!this.#faults.has(fault)) (frame.contentWindow as ScreenWindow | null)?.setFault?.(fault)
      this.#faults.add(fault)
    }
  }

  /** Removes a fault from the address once it has happened. */
  #forget(fault: Fault): void {
    const { name, options } = addressOf(location.hash)
    this.#faults.delete(fault)
    options.delete(fault)
    history.replaceState(null, "", hashOf(name, options))
    this.#mark(name, options)
  }
}

function without(options: Set<string>, unwanted: (option: string) => boolean): string[] {
  return [...options].filter((option) => !unwanted(option))
}

function buttonOf(label: string, act: () => void): HTMLButtonElement {
  const button = make("button", { type: "button" }, label)
  button.addEventListener("click", act)
  return button
}

function switchOf(option: Option, label: string) {
  const box = make("input", { type: "checkbox", name: option })
  box.addEventListener("change", () => {
    const { name, options } = addressOf(location.hash)
    if (box.checked) options.add(option)
    else options.delete(option)
    location.hash = hashOf(name, options)
  })
  return { option, box, element: make("label", {}, box, label) }
}

function groupsOf(links: Map<string, HTMLAnchorElement>): HTMLElement[] {
  const groups = [...new Set(STATES.map(({ group }) => group))]
  return groups.map((group) => {
    const items = STATES.filter((state) => state.group === group).map(({ name }) =>
      make("li", {}, links.get(name) ?? name),
    )
    return make("section", {}, make("h2", {}, group), make("ul", {}, ...items))
  })
}

function filterOf(links: Map<string, HTMLAnchorElement>): HTMLElement {
  const input = make("input", { type: "search", autocomplete: "off" })
  input.addEventListener("input", () => {
    for (const [name, { parentElement }] of links)
      if (parentElement) parentElement.hidden = !name.includes(input.value.trim().toLowerCase())
  })
  return make("label", { "data-filter": "" }, "Find a state", input)
}

/** A window of its own for each state, with its own width and nothing left over from the state before. */
function frameOf({ name, options }: Address): HTMLIFrameElement {
  const frame = make("iframe", { title: `Screen: ${name}`, "data-state": name })
  const [language, scheme] = [options.has("es") ? "es" : "en", options.has("dark") ? "dark" : "light"]
  const textsOf = (tag: string) => [...document.querySelectorAll(tag)].map(({ textContent }) => textContent)
  // The page's policy, which the frame shares, allows these styles and this script by their hashes.
  const styles = textsOf("style").map((style) => `<style>${style}</style>`)
  const head = `<title>${name}</title>${styles.join("")}`
  const body = `<body data-screen><main></main><script>${textsOf("script").join("")}</script>`
  frame.srcdoc = `<!doctype html><html lang="${language}" data-scheme="${scheme}">${head}${body}`
  return frame
}

const frame = window.frameElement as HTMLElement | null
if (frame?.dataset.state) void showScreen(frame)
else new Page()
