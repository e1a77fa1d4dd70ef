import { join } from "node:path"
import { en } from "lease-to-own-storefront/en"
import { inventApplicant } from "../../demo/applicant.mjs"
import { messageEn } from "../../packages/storefront/dist/words/message-en.js"
import { violations } from "../browser/support/accessibility.mjs"
import { focusedName, signByKeyboard, tabTo, tabToElement, typeApplication } from "../browser/support/keyboard.mjs"
import { Watch } from "../packed/watch.mjs"
import { openAccount } from "./accounts.mjs"

/** @typedef {import("playwright-core").Page} Page */

const { steps, buttons, contract } = en.texts
const SEEN_WITHIN_MS = 30_000
/** The parts of a page that are ours; the rest is the starter's. */
const OURS = "[data-lease-screen], [data-lease-dialog], [data-lease-status], [data-lease-message]"
/** The starters do not agree on what comes first. */
const ORDER_PAGE = /\/us\/order\/(?:confirmed\/)?(order_\w+)/
const PICTURES = /** @type {const} */ ([
  ["rtl", 390, "rtl"],
  ["small", 320, ""],
  ["narrow", 390, ""],
  ["wide", 1280, ""],
])
const FRAME = `iframe[title='${contract.frame}']`

/** Somebody with a keyboard and no mouse, in a storefront of Medusa's starters. Looks with axe at each of our parts on the way. */
export class Shopper {
  /** By axe, each with where it was found. @type {string[]} */
  barriers = []
  /** A method of payment that is no lease. */
  otherMethod = "Manual Payment"
  #pictures

  /**
   * @param {Page} page
   * @param {{ url: string, contractOrigin: string, pictures: string, tag?: string }} options `pictures`: a folder;
   *   `tag` steers the sandbox
   */
  constructor(page, { url, contractOrigin, pictures, tag }) {
    this.page = page
    this.url = url
    this.#pictures = pictures
    this.applicant = inventApplicant(tag ? { tag } : {})
    page.setDefaultTimeout(SEEN_WITHIN_MS)
    // The starters link to pages that they have not, and Next.js asks for those that a shopper may go to.
    this.watch = new Watch(
      page,
      [url, contractOrigin],
      (answer) => answer.status() === 404 && new URL(answer.url()).searchParams.has("_rsc"),
    )
  }

  /** Forgets errors that were brought about. @param {(error: string) => boolean} isMeant */
  forgive(isMeant) {
    this.watch.errors = this.watch.errors.filter((error) => !isMeant(error))
  }

  get #keyboard() {
    return this.page.keyboard
  }

  /** Does what the starter asks of everybody who buys. @param {import("./accounts.mjs").Store} _store */
  async enter(_store) {}

  /** Makes an account and signs in. @param {import("./accounts.mjs").Store} store @returns {Promise<string>} the account's id */
  async logIn(store) {
    const { page } = this
    const { id, email, password } = await openAccount(store, this.applicant.customer)
    await page.goto(`${this.url}/us/account`)
    await page.locator("[name=email]").fill(email)
    await page.locator("[name=password]").fill(password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText(`Hello ${this.applicant.customer.firstName}`).filter({ visible: true }).waitFor()
    return id
  }

  /** Opens the page of a product. */
  async openProduct(handle = "sofa") {
    await this.page.goto(`${this.url}/us/products/${handle}`)
    // The page names its variant in its address, and is rendered again.
    await this.page.waitForURL(/v_id=/)
    await this.page.waitForLoadState("networkidle")
    await this.look(handle)
  }

  /** Opens what a product's page says of leases, and closes it. */
  async learnMore() {
    const { learnMore, title, close } = messageEn
    await this.press(`${learnMore}: ${title}`)
    await this.arriveAt(title)
    await this.press(close)
    await this.page.getByRole("dialog").waitFor({ state: "detached" })
  }

  /** Puts the product of the page into the cart. */
  async addToCart() {
    const added = this.page.waitForResponse((answer) => answer.request().method() === "POST")
    await this.press("Add to cart")
    await added
  }

  /** From a cart to the review, with this method of payment chosen. @param {string} method */
  async goToReview(method) {
    await this.page.goto(`${this.url}/us/cart`)
    await this.press("Go to checkout")
    await this.typeAddress()
    await this.typeInto("email", this.applicant.customer.emailAddress)
    await this.press("Continue to delivery")
    await this.choose("Standard delivery")
    await this.page.locator("[data-testid=submit-delivery-option-button]:not([disabled])").waitFor()
    await this.press("Continue to payment")
    await this.pay(method)
  }

  /** At the step of payment. @param {string} method */
  async pay(method) {
    await this.choose(method)
    await this.press("Continue to review")
    await this.page.waitForURL(/step=review/)
  }

  /** From a product's page to the review, with this method of payment chosen. @param {string} method */
  async reachReview(method) {
    await this.openProduct()
    await this.addToCart()
    await this.goToReview(method)
  }

  /** Agrees, fills the form in and sends it. */
  async apply() {
    await this.see(steps.intro)
    await tabTo(this.page, /^I agree/)
    await this.#keyboard.press("Space")
    await this.press(buttons.start)
    await this.arriveAt(steps.form)
    await typeApplication(this.page, this.applicant)
    await this.press(buttons.apply)
  }

  /** Applies and is approved. */
  async getOffer() {
    await this.apply()
    await this.arriveAt(steps.offer)
  }

  /** Opens the contract of an offer and signs it, but for the last key. */
  async signAllPlaces() {
    await this.press(buttons.sign)
    await this.arriveAt(contract.title)
    const frame = this.page.frameLocator(FRAME)
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    await signByKeyboard(this.page, frame)
  }

  /** A browser whose frame goes away under the key never answers that the key arrived. */
  submitContract() {
    this.#keyboard.press("Enter").catch(() => undefined)
  }

  /** @returns {Promise<string>} the id of the order whose page is shown */
  async arriveAtOrder() {
    await this.page.waitForURL(ORDER_PAGE)
    await this.page.getByText("Thank you!").waitFor()
    await this.look("order")
    return ORDER_PAGE.exec(this.page.url())?.[1] ?? ""
  }

  /** Waits for a heading of ours. @param {string} heading */
  async see(heading) {
    await this.page.getByRole("heading", { name: heading, exact: true }).waitFor()
    await this.look(heading)
  }

  /** The same, and the focus is on it. @param {string} heading */
  async arriveAt(heading) {
    await this.see(heading)
    const focused = await focusedName(this.page)
    if (focused !== heading) throw new Error(`The focus is on "${focused}", not on the heading "${heading}".`)
  }

  /** @param {string | RegExp} name of a button or a link */
  async press(name) {
    await tabTo(this.page, name)
    await this.#keyboard.press("Enter")
  }

  /** Looks for barriers in our parts, and takes pictures: wide, narrow, and narrow from right to left. @param {string} name */
  async look(name) {
    const found = (await this.page.locator(OURS).count()) ? await violations(this.page, undefined, OURS) : []
    this.barriers.push(...found.map((barrier) => `${name}: ${barrier}`))
    const isDialog = (await this.page.getByRole("dialog").count()) > 0
    for (const [size, width, direction] of PICTURES) {
      await this.page.setViewportSize({ width, height: 800 })
      await this.#turn(direction)
      const path = join(this.#pictures, `${name.replaceAll(/\W+/g, "-")}-${size}.png`)
      await this.page.screenshot({ path, fullPage: !isDialog })
    }
  }

  /** @param {string} direction in which the page is written; empty: the starter's own */
  async #turn(direction) {
    await this.page.locator("html").evaluate((html, dir) => {
      html.setAttribute("dir", dir)
    }, direction)
  }

  async typeAddress() {
    const { firstName, lastName, homeAddress } = this.applicant.customer
    const values = {
      first_name: firstName,
      last_name: lastName,
      address_1: homeAddress.streetAddress1,
      postal_code: homeAddress.zip,
      city: homeAddress.city,
      country_code: "United States",
      province: homeAddress.state,
    }
    for (const [name, value] of Object.entries(values)) await this.typeInto(`shipping_address.${name}`, value)
  }

  /** @param {string} name @param {string} value in place of what is there */
  async typeInto(name, value) {
    const field = this.page.locator(`[name="${name}"]`)
    await tabToElement(this.page, field)
    if ((await field.evaluate((node) => node.tagName)) === "INPUT") await this.#keyboard.press("Control+A")
    await this.#keyboard.type(value)
  }

  /** One of a group of radio buttons. @param {string} name */
  async choose(name) {
    const wanted = this.page.locator("[role=radio]").filter({ hasText: name })
    await wanted.waitFor()
    const group = this.page.locator("[role=radiogroup]").filter({ has: wanted })
    await tabToElement(this.page, group.locator("[role=radio][tabindex='0']").first())
    const chosen = group.locator("[role=radio][aria-checked=true]:focus")
    await this.#keyboard.press("Space")
    await chosen.waitFor()
    for (let stop = 0; (await wanted.getAttribute("aria-checked")) !== "true"; stop++) {
      if (stop > 10) throw new Error(`The arrow keys never come to "${name}".`)
      await this.#keyboard.press("ArrowDown")
      await chosen.waitFor()
    }
  }
}
