import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { JournalFollower } from "../../../demo/service-journal.mjs"

it("of a journal that others write into, the calls of one checkout are told once, and where its lease stands", async () => {
  const entries: object[] = []
  const call = (number: number, route: string, applicationId: string) =>
    entries.push({ number, route, applicationId, status: 200, line: route })
  const server = createServer(({ url }, response) => {
    const lease = url?.split("/leases/")[1]
    response.end(JSON.stringify(lease ? { state: `state of ${lease}` } : { entries }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    const follower = new JournalFollower(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const next = async () => (await follower.next()).map(({ number }) => number)
    call(1, "POST /application", "old")
    await follower.skip()
    expect(await next()).toEqual([])
    call(2, "POST /application", "ours")
    call(3, "GET /application/cart/pricing", "theirs")
    call(4, "POST /application/cart", "ours")
    expect(await next()).toEqual([2, 4])
    call(5, "GET /application/cart/pricing", "ours")
    const { calls, state } = await follower.told()
    expect([calls.map(({ number }) => number), state]).toEqual([[2, 4, 5], "state of ours"])
    expect((await follower.told()).calls).toEqual([])
  } finally {
    server.close()
  }
})
