import { sharedTransport, type Transport } from "../client/transport.js"

/** HTMLElement doesn't exist on a server, where this package may be imported. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * The base class of the lease's custom elements, which have no shadow DOM. A text option is an attribute and a property with the same name in camel
 * case, and any other option is only a property. Options can be set in any order, even before the element is defined. The element's own content stays
 * visible until all required options are set, or for good if there is no JavaScript.
 */
export abstract class LeaseElement extends Base {
  declare backendUrl: string | null
  declare publishableKey: string | null
  /** The locale of texts, amounts and dates, such as `es` or `es-MX`. Default: the page's `lang`. */
  declare locale: string | null
  /** Sends the requests. Used instead of `backend-url` and `publishable-key`. */
  declare transport: Transport | undefined

  #isDue = false
  #isIn = false
  #own: Node[] | null = null
  #complaint = ""

  constructor() {
    super()
    // Properties that were set before the element was defined hide its accessors, so set them again.
    for (const [name, value] of Object.entries(this)) {
      if (!(name in this.constructor.prototype)) continue
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
  }

  /** Returns a description of each missing option, and false for each option that is set. */
  protected abstract needs(): (string | false)[]
  /** Renders with the current options after each change. */
  protected abstract run(): unknown
  /** Called when the element has left the page or an option was removed. */
  protected abstract end(): void
  /** Called when the element has been moved within the page while running. */
  protected moved(): void {}
  /** Called when the Back button restores the page, which may be out of date. */
  protected cameBack(): void {}
  /** Called before Turbo caches a copy of the page, including its open dialogs. */
  protected copied(): void {}
  /** Shows a message to the shopper if an option is missing and the element has no content of its own. */
  protected showFallback(): void {}

  connectedCallback(): void {
    if (this.#isIn) this.moved()
    addEventListener("pageshow", this.#comeBack)
    document.addEventListener("turbo:before-cache", this.#copy)
    this.changed()
  }

  disconnectedCallback(): void {
    removeEventListener("pageshow", this.#comeBack)
    document.removeEventListener("turbo:before-cache", this.#copy)
    this.changed()
  }

  #comeBack = ({ persisted }: PageTransitionEvent) => persisted && this.cameBack()
  #copy = () => this.copied()

  /** Empty, because `moveBefore` keeps frames and dialogs intact. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    this.changed()
  }

  /**
   * Schedules one update after the page's current script. That way, several changes cause a single update, and moving the element doesn't stop the
   * lease.
   */
  protected changed(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(async () => {
      const page = this.ownerDocument
      // The parser may not have reached the element's content yet.
      if (page.readyState === "loading") await seen(page, "DOMContentLoaded")
      this.#isDue = false
      // In a test, the window may already be closed.
      if (globalThis.document) this.#update()
    })
  }

  #update(): void {
    this.#isIn = this.isConnected
    if (this.isConnected && !this.missing) return void this.run()
    this.end()
    if (!this.isConnected) return
    if (this.#own) this.replaceChildren(...this.#own)
    this.#own = null
    void this.#complain()
  }

  /** Reports missing options once the page is loaded, because scripts may set them until then. */
  async #complain(): Promise<void> {
    if (document.readyState !== "complete") await seen(window, "load")
    await new Promise((resolve) => setTimeout(resolve))
    const { missing } = this
    if (!missing || !this.isConnected) return
    if (missing !== this.#complaint)
      console.error(`<${this.localName}> needs ${missing}. It shows no lease until it has that.`, this)
    this.#complaint = missing
    if (!this.textContent?.trim()) this.showFallback()
  }

  protected get missing(): string {
    return this.needs().filter(Boolean).join(" and ")
  }

  /** The content that the page put into the element. */
  protected get own(): readonly Node[] {
    this.#own ??= [...this.childNodes]
    return this.#own
  }

  protected fill(...content: Node[]): void {
    void this.own
    this.replaceChildren(...content)
  }

  protected get language(): string {
    return this.locale ?? this.closest("[lang]")?.getAttribute("lang") ?? "en"
  }

  protected get needsStore(): string | false {
    const hasStore = this.transport ?? (this.backendUrl && this.publishableKey)
    return !hasStore && "backend-url and publishable-key (or the property transport)"
  }

  /** Sends each request with the current transport, which may have changed. */
  protected readonly ask: Transport = (request) => this.carrier(request)

  /** The current transport, shared by the page's elements that use the same store. */
  protected get carrier(): Transport {
    const { transport, backendUrl, publishableKey } = this
    return transport ?? sharedTransport({ baseUrl: backendUrl ?? "", publishableKey: publishableKey ?? "" })
  }
}

function seen(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))
}

/** `attributes` are also available as properties in camel case. `properties` have no attribute. */
export type ElementOptions = { attributes: readonly string[]; properties: readonly string[] }

/** Defines an element unless the page already has it, so loading a script twice is harmless. */
export function define(name: string, element: typeof LeaseElement, { attributes, properties }: ElementOptions): void {
  if (!globalThis.customElements || customElements.get(name)) return
  const { prototype } = element
  const give = (option: string, access: PropertyDescriptor & ThisType<LeaseElement>) =>
    Object.defineProperty(prototype, option, { ...access, configurable: true, enumerable: true })
  for (const attribute of attributes) {
    const inCamelCase = attribute.replace(/-./g, (part) => part.slice(1).toUpperCase())
    give(inCamelCase, {
      get() {
        return this.getAttribute(attribute)
      },
      set(value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(attribute)
        else this.setAttribute(attribute, String(value))
      },
    })
  }
  for (const property of properties) {
    const values = new WeakMap<object, unknown>()
    give(property, {
      get() {
        return values.get(this)
      },
      set(value: unknown) {
        if (values.get(this) === value) return
        values.set(this, value)
        this.attributeChangedCallback()
      },
    })
  }
  Object.defineProperty(element, "observedAttributes", { value: attributes })
  customElements.define(name, element as unknown as CustomElementConstructor)
}
