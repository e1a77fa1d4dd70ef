/**
 * The pages of the dashboard that are looked at, in this order. Each page is loaded by its address, must show everything
 * under `shows`, and then does what is under `acts`.
 *
 * @typedef {import("playwright-core").Page} BrowserPage
 * @typedef {import("playwright-core").Locator} Locator
 * @typedef {{ orderId: string, displayId: number, reference: string, amount: string, regionId: string, leaseId: string, productId: string,
 *   actedOn: string }} Placed
 *   `amount`: as the dashboard writes it in English; `leaseId`: the ledger's; `productId`: of something that is sold; `actedOn`: another
 *   lease's order
 *
 * @typedef {{ name: string, path: (placed: Placed) => string,
 *   shows: Record<string, (page: BrowserPage, placed: Placed) => Locator>,
 *   part?: (page: BrowserPage) => Locator,
 *   tolerates?: RegExp,
 *   acts?: Record<string, (page: BrowserPage, placed: Placed) => Promise<unknown>> }} DashboardPage
 *   `shows`: words for what → where it is; `part`: what of the page is ours; `tolerates`: errors that are Medusa's;
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
    shows: { "the provider's name": (page) => page.getByText("Lease To Own") },
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
  },
  {
    name: "leases",
    // A filter that is set is shown, and those beside it.
    path: () => "/leases?way=application",
    part: (page) => box(page, "Leases"),
    shows: {
      "the menu's entry in words": (page) => page.getByRole("link", { name: "Leases", exact: true }),
      "the lease in its row": (page, { amount }) => page.getByRole("row").filter({ hasText: amount }),
      "the state of the lease": (page) => page.getByRole("row").getByText("Lease accepted"),
    },
    acts: {
      "a click on the order opens the lease": async (page, { displayId, leaseId }) => {
        await page.getByRole("link", { name: `#${displayId}`, exact: true }).click()
        await page.waitForURL(`**/leases/${leaseId}`)
        await page.goBack()
      },
    },
  },
  {
    name: "lease",
    path: ({ leaseId }) => `/leases/${leaseId}`,
    part: (page) => page.locator("main"),
    shows: {
      "the reference in its crumb": (page, { reference }) => page.getByText(reference).first(),
      "the next step": (page) => page.getByText("Ready to ship."),
      "where to ask why other actions are not possible": (page) => box(page, "Actions").getByText("Why not …?"),
      "what was sent": (page) => box(page, "Sent to the service").getByRole("row").nth(1),
      "the whole history": (page) => box(page, "History").getByText("Lease-to-own chosen"),
    },
  },
  {
    name: "settings",
    path: () => "/settings/lease-to-own",
    part: (page) => page.locator("main"),
    shows: {
      "the menu's entry in words": (page) => page.getByRole("link", { name: "Lease-to-own", exact: true }),
      "the checklist": (page) =>
        box(page, "Setup checklist").getByRole("button", { name: /^Show what is set up \(\d+\)$/ }),
      "how the plugin behaves": (page) => box(page, "Behavior").getByText("Right after the order"),
    },
    acts: {
      "the connection is checked": async (page) => {
        await page.getByRole("button", { name: "Check connection" }).click()
        await page.getByText("Reached").waitFor()
      },
    },
  },
  {
    name: "product",
    path: ({ productId }) => `/products/${productId}`,
    part: (page) => box(page, "Lease"),
    shows: {
      "the card": (page) => box(page, "Lease").getByText("Leasable"),
      "where a value comes from": (page) =>
        box(page, "Lease")
          .getByText(/From the/)
          .first(),
    },
  },
  {
    name: "order, acted on",
    path: ({ actedOn }) => `/orders/${actedOn}`,
    shows: { "the lease card": leaseCard },
    acts: {
      "an action of the card asks, acts and says so": async (page) => {
        await leaseCard(page).getByRole("button", { name: "Actions for this lease" }).click()
        await page.getByRole("menuitem", { name: "Cancel lease" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Cancel lease" }).click()
        await page.getByText("The lease is canceled.").waitFor()
        await cardSays(page, "Canceled")
      },
    },
  },
  {
    name: "order, fulfilled and refunded",
    path: ({ orderId }) => `/orders/${orderId}`,
    shows: { "the lease card": leaseCard },
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
