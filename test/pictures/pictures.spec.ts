import { describeInBrowser } from "../browser/support/describe-in-browser"
import { buildPage } from "./build-page"
import { dashboardPages } from "./dashboard-pages"
import { orderCardStates } from "./order-card"
import { PAGE } from "./picture-rules"

/** Looks at the dashboard's pages and at the order card. The pictures lie in `test/.tmp/pictures` afterward. */
describeInBrowser("pictures", (browser) => {
  beforeAll(() => buildPage(PAGE))

  dashboardPages(browser)
  orderCardStates(browser)
})
