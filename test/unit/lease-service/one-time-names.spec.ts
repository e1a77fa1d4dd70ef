import dns from "node:dns"
import { refusalOfOneTimeUrl } from "../../../src/lease-service"
import { clientOf, localService } from "./support/local-service"
import { failureOf } from "./support/samples"

const HOST = "pay.operator.example"

/** A name that is judged by its text, and turns out to stand for an inner address where the connection is made. */
describe("a one-time URL whose name stands for an inner address", () => {
  const local = localService()
  const answers: string[][] = []
  beforeAll(() => {
    const lookup = ((_name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
      const found = answers.shift() ?? []
      done(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      )
    }) as typeof dns.lookup
    jest.spyOn(dns, "lookup").mockImplementation(lookup as never)
  })
  afterAll(() => jest.restoreAllMocks())

  async function call(): Promise<{ name: string; effect: string; message: string }> {
    const { port } = new URL(local().url)
    const url = `https://${HOST}:${port}/api/v1/update-order?leaseId=a&code=secret-code`
    expect(refusalOfOneTimeUrl(url, { hosts: [`${HOST}:${port}`], loopback: false })).toBeNull()
    return (await failureOf(clientOf("https://service.example").service.sendOrderId(url, "1"))) as never
  }

  it.each([
    ...["127.0.0.1", "10.0.0.1", "192.168.0.1", "169.254.169.254", "0.0.0.0", "::1", "fd00::1", "fe80::1"],
    ...["::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "127.0.0.1 10.0.0.1 ::1"],
  ])("is not connected: %s", async (addresses) => {
    answers.splice(0, answers.length, addresses.split(" "))
    const error = await call()
    expect(error).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
    expect(error.message).toContain("private address")
    expect(error.message).not.toContain("secret-code")
    expect(local().seen).toHaveLength(0)
  })

  it("is judged again at each connection, however the name was answered before", async () => {
    for (const found of [[], ["127.0.0.1"], []]) {
      answers.splice(0, answers.length, found)
      expect((await call()).effect).toBe("none")
    }
    expect(local().seen).toHaveLength(0)
  })
})
