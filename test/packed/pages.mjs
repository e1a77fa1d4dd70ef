/**
 * The pages of the dashboard that are looked at, in this order; `test/unit/admin` has what each of them shows and does.
 *
 * @typedef {import("playwright-core").Page} BrowserPage
 * @typedef {import("playwright-core").Locator} Locator
 * @typedef {{ orderId: string, reference: string, amount: string, regionId: string, leaseId: string, productId: string }} Placed
 *   `amount`: as the dashboard writes it in English; `leaseId`: the ledger's; `productId`: of something that is sold
 *
 * @typedef {{ name: string, path: (placed: Placed) => string, shows: (page: BrowserPage, placed: Placed) => Locator,
 *   part?: (page: BrowserPage) => Locator, tolerates?: RegExp,
 *   acts?: Record<string, (page: BrowserPage, placed: Placed) => Promise<unknown>> }} DashboardPage
 *   `shows`: something that is only there once the page is; `part`: what of the page is ours; `tolerates`: errors that are Medusa's;
 *   `acts`: words for the outcome → how to bring it about, which throws when it does not come
 */

/** The smallest part of the page with the card's heading and its reference. @param {BrowserPage} page */
function leaseCard(page) {
  const heading = page.getByRole("heading", { name: "Lease", exact: true })
  return page
    .locator("div", { has: heading })
    .filter({ hasText: /Reference/ })
    .last()
}

/** The box of the page with this title. @param {BrowserPage} page @param {string} title */
function box(page, title) {
  const heading = page.getByRole("heading", { name: title, exact: true })
  return page.locator("div", { has: heading }).last().locator("..")
}

/** Takes an entry of the menu that a box of the dashboard's own has. @param {BrowserPage} page @param {string} title @param {string} entry */
async function choose(page, title, entry) {
  const menu = "button[@aria-haspopup='menu']"
  const heading = page.getByRole("heading", { name: title, exact: true })
  await heading.locator(`xpath=ancestor::div[.//${menu}][1]//${menu}`).last().click()
  await page.getByRole("menuitem", { name: entry, exact: true }).click()
}

/** Waits until the card says so without a reload. @param {BrowserPage} page @param {string} words */
function cardSays(page, words) {
  return leaseCard(page).getByText(words, { exact: true }).first().waitFor()
}

/** Forms of Medusa's own have no title for screen readers; ours must have one. */
const OF_MEDUSAS_FORMS = /`DialogContent` requires a `DialogTitle`/

/** @type {DashboardPage[]} */
export const PAGES = [
  {
    name: "region",
    path: ({ regionId }) => `/settings/regions/${regionId}`,
    shows: (page) => page.getByText("Lease To Own"),
  },
  {
    name: "leases",
    // A filter that is set is shown, and those beside it.
    path: () => "/leases?flow=api",
    part: (page) => box(page, "Leases"),
    shows: (page, { amount }) => page.getByRole("row").filter({ hasText: amount }),
  },
  {
    name: "lease",
    path: ({ leaseId }) => `/leases/${leaseId}`,
    part: (page) => page.locator("main"),
    shows: (page) => box(page, "History").getByText("Lease-to-own chosen"),
  },
  {
    name: "settings",
    path: () => "/settings/lease-to-own",
    part: (page) => page.locator("main"),
    shows: (page) => box(page, "Behavior").getByText("Right after the order"),
  },
  {
    name: "product",
    path: ({ productId }) => `/products/${productId}`,
    part: (page) => box(page, "Lease"),
    shows: (page) => box(page, "Lease").getByText("Leasable"),
  },
  {
    name: "order",
    path: ({ orderId }) => `/orders/${orderId}`,
    part: leaseCard,
    shows: (page, { reference }) => leaseCard(page).getByText(reference),
    tolerates: OF_MEDUSAS_FORMS,
    acts: {
      "the goods are packed": async (page) => {
        await choose(page, "Unfulfilled Items", "Fulfill items")
        // Pressed before, Medusa's form says that it has no shipping option.
        await page.getByText("Standard delivery").filter({ visible: true }).first().waitFor()
        await page.getByRole("button", { name: "Create Fulfillment" }).click()
        await page.getByText("Fulfillment created successfully").waitFor()
      },
      "a delivery marked beside the card is confirmed, and the card says so": async (page) => {
        await page.getByRole("button", { name: "Mark as delivered" }).click()
        await page.getByRole("button", { name: "Continue" }).click()
        await cardSays(page, "Lease active")
      },
      "a refund made beside the card returns the lease, and the card says so": async (page) => {
        await choose(page, "Payments", "Refund")
        await page.getByRole("button", { name: "Save" }).click()
        await cardSays(page, "Returned")
      },
    },
  },
]
