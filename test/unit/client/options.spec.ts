import { DialectOptionsSchema, dialectDefaults, LeaseService, type LeaseServiceOptions } from "../../../src/client"
import { toSettings } from "../../../src/client/options/options"

const GOOD = { baseUrl: "https://service.example/lease", username: "user", password: "s3cret-Word" }

function refusal(options: Record<string, unknown>): string {
  try {
    new LeaseService(options as LeaseServiceOptions)
  } catch (error) {
    return String(error)
  }
  throw new Error("The options were accepted.")
}

describe("baseUrl", () => {
  it.each([
    ["https://service.example/", ""],
    ["https://service.example/lease/", "/lease"],
    ["https://service.example/lease/api/v1/", "/lease"],
    ["https://service.example/API/V1", ""],
  ])("%s has the prefix %j", (baseUrl, prefix) => expect(toSettings({ ...GOOD, baseUrl }).prefix).toBe(prefix))
  it("baseUrl may contain the version in apiVersion, and no other", () => {
    const baseUrl = "https://service.example/api/v2"
    expect(toSettings({ ...GOOD, baseUrl, apiVersion: "2" }).prefix).toBe("")
    expect(refusal({ ...GOOD, baseUrl })).toContain('apiVersion: "2"')
  })
  it.each(["ftp://service.example", "service.example", 7, "https://a:b@service.example", "https://s.example?x=1"])(
    "%j is refused with the line to write",
    (baseUrl) => expect(refusal({ ...GOOD, baseUrl })).toContain('Set baseUrl: "https://…"'),
  )
})

describe("credentials", () => {
  const { baseUrl } = GOOD
  it.each([{}, { username: "user" }, { username: "user", authHash: "YTpi" }])(
    "%j is refused with the line to write",
    (credentials) => {
      expect(refusal({ baseUrl, ...credentials })).toContain("Set username and password, or only authHash.")
    },
  )
  it.each(["YTpi", "Basic YTpi", "basic  YTpi"])("authHash may be %j", (authHash) => {
    expect(toSettings({ baseUrl, authHash }).authHash).toBe("YTpi")
  })
  it("credentials are UTF-8 in the hash", () => {
    expect(toSettings({ ...GOOD, password: "pässwörd" }).authHash).toBe(Buffer.from("user:pässwörd").toString("base64"))
  })
  it("no refusal repeats credentials", () => {
    expect(refusal({ ...GOOD, timeoutMs: "soon", authHash: "not base64!" })).not.toMatch(/s3cret|soon|not base64/)
  })
  it("a user name can't contain a colon", () => {
    expect(refusal({ ...GOOD, username: "a:b" })).toContain("without a colon")
  })
})

describe("other options", () => {
  it.each([
    ["timeoutMs", 0],
    ["cartFormat", "own"],
    ["apiVersion", "v1"],
    ["apiVersion", 1],
    ["store", "S1"],
    ["dialect", "literal"],
  ])("%s: %j is refused by name", (name, value) =>
    expect(refusal({ ...GOOD, [name]: value })).toContain(`  - ${name}: Set`),
  )
  it("the other options have the defaults of the reference", () => {
    expect(toSettings(GOOD)).toMatchObject({
      apiVersion: "1",
      timeoutMs: 45_000,
      cartFormat: "spec",
      dialect: dialectDefaults,
    })
  })
})

describe("option dialect", () => {
  const issue = (dialect: unknown) => DialectOptionsSchema.safeParse(dialect).error?.issues[0]?.message

  it("option dialect accepts every default, and names unknown and known keys", () => {
    expect(issue(dialectDefaults)).toBeUndefined()
    expect(issue({ esignKey: "x" })).toMatch(/^dialect has no key esignKey\. The keys are paths, contentType/)
  })
  it.each(Object.keys(dialectDefaults))("%s of the wrong type is refused, and the error says what to write", (key) => {
    expect(issue({ [key]: Symbol("wrong") })).toContain(`${key}:`)
  })
  it.each([
    ...["Authorization", "content-type", "HOST", "accept"].map((name) => ({ [name]: "x" })),
    { "x-a": "b\r\nx-c: d" },
  ])("headers of the client's own, or invalid ones, are refused: %j", (headers) => {
    expect(issue({ headers })).toContain("headers")
  })
  it("an undefined override is ignored", () => {
    expect(toSettings({ ...GOOD, dialect: { paths: undefined } }).dialect.paths).toBe("prefixed")
  })
})
