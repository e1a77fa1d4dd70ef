import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describeInBrowser } from "../browser/support/describe-in-browser"
import { checkPage, skipPage, Watch } from "./dashboard.mjs"
import { Facts } from "./facts.mjs"
import type { DashboardPage } from "./pages.mjs"

const PLACED = {
  orderId: "order_1",
  displayId: 1,
  reference: "L-1",
  amount: "$1.00",
  regionId: "reg_1",
  leaseId: "lease_1",
  productId: "prod_1",
  actedOn: { id: "order_2", displayId: 2 },
  canceled: { id: "order_3", displayId: 3 },
}
const GOOD =
  '<style>.card { color: black } .w-1\\/2 { width: 50% }</style><p class="card w-1/2">Lease</p><button>Go</button>'
const PAGE: DashboardPage = {
  name: "page",
  path: () => "/page",
  shows: { "the card": (page) => page.getByText("Lease") },
  part: (page) => page.locator("p"),
  acts: { "the button can be pressed": (page) => page.getByRole("button").click({ timeout: 1000 }) },
}
const FACTS = [
  "shows the card",
  "what is ours has its styles",
  "no text is missing",
  "the button can be pressed",
  "nothing goes wrong in the browser",
  "asks no other host",
]

describeInBrowser("a page of the dashboard", (browser) => {
  const pictures = mkdtempSync(join(tmpdir(), "lease-to-own-pictures-"))
  let server: Server
  let url: string
  let html: string
  let page: Page

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.writeHead(request.url === "/app/page" ? 200 : 404, { "content-type": "text/html" })
      response.end(request.url === "/app/page" ? `<link rel="icon" href="data:,">${html}` : "")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    page = await browser().newPage()
    page.setDefaultTimeout(1000)
  })
  afterEach(() => page.close())
  afterAll(() => {
    server.close()
    rmSync(pictures, { recursive: true, force: true })
  })

  async function failedFacts(text: string): Promise<string[]> {
    html = text
    const facts = new Facts()
    await checkPage(facts, { page, watch: new Watch(page, url), url, placed: PLACED, pictures }, PAGE)
    expect(facts.count).toBe(FACTS.length)
    return FACTS.filter((fact) => facts.failures.some((failure) => failure.includes(`page: ${fact}`)))
  }

  it("passes when all is well", async () => {
    expect(await failedFacts(GOOD)).toEqual([])
  })

  it.each([
    ["has a class that no style sheet knows", `${GOOD.replace("w-1/2", "w-1/3")}`, "what is ours has its styles"],
    ["shows the key of a text", `${GOOD}<i>leaseToOwn.card.title</i>`, "no text is missing"],
    ["names something by the key of a text", `${GOOD}<i aria-label="leaseToOwn.card.copy"></i>`, "no text is missing"],
    ["has a button that cannot be pressed", GOOD.replace("<button", "<button disabled"), "the button can be pressed"],
    [
      "writes an error to the console",
      `${GOOD}<script>console.error("no")</script>`,
      "nothing goes wrong in the browser",
    ],
    ["throws", `${GOOD}<script>throw new Error("no")</script>`, "nothing goes wrong in the browser"],
    [
      "asks its store for what is not there",
      `${GOOD}<script src="/none.js"></script>`,
      "nothing goes wrong in the browser",
    ],
  ])("fails when it %s", async (_, text, fact) => {
    expect(await failedFacts(text)).toEqual([fact])
  })

  it("fails when it does not show what it must", async () => {
    expect(await failedFacts(GOOD.replace("Lease", "Loan"))).toEqual(["shows the card"])
  })

  it.each([
    ["a picture", '<img alt="" src="http://127.0.0.1:9/x.png">'],
    ["a connection", '<script>new WebSocket("ws://127.0.0.1:9/")</script>'],
  ])("fails when it asks another host for %s", async (_, text) => {
    expect(await failedFacts(GOOD + text)).toContain("asks no other host")
  })
})

describe("a page of the dashboard where there is no browser", () => {
  it("has the same facts, all skipped", () => {
    const facts = new Facts()
    skipPage(facts, PAGE)
    expect(facts.counts).toEqual({ passed: 0, failed: 0, skipped: FACTS.length })
  })
})
