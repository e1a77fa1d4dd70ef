import { en } from "lease-to-own-storefront/en"
import { inventApplicant } from "../../demo/applicant.mjs"
import { messageEn } from "../../packages/storefront/dist/words/message-en.js"
import { violations } from "../browser/support/accessibility.mjs"
import { Watch } from "../packed/watch.mjs"
import { openAccount } from "./accounts.mjs"

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ tax: number, total: number }} Totals of a cart
 */

const { steps, buttons, contract } = en.texts
const SEEN_WITHIN_MS = 30_000
/** The parts of a page that are ours; the rest is the starter's. */
const OURS = "[data-lease-screen], [data-lease-dialog], [data-lease-status], [data-lease-message]"
/** The starters do not agree on what comes first. */
const ORDER_PAGE = /\/us\/order\/(?:confirmed\/)?(order_\w+)/

/** Somebody in a storefront of Medusa's starters. Looks with axe at each of our parts on the way. */
export class Shopper {
  /** By axe, each with where it was found. @type {string[]} */
  barriers = []
  /** A method of payment that is no lease. */
  otherMethod = "Manual Payment"

  /**
   * @param {Page} page @param {{ url: string, contractOrigin: string } & Parameters<typeof inventApplicant>[0]} options
   *   `tag`: steers the sandbox
   */
  constructor(page, { url, contractOrigin, ...applicant }) {
    this.page = page
    this.url = url
    this.applicant = inventApplicant(applicant)
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

  /** Does what the starter asks of everybody who buys. @param {import("./accounts.mjs").Store} _store */
  async enter(_store) {}

  /** Makes an account and signs in. @param {import("./accounts.mjs").Store} store @returns {Promise<string>} the account's id */
  async logIn(store) {
    const { page } = this
    const { id, email, password } = await openAccount(store, this.applicant.customer)
    await page.goto(`${this.url}/us/account`)
    await this.fill("email", email)
    await this.fill("password", password)
    await this.press("Sign in")
    await page.getByText(`Hello ${this.applicant.customer.firstName}`).filter({ visible: true }).waitFor()
    return id
  }

  /** Opens the page of a product. */
  async openProduct(handle = "sofa") {
    await this.page.goto(`${this.url}/us/products/${handle}`)
    // The page names its variant in its address, and is rendered again.
    await this.page.waitForURL(/v_id=/)
    await this.page.waitForLoadState("networkidle")
    await this.findBarriers(handle)
  }

  /** Opens what a product's page says of leases, and closes it. */
  async learnMore() {
    const { learnMore, title, close } = messageEn
    await this.press(`${learnMore}: ${title}`)
    await this.see(title)
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
    await this.fillAddress()
    await this.fill("email", this.applicant.customer.emailAddress)
    await this.press("Continue to delivery")
    await this.choose("Standard delivery")
    await this.press("Continue to payment")
    await this.pay(method)
  }

  /** At the step of payment. @param {string} method */
  async pay(method) {
    await this.choose(method)
    await this.press("Continue to review")
    await this.page.waitForURL(/step=review/)
  }

  /** At the review, goes back and chooses another method of payment. @param {string} method */
  async changePayment(method) {
    await this.page.getByTestId("edit-payment-button").click()
    await this.page.waitForURL(/step=payment/)
    await this.pay(method)
  }

  /** The amounts in the checkout's summary. @returns {Promise<Totals>} */
  async readTotals() {
    const read = async (/** @type {string} */ id) => Number(await this.page.getByTestId(id).getAttribute("data-value"))
    return { tax: await read("cart-taxes"), total: await read("cart-total") }
  }

  /** Waits until the checkout's summary shows these amounts. @param {Totals} totals */
  async seeTotals({ tax, total }) {
    await this.page.locator(`[data-testid=cart-taxes][data-value="${tax}"]`).waitFor()
    await this.page.locator(`[data-testid=cart-total][data-value="${total}"]`).waitFor()
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
    await this.page.getByRole("checkbox", { name: /^I agree/ }).check()
    await this.press(buttons.start)
    await this.see(steps.form)
    const { customer, bank } = this.applicant
    for (const name of /** @type {const} */ (["cellPhone", "birthdate", "ssn", "grossIncomeMonthly"]))
      await this.fill(`customer.${name}`, String(customer[name]))
    for (const [name, value] of Object.entries(customer.paymentFrequency))
      await this.fill(`customer.paymentFrequency.${name}`, value)
    for (const [name, value] of Object.entries(bank)) await this.fill(`bank.${name}`, value)
    await this.press(buttons.apply)
  }

  /** Applies and is approved. */
  async getOffer() {
    await this.apply()
    await this.see(steps.offer)
  }

  /** Opens the contract of an offer, agrees and signs in all places. @param {() => Promise<unknown>} [before] what happens before it is sent */
  async sign(before) {
    await this.press(buttons.sign)
    await this.see(contract.title)
    const frame = this.page.frameLocator(`iframe[title='${contract.frame}']`)
    for (const consent of [/first payment/, /following payments/])
      await frame.getByRole("checkbox", { name: consent }).check()
    for (let place = 0; place < 3; place++) {
      await frame.getByRole("button", { name: "Sign here" }).first().click()
      await frame.getByText("Signed: ").nth(place).waitFor()
    }
    await before?.()
    await frame.getByRole("button", { name: "Submit" }).click()
  }

  /** @returns {Promise<string>} the id of the order whose page is shown */
  async arriveAtOrder() {
    await this.page.waitForURL(ORDER_PAGE)
    await this.page.getByText("Thank you!").waitFor()
    await this.findBarriers("order")
    return ORDER_PAGE.exec(this.page.url())?.[1] ?? ""
  }

  /** Waits for a heading of ours. @param {string} heading */
  async see(heading) {
    await this.page.getByRole("heading", { name: heading, exact: true }).waitFor()
    await this.findBarriers(heading)
  }

  /** @param {string | RegExp} name of a button or a link */
  async press(name) {
    const button = this.page.getByRole("button", { name, exact: true })
    await button
      .or(this.page.getByRole("link", { name, exact: true }))
      .filter({ visible: true })
      .first()
      .click()
  }

  /** Looks for barriers in our parts. @param {string} name */
  async findBarriers(name) {
    const found = (await this.page.locator(OURS).count()) ? await violations(this.page, undefined, OURS) : []
    this.barriers.push(...found.map((barrier) => `${name}: ${barrier}`))
  }

  async fillAddress() {
    const { firstName, lastName, homeAddress } = this.applicant.customer
    const values = {
      first_name: firstName,
      last_name: lastName,
      address_1: homeAddress.streetAddress1,
      postal_code: homeAddress.zip,
      city: homeAddress.city,
      country_code: "us",
      province: homeAddress.state,
    }
    for (const [name, value] of Object.entries(values)) await this.fill(`shipping_address.${name}`, value)
  }

  /** @param {string} name of a field @param {string} value in place of what is there */
  async fill(name, value) {
    const field = this.page.locator(`[name="${name}"]`)
    const isList = await field.evaluate((node) => node.tagName === "SELECT")
    await (isList ? field.selectOption(value) : field.fill(value))
  }

  /** One of a group of radio buttons. @param {string} name */
  async choose(name) {
    const wanted = this.page.locator("[role=radio]").filter({ hasText: name })
    await wanted.click()
    await wanted.and(this.page.locator("[aria-checked=true]")).waitFor()
  }
}
