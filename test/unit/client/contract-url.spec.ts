import { findContractUrl } from "../../../src/client/messages/contract-url"
import { type LeaseServiceOptions, toSettings } from "../../../src/client/options/options"

const settings = (more: Partial<LeaseServiceOptions> = {}) =>
  toSettings({ baseUrl: "https://service.example", authHash: "aGFzaA==", ...more })
const find = (esignUrl: string, more?: Partial<LeaseServiceOptions>) => findContractUrl({ esignUrl }, settings(more))

describe("the address of a contract, from a remote service", () => {
  it.each(["https://sign.example/c?t=1", ` https://sign.example/${"x".repeat(4073)} `])(
    "may be on any host by https, 4096 characters long",
    (url) => expect(find(url)).toBe(url.trim()),
  )
  it.each([
    "http://sign.example/c",
    "https://user:word@sign.example/c",
    "https://:word@sign.example/c",
    "https://sign.example@evil.example/c",
    "http://localhost:4011/c",
    "https://localhost/c",
    "https://127.0.0.1/c",
    "ftp://sign.example/c",
    `https://sign.example/${"x".repeat(4076)}`,
  ])("is not %s", (url) => expect(find(url)).toBeUndefined())
  it("the contract's URL is read from the next name if the first has none", () => {
    const answer = { esignUrl: "https://localhost/c", url: "https://sign.example/c" }
    expect(findContractUrl(answer, settings())).toBe("https://sign.example/c")
  })
})

describe("the address of a contract, from a service on this machine", () => {
  const baseUrl = "http://127.0.0.1:4010/lease"
  it.each(["http://localhost:4011/c", "https://127.0.0.1/c", "https://sign.example/c"])("may be %s", (url) =>
    expect(find(url, { baseUrl })).toBe(url),
  )
  it.each(["http://sign.example/c", "ftp://localhost/c"])("is not %s", (url) =>
    expect(find(url, { baseUrl })).toBeUndefined(),
  )
})

describe("option contractHosts", () => {
  const contractHosts = ["Sign.Operator.example", "sign.operator.example:8443"]
  it.each(["https://sign.operator.example/c", "https://sign.operator.example:8443/c"])("allows %s", (url) =>
    expect(find(url, { contractHosts })).toBe(url),
  )
  it.each([
    "https://evil.example/c",
    "https://a.sign.operator.example/c",
    "https://sign.operator.example:444/c",
    "https://operator.example/c",
  ])("refuses %s", (url) => expect(find(url, { contractHosts })).toBeUndefined())
  it("option contractHosts names whole hosts", () => {
    expect(() => settings({ contractHosts: ["*.operator.example"] })).toThrow("Set contractHosts: [")
  })
})
