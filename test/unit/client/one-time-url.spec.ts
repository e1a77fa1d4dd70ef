import dns from "node:dns"
import { publicLookup, readHost, readOneTimeUrl, refusalOfOneTimeUrl } from "../../../src/client/options/one-time-url"
import { clientOf, localService } from "./support/local-service"
import { failureOf } from "./support/samples"

const live = { loopback: false }
const home = { loopback: true }

describe("a one-time URL (reference 12)", () => {
  it("a one-time URL is called unchanged", () => {
    expect(readOneTimeUrl("https://host.example/api/v1/update-order?leaseId=a%20b&code=c", live)).toMatchObject({
      origin: "https://host.example",
      path: "/api/v1/update-order?leaseId=a%20b&code=c",
    })
  })
  const REFUSED: Record<string, string[]> = {
    link_no_address: ["update-order?code=1"],
    link_not_https: ["http://host.example/x", "file:///etc/passwd", "ftp://host.example/x", "javascript:alert(1)"],
    link_credentials: ["https://a:b@host.example/x", "https://user@host.example/x"],
    link_to_this_machine: [
      ...["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "a.localhost"],
      "①②⑦.0.0.1",
    ].map((host) => `https://${host}/x`),
    link_to_private_network: [
      ...["10.1.2.3", "192.168.1.1", "172.20.0.1", "169.254.169.254", "0.0.0.0", "0xa000001", "10.1", "100.64.0.1"],
      ...["198.51.100.7", "[fd00::1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[::10.0.0.1]", "[::ffff:0:a00:1]"],
      ...["[64:ff9b::a00:1]", "[64:ff9b:1::a00:1]", "[2002:a00:1::]", "[2001:0:a00:1::]", "[fe80::1]", "[fec0::1]"],
      "[::]",
    ].map((host) => `https://${host}/x`),
  }
  it.each(Object.entries(REFUSED).flatMap(([why, urls]) => urls.map((url) => [url, why])))(
    "%s is refused: %s",
    (url = "", refused) => expect(readOneTimeUrl(url, live)).toEqual({ refused }),
  )
  it("a one-time URL may point to this machine if the service runs there, but never into a private network", () => {
    const origin = "http://localhost:4711"
    expect(readOneTimeUrl(`${origin}/api/v1/update-order`, home)).toMatchObject({ origin })
    expect(readOneTimeUrl("https://10.1.2.3/x", home)).toEqual({ refused: "link_to_private_network" })
  })
  it.each(["http://host.example/x?code=abcdef", "https://pay.operator.example/delete?code=abcdef"])(
    "a refused one-time URL isn't in the error, and had no effect: %s",
    async (url) => {
      const error = await failureOf(clientOf("https://service.example").service.sendOrderId(url, "O-1"))
      expect(error).toMatchObject({ name: "LeaseRefused", effect: "none" })
      expect(error.message).not.toMatch(/\.example|abcdef/)
    },
  )
})

it("a one-time URL reads the same every time", () => {
  const read = () => readHost("müller.example")
  const all = Array.from({ length: 50_000 }, read)
  expect(new Set(all)).toEqual(new Set(["xn--mller-kva.example:443"]))
})

describe("the hosts of the operator", () => {
  const hosts = ["pay.operator.example", "müller.example", "pay.operator.example:8443", "localhost:9000"].map(
    (entry) => readHost(entry) ?? "",
  )
  const refusal = (url: string, settings = live) => refusalOfOneTimeUrl(url, { hosts, ...settings })

  it.each([
    "https://pay.operator.example/api/v1/update-order?code=1",
    "https://PAY.Operator.Example:443/api/v1/update-order",
    "https://pay.operator.example:8443/api/v1/update-order",
    "https://xn--mller-kva.example/api/v1/update-order",
    "https://MÜLLER.example/api/v1/update-order",
    "https://ｐａｙ.operator.example/api/v1/update-order",
  ])("may be called: %s", (url) => expect(refusal(url)).toBeNull())

  it.each([
    "https://operator.example/x",
    "https://evil.pay.operator.example/x",
    "https://pay.operator.example.evil.example/x",
    "https://pay.operator.example./x",
    "https://pay.operator.example:444/x",
    "https://рay.operator.example/x",
    "https://muller.example/x",
    "https://evil.example/?https://pay.operator.example",
    "https://evil.example\\pay.operator.example",
    "https://8.8.8.8/x",
  ])("may not be called: %s", (url) => expect(refusal(url)).toBe("link_to_other_host"))

  it("a host may be this machine only if the service runs there", () => {
    expect(refusal("http://localhost:9000/x")).toBe("link_to_this_machine")
    expect(refusal("http://localhost:9000/api/v1/update-order", home)).toBeNull()
    expect(refusal("http://localhost:9001/x", home)).toBe("link_to_other_host")
    expect(refusal("http://pay.operator.example/x", home)).toBe("link_not_https")
  })

  it.each([
    ...["", " ", "https://pay.example", "pay.example/x", "a@pay.example", "pay.example?x", "10.0.0.1", "[fd00::1]"],
    ...["*", "*.pay.example", "pay.*"],
  ])("cannot be named as %j", (entry) => expect(readHost(entry)).toBeUndefined())
})

describe("the path of a one-time URL (spec 4.2)", () => {
  const hosts = ["pay.operator.example:443"]
  const refusal = (path: string, paths?: string[]) =>
    refusalOfOneTimeUrl(`https://pay.operator.example${path}`, { hosts, paths, ...live })

  it.each(["/api/v1/update-order?code=1", "/lease/api/v1/update-delivery?leaseId=a&code=b"])(
    "%s may be called",
    (path) => expect(refusal(path)).toBeNull(),
  )
  it.each([
    ...["/", "/admin/delete?x=/api/v1/update-order", "/api/v1/update-order/../../../delete", "/api/v1/update-order%2f"],
    ...["/api/v1/update-orders", "/api/v2/update-order", "/xapi%2fv1%2fupdate-order", "/a#/api/v1/update-order"],
    ...["/api/v1/update-order/", "/API/V1/UPDATE-ORDER", "/api/v1/update-order;x=1"],
  ])("%s is another call of that host", (path) => expect(refusal(path)).toBe("link_to_other_path"))
  it("dialect.oneTimePaths can name another path", () => {
    expect(refusal("/once/order?code=1", ["/once/order"])).toBeNull()
    expect(refusal("/api/v1/update-order", ["/once/order"])).toBe("link_to_other_path")
  })
})

it("localhost is resolved to this machine", (done) => {
  publicLookup("localhost", { all: true }, (error, addresses) => {
    expect([error, addresses]).toEqual([null, expect.any(Array)])
    done()
  })
})

describe("a one-time URL whose host resolves to a private address", () => {
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
    const url = `https://pay.operator.example:${port}/api/v1/update-order?leaseId=a&code=secret-code`
    expect(refusalOfOneTimeUrl(url, { hosts: [`pay.operator.example:${port}`], loopback: false })).toBeNull()
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

  it("a name is checked at each connection", async () => {
    for (const found of [[], ["127.0.0.1"], []]) {
      answers.splice(0, answers.length, found)
      expect((await call()).effect).toBe("none")
    }
    expect(local().seen).toHaveLength(0)
  })
})
