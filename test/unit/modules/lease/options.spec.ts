import { parseOptions } from "../../../../src/modules/lease/options/parse-options"

const GOOD = {
  baseUrl: "https://leases.example/prefix",
  username: "shop",
  password: "a secret of the shop",
  operator: { name: "Leasing", contact: "help@leasing.example" },
}
const errorOf = (options: Record<string, unknown>): string => {
  try {
    parseOptions(options)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("these options were accepted")
}

describe("the plugin's options", () => {
  it("the options may contain the connection settings that Medusa adds to every module", () => {
    expect(() => parseOptions({ ...GOOD, database: { clientUrl: "postgres://…" } })).not.toThrow()
  })

  it("all missing options are named at once, each with the line to write", () => {
    const error = errorOf({})
    expect(error).toContain("- baseUrl: Write baseUrl:")
    expect(error).toContain("- username: Write username and password, or authHash alone.")
    expect(error).toContain("- operator: Write operator:")
  })

  it.each([
    ["baseUrl", { baseUrl: "leases.example" }],
    ["baseUrl", { baseUrl: "https://leases.example/api/v2" }],
    ["username", { authHash: "abc" }],
    ["username", { password: undefined }],
    ["mode", { mode: "Test" }],
    ["timeoutMs", { timeoutMs: "45s" }],
    ["allowedOrigins.0", { allowedOrigins: ["https://sign.example/path"] }],
    ["captureOn", { captureOn: "shipping" }],
    ["maxAttempts", { maxAttempts: 0 }],
    ["maxAttemptsPerDay", { maxAttemptsPerDay: 0 }],
    ["maxAttemptsPerDay", { maxAttempts: 20 }],
    ["trustedProxies", { trustedProxies: -1 }],
    ["notices", { notices: {} }],
    ["notices.shoppers.store", { notices: { shoppers: {} } }],
    ["notices.shoppers.link", { notices: { shoppers: { store: "Harbor", link: "shop.example" } } }],
    ["notices.staff.to", { notices: { staff: { to: [] } } }],
    ["notices.staff.to.0", { notices: { staff: { to: ["Robin"] } } }],
    ["notices.staff.every", { notices: { staff: { to: ["a@shop.example"], every: 10 } } }],
    ["notices.mail", { notices: { mail: true } }],
    ["rate", { rate: {} }],
    ["rate", { rate: 5 }],
    ["rate.perSecond", { rate: { perSecond: 0 } }],
    ["rate.concurrent", { rate: { perSecond: 5, concurrent: 1.5 } }],
    ["rate.perMinute", { rate: { perSecond: 5, perMinute: 100 } }],
    ["consent.version", { consent: { text: "I agree." } }],
    ["salesTax", { cartFormat: "reference" }],
    ["product.condition", { product: { condition: { value: "shiny" } } }],
    ["baseURL", { baseURL: "https://leases.example" }],
    ["wire", { wire: { nonsense: true } }],
  ])("the error names %s when it is wrong", (name, change) => {
    expect(errorOf({ ...GOOD, ...change })).toContain(`- ${name}`)
  })

  it("no option error repeats a secret", () => {
    expect(errorOf({ ...GOOD, mode: "nonsense" })).not.toContain("secret")
  })
})

describe("option widget", () => {
  const WIDGET = {
    scriptUrl: "https://cdn.operator.example/widget.js",
    oneTimeHosts: ["Pay.Operator.example", "pay.operator.example:8443"],
    encryptionKey: "0f".repeat(32),
  }
  const parse = (change: object) => parseOptions({ ...GOOD, widget: { ...WIDGET, ...change } })

  it("no widget is offered without the option", () => expect(parseOptions(GOOD)).not.toHaveProperty("widget"))

  it("the widget's key is kept apart, in each notation", () => {
    const { widget, linkKey } = parse({})
    expect(widget).toEqual({
      scriptUrl: WIDGET.scriptUrl,
      startFunction: "startLeaseCheckout",
      extra: {},
      oneTimeHosts: ["pay.operator.example:443", "pay.operator.example:8443"],
    })
    expect(linkKey?.toString("hex")).toBe(WIDGET.encryptionKey)
    expect(parse({ encryptionKey: linkKey?.toString("base64") }).linkKey).toEqual(linkKey)
  })

  it.each<[string, object]>([
    ["scriptUrl", { scriptUrl: "http://cdn.operator.example/widget.js" }],
    ["scriptUrl", { scriptUrl: "widget.js" }],
    ["startFunction", { startFunction: "alert(1)" }],
    ["extra", { extra: { cart: {} } }],
    ["extra", { extra: { onSuccess: "x" } }],
    ["siteConfig", { siteConfig: { pin: "#pin" } }],
    ["oneTimeHosts", { oneTimeHosts: [] }],
    ["oneTimeHosts", { oneTimeHosts: undefined }],
    ["oneTimeHosts.0", { oneTimeHosts: ["https://pay.operator.example/"] }],
    ["oneTimeHosts.0", { oneTimeHosts: ["10.0.0.1"] }],
    ["oneTimeHosts.0", { oneTimeHosts: ["*.operator.example"] }],
    ["encryptionKey", { encryptionKey: undefined }],
    ["encryptionKey", { encryptionKey: "too short and a secret" }],
  ])("a wrong %s is named with the line to write: %j", (name, change) => {
    const message = errorOf({ ...GOOD, widget: { ...WIDGET, ...change } })
    expect(message).toContain(`- widget.${name}`)
    expect(message).not.toContain("too short and a secret")
  })
})
