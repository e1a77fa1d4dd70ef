import "../src/elements"
import { en } from "../src/en"
import { es } from "../src/es"
import "../src/hosted-element"
import { createLeaseClient, type LeaseClient } from "../src/index"
import { makers } from "./makers"
import { type Deed, messageMaker, type State } from "./state.mjs"
import { statesOf } from "./states.mjs"
import { FakeStore, type Fault } from "./store"

/** What the page and its frame say to each other. */
export type ScreenWindow = Window & { setFault?: (fault: Fault) => void }
export type Heard = { line: string } | { forget: Fault } | { shown: string }

const CARD_FIELDS = { "Card number": "cardnumber", "Security code": "cvv", Expires: "expiration" }
const CONTRACT_ORIGIN = "https://contract.example.com"
const SEEN_WITHIN_MS = 5000

export const STATES = statesOf(makers)

const realTimeout = setTimeout
const pause = (ms: number) => new Promise<void>((resolve) => void realTimeout(resolve, ms))

/** Shows one state in this window, which is the page's frame. */
export async function showScreen(frame: HTMLElement): Promise<void> {
  const language = document.documentElement.lang === "es" ? "es" : "en"
  const dictionary = language === "es" ? es : en
  const state = STATES.find(({ name }) => name === frame.dataset.state)
  if (!state) return
  const tell = (detail: Heard) => frame.dispatchEvent(new CustomEvent("heard", { detail }))
  const hear = (line: string) => tell({ line })
  const { view } = state
  const other = language === "es" ? "en" : "es"
  const shown = { ...state, view: view && state.otherLanguage ? { ...view, contract_languages: [other] } : view }
  const store = new FakeStore(shown, { message: messageMaker(makers), hear, forget: (forget) => tell({ forget }) })
  Object.assign(window, { setFault: (fault: Fault) => store.set(fault) })
  if (state.isFast) hurry()
  rememberZip(state.zip)
  reportEvents(hear)
  fillContracts(store)
  const client = clientOf(store, createLeaseClient({ cartId: "cart_1", dictionary, ...store }))
  document.querySelector("main")?.append(elementOf(shown, { client, store, language }))
  await store.idle(pause)
  for (const deed of state.does ?? []) {
    await perform(deed, store)
    await store.idle(pause)
  }
  store.recover()
  tell({ shown: state.name })
}

/** Timers run a hundred times as fast, for screens that appear after a while. */
function hurry(): void {
  const faster = (run: () => void, ms = 0) => realTimeout(run, ms / 100)
  Object.assign(window, { setTimeout: faster })
}

function rememberZip(zip = ""): void {
  try {
    sessionStorage.setItem("lease-to-own:zip", zip)
  } catch {
    // Without storage, the kit has no ZIP code either.
  }
}

/** Reports what the storefront would do: the elements' events, and links, which lead nowhere here. */
function reportEvents(hear: (line: string) => void): void {
  for (const name of ["lease-placed", "lease-other", "lease-cart", "lease-total-change"])
    document.addEventListener(name, (event) => {
      const { detail } = event as CustomEvent<unknown>
      hear(`Event ${name}${detail ? ` ${JSON.stringify(detail)}` : ""}`)
    })
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a")
    if (!link) return
    event.preventDefault()
    hear(`Link to ${link.getAttribute("href")}`)
  })
}

/** The client with a contract and a widget that need no request. */
function clientOf({ lease }: FakeStore, client: LeaseClient): LeaseClient {
  return {
    ...client,
    async contract(acknowledged) {
      const { origins } = await client.contract(acknowledged)
      return { url: "about:blank", origins }
    },
    async widget() {
      await client.widget()
      return lease.widget()
    },
  }
}

type Around = { client: LeaseClient; store: FakeStore; language: string }

function elementOf({ element, view, product, isDeclined, fails }: State, { client, store, language }: Around): Element {
  const { transport } = store
  const made = document.createElement(element)
  // Once there is an order, the kit keeps the screen it has, because the shop shows the next one.
  const read = view?.step === "placed" && { view }
  const common = { locale: language, transport }
  if (element === "lease-checkout")
    return Object.assign(made, {
      ...{ client, locale: language, ...read },
      cart: { total: 500, currency_code: "usd", email: "ana@example.com" },
    })
  if (element === "lease-status")
    return Object.assign(made, {
      ...common,
      orderId: "order_1",
      contractLink: "/lease?cart={cartId}",
      cartLink: "/cart",
    })
  if (element === "lease-message") {
    const ofProduct = product && { productId: "prod_1", regionId: "reg_1", amount: "499" }
    return Object.assign(made, { ...common, ...ofProduct, ...(view && { cartId: "cart_1" }) })
  }
  const form = cardForm()
  made.append(form)
  const tokenize = async () => (isDeclined ? null : "token_1")
  const card = { isFilled: () => form.querySelector("input")?.value !== "", clear: () => form.reset(), tokenize }
  const pay = () => (fails?.pay ? new Promise(() => {}) : Promise.resolve("order_1"))
  return Object.assign(made, { client, locale: language, amount: "$500.00", card, pay })
}

/** A shop's card form, whose inputs have the ids that the fake widget fills in. */
function cardForm(): HTMLFormElement {
  const form = document.createElement("form")
  for (const [label, name] of Object.entries(CARD_FIELDS)) {
    const input = document.createElement("input")
    Object.assign(input, { id: `lease-card-${name}`, readOnly: true, autocomplete: "off" })
    const around = document.createElement("label")
    around.append(label, input)
    form.append(around)
  }
  return form
}

/** Puts buttons into each contract's frame, which do what the operator's page would do. */
function fillContracts(store: FakeStore): void {
  const acts: Record<string, () => void> = {
    "Sign everything": () => {
      store.lease.sign()
      say("Post process: complete")
    },
    "Sign the first of three": () => say("Signature: 1 of 3"),
    "Let the first payment fail": () => say('{"text":"Post process: complete","success":false}'),
  }
  const fill = ({ target }: Event) => {
    if (!(target instanceof HTMLIFrameElement)) return
    // A page opened from a file can reach its frame's document only this way.
    if (!target.srcdoc) return void Object.assign(target, { srcdoc: "<!doctype html><title>Contract</title>" })
    const page = target.contentDocument
    if (!page) return
    page.documentElement.lang = "en"
    page.body.append("In a store, the operator's contract is here.")
    for (const [label, act] of Object.entries(acts)) {
      const button = page.createElement("button")
      button.append(label)
      button.addEventListener("click", act)
      const line = page.createElement("p")
      line.append(button)
      page.body.append(line)
    }
  }
  document.addEventListener("load", fill, true)
}

/** Sends the page a message of the contract's frame. Written as an event, because a page opened from a file has no origin. */
function say(data: string): void {
  const source = document.querySelector("iframe")?.contentWindow ?? null
  dispatchEvent(new MessageEvent("message", { data, origin: CONTRACT_ORIGIN, source }))
}

async function perform(deed: Deed, store: FakeStore): Promise<void> {
  if (typeof deed === "string") return (await find(deed)).click()
  if ("see" in deed) return void (await find(deed.see))
  if ("type" in deed) {
    const field = Object.assign(await find(deed.type), { value: deed.text })
    return void field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  if ("say" in deed) {
    await find("iframe")
    return say(deed.say)
  }
  await eventually(() => {
    try {
      store.lease.finishWidget(deed.widget)
      return true
    } catch {
      // The widget isn't open yet.
      return null
    }
  })
}

const find = (selector: string) => eventually(() => document.querySelector<HTMLElement>(selector))

async function eventually<T>(read: () => T | null): Promise<T> {
  for (let waited = 0; waited < SEEN_WITHIN_MS; waited += 20) {
    const found = read()
    if (found) return found
    await pause(20)
  }
  throw new Error("The screen of this state did not appear.")
}
