/** Notes what goes wrong in a page, from now on. */
export class Watch {
  /** @type {string[]} */
  errors = []
  /** Addresses outside of the page's own that were asked. @type {string[]} */
  foreign = []

  /**
   * @param {import("playwright-core").Page} page
   * @param {string[]} own origins
   * @param {(answer: import("playwright-core").Response) => boolean} [isMeant] answers that are no errors
   */
  constructor(page, own, isMeant = () => false) {
    const request = (/** @type {string} */ address) => {
      const { protocol, origin } = new URL(address)
      const isInPage = protocol === "data:" || protocol === "blob:"
      if (!isInPage && !own.includes(origin.replace(/^ws/, "http"))) this.foreign.push(address)
    }
    page.on("request", (asked) => request(asked.url()))
    page.on("websocket", (socket) => request(socket.url()))
    page.on("response", (answer) => {
      if (answer.status() >= 400 && !isMeant(answer))
        this.errors.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
    })
    page.on("pageerror", (error) => this.errors.push(`${error.message} at ${page.url()}`))
    page.on("console", (message) => {
      // These are said above, with their addresses.
      if (message.type() === "error" && !message.text().startsWith("Failed to load")) this.errors.push(message.text())
    })
  }
}
