/**
 * The pages of the dashboard that are looked at, in this order. A page is loaded anew by its address, must show everything
 * under `shows`, and then does what is under `acts`.
 *
 * @typedef {import("playwright-core").Page} BrowserPage
 * @typedef {import("playwright-core").Locator} Locator
 * @typedef {{ orderId: string, displayId: number, reference: string, amount: string, regionId: string }} Placed
 *   `amount`: as the dashboard writes it in English
 *
 * @typedef {{ name: string, path: (placed: Placed) => string,
 *   shows: Record<string, (page: BrowserPage, placed: Placed) => Locator>,
 *   part?: (page: BrowserPage) => Locator,
 *   acts?: Record<string, (page: BrowserPage, placed: Placed) => Promise<unknown>> }} DashboardPage
 *   `shows`: words for what → where it is; `part`: what of the page is ours; `acts`: words for the outcome → how to bring it
 *   about, which throws when it does not come
 */

/** The smallest part of the page with the card's heading and its reference. @param {BrowserPage} page */
function leaseCard(page) {
  const heading = page.getByRole("heading", { name: "Lease", exact: true })
  return page
    .locator("div", { has: heading })
    .filter({ hasText: /Reference/ })
    .last()
}

/** @type {DashboardPage[]} */
export const PAGES = [
  {
    name: "region",
    path: ({ regionId }) => `/settings/regions/${regionId}`,
    shows: { "the provider's name": (page) => page.getByText("Lease To Own") },
  },
  {
    name: "orders",
    path: () => "/orders",
    shows: { "the order's number": (page, { displayId }) => page.getByText(`#${displayId}`, { exact: true }) },
    acts: {
      "a click on the order opens it": async (page, { displayId, orderId }) => {
        await page.getByText(`#${displayId}`, { exact: true }).click()
        await page.waitForURL(`**/orders/${orderId}`)
      },
    },
  },
  {
    name: "order",
    path: ({ orderId }) => `/orders/${orderId}`,
    part: leaseCard,
    shows: {
      "the lease card": leaseCard,
      "the card's badge": (page) => leaseCard(page).getByText("Lease accepted"),
      "the lease's reference": (page, { reference }) => leaseCard(page).getByText(reference),
      "the leased amount": (page, { amount }) => leaseCard(page).getByText(amount),
      "the next step": (page) => leaseCard(page).getByText("Ready to ship."),
    },
    acts: {
      "the history opens": async (page) => {
        await leaseCard(page).getByRole("button", { name: "History" }).click()
        await leaseCard(page).getByRole("listitem").first().waitFor()
      },
    },
  },
]
