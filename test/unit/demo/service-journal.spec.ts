import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { JournalFollower } from "../../../demo/service-journal.mjs"

type Entry = { number: number; route: string; applicationId: string; status: number; line: string }

describe("following one checkout in a journal that others write into", () => {
  let entries: Entry[]
  let server: Server
  let follower: JournalFollower
  const call = (number: number, route: string, applicationId: string) =>
    entries.push({ number, route, applicationId, status: 200, line: `${route} ${applicationId}` })

  beforeEach(async () => {
    entries = []
    server = createServer(({ url }, response) => {
      const lease = url?.split("/leases/")[1]
      response.end(JSON.stringify(lease ? { state: `state of ${lease}` } : { entries }))
    })
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)))
    follower = new JournalFollower(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterEach(() => server.close())

  it("passes over what was there before", async () => {
    call(1, "POST /application", "old")
    await follower.skip()
    expect(await follower.next()).toEqual([])
  })

  it("takes the first new application for ours, and leaves others' calls out", async () => {
    await follower.skip()
    call(1, "POST /application", "ours")
    call(2, "GET /application/cart/pricing", "theirs")
    call(3, "POST /application/cart", "ours")
    expect((await follower.next()).map(({ number }) => number)).toEqual([1, 3])
  })

  it("tells each call once", async () => {
    await follower.skip()
    call(1, "POST /application", "ours")
    await follower.next()
    call(2, "POST /application/cart", "ours")
    expect((await follower.next()).map(({ number }) => number)).toEqual([2])
    expect(follower.calls).toHaveLength(2)
  })

  it("tells for checking what came since it was asked last, shown or not, and where the lease stands", async () => {
    await follower.skip()
    call(1, "POST /application", "ours")
    expect(await follower.told()).toMatchObject({ calls: [{ number: 1 }], state: "state of ours" })
    call(2, "POST /application/cart", "ours")
    await follower.next()
    call(3, "GET /application/cart/pricing", "ours")
    expect((await follower.told()).calls.map(({ number }) => number)).toEqual([2, 3])
    expect((await follower.told()).calls).toEqual([])
  })
})
