import assert from "node:assert/strict"
import { en } from "lease-to-own-storefront/en"
import { inventApplicant } from "../../demo/applicant.mjs"
import { foundCompany, openAccount } from "./accounts.mjs"
import { arrive, customer, denied, LEASE, leaseToOrder, leave, untaxed } from "./visits.mjs"

/** Everybody who visits the starter for companies. @type {typeof import("./visits.mjs").VISITS} */
export const B2B_VISITS = { employee, customer, denied, untaxed }

/** The company approves carts. @param {import("./visits.mjs").Shop} shop */
async function employee(shop) {
  const admin = await openAccount(shop, inventApplicant().customer)
  const company = await foundCompany(admin)
  await admin.post(`/store/companies/${company}/approval-settings`, { requires_admin_approval: true })
  const shopper = /** @type {import("./b2b-shopper.mjs").B2bShopper} */ (await arrive(shop))
  const { page } = shopper
  shopper.join = ({ id }) => admin.post(`/store/companies/${company}/employees`, { customer_id: id })
  await shopper.enter(shop)
  await shopper.openProduct()
  await shopper.addToCart()
  await shopper.fillIn()

  await shopper.press("Request Approval")
  await page.getByRole("button", { name: "Approval Requested" }).waitFor()
  const ways = page.locator("[data-lease-screen]").or(page.getByText("Payment Method"))
  assert.equal(await ways.count(), 0, "before the approval no lease can be chosen")

  const { carts_with_approvals } = await admin.post("/store/approvals")
  const [{ approvals }] = carts_with_approvals
  const decide = (/** @type {string} */ status) => admin.post(`/store/approvals/${approvals[0].id}`, { status })
  await decide("approved")
  await shopper.goToCheckout()
  await shopper.pay(LEASE)
  await shopper.getOffer()

  await decide("rejected")
  await shopper.press(en.texts.buttons.sign)
  await page.getByText("Your company has not approved this cart.").waitFor()
  assert.equal(await page.locator("iframe").count(), 0, "without the approval no contract is shown")
  await decide("approved")
  // The refusal was brought about.
  shopper.forgive((error) => error.startsWith("409 "))
  await leaseToOrder(shop, shopper)
  await leave(shop, shopper)
}
