import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { LeaseDesk, RETURN } from "../integration/support/lease-desk"
import { SOFA_AND_CHAIRS } from "../integration/support/prepared-carts"
import { type PageServer, startPageServer } from "../support/page-server"
import { press, read } from "./support/lease-page"
import { countOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/card")
const HTML = '<!doctype html><html lang="en"><title>Order</title><body><script src="page.js"></script></body></html>'
const EXACTLY = /exactly \$(?<sum>[\d.]+)\./

/** Staff at the order card, in front of a store whose account knows lines. */
export function partsTests(room: ShopRoom): void {
  const desk = new LeaseDesk(room)
  let server: PageServer

  beforeAll(async () => {
    room.setOptions({ wire: { returnLines: true } })
    await rm(FOLDER, { recursive: true, force: true })
    await mkdir(FOLDER, { recursive: true })
    await writeFile(join(FOLDER, "index.html"), HTML)
    await promisify(execFile)(process.execPath, ["test/browser/card/build.mjs", FOLDER], { cwd: ROOT })
    // The page asks the store, as somebody who is logged in to the dashboard.
    server = await startPageServer(async ({ route, query, body: sent }) => {
      const [method, path = ""] = route.split(" ")
      const address = `/admin${path}?${new URLSearchParams(query)}`
      return method === "GET" ? room.admin.get(address) : room.admin.post(address, sent)
    }, FOLDER)
  })
  afterAll(async () => {
    room.setOptions({})
    await server?.close()
  })

  it("a piece that came back falls due, its exact sum can be read off the card, and after its refund the rest of the lease stands there", async () => {
    const { order } = await room.ordered(SOFA_AND_CHAIRS)
    await desk.delivered(order.id)
    await desk.receiveBack(order.id, { chair: 1 })
    await room.look()
    const page = await room.visit()
    await page.goto(`${server.url}/?cards=${order.id}`)
    await read(page, "Some of the goods came back. They are still part of the lease.")
    const sum = Number(EXACTLY.exec(await page.getByText(EXACTLY).innerText())?.groups?.sum)
    expect((await room.merchant.refund(order.id, sum)).status).toBe(200)
    await room.look()
    await page.reload()
    await read(page, "Left of the lease")
    await read(page, "1 item returned")
    await press(page, "History")
    await read(page, `Part returned: 1 × CHAIR for $${sum.toFixed(2)}.`)
    expect(await page.getByText(EXACTLY).count()).toBe(0)
    expect(countOf(room, RETURN)).toBe(1)
  })
}
