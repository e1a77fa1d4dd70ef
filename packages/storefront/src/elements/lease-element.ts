import { type FetchTransportOptions, fetchTransport, type Transport } from "../client/transport.js"

/** A server has no elements, and may import this package. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/**
 * An element of the lease, with its content in the page's own style. Its options are attributes, and properties of the same name in camel
 * case; those that are no text are properties alone. All may be given before the element is defined, and in any order. Until nothing is
 * missing, and where there is no script, its own content stays.
 */
export abstract class LeaseElement extends Base {
  declare backendUrl: string | null
  declare publishableKey: string | null
  /** The language, and the way amounts and dates are written: `es`, `es-MX`. The page's `lang` when left out. */
  declare locale: string | null
  /** Carries the requests in place of `backend-url` and `publishable-key`. */
  declare transport: Transport | undefined

  #isDue = false
  #isIn = false
  #own: Node[] | null = null
  #complaint = ""

  constructor() {
    super()
    // Set before the element was defined, they lie above the properties that it has now.
    for (const [name, value] of Object.entries(this)) {
      if (!(name in this.constructor.prototype)) continue
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
  }

  /** The options that it needs, in words for the page's developer; false for each that is there. */
  protected abstract needs(): (string | false)[]
  /** Shows what the options of now say. Called after each change of them. */
  protected abstract run(): unknown
  /** The element has left the page, or an option is gone. */
  protected abstract end(): void
  /** The page put the element elsewhere while it ran. */
  protected moved(): void {}
  /** Words for the shopper where an option is missing and the element has no content of its own. */
  protected apologize(): void {}

  connectedCallback(): void {
    if (this.#isIn) this.moved()
    this.changed()
  }

  disconnectedCallback(): void {
    this.changed()
  }

  /** `moveBefore` leaves frames and dialogs as they are, so there is nothing to do. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    this.changed()
  }

  /** Comes after all that the page's script does now: once for all changes, and without an end for an element that is moved. */
  protected changed(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(async () => {
      const page = this.ownerDocument
      // Content of its own may still be read.
      if (page.readyState === "loading") await seen(page, "DOMContentLoaded")
      this.#isDue = false
      // A test's window may be closed by now.
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

  /** Once the page is loaded: until then, its scripts may give what is missing. */
  async #complain(): Promise<void> {
    if (document.readyState !== "complete") await seen(window, "load")
    await new Promise((resolve) => setTimeout(resolve))
    const { missing } = this
    if (!missing || !this.isConnected) return
    if (missing !== this.#complaint)
      console.error(`<${this.localName}> needs ${missing}. Nothing of the lease is shown until it has that.`, this)
    this.#complaint = missing
    if (!this.textContent?.trim()) this.apologize()
  }

  protected get missing(): string {
    return this.needs().filter(Boolean).join(" and ")
  }

  /** The content that the page gave it. */
  protected get own(): readonly Node[] {
    this.#own ??= [...this.childNodes]
    return this.#own
  }

  /** Shows these in place of the element's own content. */
  protected fill(...content: Node[]): void {
    void this.own
    this.replaceChildren(...content)
  }

  /** In which its words are loaded. */
  protected get language(): string {
    return this.locale ?? this.closest("[lang]")?.getAttribute("lang") ?? "en"
  }

  protected get needsStore(): string | false {
    const hasStore = this.transport ?? (this.backendUrl && this.publishableKey)
    return !hasStore && "backend-url and publishable-key (or the property transport)"
  }

  /** The transport of now, also for requests to come. */
  protected readonly ask: Transport = (request) => this.carrier(request)

  /** The transport of now: the same for all elements that the page gives the same one. */
  protected get carrier(): Transport {
    const { transport, backendUrl, publishableKey } = this
    return transport ?? this.fetching({ baseUrl: backendUrl ?? "", publishableKey: publishableKey ?? "" })
  }

  protected fetching(store: FetchTransportOptions): Transport {
    return fetchTransport(store)
  }
}

function seen(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))
}

/** `attributes` are properties, too, in camel case; `properties` are no attributes. */
export type ElementOptions = { attributes: readonly string[]; properties: readonly string[] }

/** Defines an element, unless the page has it already: a script that is loaded twice does no harm. */
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
