import { publicLookup, readOneTimeUrl } from "../../../src/lease-service/one-time-url"
import { clientOf } from "./support/local-service"
import { failureOf } from "./support/samples"

const live = { loopback: false }
const home = { loopback: true }

describe("a one-time URL (reference 12)", () => {
  it("is called as it was given", () => {
    expect(readOneTimeUrl("https://host.example/api/v1/update-order?leaseId=a%20b&code=c", live)).toMatchObject({
      origin: "https://host.example",
      path: "/api/v1/update-order?leaseId=a%20b&code=c",
    })
  })
  it.each([
    ["update-order?code=1", "it is no address"],
    ["http://host.example/x", "it is not https"],
    ["file:///etc/passwd", "it is not https"],
    ["https://a:b@host.example/x", "it carries credentials"],
    ["https://localhost/x", "it points to this machine"],
    ["https://127.0.0.1/x", "it points to this machine"],
    ["https://[::1]/x", "it points to this machine"],
    ["https://10.1.2.3/x", "it points into a private network"],
    ["https://192.168.1.1/x", "it points into a private network"],
    ["https://172.20.0.1/x", "it points into a private network"],
    ["https://169.254.169.254/latest", "it points into a private network"],
    ["https://0.0.0.0/x", "it points into a private network"],
    ["https://2130706433/x", "it points to this machine"],
    ["https://[fd00::1]/x", "it points into a private network"],
    ["https://[::ffff:10.0.0.1]/x", "it points into a private network"],
  ])("%s is refused: %s", (url, refused) => expect(readOneTimeUrl(url, live)).toEqual({ refused }))
  it("may point to this machine when the service runs there", () => {
    expect(readOneTimeUrl("http://localhost:4711/x", home)).toMatchObject({ origin: "http://localhost:4711" })
  })
  it("may not point into a private network even then", () => {
    expect(readOneTimeUrl("https://10.1.2.3/x", home)).toEqual({ refused: "it points into a private network" })
  })
  it("that is refused is not in the error, and had no effect", async () => {
    const { service } = clientOf("https://service.example")
    const error = await failureOf(service.sendOrderId("http://host.example/x?code=abcdef", "O-1"))
    expect(error).toMatchObject({ name: "LeaseRefused", effect: "none" })
    expect(error.message).not.toMatch(/host\.example|abcdef/)
    await service.close()
  })
})

describe("the lookup of names", () => {
  const lookup = (name: string) =>
    new Promise((resolve) => publicLookup(name, { all: true }, (error, addresses) => resolve(error ?? addresses)))
  it("finds this machine under its own name", async () => expect(await lookup("localhost")).toEqual(expect.any(Array)))
  it("refuses a name that stands for a private address", async () => {
    expect(String(await lookup("127.0.0.1"))).not.toContain("private")
    expect(String(await lookup("10.0.0.1"))).toContain("private address")
  })
})
