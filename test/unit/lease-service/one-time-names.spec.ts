import dns from "node:dns"
import { refusalOfOneTimeUrl } from "../../../src/lease-service"
import { clientOf, type Local, startLocal } from "./support/local-service"
import { failureOf, ONE_TIME_WRITES } from "./support/samples"

const HOST = "pay.operator.example"

/** A name that is judged by its text, and turns out to stand for an inner address where the connection is made. */
describe("a one-time URL whose name stands for an inner address", () => {
  let local: Local
  const answers: string[][] = []
  beforeAll(async () => {
    local = await startLocal()
    const lookup = ((_name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
      const found = answers.shift() ?? []
      done(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      )
    }) as typeof dns.lookup
    jest.spyOn(dns, "lookup").mockImplementation(lookup as never)
  })
  afterAll(async () => {
    jest.restoreAllMocks()
    await local.close()
  })

  async function call(): Promise<{ name: string; effect: string; message: string }> {
    const { port } = new URL(local.url)
    const url = `https://${HOST}:${port}/api/v1/update-order?leaseId=a&code=secret-code`
    expect(refusalOfOneTimeUrl(url, { hosts: [`${HOST}:${port}`], loopback: false })).toBeNull()
    const { service } = clientOf("https://service.example")
    try {
      return (await failureOf(service.sendOrderId(url, "1"))) as never
    } finally {
      await service.close()
    }
  }

  it.each([
    "127.0.0.1",
    "10.0.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "::1",
    "fd00::1",
    "fe80::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ])("is not connected: %s", async (address) => {
    answers.splice(0, answers.length, [address])
    const error = await call()
    expect(error).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
    expect(error.message).toContain("private address")
    expect(error.message).not.toContain("secret-code")
    expect(local.seen).toHaveLength(0)
  })

  it("is not connected when the name has several of them", async () => {
    answers.splice(0, answers.length, ["127.0.0.1", "10.0.0.1", "::1"])
    expect(await call()).toMatchObject({ effect: "none" })
    expect(local.seen).toHaveLength(0)
  })

  it("is judged again at each connection, however the name was answered before", async () => {
    for (const found of [[], ["127.0.0.1"], []]) {
      answers.splice(0, answers.length, found)
      expect((await call()).effect).toBe("none")
    }
    expect(local.seen).toHaveLength(0)
  })
})

describe("a one-time URL that redirects", () => {
  it.each(Object.keys(ONE_TIME_WRITES))("%s is not followed, and its outcome is unknown", async (name) => {
    const [target, here] = [await startLocal(), await startLocal()]
    here.answer((_, response) => response.writeHead(307, { location: `${target.url}/elsewhere` }).end())
    const { service } = clientOf(here.url)
    const error = await failureOf(ONE_TIME_WRITES[name]?.(service, here.url) ?? Promise.resolve())
    expect([error.name, error.effect]).toEqual(["LeaseUnknown", "unknown"])
    expect([here.seen.length, target.seen.length]).toEqual([1, 0])
    await service.close()
    await Promise.all([target.close(), here.close()])
  })
})
