import { JournalFollower, newestApplication, readJournal } from "./service-journal.mjs"
import { dashboardClient, storeClient } from "./store-client.mjs"
import { printBriefly, printExchange } from "./walkthrough-print.mjs"

/**
 * The numbered steps of a walkthrough, printed as they are taken: what the store is asked and answers, and, where the service is the
 * sandbox, what it was told meanwhile about the lease that is followed.
 */
export class Steps {
  #number = 0
  /** @type {JournalFollower | undefined} */
  #journal
  /** Whether a line for each step is enough. */
  briefly = false

  /** The service's last call before the walkthrough. */
  #before = 0

  /** @param {import("./walkthrough-shop.mjs").WalkedShop} shop */
  constructor(shop) {
    this.shop = shop
    this.onExchange = this.onExchange.bind(this)
    this.ask = storeClient(shop, this.onExchange)
  }

  /** Follows another lease from here on: the next one that applies. */
  async follow() {
    const { sandboxUrl } = this.shop
    this.#journal = sandboxUrl ? new JournalFollower(sandboxUrl) : undefined
    await this.#journal?.skip()
  }

  /** Remembers what the service was asked before. */
  async begin() {
    const { sandboxUrl } = this.shop
    this.#before = (sandboxUrl && (await readJournal(sandboxUrl)).at(-1)?.number) || 0
  }

  /** Follows the lease that has applied in the widget just now. */
  async followHosted() {
    const { sandboxUrl } = this.shop
    if (sandboxUrl) this.#journal = new JournalFollower(sandboxUrl, await newestApplication(sandboxUrl))
  }

  /** The service's calls since the walkthrough began, each once, in the order in which they were first made. */
  async calls() {
    const { sandboxUrl } = this.shop
    const all = sandboxUrl ? await readJournal(sandboxUrl) : []
    const made = all.filter(({ number }) => number > this.#before)
    return [...new Set(made.flatMap(({ route }) => route ?? []))]
  }

  /** @param {import("./store-client.mjs").Exchange} exchange */
  async onExchange(exchange) {
    const calls = (await this.#journal?.next()) ?? []
    this.#number++
    if (this.briefly) printBriefly(this.#number, exchange)
    else printExchange(this.#number, exchange, calls)
  }

  /**
   * Steps that were shown before: a line for each.
   *
   * @template T
   * @param {() => Promise<T>} take
   * @returns {Promise<T>}
   */
  async inBrief(take) {
    console.log()
    this.briefly = true
    const facts = await take()
    await this.told()
    this.briefly = false
    return facts
  }

  /** Logs in at the dashboard. */
  logIn() {
    return dashboardClient(this.shop, this.onExchange)
  }

  /** Signs at the sandbox, or asks a person to. @param {string} url */
  async sign(url) {
    const step = `${++this.#number}. Sign the contract`
    if (!this.#journal) {
      // A service that signs automatically reports the signature on the first call.
      console.log(`\n${step} within three minutes at\n   ${url}`)
      return
    }
    const { signContract } = await import("lease-to-own-sandbox")
    const { messages } = await signContract(url)
    const texts = messages.map((message) => (typeof message === "string" ? message : message.text))
    if (this.briefly) console.log(step)
    else console.log(`\n${step}\n   the page in the frame said: ${texts.join(" · ")}`)
  }

  /** Calls to the sandbox about this lease since this was asked last, and the lease's state there. Another service does not show that. */
  async told() {
    return this.#journal?.told()
  }
}
