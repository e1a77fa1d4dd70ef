import { foundCompany, openAccount } from "./accounts.mjs"
import { Shopper } from "./shopper.mjs"

/** The same in Medusa's starter for companies, where every buyer has an account and a company. */
export class B2bShopper extends Shopper {
  otherMethod = "Pay by invoice"
  /** Gives a new account its company. @type {(account: import("./accounts.mjs").Account) => Promise<unknown>} */
  join = foundCompany

  /** @override @param {import("./accounts.mjs").Store} store */
  async enter(store) {
    await this.logIn(store)
  }

  /** @override @param {import("./accounts.mjs").Store} store */
  async logIn(store) {
    const account = await openAccount(store, this.applicant.customer)
    await this.join(account)
    // Its own form does the same. The page behind the form fails where an employee is no admin.
    await this.page.context().addCookies([{ name: "_medusa_jwt", value: account.token, url: this.url, httpOnly: true }])
    return account.id
  }

  /** @override */
  async openProduct(handle = "sofa") {
    await this.page.goto(`${this.url}/us/products/${handle}`)
    await this.page.waitForLoadState("networkidle")
    await this.findBarriers(handle)
  }

  /** @override */
  async addToCart() {
    await this.page.locator("table input").press("ArrowUp")
    await super.addToCart()
  }

  /** @override @param {string} method */
  async goToReview(method) {
    await this.fillIn()
    await this.pay(method)
  }

  /** From a cart through all steps before the payment. */
  async fillIn() {
    await this.goToCheckout()
    await this.fillAddress()
    await this.fill("shipping_address.phone", this.applicant.customer.cellPhone)
    await this.#next("billing-address")
    await this.page.getByRole("checkbox", { name: "Same as shipping address" }).click()
    await this.page.waitForURL(/step=delivery/)
    await this.choose("Standard delivery")
    await this.#next("contact-details")
    await this.fill("email", this.applicant.customer.emailAddress)
    await this.press(/^(Next step|Review order)$/)
    await this.page.waitForURL(/step=(payment|review)/)
  }

  async goToCheckout() {
    await this.page.goto(`${this.url}/us/cart`)
    await this.press("Checkout")
    await this.page.waitForURL(/\/checkout/)
  }

  /** @override @param {string} method */
  async pay(method) {
    await this.choose(method)
    await this.#next("review")
  }

  /** @param {string} step */
  async #next(step) {
    await this.press("Next step")
    await this.page.waitForURL(new RegExp(`step=${step}`))
  }
}
