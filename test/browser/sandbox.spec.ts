import { type Sandbox, startSandbox } from "lease-to-own-sandbox"
import type { Page } from "playwright-core"
import { sideways, violations } from "./support/accessibility.mjs"
import { describeInBrowser } from "./support/describe-in-browser"

/** The page for trying the sandbox without a store. */
describeInBrowser("the sandbox's page", (browser) => {
  let sandbox: Sandbox
  let page: Page

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, contractPort: 0 })
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    sandbox.reset()
    page = await (await browser().newContext()).newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(new URL("/", sandbox.baseUrl).href)
  })
  afterEach(() => page.context().close())

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  const row = (state: string) =>
    page.getByRole("row").filter({ has: page.getByRole("cell", { name: state, exact: true }) })
  const sees = (state: string) => row(state).waitFor()
  const lines = () => sandbox.journal().map(({ route }) => route)

  it("the sandbox's page takes a lease from application to return, with one button each or by keyboard, shows the calls, and passes axe, wide and narrow, light and dark", async () => {
    await press("Approved")
    await page.getByRole("button", { name: "Record a cart" }).focus()
    await page.keyboard.press("Enter")
    await sees("Contracts")
    await page.locator('button:focus[data-play="contract"]').waitFor()
    for (const [name, state] of [
      ["Sign at once", "Contracts Received"],
      ["Read the pricing", "Lease Accepted"],
      ["Confirm the delivery", "Funded"],
      ["Return all", "Returned"],
    ] as const) {
      await press(name)
      await sees(state)
    }
    expect(lines()).toEqual([
      "POST /application",
      "POST /application/cart",
      "GET /application/cart/pricing",
      "POST /application/cart/delivery",
      "POST /application/return/availability",
      "POST /application/return",
    ])
    expect(sandbox.leases()).toHaveLength(1)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    // Its tables scroll sideways in their own boxes.
    expect(await sideways(page)).not.toContain("the page")
    expect(await violations(page)).toEqual([])
  })

  it("the sandbox's page opens the contract in its own tab, cancels it, and has no next step for a denied application until everything is reset", async () => {
    await press("Approved")
    await press("Record a cart")
    await press("Get the contract")
    const [contract] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Open the contract" }).click(),
    ])
    expect(contract.url()).toContain(`${sandbox.contractOrigin}/contract/`)
    for (const name of ["Sign at once", "Read the pricing", "Cancel the contract"]) await press(name)
    await sees("Approved")
    await press("Undecided")
    await sees("Pending")
    await press("Deny")
    await sees("Denied")
    expect(await row("Denied").getByRole("button").count()).toBe(0)
    await press("Start over")
    await page.getByText("No applications yet.").waitFor()
  })

  it("the sandbox's page shows the response to a refused call, or that none came, and changes nothing", async () => {
    await press("Approved")
    await page.getByLabel("Fault for the next call").selectOption("500")
    await press("Set")
    await page.getByText("Queued faults: 500.").waitFor()
    await press("Record a cart")
    await page.getByText("Queued faults: none.").waitFor()
    expect(await page.getByRole("status").textContent()).toContain("answered 500")
    await sees("Approved")
    const before = lines()
    await page.route("**/api/v1/application", (route) => route.abort())
    await press("Approved")
    await page.getByText("There was no answer.").waitFor()
    expect(lines()).toEqual(before)
  })
})
