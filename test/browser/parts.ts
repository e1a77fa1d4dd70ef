import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { LeaseDesk, RETURN } from "../integration/support/lease-desk"
import { SOFA_AND_CHAIRS } from "../integration/support/prepared-carts"
import { type PageAnswer, type PageServer, startPageServer } from "../support/page-server"
import { press, read } from "./support/lease-page"
import { countOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/card")
const HTML = '<!doctype html><html lang="en"><title>Order</title><body><script src="page.js"></script></body></html>'
const EXACTLY = /exactly \$(?<sum>[\d.]+)\./

/** A part of a lease goes back: staff at the order card, in front of a store whose account knows lines. */
export function partsTests(room: ShopRoom): void {
  const desk = new LeaseDesk(room)
  let server: PageServer

  beforeAll(async () => {
    room.setOptions({ wire: { returnLines: true } })
    await rm(FOLDER, { recursive: true, force: true })
    await mkdir(FOLDER, { recursive: true })
    await writeFile(join(FOLDER, "index.html"), HTML)
    await promisify(execFile)(process.execPath, ["test/browser/card/build.mjs", FOLDER], { cwd: ROOT })
    server = await startPageServer(storeAnswers, FOLDER)
  })
  afterAll(async () => {
    room.setOptions({})
    await server?.close()
  })

  /** The page asks the store, as somebody who is logged in to the dashboard. */
  const storeAnswers: PageAnswer = async ({ route, query, body: sent }) => {
    const [method, path = ""] = route.split(" ")
    const address = `/admin${path}?${new URLSearchParams(query)}`
    return method === "GET" ? room.admin.get(address) : room.admin.post(address, sent)
  }

  async function delivered(): Promise<string> {
    const { order } = await room.ordered(SOFA_AND_CHAIRS)
    await desk.delivered(order.id)
    return order.id
  }

  async function cardOf(orderId: string): Promise<Page> {
    const page = await room.visit()
    await page.goto(`${server.url}/?order=${orderId}`)
    return page
  }

  it("a piece that came back falls due, its exact sum can be read off the card, and after its refund the rest of the lease stands there", async () => {
    const orderId = await delivered()
    await desk.receiveBack(orderId, { chair: 1 })
    await room.look()
    const page = await cardOf(orderId)
    await read(page, "Some of the goods came back. They are still part of the lease.")
    const step = await page.getByText(EXACTLY).innerText()
    const sum = Number(EXACTLY.exec(step)?.groups?.sum)
    expect((await room.merchant.refund(orderId, sum)).status).toBe(200)
    await room.look()
    await page.reload()
    await read(page, "Left of the lease")
    await read(page, "1 item returned")
    await press(page, "History")
    await read(page, `Part returned: 1 × CHAIR for $${sum.toFixed(2)}.`)
    expect(await page.getByText(EXACTLY).count()).toBe(0)
    expect(countOf(room, RETURN)).toBe(1)
  })

  it("a part whose answer was lost is a person's word, after which the refund only writes the books", async () => {
    await room.sql("update tax_rate set rate = 0")
    const orderId = await delivered()
    room.sandbox.fault({ route: RETURN, fault: "drop-before" })
    await room.merchant.refund(orderId, 25)
    for (let hour = 0; hour < 3; hour++) {
      await room.pass("1 hour")
      await room.look()
    }
    const page = await cardOf(orderId)
    await press(page, "Mark as done elsewhere")
    await page.getByRole("radio", { name: "Returned in part" }).click()
    await page.getByRole("textbox", { name: "Note" }).fill("They say on the phone that they took it.")
    await page.getByRole("dialog").getByRole("button", { name: "Mark as done elsewhere" }).click()
    await room.look()
    await page.reload()
    await read(page, "Sandbox Leasing has taken $25.00 off this lease. That amount is not refunded here yet.")
    expect((await room.merchant.refund(orderId, 25)).status).toBe(200)
    await room.look()
    await page.reload()
    await read(page, "Left of the lease")
    expect(await page.getByText("is not refunded here yet").count()).toBe(0)
    expect(countOf(room, RETURN)).toBe(1)
  })
}
